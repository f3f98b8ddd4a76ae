"""A write-behind queue for a store that may be slow or away: `put` never waits, and one task writes in the background.

Items that are put during a write go out together with the next one; of several items with one key only the newest is written. A failed
write is repeated, together with newer items, after a pause that doubles.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping
from itertools import count
from typing import Generic, Self, TypeVar

logger = logging.getLogger(__name__)

FIRST_PAUSE_S = 0.25
LONGEST_PAUSE_S = 5.0
CLOSE_WITHIN_S = 3.0
LAST_TRY_S = 1.0
"""How long closing waits for a store that is known to be away: hanging up should be quick."""

ANSWER_WITHIN_S = 15.0
"""After this a store that does not answer counts as away; longer than the embedded database waits for its lock."""

Key = TypeVar("Key")
Item = TypeVar("Item")


class WriteBehind(Generic[Key, Item]):
    """Hands what is put to `write`, in the order in which the keys were put last, until `write` returns without an error.

    An async context manager, or else whoever owns it has `run` in a task of their own; belongs to one event loop.
    """

    def __init__(
        self,
        name: str,
        write: Callable[[Mapping[Key, Item]], Awaitable[None]],
        *,
        first_pause_s: float = FIRST_PAUSE_S,
        longest_pause_s: float = LONGEST_PAUSE_S,
        rest_s: float = 0.0,
        look_every_s: float | None = None,
    ) -> None:
        """`rest_s` lies between two writes unless somebody drains.

        With `look_every_s`, `write` is called in the beginning too, and whenever nothing was put for so long, with nothing to write.
        """
        self._name = name
        self._write = write
        self._first_pause_s = first_pause_s
        self._longest_pause_s = longest_pause_s
        self._rest_s = rest_s
        self._look_every_s = look_every_s
        self._numbers = count()
        self._waiting: dict[Key, tuple[int, Item]] = {}
        self._work = asyncio.Event()
        self._hurry = asyncio.Event()
        self._all_written = asyncio.Event()
        self._away = self._closing = False
        self._task: asyncio.Task[None] | None = None
        if look_every_s is None:
            self._all_written.set()
        else:
            self._work.set()

    @property
    def away(self) -> bool:
        return self._away

    def put(self, key: Key, item: Item) -> None:
        """Have this written in place of what waits under the key; returns at once."""
        self._waiting.pop(key, None)
        self._waiting[key] = next(self._numbers), item
        self._all_written.clear()
        self._work.set()

    async def drain(self, *, within_s: float | None = CLOSE_WITHIN_S) -> int:
        """Write at once, and wait until everything is written or `within_s` have passed; returns how much is not."""
        self._hurry.set()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                await self._all_written.wait()
                while self._waiting:  # put between the last write and this task's turn
                    self._hurry.set()
                    await self._all_written.wait()
        return len(self._waiting)

    async def aclose(self, *, within_s: float = CLOSE_WITHIN_S) -> int:
        """Drain, for a second at most where the store is away, then stop; returns how much is not written."""
        task, self._task = self._task, None
        if task is None:
            return 0
        await self.drain(within_s=min(within_s, LAST_TRY_S) if self._away else within_s)
        # The task is asked to end before it is cancelled, so that a running write can end by itself.
        self._closing = True
        self._work.set()
        self._hurry.set()
        await asyncio.wait([task], timeout=LAST_TRY_S)
        task.cancel()
        await asyncio.wait([task])
        return len(self._waiting)

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self.run(), name=f"{self._name} writer")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def run(self) -> None:
        """Write what is put, until cancelled."""
        pause_s = self._first_pause_s
        while not self._closing:
            await _within(self._look_every_s, self._work)
            self._hurry.clear()
            batch = dict(self._waiting)
            self._away = not await self._written(batch)
            if self._away:
                await _within(pause_s, self._hurry)
                pause_s = min(2 * pause_s, self._longest_pause_s)
                continue
            pause_s = self._first_pause_s
            if batch:
                await _within(self._rest_s, self._hurry)

    async def _written(self, batch: Mapping[Key, tuple[int, Item]]) -> bool:
        self._work.clear()
        try:
            async with asyncio.timeout(ANSWER_WITHIN_S):
                await self._write({key: item for key, (_, item) in batch.items()})
        except Exception as error:  # the task must survive any failed write; the items stay here and are written later
            if not self._away:
                kept = {"queue": self._name, "waiting": len(batch), "error": type(error).__name__}
                logger.warning("not written yet", extra=kept)
            self._work.set()
            return False
        for key, entry in batch.items():
            if self._waiting[key] is entry:
                del self._waiting[key]
        if self._waiting:
            self._work.set()
        else:
            self._all_written.set()
        return True


async def _within(seconds: float | None, event: asyncio.Event) -> None:
    # Not `wait_for`, which before Python 3.12 may swallow the cancellation of its caller.
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
