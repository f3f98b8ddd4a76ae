"""Deadlines, back-off with jitter, and the loop that retries a request.

A caller who waits hears silence, so interactive requests end after three seconds. A listing that is read ahead may wait minutes for quota.
One attempt may not use up all of the time, or a server that hangs once would count as away.

The delay is random between zero and a bound that doubles ("full jitter"), so that requests that failed together do not come back together.
A longer Retry-After is obeyed.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import MappingProxyType
from typing import TypeVar

from providers.resilience.priority import Priority

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeouts:
    """Seconds: for the whole request, for one attempt, and the upper bounds of the first delay and of any delay."""

    whole_s: float
    attempt_s: float
    first_delay_s: float = 0.25
    longest_delay_s: float = 8.0


TIMEOUTS: Mapping[Priority, Timeouts] = MappingProxyType(
    {
        Priority.INTERACTIVE: Timeouts(whole_s=3.0, attempt_s=2.0, longest_delay_s=1.0),
        Priority.PREFETCH: Timeouts(whole_s=180.0, attempt_s=20.0),
        Priority.POLLING: Timeouts(whole_s=30.0, attempt_s=10.0),
    }
)


class AttemptError(Exception):
    """An attempt failed. `retry_after_s`: how long the server wants to be left alone, or None if another attempt is no use."""

    retry_after_s: float | None = None


class Clock:
    """The source of time and randomness for a back-off; by default the running event loop and `random`."""

    def now(self) -> float:
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def jitter(self) -> float:
        """What share of its bound a delay takes, from 0 to 1."""
        return random.random()  # noqa: S311 - spreads requests, protects nothing


class Backoff:
    """The deadline and the delays of one request. The time runs from construction, or until `ends`."""

    def __init__(self, timeouts: Timeouts, clock: Clock, *, ends: float | None = None) -> None:
        self._timeouts = timeouts
        self._clock = clock
        self._ends = clock.now() + timeouts.whole_s if ends is None else ends
        self._bound_s = timeouts.first_delay_s

    @property
    def left_s(self) -> float:
        """Seconds until the deadline."""
        return max(0.0, self._ends - self._clock.now())

    @property
    def attempt_s(self) -> float:
        """Seconds that the next attempt may take."""
        return min(self._timeouts.attempt_s, self.left_s)

    async def wait(self, retry_after_s: float) -> bool:
        """Wait before the next attempt; false, at once, if no time would be left for it."""
        seconds = max(retry_after_s, self._bound_s * self._clock.jitter())
        self._bound_s = min(2 * self._bound_s, self._timeouts.longest_delay_s)
        if seconds >= self.left_s:
            return False
        await self._clock.sleep(seconds)
        return True

    def same_end(self) -> "Backoff":
        """A new back-off with the same deadline, for a part of the request that is retried on its own."""
        return Backoff(self._timeouts, self._clock, ends=self._ends)


async def retry(attempt: Callable[[], Awaitable[T]], backoff: Backoff) -> T:
    """Retry an idempotent `attempt` until it succeeds or its time is up. Raises the last `AttemptError`."""
    while True:
        try:
            return await attempt()
        except AttemptError as error:
            if error.retry_after_s is None or not await backoff.wait(error.retry_after_s):
                raise


def seconds_asked_for(retry_after: str | None, now: datetime) -> float:
    """What a Retry-After asks for, in seconds or as a date (RFC 9110); 0 where it says nothing readable."""
    value = (retry_after or "").strip()
    if value.isascii() and value.isdecimal():
        return float(value[:9])
    try:
        date = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError):
        return 0.0
    return max(0.0, ((date if date.tzinfo else date.replace(tzinfo=UTC)) - now).total_seconds())
