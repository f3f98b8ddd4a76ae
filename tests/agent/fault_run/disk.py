"""The embedded database without its thread: statements run where they are awaited, and wait for a lock by the loop's own clock.

The driver that we ship hands every statement to a thread, which a virtual clock knows nothing of, and which outlives the process that
a test kills. Everything above the driver is what runs in production: SQLAlchemy, its dialect, our sessions, and SQLite on a file.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar

from sqlalchemy import Connection, event
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from storage.database import Database
from tests.agent.fault_run.process import current_process
from tests.agent.fault_run.weather import Service, Weather

T = TypeVar("T")

LOCKED_FOR_S = 10.0
TRY_AGAIN_S = 0.01


class Disk(Database):
    """A `Database` on whatever file `put_in` has put in: one engine for many sequences, since making one takes longer than playing one."""

    def __init__(self) -> None:
        self._path = Path()
        self._weather = Weather()
        self._idle: list[sqlite3.Connection] = []
        self._engine = create_async_engine("sqlite+aiosqlite:///put_in_later.db", poolclass=NullPool, async_creator=self._connect)
        self._reading_engine = self._engine.execution_options(reads_only=True)
        event.listen(self._engine.sync_engine, "begin", _begin)

    def put_in(self, path: Path, weather: Weather) -> None:
        """From now on everything is in this file."""
        self.take_out()
        self._path, self._weather = path, weather

    def take_out(self) -> None:
        """Let go of the file."""
        while self._idle:
            self._idle.pop().close()

    async def _connect(self, *_: object, **__: object) -> "_InlineConnection":
        # Opened once and used again: opening takes longer than most transactions. What a killed process left open is rolled back first.
        connection = self._idle.pop() if self._idle else _opened(self._path)
        return _InlineConnection(connection, self._weather, self._idle)


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA synchronous = OFF")  # what a killed process has written, the system still writes
    return connection


def _begin(connection: Connection) -> None:
    # As `storage.database.create_engine` does it.
    connection.exec_driver_sql("BEGIN" if connection.get_execution_options().get("reads_only") else "BEGIN IMMEDIATE")


class _InlineConnection:
    """As much of an `aiosqlite.Connection` as SQLAlchemy uses."""

    def __init__(self, connection: sqlite3.Connection, weather: Weather, idle: list[sqlite3.Connection]) -> None:
        self._connection = connection
        self._weather = weather
        self._idle = idle
        if process := current_process():
            process.hold(self.stop)

    def cursor(self) -> "_InlineCursor":
        return _InlineCursor(self._connection.cursor(), self._weather)

    async def create_function(self, *_: object, **__: object) -> None:
        """SQLAlchemy offers regular expressions to every new connection; no statement of ours has one."""

    async def commit(self) -> None:
        if self._connection.in_transaction:
            await _at_once(self._weather, self._connection.commit)

    async def rollback(self) -> None:
        self._connection.rollback()

    async def close(self) -> None:
        self.stop()

    def stop(self) -> None:
        self._connection.rollback()
        if self._connection not in self._idle:
            self._idle.append(self._connection)
        if process := current_process():
            process.holds_no_more(self.stop)


class _InlineCursor:
    """As much of an `aiosqlite.Cursor` as SQLAlchemy uses."""

    def __init__(self, cursor: sqlite3.Cursor, weather: Weather) -> None:
        self._cursor = cursor
        self._weather = weather
        self.arraysize = 1

    async def __aenter__(self) -> Self:
        return self

    @property
    def description(self) -> Any:
        return self._cursor.description

    @property
    def rowcount(self) -> int:
        return self._cursor.rowcount

    @property
    def lastrowid(self) -> int | None:
        return self._cursor.lastrowid

    async def close(self) -> None:
        self._cursor.close()

    async def execute(self, statement: str, parameters: Sequence[Any] = ()) -> None:
        await _at_once(self._weather, lambda: self._cursor.execute(statement, parameters))

    async def executemany(self, statement: str, parameters: Sequence[Any]) -> None:
        await _at_once(self._weather, lambda: self._cursor.executemany(statement, parameters))

    async def fetchall(self) -> list[Any]:
        return self._cursor.fetchall()


async def _at_once(weather: Weather, work: Callable[[], T]) -> T:
    """Now, or as soon as nobody else holds the lock."""

    async def rereads() -> T:
        for _ in range(int(LOCKED_FOR_S / TRY_AGAIN_S)):
            try:
                return work()
            except sqlite3.OperationalError as error:
                if "locked" not in str(error):
                    raise
            await asyncio.sleep(TRY_AGAIN_S)
        raise _locked()

    return await weather.through(Service.DISK, rereads, _locked)


def _locked() -> sqlite3.OperationalError:
    return sqlite3.OperationalError("database is locked")
