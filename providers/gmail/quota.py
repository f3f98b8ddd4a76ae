"""Gmail's quota of one user per minute, and its order: a waiting caller comes first, then reading ahead, then polling.

Google counts units per user and minute. The budget lists what was spent in the last minute. A token bucket will not do: a full one plus its
inflow would allow nearly twice the limit within one minute. Here no window of a minute holds more than the limit.

Reading ahead and polling each have a share that they cannot exceed. So a part is always left for the caller, and reading a long listing
ahead does not delay the look for new mail.

Where other processes spend from the same minute, a budget spends only what was leased for it (`quota_lease.py` calls `lease`). A request
that finds too little of the lease waits, as it does for the window.
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
"""A timer may fire early by the resolution of the clock, and would then be set again for the same time."""


class Units:
    """Units per attempt of a request, as of 1 May 2026."""

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
"""Units of a lease that each priority leaves for the caller, since the next lease takes a moment."""


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
        self.stirred = asyncio.Event()
        """Set whenever units were spent, or a request has to wait for some."""

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
        """Allow at most `units` until the time `until` (of the loop's clock), or until the next call.

        `alone`: units of any window that may be spent without a lease.
        """
        self._lease = _Lease(left=units, until=until, alone=alone)
        self._serve()

    async def spend(self, units: int, priority: Priority) -> None:
        """Return once `units` are spent. Raises `ValueError` for more than a window can ever hold of that priority.

        Higher priorities come first, then the order of asking. A cancelled caller spends nothing.
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
        if self.waiting is not None:
            self.stirred.set()
        self._set_alarm()

    def _take(self, units: int, priority: Priority) -> Collection[Priority]:
        """Waiting for the limit blocks all behind; waiting for a share, or for units left for the caller, only the same priority."""
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
        self.stirred.set()
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
        """Waiting requests can go on when the oldest spending leaves the window."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        if self.waiting is not None and self._spent:
            due = self._spent[0][0] + WINDOW_S + A_MOMENT_S
            self._alarm = asyncio.get_running_loop().call_at(due, self._serve)
