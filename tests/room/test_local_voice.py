"""A call by voice with nothing but this machine: the caller speaks with Piper and is heard by Whisper.

In `make proofs`: what is heard is a matter of chance on a busy machine.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from livekit import rtc
from openai import AsyncOpenAI

from providers.sample_inbox import SAMPLE_ADDRESS
from tests.agent.maildir_state import flags_of
from tests.agent.typed_call import sample_settings
from tests.room.caller import SAMPLE_RATE, Caller, caller_in
from tests.servers.livekit import LiveKitServer
from tests.servers.voice import real_voice
from tests.servers.worker import worker

pytestmark = [pytest.mark.server, pytest.mark.proof, pytest.mark.takes(45)]

SPOKEN_AT_HZ = 24_000
SAYS_IT_AGAIN = 3
ASKED_BACK = ("Did you say", "Please say it again", "did not get that", "cannot hear you well")
""""Undo that" sounds like "I knew that" now and then: the voice speaks by chance. And a busy machine takes too long to hear it."""


class Speaker:
    """The caller with a natural voice."""

    def __init__(self, caller: Caller, client: AsyncOpenAI) -> None:
        self._caller = caller
        self.client = client

    async def say(self, words: str, *, containing: str) -> str:
        """Say it when the agent listens, and again if it asks back, as people do; the answer, which is to contain this."""
        for _ in range(SAYS_IT_AGAIN):
            before = len(self._caller.agent_said)
            await self._speak(words)
            await self._caller.hear(after=before)
            await self._caller.wait_until(lambda: self._caller.agent_state == "listening", "the end of its answer")
            answer = " ".join(self._caller.agent_said[before:])
            if containing.casefold() in answer.casefold():
                return answer
            assert any(each in answer for each in ASKED_BACK), f"{words!r} was answered with {answer!r}"
        raise AssertionError(f"{words!r} was asked back {SAYS_IT_AGAIN} times")

    async def _speak(self, words: str) -> None:
        await self._caller.wait_until(lambda: self._caller.agent_state == "listening", "the end of what it says")
        spoken = await self.client.audio.speech.create(input=words, model="tts-1", voice="any", response_format="pcm")
        sound = await spoken.aread()
        resampler = rtc.AudioResampler(SPOKEN_AT_HZ, SAMPLE_RATE)
        frames = [*resampler.push(rtc.AudioFrame(sound, SPOKEN_AT_HZ, 1, len(sound) // 2)), *resampler.flush()]
        await self._caller.play(b"".join(bytes(frame.data) for frame in frames))


@asynccontextmanager
async def call_by_voice(livekit: LiveKitServer, folder: Path) -> AsyncIterator[tuple[Caller, Speaker]]:
    sample_settings(folder, now=datetime.now(UTC))
    with real_voice(folder) as origin:
        settings = {"ALOUD_MAILDIR": f"{folder}/inbox", "ALOUD_ADDRESSES": SAMPLE_ADDRESS, "ALOUD_VOICE": "local"}
        async with (
            worker(livekit, folder, ALOUD_VOICE_URL=f"{origin}/v1", **settings),
            AsyncOpenAI(base_url=f"{origin}/v1", api_key="none", max_retries=0) as client,
            caller_in(livekit, room="by-voice") as caller,
        ):
            await caller.open_microphone()
            await caller.hear(after=0, containing="What shall I do with it?")
            yield caller, Speaker(caller, client)


async def test_commands_and_a_yes_are_heard_and_answered_by_voice(livekit: LiveKitServer, tmp_path: Path) -> None:
    async with call_by_voice(livekit, tmp_path) as (caller, me):
        before = flags_of(tmp_path / "inbox")
        assert caller.loud_frames > 0
        await me.say("Next.", containing="Mr Grant has to know")
        await me.say("Archive it.", containing="Archived")
        assert len(flags_of(tmp_path / "inbox")) == len(before) - 1
        await me.say("Undo that.", containing="Undone")
        assert len(flags_of(tmp_path / "inbox")) == len(before)
        await me.say("Archive it.", containing="Archived")
        await caller.wait_until(lambda: caller.agent_state == "listening", "the end of it")
        await caller.type("archive all newsletters", containing="Yes or no.")
        assert len(flags_of(tmp_path / "inbox")) == len(before) - 1
        await me.say("Yes.", containing="Archived")
        assert len(flags_of(tmp_path / "inbox")) < len(before) - 1
