"""SQLite without the thread that keeps a real call's loop free: nobody waits here, and thousands of calls are played."""

import sqlite3

from sqlalchemy import Connection, event
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import StaticPool

from storage.database import Database


class MemoryDatabase(Database):
    """One database in memory with one connection, which answers where it is asked: a copy of the file `template`. Its calls follow each
    other."""

    def __init__(self, template: str) -> None:
        def creator() -> sqlite3.Connection:
            there = sqlite3.connect(":memory:", isolation_level=None)
            with sqlite3.connect(template) as file:
                file.backup(there)
            return there

        self._engine = create_async_engine("sqlite+aiosqlite://", creator=creator, poolclass=StaticPool, hide_parameters=True)
        self._reading_engine = self._engine

        @event.listens_for(self._engine.sync_engine, "begin")
        def begin(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN")
