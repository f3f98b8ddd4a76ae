"""What was heard in doubt is asked back, agrees to nothing, and is done once it is confirmed."""

from pathlib import Path

import pytest
from livekit.agents import llm

from providers.models.ear_doubt import MOST_IN_DOUBT, SURE
from tests.agent.acting_calls import acting_call
from tests.agent.maildir_state import flags_of
from tests.agent.typed_call import TypedCall, sample_settings, typed_call
from tests.servers.openai.double import Say, openai_server

pytestmark = pytest.mark.slow


async def say(call: TypedCall, line: str, *, confidence: float = SURE) -> str:
    """A spoken line, as transcription hands it over."""
    words = llm.ChatMessage(role="user", content=[line], transcript_confidence=confidence)
    before = len(call.session.history.items)
    await call.session.generate_reply(user_input=words)
    said = call.session.history.items[before:]
    return " ".join(item.text_content or "" for item in said if isinstance(item, llm.ChatMessage) and item.role == "assistant")


async def mumble(call: TypedCall, line: str) -> str:
    return await say(call, line, confidence=MOST_IN_DOUBT)


@pytest.mark.parametrize("line", ["archive it", "delete it", "next", "flag the second one", "mark it as read", "skip this topic"])
async def test_a_command_in_doubt_changes_nothing_and_is_asked_back(line: str, tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        before, current = flags_of(tmp_path / "inbox"), call.current
        assert await mumble(call, line) == f"Did you say “{line}”?"
        assert (flags_of(tmp_path / "inbox"), call.current) == (before, current)


async def test_a_plain_yes_confirms_it_once(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        before = flags_of(tmp_path / "inbox")
        await mumble(call, "archive it")
        assert "Archived" in await say(call, "yes")
        assert len(flags_of(tmp_path / "inbox")) == len(before) - 1
        await say(call, "yes")
        assert len(flags_of(tmp_path / "inbox")) == len(before) - 1


async def test_a_yes_in_doubt_confirms_nothing(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        before = flags_of(tmp_path / "inbox")
        await mumble(call, "archive it")
        await mumble(call, "yes")
        await say(call, "yes")
        assert flags_of(tmp_path / "inbox") == before


@pytest.mark.parametrize("between", ["no", "how many are left", "next", "what can I say"])
async def test_anything_else_than_a_yes_forgets_it(between: str, tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        before = flags_of(tmp_path / "inbox")
        await mumble(call, "delete it")
        await say(call, between)
        await say(call, "yes")
        assert flags_of(tmp_path / "inbox") == before


async def test_a_question_is_put_again_after_a_yes_in_doubt_and_a_plain_yes_answers_it(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        before = flags_of(tmp_path / "inbox")
        question = await say(call, "archive all newsletters")
        assert question.endswith("Yes or no.")
        assert await mumble(call, "yes") == question
        assert flags_of(tmp_path / "inbox") == before
        await say(call, "yes")
        assert len(flags_of(tmp_path / "inbox")) < len(before)


async def test_what_is_no_command_is_to_be_said_again(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        assert await mumble(call, "our target is the market") == "Sorry, I am not sure what you said. Please say it again."


async def test_typed_commands_are_certain(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        assert "Archived" in await call.type("archive it")


async def test_a_confirmed_question_is_still_a_question(tmp_path: Path) -> None:
    """Its own yes is another one."""
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        before = flags_of(tmp_path / "inbox")
        await mumble(call, "archive all newsletters")
        assert (await say(call, "yes")).endswith("Yes or no.")
        assert flags_of(tmp_path / "inbox") == before
        await say(call, "yes")
        assert len(flags_of(tmp_path / "inbox")) < len(before)


async def test_another_command_after_it_is_done_in_its_place(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        before = flags_of(tmp_path / "inbox")
        await mumble(call, "archive it")
        assert "Flagged" in await say(call, "flag it")
        assert len(flags_of(tmp_path / "inbox")) == len(before)


async def test_what_no_rule_understands_is_asked_back_as_what_it_sounds_like_and_done_on_a_yes(tmp_path: Path) -> None:
    async with acting_call(tmp_path, unread=5) as call:
        mail = call.open
        assert await call.type("put it and the archive") == "Did you say \u201cput it in the archive\u201d?"
        assert call.place(mail) == ("", "")
        assert (await call.type("yes")).startswith("Archived.")
        assert call.place(mail)[0] == ".Archive"


async def test_a_model_answers_what_it_may_understand_itself(tmp_path: Path) -> None:
    async with openai_server() as openai, acting_call(tmp_path, model=openai, unread=5) as call:
        openai.replies(Say("Into the archive, you mean?"))
        assert await call.type("put it and the archive") == "Into the archive, you mean?"
