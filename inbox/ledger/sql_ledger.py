"""The ledger in SQL: its tables, and `SqlLedger`, the embedded default and the store of those who run PostgreSQL without Redis.

One row per mail under the key (user, mail): a candidate is one look-up, whatever the size of the table. A withdrawal stays as a row until
it expires, so that an older mark that arrives late cannot restore the mail's old state.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime

from sqlalchemy import Index, Select, delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import Mapped, mapped_column

from briefing.mail import MailId, MailStatus, Mark
from inbox.ledger.briefed_emails import LedgerUnavailableError, Recall
from inbox.ledger.remembered import REMEMBERED_FOR_MINUTES, last_briefed_minute, last_forgotten_minute, mark_of, newest_of_each, row_of
from storage.database import Base, Database, DatabaseUnavailableError
from storage.epoch import minute_of, moment_of_minute

_MOST_PARAMETERS = 30_000
"""Candidates per query: SQLite binds at most 32,766 values and PostgreSQL 32,767."""


class BriefedMail(Base):
    """The newest mark of one mail of one user."""

    __tablename__ = "briefed_mail"

    user_id: Mapped[str] = mapped_column(primary_key=True)
    mail_id: Mapped[str] = mapped_column(primary_key=True)
    status: Mapped[str]
    action: Mapped[str | None]
    at_minute: Mapped[int]

    __table_args__ = (Index(None, "user_id", "at_minute"),)


class LastBriefing(Base):
    """When a user was last briefed; outlives the marks."""

    __tablename__ = "last_briefing"

    user_id: Mapped[str] = mapped_column(primary_key=True)
    at_minute: Mapped[int]


class SqlLedger:
    """`BriefedEmailStore` on a `Database`, which belongs to the caller and is not closed here."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def recall(self, user_id: str, candidates: Sequence[MailId], *, now: datetime) -> Recall:
        """As promised by `BriefedEmailStore`; one more round trip for every 30,000 candidates beyond the first."""
        marks: dict[MailId, Mark] = {}
        async with self._connection(writes=False) as connection:
            for start in range(0, len(candidates), _MOST_PARAMETERS):
                asked = candidates[start : start + _MOST_PARAMETERS]
                marks |= await _marks(connection, _remembered(user_id, now).where(BriefedMail.mail_id.in_(asked)))
            last = await connection.scalar(select(LastBriefing.at_minute).where(LastBriefing.user_id == user_id))
        return Recall(marks=marks, last_briefed_at=None if last is None else moment_of_minute(last))

    async def mark(self, user_id: str, marks: Sequence[Mark]) -> None:
        """As promised by `BriefedEmailStore`; also deletes what had expired when the newest of `marks` was made."""
        if not marks:
            return
        # Sorted, so that two writers of one user's marks cannot deadlock.
        rows = [row_of(user_id, mark) for _, mark in sorted(newest_of_each(marks).items())]
        forgotten = max(minute_of(mark.at) for mark in marks) - REMEMBERED_FOR_MINUTES
        async with self._connection(writes=True) as connection:
            await self._upsert_marks(connection, rows)
            await connection.execute(delete(BriefedMail).where(BriefedMail.user_id == user_id, BriefedMail.at_minute <= forgotten))
            await self._move_last_briefing(connection, user_id, last_briefed_minute(marks))

    async def records(self, user_id: str, *, now: datetime) -> dict[MailId, Mark]:
        async with self._connection(writes=False) as connection:
            return await _marks(connection, _remembered(user_id, now))

    async def forget(self, user_id: str) -> int:
        """As promised by `BriefedEmailStore`; withdrawn mails are deleted but not counted."""
        known = select(func.count()).where(BriefedMail.user_id == user_id, BriefedMail.status != MailStatus.PENDING)
        async with self._connection(writes=True) as connection:
            count = await connection.scalar(known)
            await connection.execute(delete(BriefedMail).where(BriefedMail.user_id == user_id))
            await connection.execute(delete(LastBriefing).where(LastBriefing.user_id == user_id))
        return count or 0

    async def aclose(self) -> None:
        """Nothing to close: the database belongs to the caller."""

    async def _upsert_marks(self, connection: AsyncConnection, rows: list[dict[str, str | int | None]]) -> None:
        new = self._database.insert(BriefedMail)
        changes = {column: new.excluded[column] for column in ("status", "action", "at_minute")}
        key = [BriefedMail.user_id, BriefedMail.mail_id]
        newer = new.excluded.at_minute >= BriefedMail.at_minute
        await connection.execute(new.on_conflict_do_update(index_elements=key, set_=changes, where=newer), rows)

    async def _move_last_briefing(self, connection: AsyncConnection, user_id: str, minute: int | None) -> None:
        if minute is None:
            return
        new = self._database.insert(LastBriefing).values(user_id=user_id, at_minute=minute)
        changes = {"at_minute": new.excluded.at_minute}
        later = new.excluded.at_minute > LastBriefing.at_minute
        await connection.execute(new.on_conflict_do_update(index_elements=[LastBriefing.user_id], set_=changes, where=later))

    @asynccontextmanager
    async def _connection(self, *, writes: bool) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._database.session() if writes else self._database.reading() as session:
                yield await session.connection()
        except DatabaseUnavailableError:
            raise LedgerUnavailableError("the ledger's database cannot be used right now") from None


def _remembered(user_id: str, now: datetime) -> Select[str, str, str | None, int]:
    return select(BriefedMail.mail_id, BriefedMail.status, BriefedMail.action, BriefedMail.at_minute).where(
        BriefedMail.user_id == user_id,
        BriefedMail.at_minute > last_forgotten_minute(now),
        BriefedMail.status != MailStatus.PENDING,
    )


async def _marks(connection: AsyncConnection, query: Select[str, str, str | None, int]) -> dict[MailId, Mark]:
    return {MailId(row[0]): mark_of(*row) for row in await connection.execute(query)}
