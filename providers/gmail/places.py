"""How many requests are under way at once, and for whom places are kept free.

A request that is read ahead may hang for as long as its time-out. If such requests could take every place, whoever waits for an answer
would wait behind them; so some places are only for those who are in more of a hurry.
"""

import asyncio
import heapq
from collections.abc import Mapping
from types import MappingProxyType

from providers.gmail.quota import Priority

KEPT_FREE: Mapping[Priority, int] = MappingProxyType({Priority.INTERACTIVE: 0, Priority.PREFETCH: 4, Priority.POLLING: 3})
"""One may be taken only while more than so many are free: of eight, reading ahead gets four, and polling one that those left."""


class Places:
    """A semaphore by priority. With so few places that nothing could be kept free, everyone gets one in turn."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._kept_free = {priority: min(kept, places - 1) for priority, kept in KEPT_FREE.items()}
        self._waiting: list[tuple[Priority, int, asyncio.Future[None]]] = []
        self._orders = 0

    async def take(self, priority: Priority) -> None:
        """Return once there is a place; whoever takes one gives it back."""
        self._orders += 1
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (priority, self._orders, future))
        self._serve()
        try:
            await future
        except asyncio.CancelledError:
            if future.cancelled():
                self._serve()
            else:  # it was given the place and cancelled before it could use it
                self.give_back()
            raise

    def give_back(self) -> None:
        """A request is over."""
        self._free += 1
        self._serve()

    def _serve(self) -> None:
        """Whoever may not take a place because of those kept free holds up only their own kind."""
        still: list[tuple[Priority, int, asyncio.Future[None]]] = []
        while self._waiting:
            waiter = priority, _, future = heapq.heappop(self._waiting)
            if future.done():
                continue
            if self._free <= self._kept_free[priority]:
                still.append(waiter)
            else:
                self._free -= 1
                future.set_result(None)
        self._waiting = still  # in order, and so a heap
