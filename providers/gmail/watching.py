"""When to ask Gmail what happened: every five seconds while something happens, more rarely when all is still, and at once on a notice.

Three things count as activity: the user reads mail, a look finds a change, a push notice comes in. A look costs two units of Google's
quota, and more if it finds something. All looks together spend at most `MOST_AN_HOUR` units in any hour. An allowance sees to that: it is
enough for a look every five seconds throughout a long call, and then stretches the pause. A look made for another reason counts too: the
next one is due five seconds after it.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable

BUSY_PAUSE_S = 5.0
PAUSES_S = ((120.0, BUSY_PAUSE_S), (600.0, 10.0), (float("inf"), 20.0))
"""Seconds since something happened last, up to which the pause beside it holds."""
NOTICED_PAUSE_S = 1.0
"""Between two looks that notices ask for: Google sends at most one a second and user."""

MOST_AN_HOUR = 1_600
SAVED = 500.0
FLOWS_IN = 1_060.0 / 3600
"""Units a second. With the saved units that is 1,560 an hour. The rest is for looks that cost more than is left, and for looks that are not
limited: one a minute, and those that the user asks for."""
LOOK = 2.0
"""Units of one look when nothing happened."""


class Allowance:
    """How many units looks may still spend; belongs to one event loop. `spent` returns the units spent so far, for any reason."""

    def __init__(self, spent: Callable[[], int]) -> None:
        self._spent = spent
        self._seen = spent()
        self._saved = SAVED
        self._at: float | None = None

    def waits_s(self) -> float:
        """Seconds until a look can be afforded."""
        now, spent = asyncio.get_running_loop().time(), self._spent()
        flowed = 0.0 if self._at is None else (now - self._at) * FLOWS_IN
        self._saved = min(SAVED, self._saved + flowed) - (spent - self._seen)
        self._at, self._seen = now, spent
        return max(0.0, (LOOK - self._saved) / FLOWS_IN)


class Watcher:
    """Says when it is time to look. Belongs to one event loop."""

    def __init__(self, spent: Callable[[], int], *, busy_pause_s: float = BUSY_PAUSE_S) -> None:
        """`busy_pause_s`: the shortest time between two looks of its own accord."""
        self._allowance = Allowance(spent)
        self._busy_pause_s = busy_pause_s
        self._wakers: set[asyncio.Event] = set()
        self._happened_at: float | None = None
        self._looked_at = float("-inf")
        self._notices = 0
        self._closed = False

    def something_happens(self) -> None:
        """The user reads mail, or mail changed: look often for a while."""
        was_still = self._pause_s() > self._busy_pause_s
        self._happened_at = asyncio.get_running_loop().time()
        if was_still:
            self._wake()

    def looked(self) -> None:
        """A look is being made now."""
        self._looked_at = asyncio.get_running_loop().time()

    def notice(self) -> None:
        """A push notice came in: look at once."""
        self._notices += 1
        self.something_happens()
        self._wake()

    def close(self) -> None:
        self._closed = True
        self._wake()

    async def rings(self) -> AsyncGenerator[None]:
        """Yields at once, and then each time that it is time to look."""
        waker = asyncio.Event()
        self._wakers.add(waker)
        try:
            while not self._closed:
                rung_at, notices = asyncio.get_running_loop().time(), self._notices
                yield None
                await self._until_next(waker, rung_at, notices)
        finally:
            self._wakers.discard(waker)

    async def _until_next(self, waker: asyncio.Event, rung_at: float, notices: int) -> None:
        loop = asyncio.get_running_loop()
        while not self._closed:
            if self._notices != notices:
                due = rung_at + min(NOTICED_PAUSE_S, self._busy_pause_s)
            else:
                due = max(rung_at, self._looked_at) + self._pause_s()
            due = max(due, loop.time() + self._allowance.waits_s())
            if loop.time() >= due:
                return
            waker.clear()
            try:
                async with asyncio.timeout_at(due):
                    await waker.wait()
            except TimeoutError:
                continue

    def _pause_s(self) -> float:
        """The pause by the time since the last activity; a new watcher counts as busy."""
        now = asyncio.get_running_loop().time()
        if self._happened_at is None:
            self._happened_at = now
        pause_s = next(pause_s for up_to_s, pause_s in PAUSES_S if now - self._happened_at <= up_to_s)
        return self._busy_pause_s if pause_s == BUSY_PAUSE_S else pause_s

    def _wake(self) -> None:
        for waker in self._wakers:
            waker.set()
