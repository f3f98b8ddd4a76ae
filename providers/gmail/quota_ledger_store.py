"""The quota ledger of an account, kept beside the account in the database: a process that can read the account can read this.

A text in the account's own row, so that it is deleted with the account, even while a process still writes to it.
"""

from collections.abc import Callable

from sqlalchemy import select, update

from providers.gmail.quota_lease import QuotaLedgerUnavailableError
from providers.store import StoredAccount
from storage.database import Database, DatabaseUnavailableError


class SqlQuotaLedger:
    """`QuotaLedgerStore` of one account. The database belongs to the caller."""

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
