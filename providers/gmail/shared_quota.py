"""Keeps one budget in step with the book that all who spend the same user's units share (`booking.py`).

No request waits for the book. What a budget spends was booked before, and what it has spent is written behind, at most once a second; the
book is asked for the first time when a call is opened, beside all else that is read then. Where it cannot be reached the call goes on with
a careful share.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from typing import Protocol, Self
from uuid import uuid4

from providers.gmail.booking import FOR_READING_AHEAD, FOR_THE_CALLER, HELD_FOR_S, UNBOOKED, Wish, read_book, written
from providers.gmail.quota import Priority, QuotaBudget

logger = logging.getLogger(__name__)

EVERY_S = 1.0
SHORT_S = 0.2
"""The same where a caller waits who has spent all that was booked."""
RENEWED_AFTER_S = 20.0
GIVE_UP_AFTER_S = 0.9


class QuotaBookUnavailableError(Exception):
    """The book cannot be reached, or is there no more."""


class QuotaBook(Protocol):
    """Where one account's book is kept, for all machines."""

    async def change(self, change: Callable[[str], str]) -> None:
        """Replace the text by what `change` makes of it, nobody else coming in between; it is empty at first.

        Raises `QuotaBookUnavailableError`; then it may have been replaced or not.
        """


class SharedQuota:
    """An async context manager: inside, `budget` spends what was booked for it; leaving it gives back what is left."""

    def __init__(self, budget: QuotaBudget, book: QuotaBook, *, clock: Callable[[], float] = time.time) -> None:
        """`clock`: seconds since the epoch."""
        self._budget = budget
        self._book = book
        self._clock = clock
        self._name = uuid4().hex[:12]
        self._until = 0.0
        self._away = False
        self._keeping: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._budget.ration(0, until=0.0)
        self._keeping = asyncio.create_task(self._keep(), name="book quota")
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)
        await self._exchange(0, left=0)

    async def _keep(self) -> None:
        clock = asyncio.get_running_loop().time
        wanted = FOR_THE_CALLER + FOR_READING_AHEAD  # reading ahead begins behind the greeting
        while True:
            began, read_ahead = clock(), self._budget.spent_by[Priority.PREFETCH]
            await self._exchange(wanted, left=self._budget.ration_left)
            await self._until_due(began)
            reads_on = self._budget.waiting is Priority.PREFETCH or self._budget.spent_by[Priority.PREFETCH] > read_ahead
            wanted = FOR_THE_CALLER + (FOR_READING_AHEAD if reads_on else 0)

    async def _until_due(self, began: float) -> None:
        """Until there is something to write, and a second has passed; now and then in any case, since a booking ends."""
        stirred, clock = self._budget.waiting is not None, asyncio.get_running_loop().time
        while clock() < (due := began + self._pause_s(stirred=stirred)):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(due):
                    await self._budget.stirred.wait()
                stirred = True
                self._budget.stirred.clear()

    def _pause_s(self, *, stirred: bool) -> float:
        if not stirred:
            return RENEWED_AFTER_S
        return SHORT_S if self._budget.waiting is Priority.INTERACTIVE else EVERY_S

    async def _exchange(self, wanted: int, *, left: int) -> None:
        """Write what was spent, and book anew. What is spent meanwhile is taken from what was held before, and so from the new booking."""
        self._budget.stirred.clear()
        now, asked_at = self._clock(), asyncio.get_running_loop().time()
        spent = sum(self._budget.spent_by.values())
        wish = Wish(spent=self._budget.spent_lately, left=left, wanted=wanted)
        held = 0

        def change(text: str) -> str:
            nonlocal held
            book, held = read_book(text).booked(self._name, wish, now)
            return written(book)

        try:
            async with asyncio.timeout(GIVE_UP_AFTER_S):
                await self._book.change(change)
        except (QuotaBookUnavailableError, TimeoutError):
            self._note(away=True)
            self._budget.ration(self._budget.ration_left, until=self._until, alone=UNBOOKED)
        else:
            self._note(away=False)
            self._until = asked_at + HELD_FOR_S
            self._budget.ration(held - (sum(self._budget.spent_by.values()) - spent), until=self._until)

    def _note(self, *, away: bool) -> None:
        if away and not self._away:
            logger.warning("what others spend of the quota is not known; a careful share is spent")
        self._away = away
