"""A call over mailboxes in memory: no session, no room, no disk."""

from briefing.mail import Preferences
from briefing.tracking.tracker import BriefingSessionTracker
from inbox.ledger.marks import MarkWriter
from inbox.listing.first_look import FirstLook
from inbox.listing.pipeline import BriefingPipeline
from inbox.saved_call.call_state_writer import NothingSaved
from inbox.unified import UnifiedInbox
from knowledge.preferences import PreferenceStore
from knowledge.users_clock import UsersClock
from providers.mailbox import Mailbox
from session.acting import acting_of
from session.background_tasks import BackgroundTasks
from session.call import Call
from session.call_records import CallMail, CallStores
from session.prefetch_cache import PrefetchCache
from storage.database import Database
from tests.agent.acting import acting
from tests.inbox.memory_ledger import MemoryLedger
from tests.inbox.memory_mailbox import NOON, OWN_ADDRESS

USER = "robin"


async def memory_call(*mailboxes: Mailbox, everything: bool = True) -> Call:
    """At the first mail, with all envelopes read or only the first batch. Nothing is presented yet."""
    call, _ = await call_and_look(*mailboxes)
    if everything and (agendas := [agenda async for agenda in call.mail.pipeline.refinements(NOON)]):
        call.tracker = BriefingSessionTracker(agendas[-1])
    return call


async def call_and_look(*mailboxes: Mailbox) -> tuple[Call, FirstLook]:
    """At the first mail, with the first batch read, and what was seen by then."""
    inbox, ledger = UnifiedInbox(mailboxes), MemoryLedger()
    own = Preferences(own_addresses=frozenset({OWN_ADDRESS}))
    pipeline = BriefingPipeline(inbox=inbox, ledger=ledger, preferences=own, user_id=USER)
    look = await pipeline.first_look(NOON)
    call = Call(
        user_id=USER,
        now=UsersClock(lambda: NOON),
        tracker=BriefingSessionTracker(look.agenda),
        mail=CallMail(inbox=inbox, pipeline=pipeline, prefetch=PrefetchCache(inbox, pipeline.envelopes)),
        acting=acting_of(acting({}), USER, call_id="in memory", now=lambda: NOON),
        records=CallStores(
            ledger=ledger,
            marks=MarkWriter(ledger, USER),
            saved=NothingSaved(),
            preferences=PreferenceStore(Database("sqlite:///never-opened.db")),
        ),
        background=BackgroundTasks(),
    )
    return call, look
