"""A `GmailApi` over the double, with a clock of its own, and the faults of one request that pass."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from google.oauth2.credentials import Credentials

from providers.gmail.api import GmailApi
from providers.gmail.patience import PATIENCE
from providers.gmail.quota import Priority, QuotaBudget
from tests.providers.gmail_double import (
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

WHOLE_S = PATIENCE[Priority.INTERACTIVE].whole_s
FIRST_PAUSE_S = PATIENCE[Priority.INTERACTIVE].first_pause_s


class CountedPauses:
    """A clock that moves only by waiting, which takes no time unless `go_on` is cleared; each pause takes all of its bound."""

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

    def share(self) -> float:
        return 1.0

    async def times(self, pauses: int) -> None:
        """Return once so many pauses have begun."""
        while len(self.waited) < pauses:
            self.begun.clear()
            await self.begun.wait()


@dataclass
class Access:
    """A user who has signed in; without a token it is fetched first."""

    double: GmailDouble
    token: str | None = TOKEN

    @property
    def api_url(self) -> str:
        return self.double.url

    def credentials(self) -> Credentials:
        return self.double.credentials(self.token)


@dataclass
class Line:
    double: GmailDouble
    api: GmailApi
    quota: QuotaBudget = field(default_factory=QuotaBudget)
    pauses: CountedPauses = field(default_factory=CountedPauses)

    @property
    def units(self) -> int:
        return sum(self.quota.spent_by.values())


@asynccontextmanager
async def opened(
    *, token: str | None = TOKEN, concurrency: int = 8, socket_timeout_s: float = 20.0, encryption: ssl.SSLContext | None = None
) -> AsyncIterator[Line]:
    async with gmail_double(encryption) as double:
        quota, pauses = QuotaBudget(), CountedPauses()
        api = GmailApi(Access(double, token), quota, concurrency=concurrency, socket_timeout_s=socket_timeout_s, pauses=pauses)
        try:
            yield Line(double, api, quota, pauses)
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
