"""Whom the user wrote to: requested from each account after everything else, because no caller waits for it.

It affects the order, and whether an arrival is urgent. Reading sent mail may cost a mailbox several minutes of quota, so the answer is used
whenever it comes; a mailbox on this machine has it before the first mail is read.
"""

import asyncio
from collections.abc import Iterable

from inbox.unified import UnifiedInbox
from providers.mailbox import SignInNeededError

TRIES = 3


class PeopleWrittenTo:
    """Asks until closed. `addresses` grows, and `news` is set each time an account has finished."""

    def __init__(self, inbox: UnifiedInbox, *, news: asyncio.Event, retry_after_s: float, tries: int = TRIES) -> None:
        self.addresses: frozenset[str] = frozenset()
        self._inbox = inbox
        self._news = news
        self._retry_after_s = retry_after_s
        self._tries = tries
        self._asking: list[asyncio.Task[None]] = []

    @property
    def pending(self) -> bool:
        """Whether an account that was asked may still answer."""
        return any(not task.done() for task in self._asking)

    def begin(self, slugs: Iterable[str]) -> None:
        """Ask these accounts; returns at once."""
        for slug in slugs:
            asking = asyncio.create_task(self._ask(slug), name="ask whom the user wrote to")
            asking.add_done_callback(lambda _: self._news.set())
            self._asking.append(asking)

    async def settle(self, *, within_s: float) -> None:
        """Wait at most that long for accounts that were asked."""
        if self.pending:
            await asyncio.wait(self._asking, timeout=within_s)

    async def aclose(self) -> None:
        for task in self._asking:
            task.cancel()
        await asyncio.gather(*self._asking, return_exceptions=True)

    async def _ask(self, slug: str) -> None:
        pause_s = self._retry_after_s
        for _ in range(self._tries):
            try:
                people = await self._inbox.written_to(slug)
            except SignInNeededError:
                return
            if people is not None:
                self.addresses |= people
                return
            await asyncio.sleep(pause_s)
            pause_s *= 2
