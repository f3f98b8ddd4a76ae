"""One call of one user, whoever carries the words to and fro: what is known while it lasts, grouped by what it is about.

It decides nothing: the rules are in `briefing`, what can be done stands in `session.skills`, what happens without being asked in
`session.behaviours`. Who waits for something to happen waits for one of `Events`; nobody puts a function in here.
"""

import asyncio
import math
import time
from collections import Counter, deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from actions.consent.payloads import About, Payload
from briefing.mail import ActionKind, MailId
from briefing.tracking.arrivals import Arrivals
from briefing.tracking.tracker import BriefingSessionTracker
from briefing.understanding.utterance import Utterance
from inbox.arrivals.incoming import Incoming
from inbox.arrivals.snoozed import SnoozedMails
from inbox.carrying_out import ActionDone, ActionTakenBack, MailActions, MailGone, MailNews
from inbox.ledger.briefed_emails import BriefedEmailStore
from inbox.ledger.marks import MarkWriter
from inbox.listing.pipeline import BriefingPipeline
from inbox.unified import UnifiedInbox
from knowledge.preferences import PreferenceStore
from session.acting import ActingOnMail
from session.background_tasks import BackgroundTasks
from session.opening.resuming import Resumption
from session.outcome import Outcome
from session.passages import Passage, PassageRole
from session.prefetch_cache import PrefetchCache
from session.reading_aloud import Reading
from session.service_health import ServiceHealth
from session.timeouts import TOOL_ANSWERS_WITHIN_S

MEANT_WITHIN_S = 60.0
"""So long a yes may be to a question that something came in between; later it is to something else."""

MOST_DONE_BESIDE = 30


TELLS_OF_A_MAIL = frozenset({PassageRole.MAIL, PassageRole.READING})


class Offer(StrEnum):
    """What a "yes" would mean now."""

    HEAR_ARRIVALS = "hear_arrivals"
    HEAR_SKIPPED = "hear_skipped"
    HEAR_ALL_ACCOUNTS = "hear_all_accounts"
    HOLD_BACK = "hold_back"
    """Whether a mail that waits for its time shall not leave."""
    AGREE = "agree"
    """Whatever `Dialogue.asked` is about: the only one that changes a mail or sends one."""


class SavedState(Protocol):
    """Where the tracker's state goes, so that another call can go on where this one stopped."""

    taken_over: asyncio.Event
    """Set once a newer call of the same user goes on instead of this one."""

    def put(self, tracker: BriefingSessionTracker) -> None:
        """Something has changed: have the state stored; returns at once."""

    async def owner(self) -> str | None:
        """The call that goes on with the user's briefing. Raises `CallStateUnavailableError`."""

    async def drain(self, *, within_s: float = 3.0) -> bool:
        """Wait so long until everything put so far is stored; returns whether it is."""

    async def end(self, *, within_s: float = 3.0) -> bool:
        """The call came to its end: its place is not to be taken up again."""


class Voice(Protocol):
    """What speaks for us."""

    def change_pace(self, factor: float) -> None:
        """From now on so much faster than usual."""


@dataclass(slots=True, kw_only=True)
class MailInReach:
    """The user's mail, as far as the call has it.

    `incoming` is what happens in the inbox on its way into the call. `loading`: envelopes are still on their way, so that numbers of topics
    are not final. `refining`: something is still being read behind the conversation, and `tried` that this has been done before. `unlisted`
    are the accounts, by slug, whose mail is missing from the agenda since they did not answer, until the user knows that they are back.
    `nothing_before`: what came last came where there was nothing at all.
    """

    inbox: UnifiedInbox
    pipeline: BriefingPipeline
    prefetch: PrefetchCache
    snoozed: SnoozedMails | None = None
    incoming: Incoming = field(default_factory=Incoming)
    loading: bool = False
    refining: bool = False
    tried: bool = False
    nothing_before: bool = False
    unlisted: set[str] = field(default_factory=set)


@dataclass(slots=True, kw_only=True)
class Records:
    """What outlives the call: the ledger and the marks on their way to it, the saved state, the user's preferences."""

    ledger: BriefedEmailStore
    marks: MarkWriter
    saved: SavedState
    preferences: PreferenceStore


@dataclass(slots=True, kw_only=True)
class Dialogue:
    """What is open between user and agent.

    `offer` is what a yes would mean, and `asked` what the last question was about; `lapsed` is a question that something came in between.
    `said` is what the user said in the last two turns, and `meant` are the mails that they could mean by "it" in the last, the likeliest
    first. `found` holds the ids of the last search, and `opened` the one of them that was read last: until the next mail of the agenda is
    presented, "it" is that mail. `reading` is the mail that is being read out in full; `interrupted` holds the mails that were left for
    arrivals, with what is left of their reading. `last_said` is what "say that again" repeats. `questions` counts the questions asked after
    mails, so that they vary. `awaits_words`: the user was asked what the draft shall say; `awaits_time`: until when the mail shall sleep.
    """

    offer: Offer | None = None
    asked: About | None = None
    lapsed: About | None = None
    lapsed_at: float = -math.inf
    said: deque[str] = field(default_factory=lambda: deque(maxlen=2), repr=False)
    meant: tuple[MailId, ...] = ()
    found: tuple[MailId, ...] = ()
    opened: MailId | None = None
    reading: Reading | None = None
    interrupted: dict[MailId, Reading | None] = field(default_factory=dict)
    last_said: tuple[Passage, ...] = field(default=(), repr=False)
    questions: int = 0
    awaits_words: bool = False
    awaits_time: bool = False

    @property
    def words(self) -> str:
        """What the user said last."""
        return self.said[-1] if self.said else ""

    @property
    def to_ask_again(self) -> About | None:
        """What a bare yes may still be meant for."""
        return self.lapsed if time.monotonic() - self.lapsed_at < MEANT_WITHIN_S else None

    def void_offer(self) -> None:
        """A yes would now mean something else, or nothing. Arrivals still wait to be offered again."""
        self.offer = self.asked = self.lapsed = None
        self.awaits_words = self.awaits_time = False

    def let_offer_lapse(self) -> None:
        """Something else is done; a yes to what was asked before has it asked once more."""
        if self.asked is not None:
            self.lapsed, self.lapsed_at = self.asked, time.monotonic()
        self.offer = self.asked = None
        self.awaits_words = self.awaits_time = False


@dataclass(slots=True, kw_only=True)
class Told:
    """What the user was told once and knows: the label of the topic last announced, the account of the mail told last, the accounts that
    have to be connected again, and that mail did not load. Accounts by slug."""

    topic: str = field(default="", repr=False)
    account: str = field(default="", repr=False)
    closed_accounts: set[str] = field(default_factory=set)
    not_loaded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DoneBeside:
    """What was done last to a mail that is not on the agenda, and when."""

    action: ActionKind
    at: datetime


@dataclass(slots=True)
class BesideTheAgenda:
    """What was done to mails that are not on the agenda: how often each thing, and the latest of them, newest last."""

    actions: Counter[ActionKind] = field(default_factory=Counter)
    latest: dict[MailId, DoneBeside] = field(default_factory=dict)

    def note(self, mail: MailId, action: ActionKind, at: datetime) -> None:
        """Something was done to such a mail."""
        self.actions[action] += 1
        self.latest.pop(mail, None)
        self.latest[mail] = DoneBeside(action=action, at=at)
        for oldest in list(self.latest)[:-MOST_DONE_BESIDE]:
            del self.latest[oldest]

    def take_back(self, mail: MailId, action: ActionKind) -> None:
        """It was taken back."""
        self.actions[action] = max(0, self.actions[action] - 1)
        self.latest.pop(mail, None)


@dataclass(slots=True, kw_only=True)
class Line:
    """The way to the user, and how well the services on it are.

    While nobody is there, what is played is not heard. `finished`: the user said goodbye.
    """

    voice: Voice | None = None
    health: ServiceHealth = field(default_factory=ServiceHealth)
    caller_is_there: bool = True
    finished: bool = False


@dataclass(slots=True, kw_only=True)
class Turn:
    """The turn that is being answered; its lock is held by whatever changes the call. `answer_by` is when its answer has to be there, on
    the event loop's clock, whatever it still waits for; `how_far` says how far a tool is that takes long, where that can be told."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    answer_by: float = math.inf
    how_far: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierCall:
    """What the call before left: how this one goes on with it, if it broke off, and how many mails that waited then were dealt with in
    another program since."""

    resumption: Resumption | None = None
    handled_elsewhere: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Events:
    """What others wait for. Each is cleared by the one behaviour that waits for it, but for `ended`, which stays.

    `stirred`: something may have to be told unasked. `load_again`: what was given up is to be read after all. `mail_came`: there is a mail
    under the cursor again, after all was told.
    """

    stirred: asyncio.Event = field(default_factory=asyncio.Event)
    load_again: asyncio.Event = field(default_factory=asyncio.Event)
    mail_came: asyncio.Event = field(default_factory=asyncio.Event)
    ended: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(slots=True, kw_only=True)
class Call:
    """The state of one call of one user.

    `now` is the user's wall clock; `arrivals` is what came in during the call and what became of it.
    """

    user_id: str
    now: Callable[[], datetime]
    tracker: BriefingSessionTracker
    mail: MailInReach
    acting: ActingOnMail
    records: Records
    background: BackgroundTasks
    earlier: EarlierCall = field(default_factory=EarlierCall)
    line: Line = field(default_factory=Line)
    arrivals: Arrivals = field(default_factory=Arrivals)
    dialogue: Dialogue = field(default_factory=Dialogue)
    told: Told = field(default_factory=Told)
    beside: BesideTheAgenda = field(default_factory=BesideTheAgenda)
    turn: Turn = field(default_factory=Turn)
    events: Events = field(default_factory=Events)

    def heard(self, passage: Passage) -> None:
        """A passage about a mail was played to its end."""
        reading = self.dialogue.reading
        if reading is not None and passage.role is PassageRole.READING and passage.mail == reading.mail:
            self.dialogue.reading = reading.after(passage)
        if passage.ends and passage.mail is not None:
            self.tracker.mark_briefed(passage.mail, at=self.now())
            self.settle()

    def being_told(self, passage: Passage) -> None:
        """A passage has begun to be played, or its words to be delivered."""
        self.acting.consent.speaking(passage)
        if passage.role is PassageRole.MAIL and passage.mail is not None:
            self.tracker.note_presented(passage.mail)

    def was_told(self, passage: Passage) -> None:
        """A passage was played to its end while the caller was there, or delivered."""
        passage.played = True
        self.acting.consent.said(passage.strip())
        if passage.role in TELLS_OF_A_MAIL:
            self.heard(passage)

    def mail_came(self, *, nothing_before: bool = False) -> None:
        """There is a mail under the cursor again after all was told; `nothing_before`: where there was no mail at all."""
        self.mail.nothing_before = nothing_before
        self.events.mail_came.set()

    @property
    def actions(self) -> MailActions:
        """What the user's words do to their mail; the call follows it."""
        return MailActions(changer=self.acting.changer, undo=self.acting.undo, marks=self.records.marks, now=self.now, watcher=self)

    def mail_changed(self, news: MailNews) -> None:
        """As a `MailWatcher`: what leaves the mailbox leaves the agenda, and what is back is back on it."""
        match news:
            case MailGone(mail=mail):
                self.tracker.remove_handled_elsewhere([mail])
            case ActionDone(mail=mail, kind=kind, at=at) if self.tracker.state_of(mail):
                self.tracker.mark_actioned(mail, kind, at=at)
            case ActionDone(mail=mail, kind=kind, at=at):
                self.beside.note(mail, kind, at)
            case ActionTakenBack(mail=mail, kind=kind, at=at):
                if self.tracker.restore(mail, at=at) is None and kind is not None:
                    self.beside.take_back(mail, kind)

    def settle(self) -> None:
        """Send what has changed on its way to the ledger and to the saved state; returns at once."""
        self.records.marks.put(self.tracker.drain_marks())
        self.records.saved.put(self.tracker)

    @property
    def is_over(self) -> bool:
        """Whether this briefing is not to be taken up again."""
        return self.line.finished or (self.tracker.is_complete() and self.line.caller_is_there)

    async def store_the_end(self, *, within_s: float) -> None:
        """Have it stored how the call has ended, so that whoever calls again at once finds it so; tried for so long with each store."""
        self.settle()
        saved = self.records.saved.end if self.is_over else self.records.saved.drain
        await asyncio.gather(saved(within_s=within_s), self.records.marks.drain(within_s=within_s))

    def heeds_stop(self) -> bool:
        """Whether "stop" wants more than silence: a mail is about to leave, or has left just now."""
        return self.acting.outgoing.heeds_stop(self.now())

    def ask(self, payload: Payload) -> str:
        """Open the question whether to do this, or what has to be asked before; returns the sentence to say."""
        sentence = self.acting.consent.ask(payload)
        self.dialogue.asked, self.dialogue.lapsed = self.acting.consent.open, None
        return sentence

    def hear(self, utterance: Utterance) -> None:
        """One turn of the user's was committed; its tools run afterwards. "It" is what was open when they said it."""
        current = self.tracker.current()
        meant = [self.dialogue.opened or (current.mail_id if current else None), *self.dialogue.found]
        self.dialogue.meant = tuple(mail for mail in meant if mail)
        self.dialogue.said.append(utterance.words)
        self.acting.receipts.next_turn()
        self.acting.consent.hear(replace(utterance, open=self.dialogue.meant))

    async def perform(self, work: "Callable[[Call], Coroutine[object, object, Outcome]]") -> Outcome:
        """Run one tool: one at a time, its marks on their way to the ledger before anything is said."""
        answer_by = asyncio.get_running_loop().time() + TOOL_ANSWERS_WITHIN_S
        async with self.turn.lock:
            self.turn.answer_by = answer_by
            try:
                return await work(self)
            finally:
                self.turn.answer_by, self.turn.how_far = math.inf, ""
                self.settle()
