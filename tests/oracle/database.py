"""SQLite without the thread that keeps a real call's loop free: nobody waits here, and thousands of calls are played."""

import sqlite3
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import StaticPool
from sqlalchemy.util import LRUCache

from briefing.mail import MailId
from storage.database import Database

COMPILED = LRUCache[Any, Any](1000)
"""Statements, which would take a third of a call to compile anew."""


class _Cursor(sqlite3.Cursor):
    async def _async_soft_close(self) -> None:
        """Asked for by SQLAlchemy where a driver waits; nothing is left to be read here."""


class _Connection(sqlite3.Connection):
    def cursor(self) -> sqlite3.Cursor:  # type: ignore[override]  # nobody wants another kind of cursor
        return super().cursor(_Cursor)


class MemoryDatabase(Database):
    """One database in memory with one connection, which answers where it is asked: a copy of the file `template`. Its calls follow each
    other."""

    def __init__(self, template: str) -> None:
        def creator() -> sqlite3.Connection:
            there = sqlite3.connect(":memory:", isolation_level=None, factory=_Connection)
            with sqlite3.connect(template) as file:
                file.backup(there)
            self._there = there
            return there

        shared = {"compiled_cache": COMPILED}
        self._engine = create_async_engine(
            "sqlite+any_file://", creator=creator, poolclass=StaticPool, hide_parameters=True, execution_options=shared
        )
        self._reading_engine = self._engine

        @event.listens_for(self._engine.sync_engine, "begin")
        def begin(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN")

    async def aclose(self) -> None:
        await self._engine.dispose()

    def asleep(self, user: str, now: datetime) -> frozenset[MailId]:
        """The user's mails that are put off."""
        rows = self._there.execute("SELECT mail_id FROM snooze WHERE user_id = ? AND until_minute > ?", (user, now.timestamp() / 60))
        return frozenset(MailId(mail) for (mail,) in rows)

    def matters(self, user: str) -> frozenset[tuple[str, str]]:
        """What the user has said to matter to them: kinds and values."""
        return frozenset(
            self._there.execute("SELECT kind, value FROM preference WHERE user_id = ? AND kind IN ('vip', 'keyword')", (user,))
        )
