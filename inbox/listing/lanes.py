"""One task for each account with something left to load, so that no account waits for another.

A lane loads until nothing more comes, pauses, and asks again. Each pause is twice as long as the one before, and starts short again when
something came. After `tries` rounds without anything it gives up.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from contextlib import asynccontextmanager

LONGEST_PAUSE_S = 60.0


class Lanes:
    """`load` requests everything that an account has left, once, and returns whether anything came. `unfinished` returns the accounts with
    something left. `news` is set whenever there may be something new."""

    def __init__(
        self,
        load: Callable[[str], Awaitable[bool]],
        unfinished: Callable[[], Collection[str]],
        *,
        news: asyncio.Event,
        retry_after_s: float,
        tries: int,
    ) -> None:
        self._load = load
        self._unfinished = unfinished
        self._news = news
        self._retry_after_s = retry_after_s
        self._tries = tries
        self._tasks: list[asyncio.Task[None]] = []
        self._at_rest: set[str] = set()

    @asynccontextmanager
    async def running(self, *, failed: Collection[str]) -> AsyncIterator[None]:
        """Load all unfinished accounts, the `failed` ones after a pause; tasks that still run end with the block."""
        self._tasks = [
            asyncio.create_task(self._run(slug, at_once=slug not in failed), name="load an account") for slug in self._unfinished()
        ]
        for task in self._tasks:
            task.add_done_callback(lambda _: self._news.set())
        try:
            yield
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def over(self) -> bool:
        """Whether all lanes have ended. Raises the error of one that failed."""
        done = [task.result() for task in self._tasks if task.done()]
        return len(done) == len(self._tasks)

    @property
    def resting(self) -> bool:
        """Whether no account is loading at this moment."""
        return len(self._at_rest) == sum(1 for task in self._tasks if not task.done())

    async def _run(self, slug: str, *, at_once: bool) -> None:
        if at_once:
            await self._load(slug)
        pauses = self._pauses()
        while slug in self._unfinished() and (pause_s := next(pauses, None)) is not None:
            self._at_rest.add(slug)
            self._news.set()
            await asyncio.sleep(pause_s)
            self._at_rest.discard(slug)
            if await self._load(slug):
                pauses = self._pauses()

    def _pauses(self) -> Iterator[float]:
        return (min(self._retry_after_s * 2**times, LONGEST_PAUSE_S) for times in range(self._tries))
