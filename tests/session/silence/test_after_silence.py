"""A caller who never says a word again is let go, and finds everything as it was."""

from pathlib import Path

import pytest

from agent.caller.silence_watch import check_in_when_user_is_silent
from briefing.speech.sentences import silences
from inbox.ledger.sql_ledger import SqlLedger
from storage.database import Database
from tests.agent.maildir_state import flags_of
from tests.agent.typed_call import NOW, sample_settings, typed_call

pytestmark = pytest.mark.slow

LIMIT_S = 0.5


async def test_who_said_hold_on_is_let_go_at_the_limit_and_the_next_call_takes_up_the_mail_they_did_not_hear(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path)
    before = flags_of(tmp_path / "inbox")
    async with typed_call(settings) as call:
        check_in_when_user_is_silent(call.session, call.call, limit_s=LIMIT_S)
        call.call.line.caller_is_there = False
        await call.greet()
        call.call.line.caller_is_there = True
        mail = call.current
        assert "I'll wait" in await call.type("hold on")
        await call.call.events.ended.wait()
        assert call.page.text.endswith(silences.FAREWELL)
    async with typed_call(settings) as again:
        assert again.current == mail is not None
    async with Database(settings.local_database_url) as database:
        assert await SqlLedger(database).records("local", now=NOW) == {}
    assert flags_of(tmp_path / "inbox") == before
