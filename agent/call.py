"""One call: what is known while it lasts, shared by the tools, the greeting and the behaviours.

A plain record with a lock. It decides nothing: the rules are in `briefing`, the tools in the modules beside this one.
"""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from actions.changes import Writers
from agent.errands import Errands
from agent.outcome import Outcome
from agent.shelf import Shelf
from briefing.agenda import MailRef
from briefing.mail import MailId
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
"""What a "yes" would do to a mailbox: void as soon as anything else is said."""


@dataclass(slots=True, kw_only=True)
class Call:
    """The state of one call of one user.

    `arrivals` came in and were offered but neither accepted nor declined. `found` holds the ids of the last search, and `opened` the one
    of them that was read last: until the next mail of the agenda is presented, "it" is that mail. `question` counts the questions asked
    after mails, so that they vary. `topic_told` is the label of the topic last announced, `last_said` what "say that again" repeats.
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
    arrivals: tuple[MailRef, ...] = ()
    found: tuple[MailId, ...] = ()
    opened: MailId | None = None
    question: int = 0
    topic_told: str = ""
    last_said: str = ""
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    def void_question(self) -> None:
        """Anything but a yes or a no has been said."""
        if self.offer in QUESTIONS:
            self.offer = None

    async def perform(self, work: "Callable[[Call], Coroutine[object, object, Outcome]]") -> Outcome:
        """Run one tool: one at a time, its marks on their way to the ledger before anything is said."""
        async with self.turn:
            outcome = await work(self)
            self.marks.put(self.tracker.drain_marks())
            return outcome
