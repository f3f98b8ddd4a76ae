"""The loudspeaker as LiveKit uses it, on a device that plays only what the test lets it play."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

import pytest
import pytest_asyncio
from livekit import rtc
from livekit.agents.voice.io import PlaybackFinishedEvent, PlaybackStartedEvent

from agent.roomless.loudspeaker import Loudspeaker

RATE = 8000
FRAME = rtc.AudioFrame(b"\x10\x27" * (RATE // 10), RATE, 1, RATE // 10)


@dataclass
class Device:
    fill: Callable[..., None]
    samplerate: float = RATE
    latency: float = 0.0
    active: bool = True
    closed: bool = False
    heard: bytearray = field(default_factory=bytearray)

    def play(self, seconds: float) -> bytes:
        buffer = bytearray(round(seconds * RATE) * 2)
        self.fill(memoryview(buffer), len(buffer) // 2, None, None)
        self.heard += buffer
        return bytes(buffer)

    def close(self) -> None:
        self.closed = True


class Listener:
    """What LiveKit is told."""

    def __init__(self, loudspeaker: Loudspeaker) -> None:
        self.started: list[PlaybackStartedEvent] = []
        self.finished: list[PlaybackFinishedEvent] = []
        loudspeaker.on("playback_started", self.started.append)
        loudspeaker.on("playback_finished", self.finished.append)


@pytest_asyncio.fixture
async def loudspeaker() -> AsyncIterator[Loudspeaker]:
    loudspeaker = Loudspeaker(Device)
    yield loudspeaker
    await loudspeaker.aclose()


@pytest.fixture
def device(loudspeaker: Loudspeaker) -> Device:
    assert isinstance(loudspeaker.device, Device)
    return loudspeaker.device


async def capture(loudspeaker: Loudspeaker, frames: int) -> None:
    for _ in range(frames):
        await loudspeaker.capture_frame(FRAME)


async def test_a_sentence_is_reported_once_it_was_played_to_its_end(loudspeaker: Loudspeaker, device: Device) -> None:
    told = Listener(loudspeaker)
    await capture(loudspeaker, 3)
    assert len(told.started) == 1
    loudspeaker.flush()
    assert device.play(0.2) == bytes(FRAME.data) * 2
    assert not told.finished
    assert device.play(0.2) == bytes(FRAME.data) + bytes(len(FRAME.data) * 2)
    ended = await loudspeaker.wait_for_playout()
    assert ended == PlaybackFinishedEvent(playback_position=0.3, interrupted=False)
    assert told.finished == [ended]


async def test_an_interruption_is_silence_at_once_and_reports_what_was_heard(loudspeaker: Loudspeaker, device: Device) -> None:
    await capture(loudspeaker, 10)
    loudspeaker.flush()
    device.play(0.4)
    loudspeaker.clear_buffer()
    assert not any(device.play(0.5))
    ended = await loudspeaker.wait_for_playout()
    assert ended == PlaybackFinishedEvent(playback_position=0.4, interrupted=True)


async def test_what_still_comes_of_an_interrupted_sentence_is_not_played(loudspeaker: Loudspeaker, device: Device) -> None:
    await capture(loudspeaker, 2)
    device.play(0.1)
    loudspeaker.clear_buffer()
    await capture(loudspeaker, 5)
    loudspeaker.flush()
    loudspeaker.clear_buffer()
    assert not any(device.play(1.0))
    ended = await loudspeaker.wait_for_playout()
    assert ended == PlaybackFinishedEvent(playback_position=0.1, interrupted=True)


async def test_the_next_sentence_is_whole(loudspeaker: Loudspeaker, device: Device) -> None:
    told = Listener(loudspeaker)
    await capture(loudspeaker, 10)
    loudspeaker.flush()
    loudspeaker.clear_buffer()
    await capture(loudspeaker, 2)
    loudspeaker.flush()
    assert device.play(0.2) == bytes(FRAME.data) * 2
    await loudspeaker.wait_for_playout()
    assert told.finished == [
        PlaybackFinishedEvent(playback_position=0.0, interrupted=True),
        PlaybackFinishedEvent(playback_position=0.2, interrupted=False),
    ]
    assert len(told.started) == 2


async def test_clearing_while_nothing_plays_does_nothing_to_what_follows(loudspeaker: Loudspeaker, device: Device) -> None:
    told = Listener(loudspeaker)
    loudspeaker.clear_buffer()
    loudspeaker.flush()
    await capture(loudspeaker, 1)
    loudspeaker.flush()
    device.play(0.1)
    await loudspeaker.wait_for_playout()
    assert told.finished == [PlaybackFinishedEvent(playback_position=0.1, interrupted=False)]


async def test_sound_that_comes_slowly_is_one_sentence(loudspeaker: Loudspeaker, device: Device) -> None:
    told = Listener(loudspeaker)
    await capture(loudspeaker, 1)
    device.play(0.5)
    await capture(loudspeaker, 1)
    loudspeaker.flush()
    device.play(0.1)
    ended = await loudspeaker.wait_for_playout()
    assert ended.playback_position == 0.2
    assert (len(told.started), len(told.finished)) == (1, 1)


async def test_a_device_that_is_unplugged_does_not_hold_the_call(loudspeaker: Loudspeaker, device: Device) -> None:
    await capture(loudspeaker, 2)
    device.play(0.1)
    device.active = False
    loudspeaker.flush()
    ended = await loudspeaker.wait_for_playout()
    assert ended.playback_position == 0.1


async def test_closing_in_mid_sentence_reports_it_and_lets_the_device_go() -> None:
    loudspeaker = Loudspeaker(Device)
    told = Listener(loudspeaker)
    await capture(loudspeaker, 5)
    loudspeaker.flush()
    await asyncio.wait_for(loudspeaker.aclose(), 1.0)
    assert [event.interrupted for event in told.finished] == [True]
    assert isinstance(loudspeaker.device, Device)
    assert loudspeaker.device.closed
