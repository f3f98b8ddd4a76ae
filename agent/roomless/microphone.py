"""The machine's microphone as the audio input of a session, through PortAudio.

PortAudio hands over samples on a thread of its own; they wait for the event loop, a second of them at most, so that a loop that is busy
hears a gap and not an ever older past.
"""

import asyncio
from collections.abc import Callable
from typing import Protocol

from livekit import rtc
from livekit.agents.voice.io import AudioInput

from agent.roomless.loudspeaker import NO_PORTAUDIO

HEARS_AT_HZ = 16_000
BLOCK = HEARS_AT_HZ // 50
MOST_WAITING = 50
"""Blocks of a fiftieth of a second."""
NO_MICROPHONE = "This machine has no microphone, or this program may not use it."

Take = Callable[..., None]


class MicrophoneMissingError(Exception):
    """Nothing can be heard here; `str()` says what is missing, in one sentence."""


class InputDevice(Protocol):
    """A sound device that records 16 bit mono samples; `sounddevice.RawInputStream` is one."""

    def close(self) -> None: ...


OpenInput = Callable[[Take], InputDevice]
"""Opens and starts a device that hands each block of `HEARS_AT_HZ` samples a second to the given function."""


def default_input(take: Take) -> InputDevice:
    """The system's default input. Raises `MicrophoneMissingError`."""
    try:
        import sounddevice  # noqa: PLC0415 - importing it fails where the system library is missing
    except OSError:
        raise MicrophoneMissingError(NO_PORTAUDIO) from None
    try:
        stream = sounddevice.RawInputStream(samplerate=HEARS_AT_HZ, blocksize=BLOCK, channels=1, dtype="int16", callback=take)
        stream.start()
    except (sounddevice.PortAudioError, ValueError):
        raise MicrophoneMissingError(NO_MICROPHONE) from None
    device: InputDevice = stream
    return device


class Microphone(AudioInput):
    """What it hears, from its making on, as frames; belongs to the event loop that it was made in. `aclose` it.

    Raises `MicrophoneMissingError` when built on a machine without PortAudio or without a microphone.
    """

    def __init__(self, open_device: OpenInput = default_input) -> None:
        super().__init__(label="microphone")
        self._loop = asyncio.get_running_loop()
        self._blocks: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)
        self._closed = False
        self._device = open_device(self._taken)

    async def __anext__(self) -> rtc.AudioFrame:
        block = await self._blocks.get()
        if block is None:
            raise StopAsyncIteration
        return rtc.AudioFrame(block, HEARS_AT_HZ, 1, len(block) // 2)

    async def aclose(self) -> None:
        """Let go of the device; nothing comes after this."""
        self._device.close()
        self._closed = True
        self._put(None)

    def _taken(self, block: object, *_: object) -> None:
        """PortAudio calls this on its own thread; the memory is its own, too."""
        samples = bytes(block)  # type: ignore[call-overload]  # PortAudio's buffer, which has no type
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._put, samples)

    def _put(self, block: bytes | None) -> None:
        if self._closed and block is not None:
            return
        if self._blocks.full():
            self._blocks.get_nowait()
        self._blocks.put_nowait(block)
