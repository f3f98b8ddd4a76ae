"""The machine's loudspeaker as the audio output of a session, through PortAudio.

A segment is what LiveKit captures between two flushes: one sentence or one answer. Each segment that began is reported as finished exactly
once, with how much of it was played; LiveKit waits for that report before anything else is spoken.
"""

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

from livekit import rtc
from livekit.agents.voice.io import AudioOutput, AudioOutputCapabilities


class Playout:
    """Sound to be played: filled by the event loop, emptied by the device's own thread. By the lock no piece is left after a cut."""

    def __init__(self) -> None:
        self._waiting = bytearray()
        self._lock = threading.Lock()

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def put(self, sound: bytes) -> None:
        with self._lock:
            self._waiting += sound

    def fill(self, buffer: Any, *_: object) -> None:
        """Fill the device's buffer with what comes next, and with silence where nothing waits. PortAudio calls this."""
        with self._lock:
            sound = bytes(self._waiting[: len(buffer)])
            del self._waiting[: len(buffer)]
        buffer[:] = sound.ljust(len(buffer), b"\0")

    def drop(self) -> int:
        """Drop what waits; returns how many bytes that was."""
        with self._lock:
            dropped = len(self._waiting)
            self._waiting.clear()
        return dropped


LATENCY_S = 0.1
"""The device buffer: short enough to fall silent at once, long enough for a callback written in Python."""

SHORTEST_WAIT_S = 0.01

NO_PORTAUDIO = "This machine has no PortAudio library (libportaudio2)."
NO_DEVICE = "This machine has no sound device."


class LoudspeakerMissingError(Exception):
    """There is no sound here; `str()` says what is missing, in one sentence."""


class Device(Protocol):
    """A sound device that plays 16 bit mono samples; `sounddevice.RawOutputStream` is one."""

    @property
    def samplerate(self) -> float: ...

    @property
    def latency(self) -> float:
        """Seconds from a sample's being taken to its being heard."""

    @property
    def active(self) -> bool:
        """Whether it still takes samples; False after it was unplugged."""

    def close(self) -> None: ...


OpenDevice = Callable[[Callable[..., None]], Device]
"""Opens and starts a device that calls the given function to fill its buffer."""


def default_device(fill: Callable[..., None]) -> Device:
    """The system's default output, at the rate that it likes best. Raises `LoudspeakerMissingError`."""
    try:
        import sounddevice  # noqa: PLC0415 - importing it fails where the system library is missing
    except OSError:
        raise LoudspeakerMissingError(NO_PORTAUDIO) from None
    try:
        stream = sounddevice.RawOutputStream(channels=1, dtype="int16", latency=LATENCY_S, callback=fill)
        stream.start()
    except (sounddevice.PortAudioError, ValueError):
        raise LoudspeakerMissingError(NO_DEVICE) from None
    device: Device = stream
    return device


class Loudspeaker(AudioOutput):
    """Plays frames as they come; falls silent when cleared. `aclose` it.

    Raises `LoudspeakerMissingError` when built on a machine without PortAudio or without a sound device.
    """

    def __init__(self, open_device: OpenDevice = default_device) -> None:
        self._playout = Playout()
        self.device = open_device(self._playout.fill)
        rate = round(self.device.samplerate)
        super().__init__(label="loudspeaker", capabilities=AudioOutputCapabilities(pause=False), sample_rate=rate)
        self._bytes_per_second = 2 * rate
        self._captured = 0  # bytes of the segment that is being captured or played
        self._unplayed = 0  # those among them that an interruption kept from being played
        self._interrupted = asyncio.Event()
        self._report: asyncio.Task[None] | None = None

    async def capture_frame(self, frame: rtc.AudioFrame) -> None:
        """Queue a frame. What comes after an interruption and before the flush is not played."""
        if self._report:
            await asyncio.wait({self._report})
        await super().capture_frame(frame)
        if not self._captured:
            self._interrupted.clear()
            self.on_playback_started(created_at=time.time())
        sound = bytes(frame.data)
        self._captured += len(sound)
        if self._interrupted.is_set():
            self._unplayed += len(sound)
        else:
            self._playout.put(sound)

    def flush(self) -> None:
        """The segment is complete: report when it has been played."""
        super().flush()
        if self._captured and not self._report:
            self._report = asyncio.create_task(self._report_when_played())

    def clear_buffer(self) -> None:
        """Fall silent at once. Between segments there is nothing to interrupt."""
        if self._captured:
            self._unplayed += self._playout.drop()
            self._interrupted.set()

    async def _report_when_played(self) -> None:
        while (left := self._playout.waiting) and self.device.active and not self._interrupted.is_set():
            await self._interrupted_within(max(SHORTEST_WAIT_S, left / self._bytes_per_second))
        await self._interrupted_within(self.device.latency)
        played = self._captured - self._unplayed - self._playout.drop()
        self._captured = self._unplayed = 0
        self._report = None
        self.on_playback_finished(playback_position=played / self._bytes_per_second, interrupted=self._interrupted.is_set())

    async def _interrupted_within(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._interrupted.wait()

    async def aclose(self) -> None:
        """Fall silent, report what was played, and let go of the device."""
        self.clear_buffer()
        if self._report:
            await asyncio.wait({self._report})
        self.device.close()
