"""A caller who has spoken hears something within eight seconds, whatever is slow, and no tone where nothing is due."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import numpy as np
from livekit import rtc
from livekit.agents import AgentSession, AgentStateChangedEvent, CloseEvent, UserInputTranscribedEvent, UserStateChangedEvent
from livekit.agents.voice.events import CloseReason, UserState
from livekit.agents.voice.io import AudioOutput, AudioOutputCapabilities

from agent.speaking.waiting_tone import SAMPLE_RATE, SILENT_FOR_S, WaitingTone, tone
from agent.turns.endpointing import SOUND_ENDS_AFTER_S
from session.background_tasks import BackgroundTasks
from tests.inbox.virtual_clock import in_virtual_time, now

PROMISED_S = 8.0
LINE_S = 0.5
"""What a room needs at most to bring a sound to the caller."""
LOUD = 200
"""What `tests.room.caller` takes for sound."""


class Voice(AudioOutput):
    """The agent's voice, which begins and ends when the test says so."""

    def __init__(self) -> None:
        super().__init__(label="voice", capabilities=AudioOutputCapabilities(pause=False))

    async def capture_frame(self, frame: rtc.AudioFrame) -> None:
        pass

    def flush(self) -> None:
        pass

    def clear_buffer(self) -> None:
        pass

    def begins(self) -> None:
        self.on_playback_started(created_at=now())

    def ends(self) -> None:
        self.emit("playback_finished", None)


class Waiting:
    """A caller whose words are transcribed, and the moments at which they hear the tone."""

    def __init__(self) -> None:
        self.session: AgentSession[None] = AgentSession(vad=None, turn_handling={"turn_detection": "manual"})
        self.session.output.audio = self.voice = Voice()
        self.tones: list[float] = []

    async def play(self) -> None:
        self.tones.append(now())

    def says(self, words: str) -> None:
        self.becomes("speaking")
        self.becomes("listening")
        if words:
            self.is_transcribed(words)

    def becomes(self, state: UserState) -> None:
        before: UserState = "listening" if state == "speaking" else "speaking"
        self.session.emit("user_state_changed", UserStateChangedEvent(old_state=before, new_state=state))

    def is_transcribed(self, words: str) -> None:
        self.session.emit("user_input_transcribed", UserInputTranscribedEvent(transcript=words, is_final=True))


@asynccontextmanager
async def waiting() -> AsyncIterator[Waiting]:
    caller = Waiting()
    async with BackgroundTasks() as background:
        WaitingTone(caller.session, caller.play, background, ignores=lambda words: words == "stop")
        yield caller
        caller.session.emit("close", CloseEvent(reason=CloseReason.USER_INITIATED))


@in_virtual_time
async def test_whatever_takes_long_the_caller_hears_the_tone_in_time_and_again_until_there_is_an_answer() -> None:
    async with waiting() as caller:
        caller.says("archive it")
        await asyncio.sleep(3 * PROMISED_S)
        silences = np.diff([-SOUND_ENDS_AFTER_S, *caller.tones])
        assert len(caller.tones) == int(3 * PROMISED_S / SILENT_FOR_S)
        assert max(silences) + LINE_S < PROMISED_S
        caller.voice.begins()
        await asyncio.sleep(3 * PROMISED_S)
        caller.voice.ends()
        tones = len(caller.tones)
        await asyncio.sleep(3 * PROMISED_S)
        assert len(caller.tones) == tones


@in_virtual_time
async def test_an_answer_in_time_is_all_that_is_heard() -> None:
    async with waiting() as caller:
        caller.says("next")
        await asyncio.sleep(SILENT_FOR_S - 1)
        caller.voice.begins()
        await asyncio.sleep(PROMISED_S)
        caller.voice.ends()
        await asyncio.sleep(PROMISED_S)
        assert caller.tones == []


@in_virtual_time
async def test_neither_a_noise_nor_a_stop_is_waited_for() -> None:
    async with waiting() as caller:
        for words in ("", "stop"):
            caller.says(words)
            await asyncio.sleep(3 * PROMISED_S)
        assert caller.tones == []


@in_virtual_time
async def test_who_speaks_for_long_hears_no_tone_over_it_although_the_agent_broke_off_and_the_words_are_transcribed_meanwhile() -> None:
    async with waiting() as caller:
        caller.says("read it in full")
        caller.voice.begins()
        caller.becomes("speaking")
        caller.voice.ends()
        for words in ("stop and write", "that Tuesday works"):
            caller.is_transcribed(words)
            await asyncio.sleep(PROMISED_S)
        assert caller.tones == []
        caller.becomes("listening")
        await asyncio.sleep(PROMISED_S)
        assert len(caller.tones) == 1


@in_virtual_time
async def test_the_agent_is_heard_to_its_end_without_a_tone_whatever_is_transcribed_meanwhile() -> None:
    async with waiting() as caller:
        caller.says("read it in full")
        caller.voice.begins()
        caller.is_transcribed("please")
        caller.says("mhm")
        await asyncio.sleep(3 * PROMISED_S)
        assert caller.tones == []


@in_virtual_time
async def test_a_reply_that_no_voice_has_spoken_is_not_waited_for_once_it_is_over() -> None:
    async with waiting() as caller:
        caller.says("next")
        await asyncio.sleep(PROMISED_S)
        assert len(caller.tones) == 1
        caller.session.emit("agent_state_changed", AgentStateChangedEvent(old_state="thinking", new_state="listening"))
        await asyncio.sleep(3 * PROMISED_S)
        assert len(caller.tones) == 1


@in_virtual_time
async def test_words_that_are_transcribed_late_are_waited_for_as_well() -> None:
    async with waiting() as caller:
        caller.says("")
        await asyncio.sleep(PROMISED_S)
        caller.is_transcribed("archive it")
        await asyncio.sleep(PROMISED_S)
        assert len(caller.tones) == 1


def test_the_tone_is_sound() -> None:
    pieces = np.frombuffer(tone(), np.int16).astype(np.float32).reshape(-1, round(SAMPLE_RATE * 0.01))
    assert np.mean(np.mean(pieces * pieces, axis=1) > LOUD**2) > 0.9
