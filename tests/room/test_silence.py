"""A caller who never says a word again is let go, and finds everything as it was."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from briefing.speech.sentences import silences
from inbox.ledger.sql_ledger import SqlLedger
from providers.sample_inbox import SAMPLE_ADDRESS
from storage.database import Database
from tests.agent.maildir_state import flags_of
from tests.agent.typed_call import sample_settings
from tests.room.agenda import expected_briefing, marks_in
from tests.room.caller import caller_in
from tests.servers.livekit import LiveKitServer
from tests.servers.worker import worker

pytestmark = pytest.mark.server


@pytest.mark.takes(43)
async def test_a_silent_call_ends_at_the_limit_and_can_be_taken_up_again(tmp_path: Path, livekit: LiveKitServer) -> None:
    sample_settings(tmp_path, now=datetime.now(UTC))
    mail = {"ALOUD_MAILDIR": str(tmp_path / "inbox"), "ALOUD_ADDRESSES": SAMPLE_ADDRESS}
    before, expected = flags_of(tmp_path / "inbox"), await expected_briefing(tmp_path)
    async with worker(livekit, tmp_path, **mail, ALOUD_SILENCE_LIMIT_S="15"):
        async with caller_in(livekit, room="silent") as caller:
            await caller.hear(after=0, containing=expected.sender)
            await caller.type("hold on", containing="I'll wait")
            said = len(caller.agent_said)
            assert (await caller.hear(after=said, containing="Goodbye")).strip() == silences.FAREWELL
            await caller.wait_until_gone()
        async with caller_in(livekit, room="again") as caller:
            await caller.hear(after=0, containing=expected.sender)
    async with Database(f"sqlite:///{tmp_path / 'data' / 'aloud.db'}") as database:
        assert await marks_in(SqlLedger(database)) == {}
    assert flags_of(tmp_path / "inbox") == before
