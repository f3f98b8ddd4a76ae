"""Keeps one budget in step with the ledger that all processes of one user share (`quota_ledger.py`).

No request waits for the ledger: a budget spends what was leased before, and what it spent is written afterwards, at most once a second.
The first lease is asked for when a call is opened, beside everything else that is read then. While the ledger cannot be reached, the call
goes on with a small share.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from typing import Protocol, Self
from uuid import uuid4

from sqlalchemy import select, update

from providers.gmail.quota import QuotaBudget
from providers.gmail.quota_ledger import FOR_READING_AHEAD, FOR_THE_CALLER, HELD_FOR_S, UNLEASED, leased
from providers.resilience.priority import Priority
from providers.stored_account import StoredAccount
from storage.database import Database, DatabaseUnavailableError

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
        """Atomically replace the text with what `change` makes of it; it is empty at first.

        Raises `QuotaLedgerUnavailableError`; then it may have been replaced or not.
        """


class SqlQuotaLedger:
    """The ledger as a text in the account's own row: it is deleted with the account, even while a process still writes to it."""

    def __init__(self, database: Database, user_id: str, slug: str) -> None:
        self._database = database
        self._is_ours = (StoredAccount.user_id == user_id, StoredAccount.slug == slug)

    async def change(self, change: Callable[[str], str]) -> None:
        try:
            async with self._database.session() as session:
                text = await session.scalar(select(StoredAccount.quota_ledger).where(*self._is_ours).with_for_update())
                if text is None:
                    raise QuotaLedgerUnavailableError("the account was removed")
                await session.execute(update(StoredAccount).where(*self._is_ours).values({StoredAccount.quota_ledger: change(text)}))
        except DatabaseUnavailableError:
            raise QuotaLedgerUnavailableError("the database cannot be used right now") from None


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
        loop = asyncio.get_running_loop()
        wanted = FOR_THE_CALLER + FOR_READING_AHEAD  # reading ahead begins behind the greeting
        while True:
            began, before = loop.time(), self._budget.spent_by
            self._budget.stirred.clear()
            await self._renew(wanted, left=self._budget.lease_left)
            while loop.time() < (due := began + self._interval_s(spends=self._budget.spent_by != before)):
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout_at(due):
                        await self._budget.stirred.wait()
                self._budget.stirred.clear()
            ahead = Priority.PREFETCH
            reads_on = self._budget.waiting is ahead or self._budget.spent_by[ahead] > before[ahead]
            wanted = FOR_THE_CALLER + (FOR_READING_AHEAD if reads_on else 0)

    def _interval_s(self, *, spends: bool) -> float:
        waiting = self._budget.waiting
        if waiting is Priority.INTERACTIVE:
            return SHORT_S
        return EVERY_S if spends or waiting is not None else RENEWED_AFTER_S

    async def _renew(self, wanted: int, *, left: int) -> None:
        """Write what was spent, and lease anew. What is spent meanwhile is taken from the lease before, and so from the new one."""
        now, asked_at = self._clock(), asyncio.get_running_loop().time()
        total, lately = sum(self._budget.spent_by.values()), self._budget.spent_lately
        held = 0

        def change(text: str) -> str:
            nonlocal held
            text, held = leased(text, self._name, spent=lately, left=left, wanted=wanted, now=now)
            return text

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
            self._budget.lease(held - (sum(self._budget.spent_by.values()) - total), until=self._until)
