"""Priorities of requests, a queue that serves a scarce resource by priority, and a semaphore on that queue."""

import asyncio
import heapq
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from enum import IntEnum


class Priority(IntEnum):
    """Who waits for the answer; the lower number is served first."""

    INTERACTIVE = 0
    PREFETCH = 1
    POLLING = 2


class PriorityQueue:
    """Waiters for units of a resource, by priority, and first come first served within one priority."""

    def __init__(self, take: Callable[[int, Priority], Collection[Priority]]) -> None:
        """`take` takes the units for a priority and returns nothing, or takes none and returns the priorities that must wait."""
        self._take = take
        self._waiting: list[tuple[Priority, int, int, asyncio.Future[None]]] = []
        self._orders = 0

    @property
    def first(self) -> Priority | None:
        """The priority of the first waiter; None if nobody waits."""
        return min((priority for priority, _, _, turn in self._waiting if not turn.done()), default=None)

    def join(self, units: int, priority: Priority) -> asyncio.Future[None]:
        """Done once the units are taken. A caller that cancels it must call `serve`, because others may wait behind it."""
        self._orders += 1
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (priority, self._orders, units, turn))
        return turn

    def serve(self) -> None:
        still: list[tuple[Priority, int, int, asyncio.Future[None]]] = []
        held_up: set[Priority] = set()
        while self._waiting:
            waiter = priority, _, units, turn = heapq.heappop(self._waiting)
            if turn.done():
                continue
            if priority not in held_up:
                held_up.update(lack := self._take(units, priority))
                if not lack:
                    turn.set_result(None)
                    continue
            still.append(waiter)
        self._waiting = still  # in order, and so a heap


class PrioritySemaphore:
    """At most `size` at once. A priority gets a slot only while more are free than `kept_free` says for it.

    Background requests may hang until their timeout. If they could take every slot, a waiting caller would be stuck behind them. With too
    few slots to keep any free, all priorities share them.
    """

    def __init__(self, size: int, *, kept_free: Mapping[Priority, int]) -> None:
        self._free = size
        self._kept_free = {priority: min(kept_free[priority], size - 1) for priority in Priority}
        self._queue = PriorityQueue(self._take)

    @asynccontextmanager
    async def slot(self, priority: Priority) -> AsyncIterator[None]:
        turn = self._queue.join(1, priority)
        self._queue.serve()
        try:
            await turn
            yield
        finally:
            if turn.done() and not turn.cancelled():  # it may be given the slot and cancelled before it runs again
                self._free += 1
            self._queue.serve()

    def _take(self, units: int, priority: Priority) -> Collection[Priority]:
        """A request without a free slot blocks only its own priority."""
        if self._free <= self._kept_free[priority]:
            return (priority,)
        self._free -= units
        return ()
