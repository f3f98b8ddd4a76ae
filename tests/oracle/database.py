"""SQLite without the thread that keeps a real call's loop free: nobody waits here, and thousands of calls are played."""

import sqlite3
from collections.abc import Callable
from typing import Any

import aiosqlite
from sqlalchemy import Connection, event
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import StaticPool

from storage.database import Database


class _InTheLoop(aiosqlite.Connection):
    """Every request is answered where it is made."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, iter_chunk_size=64)

    async def _execute(self, fn: Any, *args: Any, **kwargs: Any) -> Any:
        return fn(*args, **kwargs)

    async def _connect(self) -> aiosqlite.Connection:
        if self._connection is None:
            self._connection = self._connector()
        return self

    async def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def stop(self) -> None:
        """No thread is there to be stopped."""


class MemoryDatabase(Database):
    """One database in memory with one connection: a copy of the file `template`. Its calls follow each other."""

    def __init__(self, template: str) -> None:
        def connector() -> sqlite3.Connection:
            there = sqlite3.connect(":memory:", isolation_level=None)
            with sqlite3.connect(template) as file:
                file.backup(there)
            return there

        async def creator() -> aiosqlite.Connection:
            return await _InTheLoop(connector)._connect()

        self._engine = create_async_engine("sqlite+aiosqlite://", async_creator=creator, poolclass=StaticPool, hide_parameters=True)
        self._reading_engine = self._engine

        @event.listens_for(self._engine.sync_engine, "begin")
        def begin(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN")
