"""Who computes: one at a time on each core, and whoever waits first is next.

More at once would make each slower than speech. A request that would have to wait behind too many is refused at once, because an answer
that comes too late is of no use in a conversation. A request that speaks takes a turn for each piece, so that a long text holds up
nobody; only its first turn may be refused, since what has begun is finished.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from voice.listener import Stop

Result = TypeVar("Result")


class QueueFullError(Exception):
    """Too many wait already."""


class CoreQueue:
    """Belongs to one event loop."""

    def __init__(self, *, cores: int, may_wait: int) -> None:
        self.cores = cores
        self.may_wait = may_wait
        self.waiting = 0
        self.computing = 0
        self._free = asyncio.Semaphore(cores)  # first come, first served
        self._threads = ThreadPoolExecutor(cores, "voice")

    async def close(self) -> None:
        """Nothing more is begun; what computes is waited for."""
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)

    async def compute(self, work: Callable[[], Result], *, has_begun: bool = False, stop: Stop | None = None) -> Result:
        """Run `work` on a core once one is free. Raises `QueueFullError`, but not for a request that `has_begun`.

        Whoever is cancelled meanwhile waits no longer, but the core is free only when `work` has ended, which is told to `stop` if it can.
        """
        if self.waiting >= self.may_wait and self._free.locked() and not has_begun:
            raise QueueFullError
        self.waiting += 1
        try:
            await self._free.acquire()
        finally:
            self.waiting -= 1
        self.computing += 1
        try:
            future = asyncio.get_running_loop().run_in_executor(self._threads, work)
        except BaseException:
            self._let_go()
            raise
        future.add_done_callback(self._ended)
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            if stop is not None:
                stop.ask()
            raise

    def _ended(self, future: "asyncio.Future[Result]") -> None:
        self._let_go()
        if not future.cancelled():
            future.exception()  # whoever asked may not be there any more to take it

    def _let_go(self) -> None:
        self.computing -= 1
        self._free.release()
