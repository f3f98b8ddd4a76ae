"""The records of a call: what it knows, grouped by what it is about."""

import asyncio
import math
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from briefing.mail import ActionKind, MailId
from briefing.tracking.tracker import BriefingSessionTracker
from inbox.arrivals.incoming import Incoming
from inbox.arrivals.snoozed import SnoozedMails
from inbox.ledger.briefed_emails import BriefedEmailStore
from inbox.ledger.marks import MarkWriter
from inbox.listing.pipeline import BriefingPipeline
from inbox.unified import UnifiedInbox
from knowledge.preferences import PreferenceStore
from session.opening.resuming import Resumption
from session.prefetch_cache import PrefetchCache
from session.service_health import ServiceHealth

MOST_DONE_BESIDE = 30


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
        self.actions[action] += 1
        self.latest.pop(mail, None)
        self.latest[mail] = DoneBeside(action=action, at=at)
        for oldest in list(self.latest)[:-MOST_DONE_BESIDE]:
            del self.latest[oldest]

    def take_back(self, mail: MailId, action: ActionKind) -> None:
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

    `changed`: the call has noted something, so its board may look different. `stirred`: something may have to be told unasked.
    `load_again`: what was given up is to be read after all. `mail_came`: there is a mail under the cursor again, after all was told.
    """

    changed: asyncio.Event = field(default_factory=asyncio.Event)
    stirred: asyncio.Event = field(default_factory=asyncio.Event)
    load_again: asyncio.Event = field(default_factory=asyncio.Event)
    mail_came: asyncio.Event = field(default_factory=asyncio.Event)
    ended: asyncio.Event = field(default_factory=asyncio.Event)
