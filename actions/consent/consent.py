"""What the user has agreed to: the only code that makes grants.

A reversible action needs the user's own words, from this turn or the one before. An irreversible one needs a yes to a question that code
composed from exactly what will happen and that was played to its end (`actions.consent.gate`). Only `hear` takes in words, and only the
call's own turns may call it. No tool argument, no message of another participant and no text of a mail gets here.

    hear --words--> granted_by_words(action, mails) -> SingleUseGrant, or None: ask first
    ask(payload) -> said(each piece) -> hear("yes") -> confirmed(payload) -> SingleUseGrant

The question about a mail reads it: who gets it, and all its words. A recipient whose address may deceive is asked about first; the mail
itself is asked about once the user has agreed to that recipient.
"""

import time
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from actions.consent.gate import Event, Gate, State, TimedEvent, VoidReason, advance, passed
from actions.consent.grants import GrantRegister, GrantUsedError, Rule, SingleUseGrant, is_lawful, words_hash
from actions.consent.leave import WantedChange, answer, grants
from actions.consent.payloads import (
    About,
    BulkPayload,
    Payload,
    RecipientPayload,
    RecipientWarning,
    SendPayload,
    action_of,
    digest,
    mails_of,
    question,
    text_of,
    words_of,
)
from actions.consent.said_lately import SaidLately
from briefing.mail import MailId
from briefing.mail_action import MailAction
from briefing.understanding.confirmation import Confirmation
from briefing.understanding.may_ask import may_ask
from briefing.understanding.small_talk import ASIDE
from briefing.understanding.understanding import Understanding
from briefing.understanding.utterance import Utterance

__all__ = ["Consent", "GrantRegister", "GrantUsedError", "Rule", "SingleUseGrant", "VoidReason", "words_hash"]

WORDS_LAST_S = 120.0
"""How long the user's words can still grant a change: long enough for a slow answer, too short for a forgotten intent."""

_MAY_ASK = frozenset("?\u201c")  # marks of a sentence of ours that asks, or that quotes what somebody wrote
_ANSWERED = {Confirmation.YES: Event.YES, Confirmation.NO: Event.NO, Confirmation.OTHER: Event.OTHER_WORDS}


class SpokenBy(StrEnum):
    """Whose words we say: composed by code, by a model, or those of a mail that we tell of."""

    CODE = "code"
    MODEL = "model"
    MAIL = "mail"


@dataclass(slots=True, kw_only=True)
class _Utterance:
    """One utterance of the user, and the mails it granted so far, by action. `over`: we spoke, too; `doubtful`: it may be our echo."""

    said: Understanding = field(repr=False)
    at: float
    open: tuple[MailId, ...]
    over: bool
    doubtful: bool
    granted: dict[MailAction, set[MailId]] = field(default_factory=dict)


class Consent:
    """The consent of one caller in one call. `caller` is the identity of the only participant who can give it, and `now` the user's wall
    clock; a question leaves out the year of a time in the current year."""

    def __init__(self, *, caller: str, clock: Callable[[], float] = time.monotonic, now: Callable[[], datetime] | None = None) -> None:
        self.register = GrantRegister()
        self._caller = caller
        self.clock = clock
        self._now = now
        self._gate = Gate()
        self._payload: About | None = None
        self._pieces: tuple[str, ...] = ()
        self._unsaid: tuple[str, ...] = ()
        self._heard: dict[tuple[str, str], int] = {}
        self._granted_by = ""
        self._agreed_findings: set[tuple[str, RecipientWarning]] = set()
        self._turns: deque[_Utterance] = deque(maxlen=2)
        self._said = SaidLately(clock)

    @property
    def open(self) -> About | None:
        """The payload of the open question, until its answer is redeemed."""
        self._let_time_pass()
        return None if self._gate.state is State.IDLE else self._payload

    @property
    def question(self) -> About | None:
        """What the last question is about, be it still open or void."""
        return self._payload

    @property
    def sentence(self) -> str:
        """How the last question was put."""
        return " ".join(self._pieces)

    @property
    def asked(self) -> str:
        """The digest of the open question's payload, which the answering buttons carry; empty without a question."""
        self._let_time_pass()
        return self._gate.digest

    @property
    def refused(self) -> VoidReason | None:
        """Why the last question became void, until the next one is asked."""
        self._let_time_pass()
        return self._gate.refused

    def hear(self, utterance: Utterance) -> None:
        """Take in a committed utterance. Call this once for each utterance of the call, in order.

        Words of other participants, interim transcripts and words that were heard in doubt are ignored.
        """
        if utterance.by != self._caller or utterance.doubtful or not utterance.final:
            return
        self._remember(utterance)
        self._answer(utterance)

    def speaking(self, words: str, *, by: SpokenBy = SpokenBy.MAIL) -> None:
        """We begin to say `words`. Saying something else after a question voids it, because a yes might answer that instead.

        What code composed voids it only if it asks something or quotes somebody, and a model's words only if they may ask in any way.
        Call this for every passage, above all for mail that is read out: it is how an echo is told from a caller who interrupts.
        """
        now = self._let_time_pass()
        self._said.note(words, begun_at=now)
        asks_nothing = (by is SpokenBy.CODE and not _MAY_ASK.intersection(words)) or (by is SpokenBy.MODEL and not may_ask(words))
        if self._gate.state is State.ARMED and not asks_nothing and words.strip() not in self._pieces:
            self._happens(Event.SPOKEN_OVER, now)

    def may_be_ours(self, utterance: Utterance) -> bool:
        """Whether these words may be what we said, heard through the caller's microphone."""
        asked = [] if self._gate.state is State.IDLE else [self.sentence]
        return utterance.over_our_voice and self._said.may_come_back_as(utterance.words, began_at=utterance.at, asked=asked)

    def granted_by_words(self, action: MailAction, mails: Sequence[MailId], *, label: str = "") -> SingleUseGrant | None:
        """A grant for a reversible action that the user asked for in this turn or the one before; `None` if the user has to be asked.

        Words grant each mail once, and no more mails than they speak of or than `MOST_UNASKED`. Words that name no mail grant only the
        open one. A label or folder must be in the words too.
        """
        wanted = WantedChange(action=action, mails=frozenset(mails), label=label)
        for rule, turn in zip((Rule.ASKED_THIS_TURN, Rule.ASKED_THE_TURN_BEFORE), reversed(self._turns), strict=False):
            if is_lawful(action, rule, len(wanted.mails)) and self._covers(turn, wanted):
                turn.granted.setdefault(action, set()).update(wanted.mails)
                payload = BulkPayload(action=action, mails=tuple(sorted(wanted.mails)), label=label)
                return self._grant(payload, turn.said.words, rule)
        return None

    def ask(self, payload: Payload, *, whole: bool = False) -> tuple[str, ...]:
        """Ask about this payload in place of any open question; returns the pieces to say, each by itself and in this order.

        If a recipient has to be agreed to first, the question and `open` are about that recipient. Words of a mail that were played to
        their end before are not read again, unless `whole`.
        """
        self._payload = asked = self._first_of(payload)
        self.is_answered(action_of(payload), mails_of(payload))
        heard = 0 if whole else self._heard.get(text_of(asked), 0)
        self._pieces = self._unsaid = question(asked, now=self._now() if self._now else None, heard=heard)
        self._happens(Event.ASKED, self._let_time_pass(), about=digest(asked))
        return self._pieces

    def said(self, piece: str | None = None) -> None:
        """The next piece of the question was played to its end, or shown in a typed call; without one, all of it."""
        now = self._let_time_pass()
        if self._payload is None or self._gate.state not in {State.ASKING, State.ARMED}:
            return
        if self._unsaid and piece in {None, self._unsaid[0]}:
            self._unsaid = () if piece is None else self._unsaid[1:]
            played = len(words_of(self._payload)) - max(0, len(self._unsaid) - 1)  # the last piece is none of its words
            self._heard[text_of(self._payload)] = max(played, self._heard.get(text_of(self._payload), 0))
        elif piece not in {None, self._pieces[-1]}:
            return
        if not self._unsaid:
            self._happens(Event.SAID, now)

    def was_read(self, payload: Payload) -> None:
        """All words of this mail were read on the page: the next question about it leaves them out."""
        self._heard[text_of(payload)] = len(words_of(payload))

    def is_asking(self, payload: Payload) -> bool:
        """Whether the question about exactly this is open, and still being said."""
        self._let_time_pass()
        return self._gate.state is State.ASKING and self._gate.digest == digest(payload)

    def confirmed(self, payload: Payload) -> SingleUseGrant | None:
        """Redeem a yes to exactly this payload. Any other payload voids the question."""
        if not self._redeems(payload):
            return None
        self.is_answered(action_of(payload), mails_of(payload))
        return self._grant(payload, self._granted_by, Rule.YES_TO_QUESTION)

    def agreed_to(self, recipient: RecipientPayload) -> bool:
        """Redeem a yes to exactly this recipient of this mail; then the mail itself can be asked about."""
        agreed = self._redeems(recipient)
        if agreed:
            self._agreed_findings |= recipient.findings
        return agreed

    def reconnected(self) -> None:
        """The caller's connection was lost and is back: earlier words and agreements no longer count."""
        self._turns = deque(maxlen=2)
        self._agreed_findings.clear()
        self._heard.clear()
        self._void(Event.RECONNECTED)

    def changed(self) -> None:
        """Somebody changed the draft that the question is about."""
        self._void(Event.CHANGED)

    def is_answered(self, action: MailAction, mails: Collection[MailId]) -> None:
        """What the user asked for was answered otherwise: what they have said until now buys it no longer."""
        for turn in self._turns:
            turn.granted.setdefault(action, set()).update(mails)

    def _first_of(self, payload: Payload) -> About:
        """The first recipient that still has to be agreed to, else the payload itself."""
        if isinstance(payload, SendPayload):
            for warning in payload.warnings:
                recipient = RecipientPayload(mail=payload, address=warning.address)
                if not recipient.findings <= self._agreed_findings:
                    return recipient
        return payload

    def _redeems(self, asked: About) -> bool:
        """Use up a yes to this payload; true if there was one. Another payload voids the question."""
        now = self._let_time_pass()
        if self._gate.state is State.IDLE:
            return False
        if digest(asked) != self._gate.digest:
            self._happens(Event.OTHER_PAYLOAD, now)
            return False
        if self._gate.state is not State.GRANTED:
            return False
        self._happens(Event.REDEEMED, now, about=digest(asked))
        return True

    def _answer(self, utterance: Utterance) -> None:
        now = self._let_time_pass()
        if (about := self._payload) is None or self._gate.state is State.IDLE or utterance.said.says_nothing:
            return  # a hum is a turn, as in the dialogue, and answers nothing
        if utterance.over_our_voice:
            self._happens(Event.OVERLAPPED, now)
            return
        answered, was = answer(utterance.said, about), self._gate.state
        if answered is Confirmation.OTHER and utterance.said.small_talk in ASIDE:
            return
        if answered is Confirmation.NO and isinstance(about, SendPayload):
            self._agreed_findings = {each for each in self._agreed_findings if each[0] != about.draft_id}
        self._happens(_ANSWERED[answered], now, began=utterance.at, about=utterance.about or self._gate.digest)
        if self._gate.state is State.GRANTED and was is State.ARMED:
            self._granted_by = utterance.words

    def _remember(self, utterance: Utterance) -> None:
        if utterance.said.change.retracts:
            self._turns.clear()
        over, doubtful = utterance.over_our_voice and not utterance.said.says_nothing, self.may_be_ours(utterance)
        self._turns.append(_Utterance(said=utterance.said, at=self.clock(), open=utterance.open, over=over, doubtful=doubtful))

    def _covers(self, turn: _Utterance, wanted: WantedChange) -> bool:
        latest = self._turns[-1]
        if turn.doubtful or (latest.over and latest is not turn) or self.clock() - turn.at > WORDS_LAST_S:
            return False
        since, granted = None if latest is turn else latest.said, turn.granted.get(wanted.action, set())
        return grants(turn.said, wanted, since=since, granted=granted, open_mails=turn.open)

    def _grant(self, payload: Payload, words: str, rule: Rule) -> SingleUseGrant:
        grant = SingleUseGrant(
            action=action_of(payload), mails=mails_of(payload), digest=digest(payload), words_hash=words_hash(words), rule=rule,
            number=self.register.next_number(), label=payload.label if isinstance(payload, BulkPayload) else "",
        )  # fmt: skip
        return self.register.enter(grant)

    def _void(self, event: Event) -> None:
        now = self._let_time_pass()
        if self._gate.state is not State.IDLE:
            self._happens(event, now)

    def _happens(self, event: Event, now: float, *, began: float = 0.0, about: str = "") -> None:
        self._gate = advance(self._gate, TimedEvent(event=event, at=now, began=began, digest=about))

    def _let_time_pass(self) -> float:
        """Close the gate if its time is over; returns the current time."""
        now = self.clock()
        self._gate = passed(self._gate, now)
        return now
