"""The records of a call: what it knows, grouped by what it is about."""

import asyncio
import math
from collections import Counter, deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from briefing.mail import Address, MailId, Preferences
from briefing.mail_action import MailAction
from briefing.tracking.focus import Unsaid
from briefing.tracking.wanted import WantedMail
from briefing.understanding.understanding import Understanding
from conversations.talk_writer import TalkWriter
from conversations.turn_routing import TurnRouting
from inbox.arrivals.incoming import Incoming
from inbox.arrivals.snoozed import SnoozedMails
from inbox.ledger.briefed_emails import BriefedEmailStore
from inbox.ledger.marks import MarkWriter
from inbox.listing.pipeline import BriefingPipeline
from inbox.saved_call.call_state_writer import SavedState
from inbox.unified import UnifiedInbox
from knowledge.likes import Likes
from knowledge.preferences import PreferenceStore
from providers.models.typed.history import HistoryLine
from session.dialogue import Nothing, Open
from session.glancing.shared_screen import SharedScreen
from session.prefetch_cache import PrefetchCache
from session.service_health import ServiceHealth
from session.skills.team.team_desk import TeamDesk
from session.summaries.ahead import Summaries
from session.turn.final import OpenTurn
from session.turn.talk_time import TalkTime

MOST_OFF_AGENDA = 30


class Voice(Protocol):
    """The agent's voice, which can be changed from the next sentence on."""

    @property
    def voices(self) -> Sequence[str]:
        """The names of those that there are; none where there is one only, or where they are not known yet."""

    @property
    def voice(self) -> str:
        """The name of the one that speaks."""

    @property
    def speed(self) -> float:
        """Times the normal one."""

    def set_voice(self, name: str) -> None:
        """Speak with this one, if it is there."""

    def set_speed(self, speed: float) -> None:
        """Speak at so many times the normal speed."""


@dataclass(slots=True, kw_only=True)
class CallMail:
    """The mailboxes, and what the call has loaded from them.

    `incoming` queues what happens in the inbox. `loading`: envelopes are being read, so the sizes of topics are not final. `refining`:
    something is being read in the background; `tried`: that was done before. `unlisted` holds the slugs of accounts whose mail is missing
    from the agenda because they did not answer, until the user has been told that they are back. `nothing_before`: the agenda was empty
    before the newest mail came. `summaries`: those that a small model writes, where one is set. `wanted`: what the user wants to hear of.
    """

    inbox: UnifiedInbox
    pipeline: BriefingPipeline
    prefetch: PrefetchCache
    summaries: Summaries | None = None
    snoozed: SnoozedMails | None = None
    incoming: Incoming = field(default_factory=Incoming)
    loading: bool = False
    refining: bool = False
    tried: bool = False
    nothing_before: bool = False
    unlisted: set[str] = field(default_factory=set)
    wanted: WantedMail = field(default_factory=WantedMail)


@dataclass(slots=True, kw_only=True)
class CallStores:
    """What outlives the call: the ledger and its queue of marks, the saved state, the user's preferences beside those that are `given` by
    the settings, how they like to be told, and the talk where it is kept, with what tells to which conversation a turn belongs where a
    small model is set, and the team. `earlier_talk` was said in it before this call. `talks_forgotten` counts those that were forgotten in
    the call: what is in memory of before is sent to no model then."""

    ledger: BriefedEmailStore
    marks: MarkWriter
    saved: SavedState
    preferences: PreferenceStore
    given: Preferences = field(default_factory=Preferences)
    likes: Likes = field(default_factory=Likes)
    talk: TalkWriter | None = None
    routing: TurnRouting | None = None
    team: TeamDesk | None = None
    earlier_talk: tuple[HistoryLine, ...] = field(default=(), repr=False)
    talks_forgotten: int = 0


@dataclass(slots=True, kw_only=True)
class Told:
    """What the user has been told and need not hear again: the label of the last announced topic, the account of the last mail, accounts
    that have to be connected again, and that mail did not load. Accounts are slugs. `end` is what was said at the end of the briefing,
    and `declined` the mails or accounts that were offered there and are not wanted. `unsaid` is what tools found and nobody spoke of,
    `unsaid_then` those mails as the user spoke last, and `unlisted_then` and `unplaced_then` those that a number may not mean unasked:
    not told, or not at which place. `listed_then` are the lists that numbers meant in their last two turns, and `agenda_then` the mails
    of the topic that they mean where no list was told. To `done_to` the last tool has done something. `found` is what the last search
    found. `trial`: in a dry run, that nothing leaves. `on_page`: ids of drafts, that they are there. `asks`: something was asked since
    the user spoke, and no mail was told behind it. `holds`: they asked for quiet, and have had no mail told since. What they said last
    `may_be_ours`, heard through their microphone, and `open_then` was open as they said it. `after_greeting` is what the greeting had
    no time for."""

    after_greeting: str = field(default="", repr=False)
    topic: str = field(default="", repr=False)
    account: str = field(default="", repr=False)
    closed_accounts: set[str] = field(default_factory=set)
    not_loaded: bool = False
    end: str = field(default="", repr=False)
    declined: Collection[str] = field(default=(), repr=False)
    unsaid: Unsaid = field(default_factory=Unsaid)
    unsaid_then: frozenset[MailId] = frozenset()
    unlisted_then: frozenset[MailId] = frozenset()
    unplaced_then: frozenset[MailId] = frozenset()
    listed_then: deque[Sequence[MailId]] = field(default_factory=lambda: deque(maxlen=2))
    agenda_then: deque[Sequence[MailId]] = field(default_factory=lambda: deque(maxlen=2))
    done_to: set[MailId] = field(default_factory=set)
    found: tuple[MailId, ...] = ()
    trial: bool = False
    on_page: set[str] = field(default_factory=set)
    asks: bool = False
    holds: bool = False
    may_be_ours: bool = False
    open_then: Open = field(default=Nothing())


@dataclass(frozen=True, slots=True, kw_only=True)
class OffAgendaAction:
    """The last action on a mail that is not on the agenda."""

    action: MailAction
    at: datetime


@dataclass(slots=True)
class OffAgendaActions:
    """Actions on mails that are not on the agenda: how many of each kind, and the latest ones, newest last."""

    actions: Counter[MailAction] = field(default_factory=Counter)
    latest: dict[MailId, OffAgendaAction] = field(default_factory=dict)

    def note(self, mail: MailId, action: MailAction, at: datetime) -> None:
        self.actions[action] += 1
        self.latest.pop(mail, None)
        self.latest[mail] = OffAgendaAction(action=action, at=at)
        for oldest in list(self.latest)[:-MOST_OFF_AGENDA]:
            del self.latest[oldest]

    def take_back(self, mail: MailId, action: MailAction) -> None:
        self.actions[action] = max(0, self.actions[action] - 1)
        self.latest.pop(mail, None)


@dataclass(slots=True, kw_only=True)
class Line:
    """The connection to the user and the health of the services on it.

    What is played while the caller is away counts as not heard. `finished`: the user said goodbye. `has_model`: a language model answers
    what rules do not. `too_slow`: this machine computes speech so slowly that a spoken answer comes late. `shows`: drafts are shown to the
    user where they talk; without that they are told where to find them. `polyglot`: what is said is read, or said in other languages too.
    `time` is what was played, and how much of it the user gives. `screen` is what they share of theirs.
    """

    voice: Voice | None = None
    too_slow: bool = False
    health: ServiceHealth = field(default_factory=ServiceHealth)
    caller_is_there: bool = True
    finished: bool = False
    has_model: bool = False
    shows: bool = True
    polyglot: bool = True
    time: TalkTime = field(default_factory=TalkTime)
    screen: SharedScreen = field(default_factory=SharedScreen)


@dataclass(slots=True, kw_only=True)
class Turn:
    """The turn that is being answered; whatever changes the call holds its lock.

    `answer_by` is the deadline of the answer on the event loop's clock; `how_far` tells the progress of a long tool, if it is known.
    `unplaced` is what was to be done when the user was asked to which mail, or for whom. `asked_what_to_change` is the turn of the
    dialogue in which they were asked that of a draft.
    `untold`: what is under the cursor is told after its last wish. `doubted` is what was asked back; see `session.turn.asking_back`.
    `names` are those that were put right in transcripts whose turn is not over, and `to_name` those that the answer has to name.
    `pressed`: the turn is a button in the pane of a draft, or a row of a list, which nobody has done yet. `open`: it has not ended.
    """

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    answer_by: float = math.inf
    how_far: str = field(default="", repr=False)
    unplaced: "Unplaced | None" = None
    asked_what_to_change: int | None = None
    untold: bool = False
    doubted: "Doubted | None" = None
    names: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    to_name: tuple[str, ...] = field(default=(), repr=False)
    goes_to: "GoesTo | None" = None
    pressed: "PanePress | RowPress | None" = None
    open: OpenTurn | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PanePress:
    """The draft, and the version of it that the pane showed."""

    draft_id: str
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RowPress:
    """The mail that stands in the row of a list."""

    mail_id: MailId


@dataclass(frozen=True, slots=True)
class GoesTo:
    """The conversation that these words belong to, once they are committed."""

    words: str = field(repr=False)
    conversation_id: str
    is_new: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubted:
    """Words that were heard in doubt after so many turns, and `at` which second, with what was open then and what "it" was. `heard`: they
    were confirmed."""

    said: Understanding = field(repr=False)
    turn: int
    at: float
    open: Open
    it: MailId | None
    heard: bool = False


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A tool that was used in this turn of the dialogue without it being clear on which mail, or which of these `people` was meant by a
    name that was `heard`; the next words may name it."""

    turn: int
    tool: str
    arguments: Mapping[str, object] = field(repr=False)
    heard: str = field(default="", repr=False)
    people: tuple[Address, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumption:
    """How a call resumes. `shortly`: the break was short, so few words will do; otherwise the user is told where they were.

    `replaces`: the user stayed and the agent was replaced. `left_open` are the mails that were still to be told.
    """

    shortly: bool
    replaces: bool
    left_open: tuple[MailId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierCall:
    """What the call before left: how this one resumes it, if it broke off, and how many of its open mails were dealt with in another
    program since. `in_the_middle` says of the draft that waits in its conversation that it does."""

    resumption: Resumption | None = None
    handled_elsewhere: int = 0
    in_the_middle: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Events:
    """Events of the call. Each is cleared by the one task that waits for it, except `ended`, which stays set.

    `changed`: the board may look different. `stirred`: something may have to be told unasked. `load_again`: mail that was given up is
    wanted after all. `mail_came`: there is a mail under the cursor again after everything was told.
    """

    changed: asyncio.Event = field(default_factory=asyncio.Event)
    stirred: asyncio.Event = field(default_factory=asyncio.Event)
    load_again: asyncio.Event = field(default_factory=asyncio.Event)
    mail_came: asyncio.Event = field(default_factory=asyncio.Event)
    ended: asyncio.Event = field(default_factory=asyncio.Event)
