"""What Gmail lets one user ask in a minute, and who may spend it: the caller who waits before what is read ahead, and that before polling.

Google counts units per user and minute. What is kept here is the list of what was spent in the last minute, and not a bucket that fills
up: a full bucket plus what flows in meanwhile would be nearly twice the limit within one minute. Whatever the order of spending, no
window of a minute holds more than the limit.

Reading ahead and polling each have a share of their own that they cannot exceed, so that a part is always kept back for the caller, and
a long listing that is read ahead does not hold up the look for new mail.

Where other processes may spend from the same minute, a budget spends only what is leased for it (`quota_lease.py`), which it is told by
`lease`. A request that finds too little of it waits as it would for the window.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from providers.resilience.priority import Priority, PriorityQueue

LIMIT = 6_000
"""Units per minute and user for projects made since 1 May 2026: https://developers.google.com/workspace/gmail/api/reference/quota"""

WINDOW_S = 61.0
"""A second more than Google's minute, because requests are on their way for different times."""

A_MOMENT_S = 0.001
"""An alarm may go off a little early, by as much as a clock can tell apart; then it would be set again for the very same time."""


class Units:
    """What a request costs, each time that it is asked, as of 1 May 2026."""

    PROFILE = 1
    LABELS = 1
    HISTORY = 2
    LIST = 5
    MODIFY = 5
    GET = 20
    THREAD = 40
    SEND = 100
    WATCH = 100


SHARES: Mapping[Priority, int] = MappingProxyType({Priority.INTERACTIVE: LIMIT, Priority.PREFETCH: 4_000, Priority.POLLING: 500})
"""At most so many units of a window for each; 1,500 are always left for the caller."""

LEFT_OF_A_LEASE: Mapping[Priority, int] = MappingProxyType({Priority.INTERACTIVE: 0, Priority.PREFETCH: 500, Priority.POLLING: 400})
"""What each leaves of it for the caller, who gets the next one only after a moment."""


@dataclass(slots=True, kw_only=True)
class _Lease:
    """What was leased; see `QuotaBudget.lease`."""

    left: int
    until: float
    alone: int


class QuotaBudget:
    """The units of one Gmail user. It belongs to one event loop, whose clock it goes by, and needs no closing."""

    def __init__(self, *, limit: int = LIMIT, shares: Mapping[Priority, int] = SHARES) -> None:
        self._limit = limit
        self._shares = shares
        self._spent: deque[tuple[float, int, Priority]] = deque()
        self._in_window: Counter[Priority] = Counter()
        self._spent_by: Counter[Priority] = Counter()
        self._queue = PriorityQueue(self._take)
        self._alarm: asyncio.TimerHandle | None = None
        self._lease: _Lease | None = None

    @property
    def spent_by(self) -> Mapping[Priority, int]:
        return {priority: self._spent_by[priority] for priority in Priority}

    @property
    def spent_lately(self) -> Sequence[tuple[float, int]]:
        """What was spent in the last window, oldest first: how many seconds ago, and units."""
        now = asyncio.get_running_loop().time()
        self._forget(now)
        return [(now - at, units) for at, units, _ in self._spent]

    @property
    def waiting(self) -> Priority | None:
        return self._queue.first

    @property
    def lease_left(self) -> int:
        """How much of the lease may still be spent; nothing where there is none."""
        if self._lease is None or asyncio.get_running_loop().time() >= self._lease.until:
            return 0
        return self._lease.left

    def lease(self, units: int, *, until: float, alone: int = 0) -> None:
        """From now on at most `units`, and none after `until` (of the loop's clock), until this is called again.

        `alone`: so many units of any window may be spent in any case.
        """
        self._lease = _Lease(left=units, until=until, alone=alone)
        self._serve()

    async def spend(self, units: int, priority: Priority) -> None:
        """Return once `units` are spent. Raises `ValueError` for more than a window can ever hold of that priority.

        Those of a higher priority come first, and within one priority those who asked first. A caller who is cancelled while waiting
        spends nothing.
        """
        if units > min(self._limit, self._shares[priority]):
            raise ValueError("more units at once than a minute holds")
        turn = self._queue.join(units, priority)
        self._serve()
        try:
            await turn
        finally:
            if turn.cancelled():
                self._serve()

    def _serve(self) -> None:
        self._forget(asyncio.get_running_loop().time())
        self._queue.serve()
        self._set_alarm()

    def _take(self, units: int, priority: Priority) -> Collection[Priority]:
        """Who waits for the limit holds up everyone behind, who waits for a share or keeps some for the caller only their own kind."""
        if self._in_window.total() + units > self._limit:
            return tuple(Priority)
        if self._is_short(units, priority):
            return tuple(Priority) if priority is Priority.INTERACTIVE else (priority,)
        if self._in_window[priority] + units > self._shares[priority]:
            return (priority,)
        if self._lease is not None:
            self._lease.left = max(0, self._lease.left - units)
        self._spent.append((asyncio.get_running_loop().time(), units, priority))
        self._in_window[priority] += units
        self._spent_by[priority] += units
        return ()

    def _is_short(self, units: int, priority: Priority) -> bool:
        if self._lease is None:
            return False
        left = LEFT_OF_A_LEASE[priority]
        alone = self._lease.alone - self._in_window.total()
        return units + left > self.lease_left and units + left // 2 > alone

    def _forget(self, now: float) -> None:
        while self._spent and self._spent[0][0] + WINDOW_S <= now:
            _, units, priority = self._spent.popleft()
            self._in_window[priority] -= units

    def _set_alarm(self) -> None:
        """Nothing can change for those who wait before the oldest spending leaves the window."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        if self.waiting is not None and self._spent:
            due = self._spent[0][0] + WINDOW_S + A_MOMENT_S
            self._alarm = asyncio.get_running_loop().call_at(due, self._serve)
