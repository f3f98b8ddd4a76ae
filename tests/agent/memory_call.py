"""A call over mailboxes in memory: no session, no room, no disk."""

from agent.call import Call
from agent.errands import Errands
from agent.shelf import Shelf
from briefing.mail import Preferences
from briefing.tracker import BriefingSessionTracker
from inbox.marks import MarkWriter
from inbox.pipeline import BriefingPipeline
from inbox.unified import UnifiedInbox
from knowledge.preferences import PreferenceStore
from storage.database import Database
from tests.inbox.memory_ledger import MemoryLedger
from tests.inbox.memory_mailbox import NOON, OWN_ADDRESS, MemoryMailbox

USER = "robin"


async def memory_call(*mailboxes: MemoryMailbox, everything: bool = True) -> Call:
    """At the first mail, with all envelopes read or only the first batch. Nothing is presented yet."""
    inbox, ledger = UnifiedInbox(mailboxes), MemoryLedger()
    own = Preferences(own_addresses=frozenset({OWN_ADDRESS}))
    pipeline = BriefingPipeline(inbox=inbox, ledger=ledger, preferences=own, user_id=USER)
    tracker = BriefingSessionTracker((await pipeline.first_look(NOON)).agenda)
    if everything:
        agendas = [agenda async for agenda in pipeline.refinements(NOON)]
        tracker = BriefingSessionTracker(agendas[-1]) if agendas else tracker
    return Call(
        user_id=USER,
        tracker=tracker,
        inbox=inbox,
        writers={},
        ledger=ledger,
        marks=MarkWriter(ledger, USER),
        preferences=PreferenceStore(Database("sqlite:///never-opened.db")),
        pipeline=pipeline,
        shelf=Shelf(inbox, pipeline.envelopes),
        errands=Errands(),
        now=lambda: NOON,
    )
