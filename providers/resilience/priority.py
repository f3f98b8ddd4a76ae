"""Who waits for an answer, and a semaphore that serves them in that order."""

import asyncio
import heapq
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from enum import IntEnum


class Priority(IntEnum):
    """Who waits for the answer; the lower number is served first."""

    INTERACTIVE = 0
    PREFETCH = 1
    POLLING = 2


class PrioritySemaphore:
    """At most `size` at once. A priority gets a slot only while more are free than `kept_free` says for it.

    Something that nobody waits for may hang for as long as its timeout. If such things could take every slot, whoever waits for an answer
    would wait behind them. With so few slots that nothing could be kept free, everyone gets one in turn.
    """

    def __init__(self, size: int, *, kept_free: Mapping[Priority, int]) -> None:
        self._free = size
        self._kept_free = {priority: min(kept_free[priority], size - 1) for priority in Priority}
        self._waiting: list[tuple[Priority, int, asyncio.Future[None]]] = []
        self._orders = 0

    @asynccontextmanager
    async def slot(self, priority: Priority) -> AsyncIterator[None]:
        """Hold a slot while the block runs."""
        self._orders += 1
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (priority, self._orders, turn))
        self._serve()
        try:
            await turn
            yield
        finally:
            if turn.done() and not turn.cancelled():  # it may be given the slot and cancelled before it runs again
                self._free += 1
            self._serve()

    def _serve(self) -> None:
        """Whoever may not take a slot because of those kept free holds up only their own kind."""
        still: list[tuple[Priority, int, asyncio.Future[None]]] = []
        while self._waiting:
            waiter = priority, _, turn = heapq.heappop(self._waiting)
            if turn.done():
                continue
            if self._free <= self._kept_free[priority]:
                still.append(waiter)
            else:
                self._free -= 1
                turn.set_result(None)
        self._waiting = still  # in order, and so a heap
