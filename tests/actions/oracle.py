"""What may have been done in a call, worked out from the raw list of what happened, with nothing of the gate's.

Simple-minded on purpose: no state machine, no digests, no parser. Payloads are compared as values, what an utterance means was written
beside it by hand, and whether it was an echo is known because the test made it. Each effect looks back through the list for what allows it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from actions.consent.payloads import About, BulkPayload, RecipientPayload, RecipientWarning, SendPayload, WarningKind
from briefing.mail import MailId
from briefing.mail_action import MailAction

REVERSIBLE = frozenset(MailAction) - {MailAction.SEND, MailAction.SEND_LATER, MailAction.UNSUBSCRIBE}
NAMED = frozenset({MailAction.LABEL, MailAction.UNLABEL, MailAction.MOVE})


@dataclass(frozen=True, kw_only=True)
class Phrase:
    """Something people say, with its meaning written beside it.

    `yes_to` is empty for a yes to anything; `bare` says that it only names the action again. `most` is how many mails it can mean, `names`
    whether it says which, `completes` whether it only says which; `labels` are the names that are in it.
    """

    words: str
    yes: bool = False
    yes_to: frozenset[MailAction] = frozenset()
    bare: bool = False
    asks: frozenset[MailAction] = frozenset()
    most: int = 1
    names: bool = False
    completes: bool = False
    takes_back: bool = False
    aside: bool = False
    nothing: bool = False
    labels: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True)
class Spoke:
    """Somebody's words arrived. `button` is what a pressed button was about."""

    at: float
    began: float
    phrase: Phrase
    by_caller: bool
    final: bool
    voice: bool
    overlapped: bool
    echo: bool
    open: tuple[MailId, ...] = ()
    button: About | None = None


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A question was composed; any other one is gone by that."""

    payload: About


@dataclass(frozen=True, kw_only=True)
class Played:
    """These words of ours were played to their end."""

    words: str


@dataclass(frozen=True, kw_only=True)
class HeardOut:
    """The end of the question about this payload was played."""

    at: float
    payload: About


@dataclass(frozen=True, kw_only=True)
class Agreed:
    """The call took a yes for leave to write to somebody, and says so."""

    at: float
    recipient: RecipientPayload


@dataclass(frozen=True, kw_only=True)
class WeSpoke:
    """We began to say something that is no question about a payload, and may ask something else."""


@dataclass(frozen=True, kw_only=True)
class Broke:
    """The line broke, the process was started anew, or the draft was changed; the first two also end what words had granted."""

    draft_only: bool = False


@dataclass(frozen=True, kw_only=True)
class Effect:
    """Something was done to a mailbox or sent from it."""

    at: float
    action: MailAction
    mails: frozenset[MailId]
    label: str = ""
    payload: About | None = None


Event = Spoke | Asked | Played | HeardOut | Agreed | WeSpoke | Broke | Effect


@dataclass
class Oracle:
    """Looks at each effect as it comes. Words that bought something are remembered by their place in the list."""

    bought: dict[tuple[int, MailAction], set[MailId]] = field(default_factory=dict)
    by_yes: int = 0
    by_words: int = 0

    def allows(self, before: Sequence[Event], effect: Effect) -> bool:
        if _confirmed(before, effect):
            self.by_yes += 1
            return _addressed(before, effect)
        if effect.action in REVERSIBLE and effect.payload is None and self._granted_by_words(before, effect):
            self.by_words += 1
            return True
        return False

    def agrees(self, before: Sequence[Event], agreed: Agreed) -> bool:
        """Whether somebody may be written to, as the call claims."""
        return _confirmed(before, Effect(at=agreed.at, action=MailAction.SEND, mails=frozenset(), payload=agreed.recipient))

    def _granted_by_words(self, before: Sequence[Event], effect: Effect) -> bool:
        ended = max((place for place, event in enumerate(before) if isinstance(event, Broke) and not event.draft_only), default=-1)
        turns = [(place, event) for place, event in enumerate(before) if place > ended and _is_turn(event)][-2:]
        return any(self._buys(place, turn, turns[-1][1], effect) for place, turn in reversed(turns))

    def _buys(self, place: int, turn: Event, last: Event, effect: Effect) -> bool:
        assert isinstance(turn, Spoke)
        assert isinstance(last, Spoke)
        phrase = turn.phrase
        had = self.bought.setdefault((place, effect.action), set())
        open_only = not phrase.names and phrase.most == 1 and not (last is not turn and last.phrase.completes)
        allowed = (
            effect.action in phrase.asks
            and not turn.echo
            and effect.at - turn.at <= 120
            and (last is turn or not last.phrase.takes_back)
            and 1 <= len(effect.mails) <= 5
            and not had & effect.mails
            and len(had | effect.mails) <= phrase.most
            and (not open_only or effect.mails <= set(turn.open))
            and (effect.action not in NAMED or effect.label in phrase.labels | last.phrase.labels)
        )
        if allowed:
            had |= effect.mails
        return allowed


def _is_turn(event: Event) -> bool:
    return isinstance(event, Spoke) and event.by_caller and event.final and not event.phrase.nothing


def _is_aside(turn: Spoke) -> bool:
    """Whether it is a courtesy that leaves a question as it is."""
    return turn.phrase.aside and not (turn.voice and turn.overlapped)


def _confirmed(before: Sequence[Event], effect: Effect) -> bool:
    """Whether some question about just this was heard to its end, and the caller's next words were a yes that nothing has voided."""
    return any(
        isinstance(event, HeardOut) and _is_same(event.payload, effect) and _answered(before, place, event, effect)
        for place, event in enumerate(before)
    )


def _addressed(before: Sequence[Event], effect: Effect) -> bool:
    """Whether each recipient who has to be pointed out was agreed to, of the same draft and since the line broke last."""
    if not isinstance(effect.payload, SendPayload):
        return True
    ended = max((place for place, event in enumerate(before) if isinstance(event, Broke) and not event.draft_only), default=-1)
    agreed = [event.recipient for event in before[ended + 1 :] if isinstance(event, Agreed)]
    return all(
        any(
            one.address == warning.address and warning in one.mail.warnings and one.mail.draft_id == effect.payload.draft_id
            for one in agreed
        )
        for warning in effect.payload.warnings
        if warning.kind is not WarningKind.NEW or _is_of_several(warning, effect.payload)
    )


def _is_of_several(new: RecipientWarning, mail: SendPayload) -> bool:
    """Whether more is to be pointed out than that somebody is new, which the question about the mail says by itself."""
    return any(warning.address == new.address and warning.kind is not WarningKind.NEW for warning in mail.warnings)


def _is_same(payload: About, effect: Effect) -> bool:
    if effect.payload is not None:
        return payload == effect.payload
    return (
        isinstance(payload, BulkPayload)
        and (payload.action, frozenset(payload.mails), payload.label) == (effect.action, effect.mails, effect.label)
    )  # fmt: skip


def _answered(before: Sequence[Event], place: int, question: HeardOut, effect: Effect) -> bool:
    asked = [event.payload for event in before[:place] if isinstance(event, Asked)]
    after = before[place + 1 :]
    turns = [event for event in after if isinstance(event, Spoke) and _is_turn(event) and not _is_aside(event)]
    if not turns or not asked or asked[-1] != question.payload or not _was_told(before[:place], question.payload):
        return False
    until_yes = after[: after.index(turns[0])]
    return (
        all(_is_yes(turn, question.payload) for turn in turns)
        and turns[0].began >= question.at
        and turns[0].at - question.at <= 30
        and effect.at - turns[0].at <= 30
        and not any(isinstance(event, WeSpoke) for event in until_yes)
        and not any(isinstance(event, Asked | Broke) for event in after)
        and not any(isinstance(event, Effect) and _is_same(question.payload, event) for event in after)
        and not any(isinstance(event, Agreed) and event.recipient == question.payload for event in after)
    )


def _was_told(before: Sequence[Event], payload: About) -> bool:
    """Whether whoever gets the mail was told since it was asked about last, and every word of it since the line was there."""
    if not isinstance(payload, SendPayload):
        return True
    asked = max(place for place, event in enumerate(before) if isinstance(event, Asked))
    ended = max((place for place, event in enumerate(before) if isinstance(event, Broke) and not event.draft_only), default=-1)
    told = " ".join(event.words for event in before[asked:] if isinstance(event, Played))
    read = " ".join(event.words for event in before[ended + 1 :] if isinstance(event, Played))
    new = any(warning.kind is WarningKind.NEW and not _is_of_several(warning, payload) for warning in payload.warnings)
    return (
        all(address.email in told for address in (*payload.to, *payload.cc, *payload.bcc))
        and (not new or "not written to" in told)
        and (payload.send_at is None or "to leave on" in told)
        and (not payload.subject or payload.subject in told)
        and all(sentence.strip(" .") in read for sentence in payload.body.split("."))
    )


def _is_yes(turn: Spoke, payload: About) -> bool:
    action = payload.action if isinstance(payload, BulkPayload) else None
    fits = not turn.phrase.yes_to or (action or _outgoing(payload)) in turn.phrase.yes_to
    means_all = not turn.phrase.bare or turn.phrase.most > 1 or not isinstance(payload, BulkPayload) or len(payload.mails) == 1
    own = not (turn.voice and turn.overlapped) and not turn.echo
    return turn.phrase.yes and fits and means_all and own and turn.button in (None, payload)


def _outgoing(payload: About) -> MailAction:
    if isinstance(payload, RecipientPayload):
        payload = payload.mail
    if hasattr(payload, "list_name"):
        return MailAction.UNSUBSCRIBE
    return MailAction.SEND if getattr(payload, "send_at", None) is None else MailAction.SEND_LATER
