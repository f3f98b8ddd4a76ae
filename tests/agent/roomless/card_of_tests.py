"""Both devices of a machine, and its screen, for calls that talk."""

import asyncio
import threading
import time
from collections.abc import Callable

from agent.roomless.microphone import BLOCK, HEARS_AT_HZ

SPOKEN_AT_HZ = 24_000
BLOCK_S = BLOCK / HEARS_AT_HZ


class CardOfTests:
    """Both devices of a machine: it hears what it is given, else silence, and counts what is played; in real time, or so much `hurried`."""

    samplerate = float(SPOKEN_AT_HZ)
    latency = 0.0
    active = True

    def __init__(self, *, hurried: int = 1) -> None:
        self._block_s = BLOCK_S / hurried
        self._take: Callable[..., None] = lambda *_: None
        self._fill: Callable[..., None] = lambda *_: None
        self._sound = bytearray()
        self.loud = 0
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def input(self, take: Callable[..., None]) -> "CardOfTests":
        self._take = take
        return self

    def output(self, fill: Callable[..., None]) -> "CardOfTests":
        self._fill = fill
        return self

    def hear(self, sound: bytes) -> None:
        self._sound += sound

    def _run(self) -> None:
        due = time.monotonic()
        while self.active:
            block = bytes(self._sound[: 2 * BLOCK]).ljust(2 * BLOCK, b"\0")
            del self._sound[: 2 * BLOCK]
            self._take(memoryview(block), BLOCK, None, None)
            played = bytearray(2 * round(SPOKEN_AT_HZ * BLOCK_S))
            self._fill(memoryview(played), len(played) // 2, None, None)
            self.loud += any(played)
            due += self._block_s
            time.sleep(max(0.0, due - time.monotonic()))

    def close(self) -> None:
        self.active = False


class Screen:
    """What a caller reads of it."""

    def __init__(self) -> None:
        self.text = ""
        self.heard: list[str] = []

    def write(self, words: str) -> None:
        self.text += words

    def end_passage(self) -> None:
        pass

    def end_turn(self) -> None:
        pass

    async def shows(self, words: str) -> None:
        async with asyncio.timeout(40):
            while words not in self.text:  # noqa: ASYNC110 - it is written by the call
                await asyncio.sleep(0.05)
