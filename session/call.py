"""One call: what is known while it lasts, shared by the tools, the greeting and the behaviours.

A plain record with a lock. It decides nothing: the rules are in `briefing`, the tools in the modules beside this one.
"""

import asyncio
import math
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from briefing.mail import ActionKind, MailId
from briefing.tracking.arrivals import Arrivals
from briefing.tracking.tracker import BriefingSessionTracker
from briefing.understanding.utterance import Utterance
from inbox.arrivals.incoming import Incoming
from inbox.arrivals.snoozed import SnoozedMails
from inbox.ledger.briefed_emails import BriefedEmailStore
from inbox.ledger.marks import MarkWriter
from inbox.listing.pipeline import BriefingPipeline
from inbox.unified import UnifiedInbox
from knowledge.preferences import PreferenceStore
from session.acting import Hands
from session.background_tasks import BackgroundTasks
from session.outcome import Outcome
from session.passages import Passage, PassageRole
from session.prefetch_cache import PrefetchCache
from session.reading_aloud import Reading
from session.resuming import Resumption
from session.timeouts import TOOL_ANSWERS_WITHIN_S


class Offer(StrEnum):
    """What a "yes" would mean now."""

    HEAR_ARRIVALS = "hear_arrivals"
    HEAR_SKIPPED = "hear_skipped"
    HEAR_ALL_ACCOUNTS = "hear_all_accounts"
    HOLD_BACK = "hold_back"
    """Whether a mail that waits for its time shall not leave."""
    AGREE = "agree"
    """Whatever `Hands.asked` is about: the only one that changes a mail or sends one."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class DoneBeside:
    """What was done last to a mail that is not on the agenda, and when."""

    action: ActionKind
    at: datetime


MOST_DONE_BESIDE = 30


@dataclass(slots=True, kw_only=True)
class Call:
    """The state of one call of one user.

    `incoming` is what happens in the inbox on its way into the call, `arrivals` what came in during the call and what became of it.
    `found` holds the ids of the last search, and `opened` the one of them that was read last: until the next mail of the agenda is
    presented, "it" is that mail. `question` counts the questions asked after mails, so that they vary. `topic_told` is the label of the
    topic last announced, `last_said` what "say that again" repeats. `reading` is the mail that is being read out in full, `interrupted`
    holds the mails that were left for arrivals, with what is left of their reading, `beside` counts what was done to mails that are not on
    the agenda and `done_beside` has the latest of them, newest last, and `loading` says that envelopes are still on their way, so that
    numbers of topics are not final. `caller_is_there` is false while nobody listens: what is played then was not heard. `resumption` is
    there where the call goes on with one that broke off, `finished` is true once the user said goodbye. `handled_elsewhere` counts the
    mails that waited after the last call and were dealt with
    in another program since. `account_told` is the account of the mail told last, by slug. `refining` says that something is still being
    read behind the conversation, and `load_again` has that begin anew where it was given up; `stir` has it looked once more whether
    something is to be told unasked. `told_closed` holds the accounts, by slug, of which the user knows that they have to be connected
    again, and `told_not_loaded` says that they know of mail that did not load. `unlisted` are the accounts whose mail is missing from the
    agenda since they did not answer, until the user knows that they are back; `tell_of_mail` has the mail under the cursor told unasked.
    `answer_by` is when the answer that is being prepared has to be there, on the event loop's clock, whatever it still waits for.
    `how_far` says how far a tool is that takes long, where that can be told.
    """

    user_id: str
    tracker: BriefingSessionTracker
    inbox: UnifiedInbox
    hands: Hands
    ledger: BriefedEmailStore
    marks: MarkWriter
    saved: SavedState
    preferences: PreferenceStore
    pipeline: BriefingPipeline
    prefetch: PrefetchCache
    background: BackgroundTasks
    now: Callable[[], datetime]
    change_pace: Callable[[float], None] | None = None
    resumption: Resumption | None = None
    handled_elsewhere: int = 0
    snoozed: SnoozedMails | None = None

    offer: Offer | None = None
    incoming: Incoming = field(default_factory=Incoming)
    arrivals: Arrivals = field(default_factory=Arrivals)
    found: tuple[MailId, ...] = ()
    opened: MailId | None = None
    reading: Reading | None = None
    interrupted: dict[MailId, Reading | None] = field(default_factory=dict)
    caller_is_there: bool = True
    beside: Counter[ActionKind] = field(default_factory=Counter)
    done_beside: dict[MailId, DoneBeside] = field(default_factory=dict)
    loading: bool = False
    finished: bool = False
    question: int = 0
    topic_told: str = field(default="", repr=False)
    account_told: str = field(default="", repr=False)
    refining: bool = False
    load_again: Callable[[], None] = lambda: None
    stir: Callable[[], None] = lambda: None
    tell_of_mail: Callable[[], None] = lambda: None
    unlisted: set[str] = field(default_factory=set)
    answer_by: float = math.inf
    how_far: str = field(default="", repr=False)
    told_closed: set[str] = field(default_factory=set)
    told_not_loaded: bool = False
    last_said: tuple[Passage, ...] = field(default=(), repr=False)
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    def heard(self, passage: Passage) -> None:
        """A passage about a mail was played to its end."""
        if self.reading is not None and passage.role is PassageRole.READING and passage.mail == self.reading.mail:
            self.reading = self.reading.after(passage)
        if passage.ends and passage.mail is not None:
            self.tracker.mark_briefed(passage.mail, at=self.now())
            self.settle()

    def settle(self) -> None:
        """Send what has changed on its way to the ledger and to the saved state; returns at once."""
        self.marks.put(self.tracker.drain_marks())
        self.saved.put(self.tracker)

    @property
    def is_over(self) -> bool:
        """Whether this briefing is not to be taken up again."""
        return self.finished or (self.tracker.is_complete() and self.caller_is_there)

    async def store_the_end(self, *, within_s: float) -> None:
        """Have it stored how the call has ended, so that whoever calls again at once finds it so; tried for so long with each store."""
        self.settle()
        saved = self.saved.end if self.is_over else self.saved.drain
        await asyncio.gather(saved(within_s=within_s), self.marks.drain(within_s=within_s))

    def did_beside(self, mail: MailId, action: ActionKind) -> None:
        """Something was done to a mail that is not on the agenda."""
        self.beside[action] += 1
        self.done_beside.pop(mail, None)
        self.done_beside[mail] = DoneBeside(action=action, at=self.now())
        for oldest in list(self.done_beside)[:-MOST_DONE_BESIDE]:
            del self.done_beside[oldest]

    def heeds_stop(self) -> bool:
        """Whether "stop" wants more than silence: a mail is about to leave, or has left just now."""
        return self.hands.outgoing.heeds_stop(self.now())

    def void_offer(self) -> None:
        """A yes would now mean something else, or nothing. Arrivals still wait to be offered again."""
        self.offer = self.hands.asked = self.hands.lapsed = None
        self.hands.awaits_words = self.hands.awaits_time = False

    def let_offer_lapse(self) -> None:
        """Something else is done; a yes to what was asked before has it asked once more."""
        self.hands.let_lapse()
        self.offer = None
        self.hands.awaits_words = self.hands.awaits_time = False

    def hear(self, utterance: Utterance) -> None:
        """One turn of the user's was committed; its tools run afterwards. "It" is what was open when they said it."""
        current = self.tracker.current()
        meant = [self.opened or (current.mail_id if current else None), *self.found]
        self.hands.hear(replace(utterance, open=tuple(mail for mail in meant if mail)))

    async def perform(self, work: "Callable[[Call], Coroutine[object, object, Outcome]]") -> Outcome:
        """Run one tool: one at a time, its marks on their way to the ledger before anything is said."""
        answer_by = asyncio.get_running_loop().time() + TOOL_ANSWERS_WITHIN_S
        async with self.turn:
            self.answer_by = answer_by
            try:
                return await work(self)
            finally:
                self.answer_by, self.how_far = math.inf, ""
                self.settle()
