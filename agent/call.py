"""One call: what is known while it lasts, shared by the tools, the greeting and the behaviours.

A plain record with a lock. It decides nothing: the rules are in `briefing`, the tools in the modules beside this one.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from actions.changes import Writers
from agent.errands import Errands
from agent.outcome import Outcome
from agent.shelf import Shelf
from briefing.agenda import MailRef
from briefing.mail import ActionKind, MailId
from briefing.tracker import BriefingSessionTracker
from inbox.ledger import BriefedEmailStore
from inbox.marks import MarkWriter
from inbox.pipeline import BriefingPipeline
from inbox.unified import UnifiedInbox
from knowledge.preferences import PreferenceStore


class Offer(StrEnum):
    """What a "yes" would mean now."""

    HEAR_ARRIVALS = "hear_arrivals"
    HEAR_SKIPPED = "hear_skipped"
    ARCHIVE = "archive"
    MARK_READ = "mark_read"


QUESTIONS = frozenset({Offer.ARCHIVE, Offer.MARK_READ})
"""What a "yes" would do to a mailbox."""


@dataclass(slots=True, kw_only=True)
class Call:
    """The state of one call of one user.

    `arrived` are ids that came in during the call; `arrivals` those of them that were offered and neither accepted nor declined.
    `found` holds the ids of the last search, and `opened` the one of them that was read last: until the next mail of the agenda is
    presented, "it" is that mail. `question` counts the questions asked after mails, so that they vary. `topic_told` is the label of the
    topic last announced, `last_said` what "say that again" repeats. `about_to_say` is the mail whose presentation was handed out but has
    not begun to be heard, `beside` counts what was done to mails that are not on the agenda, and `loading` says that envelopes are still
    on their way, so that numbers of topics are not final.
    """

    user_id: str
    tracker: BriefingSessionTracker
    inbox: UnifiedInbox
    writers: Writers
    ledger: BriefedEmailStore
    marks: MarkWriter
    preferences: PreferenceStore
    pipeline: BriefingPipeline
    shelf: Shelf
    errands: Errands
    now: Callable[[], datetime]
    change_pace: Callable[[float], None] | None = None

    offer: Offer | None = None
    arrived: dict[MailId, None] = field(default_factory=dict)
    arrivals: tuple[MailRef, ...] = ()
    found: tuple[MailId, ...] = ()
    opened: MailId | None = None
    about_to_say: MailId | None = None
    beside: Counter[ActionKind] = field(default_factory=Counter)
    loading: bool = False
    question: int = 0
    topic_told: str = ""
    last_said: str = ""
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    def begin_to_speak(self) -> None:
        """The agent's voice, or its text, has begun to reach the caller: from now on the mail it is about counts as presented."""
        if self.about_to_say is not None:
            self.tracker.note_presented(self.about_to_say)
            self.about_to_say = None

    def void_offer(self) -> None:
        """Anything but a yes or a no has been said: a yes would now mean something else. Arrivals still wait to be offered again."""
        self.offer = None

    async def perform(self, work: "Callable[[Call], Coroutine[object, object, Outcome]]") -> Outcome:
        """Run one tool: one at a time, its marks on their way to the ledger before anything is said."""
        async with self.turn:
            outcome = await work(self)
            self.marks.put(self.tracker.drain_marks())
            return outcome
