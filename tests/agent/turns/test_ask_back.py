"""What a doubtful recogniser heard is asked back before a mail changes."""

from pathlib import Path

import pytest
from livekit.agents import llm

from providers.models.offline_stt import NEED_CONFIRMATION
from tests.agent.maildir_state import flags_of
from tests.agent.typed_call import TypedCall, sample_settings, typed_call

pytestmark = pytest.mark.slow


async def say(call: TypedCall, line: str) -> str:
    """A spoken line, as transcription hands it over."""
    words = llm.ChatMessage(role="user", content=[line], transcript_confidence=1.0)
    before = len(call.session.history.items)
    await call.session.generate_reply(user_input=words)
    said = call.session.history.items[before:]
    return " ".join(item.text_content or "" for item in said if isinstance(item, llm.ChatMessage) and item.role == "assistant")


async def test_a_spoken_archive_waits_for_the_yes(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path), asked_back=NEED_CONFIRMATION) as call:
        await call.greet()
        before = flags_of(tmp_path / "inbox")
        assert "Archive it?" in await say(call, "archive it")
        assert flags_of(tmp_path / "inbox") == before
        assert "Archived" in await say(call, "yes")
        assert len(flags_of(tmp_path / "inbox")) == len(before) - 1


async def test_no_or_anything_else_voids_the_question(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path), asked_back=NEED_CONFIRMATION) as call:
        await call.greet()
        before = flags_of(tmp_path / "inbox")
        await say(call, "archive it")
        assert "leave it" in await say(call, "no")
        await say(call, "mark it as read")
        await say(call, "how many are left?")
        assert "so once more. Mark it as read?" in await say(call, "yes")
        assert flags_of(tmp_path / "inbox") == before


async def test_a_mail_that_is_not_open_is_presented_before_it_may_be_archived(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path), asked_back=NEED_CONFIRMATION) as call:
        await call.greet()
        before, wanted = flags_of(tmp_path / "inbox"), call.call.tracker.active_mails()[1].mail_id
        await say(call, "archive the second one")
        assert call.current == wanted
        assert flags_of(tmp_path / "inbox") == before


async def test_typed_commands_are_certain(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path), asked_back=NEED_CONFIRMATION) as call:
        await call.greet()
        assert "Archived" in await call.type("archive it")
