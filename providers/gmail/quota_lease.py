"""Keeps one budget in step with the ledger that all who spend the same user's units share (`quota_ledger.py`).

No request waits for the ledger. What a budget spends was leased before, and what it has spent is written behind, at most once a second;
the ledger is asked for the first time when a call is opened, beside all else that is read then. Where it cannot be reached the call goes
on with a careful share.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from typing import Protocol, Self
from uuid import uuid4

from providers.gmail.quota import QuotaBudget
from providers.gmail.quota_ledger import FOR_READING_AHEAD, FOR_THE_CALLER, HELD_FOR_S, UNLEASED, LeaseRequest, read_ledger, written
from providers.resilience.priority import Priority

logger = logging.getLogger(__name__)

EVERY_S = 1.0
SHORT_S = 0.2
"""The same where a caller waits who has spent the whole lease."""
RENEWED_AFTER_S = 20.0
GIVE_UP_AFTER_S = 0.9


class QuotaLedgerUnavailableError(Exception):
    """The ledger cannot be reached, or was deleted."""


class QuotaLedgerStore(Protocol):
    """Where one account's ledger is kept, for all machines."""

    async def change(self, change: Callable[[str], str]) -> None:
        """Atomically replace the text by what `change` makes of it; it is empty at first.

        Raises `QuotaLedgerUnavailableError`; then it may have been replaced or not.
        """


class QuotaLease:
    """An async context manager: inside, `budget` spends what is leased for it; leaving it gives back what is left."""

    def __init__(self, budget: QuotaBudget, store: QuotaLedgerStore, *, clock: Callable[[], float] = time.time) -> None:
        """`clock`: seconds since the epoch."""
        self._budget = budget
        self._store = store
        self._clock = clock
        self._name = uuid4().hex[:12]
        self._until = 0.0
        self._away = False
        self._renewing: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._budget.lease(0, until=0.0)
        self._renewing = asyncio.create_task(self._keep_renewing(), name="lease quota")
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.gather(self._renewing, return_exceptions=True)
        await self._renew(0, left=0)

    async def _keep_renewing(self) -> None:
        clock = asyncio.get_running_loop().time
        wanted = FOR_THE_CALLER + FOR_READING_AHEAD  # reading ahead begins behind the greeting
        while True:
            began, read_ahead = clock(), self._budget.spent_by[Priority.PREFETCH]
            await self._renew(wanted, left=self._budget.lease_left)
            await self._until_due(began)
            reads_on = self._budget.waiting is Priority.PREFETCH or self._budget.spent_by[Priority.PREFETCH] > read_ahead
            wanted = FOR_THE_CALLER + (FOR_READING_AHEAD if reads_on else 0)

    async def _until_due(self, began: float) -> None:
        """Until there is something to write, and a second has passed; now and then in any case, since a lease ends."""
        stirred, clock = self._budget.waiting is not None, asyncio.get_running_loop().time
        while clock() < (due := began + self._interval_s(stirred=stirred)):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(due):
                    await self._budget.stirred.wait()
                stirred = True
                self._budget.stirred.clear()

    def _interval_s(self, *, stirred: bool) -> float:
        if not stirred:
            return RENEWED_AFTER_S
        return SHORT_S if self._budget.waiting is Priority.INTERACTIVE else EVERY_S

    async def _renew(self, wanted: int, *, left: int) -> None:
        """Write what was spent, and lease anew. What is spent meanwhile is taken from the lease before, and so from the new one."""
        self._budget.stirred.clear()
        now, asked_at = self._clock(), asyncio.get_running_loop().time()
        spent = sum(self._budget.spent_by.values())
        request = LeaseRequest(spent=self._budget.spent_lately, left=left, wanted=wanted)
        held = 0

        def change(text: str) -> str:
            nonlocal held
            ledger, held = read_ledger(text).leased(self._name, request, now)
            return written(ledger)

        try:
            async with asyncio.timeout(GIVE_UP_AFTER_S):
                await self._store.change(change)
        except (QuotaLedgerUnavailableError, TimeoutError):
            if not self._away:
                logger.warning("what others spend of the quota is not known; a careful share is spent")
            self._away = True
            self._budget.lease(self._budget.lease_left, until=self._until, alone=UNLEASED)
        else:
            self._away = False
            self._until = asked_at + HELD_FOR_S
            self._budget.lease(held - (sum(self._budget.spent_by.values()) - spent), until=self._until)
