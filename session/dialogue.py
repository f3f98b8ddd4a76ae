"""The dialogue: what is open between user and agent, and what was said last, as one state machine; `briefing.tracking.focus` is "it".

`DialogueState.open` is what a yes, a no or other words of the user would answer now; events that are not here leave it as it is:

                 Offered   Asked   SlotAsked   Closed    SomethingElse, Presented   time
    Nothing      Offered   Asked   SlotAsked   .         .                          .
    Offered      Offered   Asked   SlotAsked   Nothing   Nothing                    .
    Asked        Offered   Asked   SlotAsked   Nothing   Interrupted                .
    Interrupted  Offered   Asked   SlotAsked   Nothing   .                          Nothing
    SlotAsked    Offered   Asked   SlotAsked   Nothing   Nothing                    .

What the question is about stays in `Consent`, which alone decides whether a yes counts. At a yes, an interrupted one is asked once more.
"""

import time
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

from actions.consent.consent import Consent
from actions.consent.payloads import About, Payload, SendPayload
from briefing.mail import Address, MailId
from briefing.tracking.focus import (
    AnswerNames,
    AskedAbout,
    DraftNamed,
    Focus,
    FocusEvent,
    Listed,
    MailNamed,
    Names,
    PersonNamed,
    Presented,
    TurnBegun,
    advance_focus,
    named_by_user,
)
from briefing.understanding.evidence import Evidence
from briefing.understanding.telling_words import in_the_order_told
from briefing.understanding.understanding import Understanding, Understandings
from briefing.words import split_words
from session.outcome import Outcome
from session.passages import Passage, PassageRole, Reading
from session.turn.wish import Wish

MEANT_WITHIN_S = 60.0  # how long a bare yes may still answer a question that something else interrupted
COUNTS_FOR_TURNS = 4  # of a list that was told, or counted in, longer ago a number is not plainly meant

Again = Callable[[], Coroutine[object, object, Outcome]]
"""Makes a sentence anew from the call as it is then."""


class Offer(StrEnum):
    """What a "yes" would mean now."""

    HEAR_ARRIVALS = "hear_arrivals"
    HEAR_SKIPPED = "hear_skipped"
    HEAR_ALL_ACCOUNTS = "hear_all_accounts"
    HEAR_REST = "hear_rest"  # after the time that was given
    HOLD_BACK = "hold_back"  # not to send a scheduled mail
    DISCARD = "discard"  # to throw the open draft away
    TAKE_NUDGE = "take_nudge"  # what was offered about the mail on the shared screen
    FORGET_TALK = "forget_talk"  # to delete what is kept of the conversation
    HEAR_RESULT = "hear_result"  # all of what the team found
    FORGET_NOTED = "forget_noted"  # to delete what was noted
    LET_GO = "let_go"  # to remove a worker or a team
    AGREE = "agree"  # what `Dialogue.asked` is about; only this one changes or sends mail


class Awaits(StrEnum):
    """What the user was asked for without an offer."""

    WORDS = "words"  # what the draft shall say
    TIME = "time"  # until when to snooze the mail
    WHICH_TASK = "which_task"  # of the team's, shall stop
    DRAFT_DECISION = "draft_decision"  # what becomes of the draft of a mail that was held back


@dataclass(frozen=True, slots=True)
class Nothing:
    """Nothing is open."""


@dataclass(frozen=True, slots=True)
class Offered:
    """The user was offered something; `about` are the ids of what it is about: sendings, the first one first, a result, what was noted."""

    offer: Offer
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """The question of `Consent` was put."""


@dataclass(frozen=True, slots=True)
class Interrupted:
    """Something else was done after the question, at this monotonic second."""

    since: float


@dataclass(frozen=True, slots=True)
class SlotAsked:
    """The user was asked for something that is not yes or no."""

    slot: Awaits


@dataclass(frozen=True, slots=True)
class Closed:
    """What was open was answered or withdrawn."""


@dataclass(frozen=True, slots=True)
class SomethingElse:
    """Something was done that answers nothing."""


@dataclass(frozen=True, slots=True)
class Said:
    """We said something that "say that again" repeats: these passages, or what `again` makes of it now where they hold numbers.

    `answered`: what it asked for is no longer open. `by_model`: a model said it, in this turn of the call.
    """

    passages: tuple[Passage, ...] = field(default=(), repr=False)
    again: Again | None = field(default=None, compare=False, repr=False)
    answered: bool = False
    by_model: int | None = None


Open = Nothing | Offered | Asked | Interrupted | SlotAsked
Event = Offered | Asked | SlotAsked | Closed | SomethingElse | Presented | Said | FocusEvent

OPENS = (Offered, Asked, SlotAsked)
BESIDE = (MailNamed, Listed, DraftNamed, AskedAbout, PersonNamed, TurnBegun, Said)

TABLE: Mapping[tuple[type[Open], type[Event]], type[Open]] = MappingProxyType(
    {(was, opens): opens for was in (Nothing, Offered, Asked, Interrupted, SlotAsked) for opens in OPENS}
    | {(was, Closed): Nothing for was in (Nothing, Offered, Asked, Interrupted, SlotAsked)}
    | {(was, other): Nothing for was in (Nothing, Offered, SlotAsked) for other in (SomethingElse, Presented)}
    | {(was, other): Interrupted for was in (Asked, Interrupted) for other in (SomethingElse, Presented)}
    | {(was, beside): was for was in (Nothing, Offered, Asked, Interrupted, SlotAsked) for beside in BESIDE}
)
"""What is open after every event, in every state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DialogueState:
    """`focus` is what was spoken of last, `last` is what was said last."""

    open: Open = Nothing()
    focus: Focus = field(default_factory=Focus)
    last: Said = field(default=Said(), repr=False)


def passed(state: DialogueState, at: float) -> DialogueState:
    """The state at a later moment: a question that was interrupted long ago is no longer open."""
    over = isinstance(state.open, Interrupted) and at - state.open.since >= MEANT_WITHIN_S
    return replace(state, open=Nothing()) if over else state


def advance(state: DialogueState, event: Event, at: float) -> DialogueState:
    """The state after an event; every event is legal in every state."""
    state = passed(state, at)
    after = replace(state, open=_open_after(state.open, event, at))
    if isinstance(state.open, OPENS) and isinstance(after.open, Nothing):
        after = replace(after, last=replace(after.last, answered=True))
    if isinstance(event, Said):
        return replace(after, last=event)
    return replace(after, focus=advance_focus(after.focus, event)) if isinstance(event, FocusEvent) else after


def _open_after(was: Open, event: Event, at: float) -> Open:
    if isinstance(event, OPENS):
        return event
    to = TABLE[type(was), type(event)]
    return was if to is type(was) else Interrupted(since=at) if to is Interrupted else Nothing()


@dataclass(slots=True, kw_only=True)
class Dialogue:
    """The holder of the state, and of what the user said.

    - `said` are the user's last two turns; in the last one "it" could mean `meant`, the likeliest first, "her" `him`, a number `numbered`.
    - `reading` is the mail that is read out in full; `interrupted` are those left for arrivals, with the rest of their reading.
    - `questions` counts the questions after mails, so that they vary.
    - `hint` is what the rules understood of words that a model answers, in a line for the model; empty if nothing.
    - `wishes` are those of the turn, the one that is being done first, and those that wait for an answer; see `session.turn.wish_by_wish`.
    """

    consent: Consent
    clock: Callable[[], float] = time.monotonic
    state: DialogueState = DialogueState()
    understandings: Understandings = field(default_factory=Understandings)
    said: deque[Understanding] = field(default_factory=lambda: deque(maxlen=2), repr=False)
    meant: tuple[MailId, ...] = ()
    him: Address | None = field(default=None, repr=False)
    numbered: tuple[MailId, ...] = ()
    reading: Reading | None = None
    interrupted: dict[MailId, Reading | None] = field(default_factory=dict)
    questions: int = 0
    hint: str = field(default="", repr=False)
    turn: int = 0
    counted: dict[tuple[MailId, ...], int] = field(default_factory=dict)
    answer: AnswerNames = field(default_factory=AnswerNames)
    wishes: list[Wish] = field(default_factory=list, repr=False)

    def note(self, *events: Event) -> None:
        for event in events:
            self.state = advance(self.state, event, self.clock())
            self.counted |= {self.focus.listed: self.turn} if isinstance(event, Listed) else {}

    def ask(self, payload: Payload, *, whole: bool = False) -> tuple[str, ...]:
        """Open the question whether to do this, or the question that has to come before it; returns the pieces to say."""
        pieces = self.consent.ask(payload, whole=whole)
        self.note(Asked(), *([DraftNamed()] if isinstance(payload, SendPayload) else []))
        return pieces

    def say(self, *passages: Passage, again: Again | None = None) -> tuple[Passage, ...]:
        """Note what is said; returns it."""
        self.note(Said(passages, again))
        return passages

    def hear(self, said: Understanding, *, it: Callable[[], MailId | None], names: Names | None) -> None:
        """The user's next turn. "It" is what was spoken of before these words; a mail that they name is it in the next one."""
        self.note(TurnBegun())
        self.turn, self.answer = self.turn + 1, AnswerNames()
        self.said.append(said)
        first, self.him, since = it(), self.focus.person, self.turn - self.counted.get(self.focus.listed, -COUNTS_FOR_TURNS)
        self.numbered = self.focus.listed if since <= COUNTS_FOR_TURNS else ()
        self.counted |= {self.numbered: self.turn} if said.command is not None and said.command.ordinal else {}
        self.meant = () if self.focus.unclear else tuple(mail for mail in (first, *self.numbered) if mail)
        is_free = (said.asks_of_mails or (said.command or said.answer) is None) and self.awaits is not Awaits.WORDS
        if is_free and names is not None and (event := named_by_user(names(said.own_words))) is not None:
            self.note(event)

    def model_said(self, passage: Passage, *, names: Names | None) -> None:
        """A model said this; `names` if it was heard to its end. A mail that it presents is not named by it, but told."""
        before = self.state.last.passages if self.state.last.by_model == self.turn else ()
        self.note(Said((*before, passage), by_model=self.turn))
        if names is None:
            return
        if passage.role is PassageRole.MAIL:
            self.note(MailNamed(None))
            return
        told = in_the_order_told(passage, named := names(frozenset(split_words(passage))))
        mails = [mail.mail_id for mail in told or named]
        if (event := self.answer.heard(passage, mails, self.focus, in_order=bool(told))) is not None:
            self.note(event)

    @property
    def focus(self) -> Focus:
        return self.state.focus

    @property
    def offer(self) -> Offer | None:
        """What a yes means now."""
        match self.state.open:
            case Offered(offer=offer):
                return offer
            case Asked():
                return Offer.AGREE
            case _:
                return None

    @property
    def asked(self) -> About | None:
        """What the open question is about. Whether a yes to it still counts is for consent to decide."""
        return self.consent.question if isinstance(self.state.open, Asked) else None

    @property
    def to_ask_again(self) -> About | None:
        """The interrupted question that a bare yes may still answer."""
        return self.consent.question if isinstance(passed(self.state, self.clock()).open, Interrupted) else None

    @property
    def awaits(self) -> Awaits | None:
        return self.state.open.slot if isinstance(self.state.open, SlotAsked) else None

    @property
    def found(self) -> tuple[MailId, ...]:
        """The mails that a number means."""
        return self.focus.listed

    @property
    def last_said(self) -> tuple[Passage, ...]:
        return self.state.last.passages

    @property
    def evidence(self) -> Evidence:
        return Evidence(tuple(self.said))

    @property
    def last(self) -> Understanding:
        return self.evidence.last
