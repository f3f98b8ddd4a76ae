"""A call by voice in a real room with nothing but this machine: how soon one is heard, answered and let in, and what ends a sentence.

The caller speaks with Piper, its last sample being the last loud one. "Heard" is from the end of speech as the voice detection reports it,
which is so much later than the last sample as it waits for; "let in" is from the first sample to the last sound of the agent. A sound
that is no words may make the agent pause, since words take a while to be known as such; it has ended a sentence if the agent says no more.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from os import getloadavg
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import numpy as np
from livekit import rtc
from openai import AsyncOpenAI

from agent.turns.endpointing import SOUND_ENDS_AFTER_S
from benchmarks.record import Figure, Measured
from tests.randomness import times
from tests.room.caller import FRAME_S, SAMPLE_RATE, Caller
from tests.room.test_local_voice import SPOKEN_AT_HZ, call_by_voice
from tests.servers.livekit import livekit_server

INSTANT = ("Next.", "Go back.", "Say that again.", "How many are left?", "Flag it.", "Undo that.")
LAPS = times(1, in_proofs=5)
BARGE_INS = times(3, in_proofs=20)
ASIDES = times(1, in_proofs=7)
HEARD_S, ANSWERED_S, LET_IN_S = 0.7, 1.5, 0.8
LOUD = 400
INTO_IT_S = 1.5
"""Of an answer, before anybody speaks into it."""
GOES_ON_S, ENDED_S = 6.0, 4.5
"""So long the agent is listened to behind a sound; a longer silence is an end. LiveKit goes on two seconds after a sound without words."""
QUIET_S = 0.6


@dataclass(slots=True)
class Times:
    heard: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    let_in: list[float] = field(default_factory=list)
    ended_by: dict[str, list[bool]] = field(default_factory=dict)
    paused_by: dict[str, list[float]] = field(default_factory=dict)
    """Seconds of the longest silence behind each sound."""
    load: float = 0.0


class Talker:
    """The caller with a voice."""

    def __init__(self, caller: Caller, client: AsyncOpenAI) -> None:
        self.caller = caller
        self._client = client

    async def sound(self, words: str) -> bytes:
        """As the microphone takes it, from its first loud sample to its last."""
        spoken = await self._client.audio.speech.create(input=words, model="tts-1", voice="any", response_format="pcm")
        raw = await spoken.aread()
        resampler = rtc.AudioResampler(SPOKEN_AT_HZ, SAMPLE_RATE)
        frames = [*resampler.push(rtc.AudioFrame(raw, SPOKEN_AT_HZ, 1, len(raw) // 2)), *resampler.flush()]
        samples = np.frombuffer(b"".join(bytes(frame.data) for frame in frames), np.int16)
        loud = np.flatnonzero(np.abs(samples.astype(np.int32)) > LOUD)
        return samples[loud[0] : loud[-1] + 1].tobytes()

    async def silence(self) -> None:
        await self.caller.send("stop")
        heard = -1
        while heard != self.caller.loud_frames or self.caller.agent_state != "listening":
            heard = self.caller.loud_frames
            await asyncio.sleep(QUIET_S)

    async def command(self, words: str, times_: Times) -> None:
        sound, loop = await self.sound(words), asyncio.get_running_loop()
        await self.silence()
        said, loud = len(self.caller.i_said), self.caller.loud_frames
        await self.caller.play(sound)
        await self.caller.wait_until(lambda: len(self.caller.i_said) > said, "what was heard")
        times_.heard.append(loop.time() - self.caller.fell_silent_at - SOUND_ENDS_AFTER_S)
        await self.caller.wait_until(lambda: self.caller.loud_frames > loud, "the answer")
        times_.answered.append(loop.time() - (self.caller.loud_frames - loud) * FRAME_S - self.caller.fell_silent_at)

    async def long_answer(self) -> None:
        """Returns in the middle of one."""
        await self.silence()
        loud = self.caller.loud_frames
        await self.caller.send("read it in full")
        await self.caller.hear_for(INTO_IT_S, after=loud)

    async def barge_in(self, sound: bytes) -> float:
        """Seconds from the first sample to the last sound of the agent."""
        await self.long_answer()
        began, said = asyncio.get_running_loop().time(), len(self.caller.i_said)
        await self.caller.play(sound)
        *_, last = [at async for at in self._sounds(until_quiet_s=QUIET_S)]
        await self.caller.wait_until(lambda: len(self.caller.i_said) > said, "what was heard")
        return last - began

    async def silence_behind(self, sound: bytes) -> float:
        """Seconds of the longest silence of the agent from then on."""
        await self.long_answer()
        await self.caller.play(sound)
        times_ = [at async for at in self._sounds(until_quiet_s=GOES_ON_S, within_s=GOES_ON_S)]
        return max(b - a for a, b in pairwise([*times_, asyncio.get_running_loop().time()]))

    async def _sounds(self, *, until_quiet_s: float, within_s: float = inf) -> AsyncIterator[float]:
        """When something of the agent was heard, beginning with now."""
        loop = asyncio.get_running_loop()
        began = last = loop.time()
        loud = self.caller.loud_frames
        yield last
        while loop.time() - last < until_quiet_s and loop.time() - began < within_s:
            await asyncio.sleep(FRAME_S)
            if self.caller.loud_frames != loud:
                loud, last = self.caller.loud_frames, loop.time()
                yield last


def cough() -> bytes:
    """Two bursts of noise that fade."""
    rng, fading = np.random.default_rng(3), np.exp(-np.arange(SAMPLE_RATE // 6) / (SAMPLE_RATE / 25))
    burst = (0.3 * 32_767 * fading * rng.standard_normal(len(fading)) / 3).astype(np.int16)
    return np.concatenate([burst, np.zeros(SAMPLE_RATE // 10, np.int16), burst]).tobytes()


def quieter(sound: bytes, decibels: float) -> bytes:
    return (np.frombuffer(sound, np.int16) * 10 ** (-decibels / 20)).astype(np.int16).tobytes()


async def measured(folder: Path) -> Times:
    found = Times()
    async with livekit_server(folder) as livekit, call_by_voice(livekit, folder) as (caller, me):
        talker = Talker(caller, me.client)
        for words in INSTANT * LAPS:
            await talker.command(words, found)
        stop = await talker.sound("Stop, please.")
        found.let_in = [await talker.barge_in(stop) for _ in range(BARGE_INS)]
        echo = quieter(await talker.sound("Here is the whole mail. I hope this finds you well."), 30)
        for name, sound in {"a cough": cough(), "mhm": await talker.sound("Mhm."), "its own echo": echo}.items():
            found.paused_by[name] = [await talker.silence_behind(sound) for _ in range(ASIDES)]
            found.ended_by[name] = [each > ENDED_S for each in found.paused_by[name]]
        found.load, *_ = getloadavg()
    return found


def p95(seconds: Sequence[float]) -> float:
    return float(np.percentile(seconds, 95))


def main() -> Measured:
    with TemporaryDirectory() as folder:
        found = asyncio.run(measured(Path(folder)))
    return Measured(
        figures=[
            Figure(what="end of speech to transcript, p95, s", measured=p95(found.heard), at_most=HEARD_S),
            Figure(what="last sample to first sound, p95, s", measured=p95(found.answered), at_most=ANSWERED_S),
            Figure(what="first sample to silence of the agent, p95, s", measured=p95(found.let_in), at_most=LET_IN_S),
            *(
                Figure(what=f"sentences ended by {name}, %", measured=100 * sum(ended) / len(ended), at_most=0)
                for name, ended in found.ended_by.items()
            ),
            *(Figure(what=f"longest silence behind {name}, median, s", measured=median(each)) for name, each in found.paused_by.items()),
            Figure(what="load of the machine at the end of the call in a room", measured=found.load),
        ],
        numbers={
            "heard": found.heard,
            "answered": found.answered,
            "let in": found.let_in,
            "ended by": found.ended_by,
            "silences behind": found.paused_by,
        },
    )
