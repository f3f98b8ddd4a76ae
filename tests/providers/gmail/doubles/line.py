"""A `GmailApi` over the double, with a clock of its own, and the faults of one request that pass."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from providers.gmail.api import GmailApi
from providers.gmail.quota import QuotaBudget
from providers.resilience.priority import Priority
from providers.resilience.retry import TIMEOUTS, Clock
from tests.providers.gmail.doubles.double import (
    TOKEN,
    GmailDouble,
    answer_of,
    cut,
    cut_within,
    gmail_double,
    page_for_people,
    refusal,
    truncated,
)

WHOLE_S = TIMEOUTS[Priority.INTERACTIVE].whole_s
FIRST_DELAY_S = TIMEOUTS[Priority.INTERACTIVE].first_delay_s


class CountedClock(Clock):
    """A clock that moves only by waiting, which takes no time unless `go_on` is cleared; each delay takes all of its bound."""

    def __init__(self) -> None:
        self.waited: list[float] = []
        self.begun = asyncio.Event()
        self.go_on = asyncio.Event()
        self.go_on.set()

    def now(self) -> float:
        return sum(self.waited)

    async def sleep(self, seconds: float) -> None:
        self.waited.append(seconds)
        self.begun.set()
        await self.go_on.wait()

    def jitter(self) -> float:
        return 1.0

    async def times(self, delays: int) -> None:
        """Return once so many delays have begun."""
        while len(self.waited) < delays:
            self.begun.clear()
            await self.begun.wait()


@dataclass
class Line:
    double: GmailDouble
    api: GmailApi
    quota: QuotaBudget = field(default_factory=QuotaBudget)
    clock: CountedClock = field(default_factory=CountedClock)

    @property
    def units(self) -> int:
        return sum(self.quota.spent_by.values())


@asynccontextmanager
async def opened(
    *,
    token: str = TOKEN,
    concurrency: int = 8,
    timeout_s: float = 20.0,
    encryption: ssl.SSLContext | None = None,
    believed: ssl.SSLContext | None = None,
) -> AsyncIterator[Line]:
    """For a user who has signed in; without a `token` it is fetched first."""
    async with gmail_double(encryption) as double:
        quota, clock = QuotaBudget(), CountedClock()
        api = GmailApi(double.access(token), quota, concurrency=concurrency, timeout_s=timeout_s, clock=clock, encryption=believed)
        try:
            yield Line(double, api, quota, clock)
        finally:
            await api.aclose()


PASSING = {
    "403 rateLimitExceeded": refusal(403, "rateLimitExceeded"),
    "403 userRateLimitExceeded": refusal(403, "userRateLimitExceeded"),
    "429": refusal(429, "rateLimitExceeded"),
    "500": refusal(500, "backendError"),
    "502": refusal(502, "backendError"),
    "503": refusal(503, "backendError"),
    "504": refusal(504, "backendError"),
    "cut": cut,
    "cut within": cut_within,
    "truncated JSON": truncated,
    "a page for people": page_for_people,
    "403 of something on the way": answer_of(403, "<html>Blocked</html>"),
}
