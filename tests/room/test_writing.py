"""Writing and sending by voice, in a real room and by a real mail server; and what leaves when nobody is on the line any more."""

import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text

from providers.sample_inbox import SAMPLE_ADDRESS
from storage.database import Database
from tests.agent.typed_call import sample_settings
from tests.room.agenda import expected_briefing
from tests.room.caller import Caller, caller_in
from tests.servers.livekit import LiveKitServer
from tests.servers.openai_double import OpenAIDouble, openai_server
from tests.servers.smtp import SmtpDesk, smtp_server
from tests.servers.worker import worker

pytestmark = pytest.mark.server

HOLD_S = 5

Utter = Callable[[str, str], Awaitable[str]]


@pytest.fixture
def mail(tmp_path: Path) -> dict[str, str]:
    """The settings that name a sample inbox of today."""
    sample_settings(tmp_path, now=datetime.now(UTC))
    return {"ALOUD_MAILDIR": str(tmp_path / "inbox"), "ALOUD_ADDRESSES": SAMPLE_ADDRESS}


def sends_by(desk: SmtpDesk) -> dict[str, str]:
    return {"ALOUD_SMTP_URL": f"smtp://127.0.0.1:{desk.port}", "ALOUD_SEND_HOLD_S": str(HOLD_S)}


def speaking(caller: Caller, openai: OpenAIDouble) -> Utter:
    """Speak when the agent has come to the end of what it says, and listen for the answer."""

    async def utter(line: str, containing: str) -> str:
        await caller.wait_until(lambda: caller.agent_state == "listening", "the agent to listen")
        openai.hear(line)
        return await caller.say(line, containing=containing)

    return utter


@pytest.mark.takes(75)
async def test_a_reply_is_dictated_changed_and_sent_by_the_callers_own_yes_alone(
    tmp_path: Path, livekit: LiveKitServer, mail: dict[str, str]
) -> None:
    expected = await expected_briefing(tmp_path)
    async with (
        smtp_server() as desk,
        openai_server() as openai,
        worker(livekit, tmp_path, **mail, **sends_by(desk), OPENAI_API_KEY="sk-test", OPENAI_BASE_URL=openai.url),
        caller_in(livekit, room="writing", bound="caller") as caller,
        caller_in(livekit, room="writing", identity="guest", bound="caller") as guest,
    ):
        await caller.open_microphone()
        await guest.open_microphone()
        await caller.hear(after=0, containing=expected.sender)
        utter = speaking(caller, openai)
        await utter("reply that Tuesday works for me", "“Tuesday works for me.”")
        await utter("change Tuesday to Friday", "“Friday works for me.”")
        assert "Subject: Re: " in await utter("read it back", "“Friday works for me.”")

        asked = len(caller.agent_said)
        await utter("send it", "has four words. Yes or no.")
        await caller.wait_until(lambda: caller.agent_state == "listening", "the question's end")
        transcribed = openai.transcription_requests
        openai.hear("yes")
        for _ in range(2):
            await guest.speak("yes")
            await guest.send("yes")
        await guest.wait_until(lambda: guest.fell_silent_at > 0, "the last word")
        await caller.wait_until(lambda: " ".join(caller.agent_said[asked:]).count("Yes or no.") == 2, "the question into the silence")
        assert (openai.transcription_requests, desk.taken) == (transcribed, [])
        openai.drop_utterances()
        await utter("no", "it is not sent")

        await utter("send it", "Yes or no.")
        assert desk.taken == []
        await utter("yes", "It leaves in")
        await caller.hear(after=asked, containing="has been sent")
        (taken,) = desk.taken
        assert openai.chat_requests == []
    assert taken.message.get_content().strip() == "Friday works for me."
    assert taken.message["In-Reply-To"] == str(taken.message["References"]).split()[-1]
    assert str(taken.message["Subject"]).startswith("Re: ")
    assert taken.sender == SAMPLE_ADDRESS


@pytest.mark.takes(45)
async def test_what_is_held_or_for_later_when_the_call_ends_leaves_from_the_worker(
    tmp_path: Path, livekit: LiveKitServer, mail: dict[str, str]
) -> None:
    async with smtp_server() as desk, worker(livekit, tmp_path, **mail, **sends_by(desk)):
        async with caller_in(livekit, room="leaving") as caller:
            await caller.hear(after=0, containing="?")
            await caller.type("write to zoe at hearth dot example", containing="What shall it say?")
            await caller.type("This is for later.", containing="Send it,")
            await caller.type("send it tomorrow at nine", containing="Is that address right? Yes or no.")
            await caller.wait_until(lambda: caller.agent_state == "listening", "the question's end")
            await caller.type("yes", containing="has four words. Yes or no.")
            await caller.wait_until(lambda: caller.agent_state == "listening", "the question's end")
            await caller.type("yes", containing="It will leave on")
            await caller.type("reply that this is for now", containing="Send it,")
            await caller.type("send it", containing="Send this to")
            asked_again = await caller.type("yes", containing="has four words. Yes or no.")
            assert asked_again.startswith("I had not finished, so once more.")
            await caller.wait_until(lambda: caller.agent_state == "listening", "the question's end")
            await caller.type("yes", containing="It leaves in")
            await caller.type("goodbye", containing="Goodbye")
            await caller.wait_until_gone()
        assert desk.taken == []
        await desk.has_taken(1, within_s=HOLD_S + 10)
        async with Database(f"sqlite:///{tmp_path / 'data' / 'aloud.db'}") as database, database.session() as session:
            tomorrow = {"has_come": time.time_ns() // 1_000_000}
            await session.execute(text("UPDATE outbox SET leaves_at = :has_come, due_at = :has_come WHERE state = 'held'"), tomorrow)
        await desk.has_taken(2, within_s=10)
    assert [taken.message.get_content().strip() for taken in desk.taken] == ["This is for now.", "This is for later."]
