"""What was said in a typed session, numbered, for all the pages that show it: each reads from where it stopped.

Only the newest are kept: a page that was away for long loads the conversation again.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum

MOST_KEPT = 1_000


class TalkEventKind(StrEnum):
    YOU = "you"
    """A line of the user was taken, perhaps from another page."""
    WORDS = "words"
    """A piece of what Aloud says."""
    MOVED = "moved"
    """The line belongs to another conversation, whose id the words are."""
    TURN_ENDED = "turn_ended"
    """What Aloud says next is another turn."""
    OVER = "over"
    """The session has ended; a line typed now begins another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkEvent:
    """`words` of an `OVER` tell why it ended, in a word for the page."""

    number: int
    kind: TalkEventKind
    words: str = field(default="", repr=False)


class TalkEvents:
    """A `WrittenOutput`. `readers_changed` is called when the first page begins to read, and when the last one stops."""

    def __init__(self, readers_changed: Callable[[bool], None]) -> None:
        self.number = 0
        self.said = 0
        self._events: deque[TalkEvent] = deque(maxlen=MOST_KEPT)
        self._stirred = asyncio.Event()
        self._readers = 0
        self._readers_changed = readers_changed

    def write(self, words: str) -> None:
        self.put(TalkEventKind.WORDS, words)
        self.said = self.number

    def end_passage(self) -> None:
        """Nothing: passages are spaced so that together they read as one text."""

    def end_turn(self) -> None:
        self.put(TalkEventKind.TURN_ENDED)

    def put(self, kind: TalkEventKind, words: str = "") -> None:
        self.number += 1
        self._events.append(TalkEvent(number=self.number, kind=kind, words=words))
        self._stirred.set()
        self._stirred = asyncio.Event()

    @property
    def are_read(self) -> bool:
        return self._readers > 0

    @contextmanager
    def read(self) -> Iterator[None]:
        """Somebody reads inside: what is said then reaches the user."""
        self._readers += 1
        self._readers_changed(self.are_read)
        try:
            yield
        finally:
            self._readers -= 1
            self._readers_changed(self.are_read)

    async def after(self, number: int, *, until: "asyncio.Task[object] | None" = None, pause_s: float) -> AsyncIterator[TalkEvent | None]:
        """The events behind that number as they come, until `until` is done or the session is over. None: nothing came for so long."""
        while True:
            stirred, is_last = self._stirred, until is not None and until.done()
            for event in [each for each in self._events if each.number > number]:
                number = event.number
                yield event
                if event.kind is TalkEventKind.OVER:
                    return
            if is_last:
                return
            if not await _first_of(stirred, until, pause_s):
                yield None


async def _first_of(stirred: asyncio.Event, until: "asyncio.Task[object] | None", within_s: float) -> bool:
    """Whether one of them came."""
    waiting: asyncio.Future[bool] = asyncio.ensure_future(stirred.wait())
    either: list[asyncio.Future[bool] | asyncio.Task[object]] = [waiting, *([until] if until is not None else [])]
    try:
        done, _ = await asyncio.wait(either, timeout=within_s, return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()
        with suppress(asyncio.CancelledError):
            await waiting
    return bool(done)
