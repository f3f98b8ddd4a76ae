"""Marks that the ledger has not confirmed yet, kept in the local database until it has.

Marks keep their order. A mark is deleted only after the ledger took it, so a process that is killed in between delivers it twice rather
than never; marking twice changes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Index, delete, func, insert, select
from sqlalchemy.orm import Mapped, mapped_column

from briefing.mail import Mark
from inbox.ledger.remembered import mark_of, row_of
from storage.database import Base, Database
from storage.epoch import minute_of

_MOST_AT_ONCE = 500


class WaitingMark(Base):
    """One waiting mark; `number` gives the order and is never reused."""

    __tablename__ = "ledger_backlog"

    number: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[str]
    mail_id: Mapped[str]
    status: Mapped[str]
    action: Mapped[str | None]
    at_minute: Mapped[int]

    __table_args__ = (Index(None, "user_id", "number"), {"sqlite_autoincrement": True})


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """Some of a user's waiting marks, oldest first, and their numbers."""

    numbers: tuple[int, ...]
    marks: tuple[Mark, ...]


class Backlog:
    """The waiting marks of all users of this machine. Every method may raise `DatabaseUnavailableError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, user_id: str, marks: Sequence[Mark]) -> None:
        """Append marks; they are on disk when this returns."""
        rows = [row_of(user_id, mark) for mark in marks]
        if rows:
            async with self._database.session() as session:
                await session.execute(insert(WaitingMark), rows)

    async def waiting(self, user_id: str, *, most: int | None = _MOST_AT_ONCE) -> Waiting:
        """The user's oldest waiting marks; all of them when `most` is none."""
        query = select(WaitingMark).where(WaitingMark.user_id == user_id).order_by(WaitingMark.number).limit(most)
        async with self._database.reading() as session:
            rows = (await session.scalars(query)).all()
        marks = (mark_of(row.mail_id, row.status, row.action, row.at_minute) for row in rows)
        return Waiting(numbers=tuple(row.number for row in rows), marks=tuple(marks))

    async def confirm(self, waiting: Waiting) -> None:
        """The ledger has these: delete them."""
        async with self._database.session() as session:
            await session.execute(delete(WaitingMark).where(WaitingMark.number.in_(waiting.numbers)))

    async def users_silent_since(self, moment: datetime) -> list[str]:
        """Users with waiting marks, all made before that moment."""
        query = select(WaitingMark.user_id).group_by(WaitingMark.user_id).having(func.max(WaitingMark.at_minute) < minute_of(moment))
        async with self._database.reading() as session:
            return list(await session.scalars(query))

    async def forget(self, user_id: str) -> int:
        """Delete the user's waiting marks; returns how many there were."""
        return await self._database.forget(WaitingMark, user_id)
