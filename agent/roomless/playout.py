"""A buffer of sound to be played: filled by the event loop, emptied by the sound device's own thread.

The lock makes taking samples atomic, so that no piece of a sentence is left after it was cut off.
"""

import threading
from typing import Any


class Playout:
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
