"""Writing and sending by voice, in a real room and by a real mail server; and what leaves when nobody is on the line any more."""

import time
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import text

from briefing.speech.sentences.about_sending import DRAFT_IS_READY
from storage.database import Database
from tests.room.caller import Caller
from tests.room.shared import HOLD_S, User
from tests.servers.openai.double import OpenAIDouble

pytestmark = pytest.mark.server

Utter = Callable[[str, str], Awaitable[str]]


def speaking(caller: Caller, openai: OpenAIDouble) -> Utter:
    """Speak when the agent has come to the end of what it says, and listen for the answer."""

    async def utter(line: str, containing: str) -> str:
        await caller.wait_until(lambda: caller.agent_state == "listening", "the agent to listen")
        openai.hear(line)
        return await caller.say(line, containing=containing)

    return utter


@pytest.mark.takes(45)
async def test_a_reply_is_dictated_changed_and_sent_by_the_callers_own_yes_alone(user: User) -> None:
    user.has_mail()
    openai, expected = user.openai, await user.expected_briefing()
    async with (
        user.mail_server() as desk,
        user.calls(bound="caller") as caller,
        user.calls(identity="guest", bound="caller") as guest,
    ):
        await caller.open_microphone()
        await guest.open_microphone()
        await caller.hear(after=0, containing=expected.sender)
        utter = speaking(caller, openai)
        await utter("reply that Tuesday works for me", "“Tuesday works for me.”")
        assert "".join(caller.agent_said).count(DRAFT_IS_READY) == 1  # no page has said that it is looked at
        await utter("change Tuesday to Friday", "“Friday works for me.”")
        asked = len(caller.agent_said)
        await utter("read it back", "Shall I send it like this?")
        await caller.wait_until(lambda: caller.agent_state == "listening", "the question's end")
        transcribed = openai.transcription_requests
        openai.hear("yes")
        for _ in range(2):
            await guest.speak("yes")
            await guest.send("yes")
        await guest.wait_until(lambda: guest.fell_silent_at > 0, "the last word")
        await caller.wait_until(lambda: "Yes or no." in " ".join(caller.agent_said[asked:]), "the question into the silence")
        assert (openai.transcription_requests, desk.taken) == (transcribed, [])
        openai.drop_utterances()
        await utter("no", "it is not sent")

        await utter("send it", "Shall I send it like this?")
        assert desk.taken == []
        await utter("yes", "It leaves in")
        await caller.hear(after=asked, containing="has been sent")
        (taken,) = desk.taken
        assert openai.chat_requests == []
    assert taken.message.get_content().strip() == "Friday works for me."
    assert taken.message["In-Reply-To"] == str(taken.message["References"]).split()[-1]
    assert str(taken.message["Subject"]).startswith("Re: ")
    assert taken.sender == user.address


@pytest.mark.takes(25)
async def test_what_is_held_or_for_later_when_the_call_ends_leaves_from_the_worker(user: User) -> None:
    user.has_mail()
    async with user.mail_server() as desk:
        async with user.calls() as caller:
            await caller.hear(after=0, containing="?")
            await caller.type("write to zoe at hearth dot example", containing="What shall it say?")
            await caller.type("also say that this is for later", containing="Shall I send it like this?")
            await caller.wait_until(lambda: caller.agent_state == "listening", "the question's end")
            await caller.type("send it tomorrow at nine", containing="Shall I send it like this?")
            await caller.wait_until(lambda: caller.agent_state == "listening", "the question's end")
            await caller.type("yes", containing="It will leave on")
            await caller.type("reply that this is for now", containing="Draft to")
            asked_again = await caller.type("send it", containing="Shall I send it like this?")
            assert asked_again.startswith("I had not finished, so once more.")
            await caller.wait_until(lambda: caller.agent_state == "listening", "the question's end")
            await caller.type("yes", containing="It leaves in")
            await caller.type("goodbye", containing="Goodbye")
            await caller.wait_until_gone()
        assert desk.taken == []
        await desk.has_taken(1, within_s=HOLD_S + 10)
        async with Database(user.database_url) as database, database.session() as session:
            tomorrow = {"has_come": time.time_ns() // 1_000_000, "of": user.user_id}
            now = "UPDATE outbox SET leaves_at = :has_come, due_at = :has_come WHERE state = 'held' AND user_id = :of"
            await session.execute(text(now), tomorrow)
        await desk.has_taken(2, within_s=10)
    assert [taken.message.get_content().strip() for taken in desk.taken] == ["This is for now.", "This is for later."]
