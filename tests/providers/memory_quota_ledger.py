"""A quota ledger in memory, slow or away as a test wants it, on the virtual clock."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from providers.gmail.quota_lease import QuotaLedgerUnavailableError


@dataclass(slots=True)
class MemoryQuotaLedger:
    """`takes_s` for each half of the way; while it is `away` nothing arrives."""

    text: str = ""
    takes_s: float = 0.005
    away: bool = False
    changes: int = 0

    async def change(self, change: Callable[[str], str]) -> None:
        await asyncio.sleep(self.takes_s)
        if self.away:
            raise QuotaLedgerUnavailableError("away")
        self.text = change(self.text)
        self.changes += 1
        await asyncio.sleep(self.takes_s)


@dataclass(slots=True)
class Line:
    """One process's way to a ledger: out of order while it is `away`, and answers do not come back while they are `lost`.

    Once it is `cut`, nothing that this process does reaches the ledger: it is dead.
    """

    ledger: MemoryQuotaLedger
    away: bool = False
    lost: bool = False
    cut: bool = False

    async def change(self, change: Callable[[str], str]) -> None:
        if self.away or self.cut:
            raise QuotaLedgerUnavailableError("not reached")
        await self.ledger.change(change)
        if self.lost:
            raise QuotaLedgerUnavailableError("the answer was lost")
