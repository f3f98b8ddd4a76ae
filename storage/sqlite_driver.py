"""SQLite off the loop: aiosqlite's thread for each connection, used as seldom as can be.

A turn of that thread takes longer than most statements of ours. SQLAlchemy asks for four a statement (cursor, execute, fetch, close),
and for a dozen to prepare a connection; here a statement with all its rows is one, and so is a connection that is ready for use.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, Self

import aiosqlite
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.engine.interfaces import DBAPIConnection


class AnyFile(SQLiteDialect_aiosqlite):
    """SQLite, whichever file: what was compiled for one serves every other, and a job need not compile what was before it was forked."""

    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AnyFile)

    def __hash__(self) -> int:
        return hash(AnyFile)

    def on_connect(self) -> Callable[[DBAPIConnection], None]:
        """Nothing: regular expressions, which SQLAlchemy offers to each new connection, are in no statement of ours."""
        return lambda _: None


registry.register("sqlite.any_file", __name__, AnyFile.__name__)


class SqliteConnection(aiosqlite.Connection):
    """One that may be stopped while it closes, as happens to one whose query is cancelled more than once.

    The thread ends with the first stop; whoever asked for a second would wait for it forever.
    """

    _stopped: asyncio.Future[object] | None = None
    _begins = False

    @classmethod
    def connecting(cls, database: str, prepared: Sequence[str], **options: Any) -> Self:
        """Not open yet: awaiting it opens the file and runs `prepared`. `options` are those of `sqlite3.connect`.

        When a transaction begins is said by statements alone: the driver's own idea of it would undo them.
        """

        def opened() -> sqlite3.Connection:
            connection: sqlite3.Connection = sqlite3.connect(database, isolation_level=None, **options)
            try:
                for statement in prepared:
                    connection.execute(statement)
            except BaseException:
                connection.close()
                raise
            return connection

        connection = cls(opened, 64)
        connection._thread.daemon = True
        return connection

    async def _connect(self) -> Self:
        """One that does not open, or is no longer wanted, is told of only once the thread has ended: it reports to the loop, which may be
        closed right after."""
        try:
            await super()._connect()
        except (Exception, asyncio.CancelledError):
            await self.ended()
            raise
        return self

    def cursor(self) -> "_Cursor":  # type: ignore[override]
        return _Cursor(self)

    def begin_with_next(self) -> None:
        """Begin a transaction together with its first statement: SQLite sees and locks nothing before that either."""
        self._begins = True

    def begin_now(self) -> None:
        """In the thread."""
        if self._begins:
            self._conn.execute("BEGIN")
            self._begins = False

    async def commit(self) -> None:
        if not self._begins:
            await super().commit()
        self._begins = False

    async def rollback(self) -> None:
        """Nothing after a commit, as SQLAlchemy asks for it: what was cancelled, and may still run, it throws away instead."""
        self._begins = False
        if self.in_transaction:
            await super().rollback()

    def stop(self) -> asyncio.Future[object] | None:
        if self._running:
            self._stopped = super().stop()
        return self._stopped

    async def ended(self) -> None:
        """Stop it, and wait for its thread, which may be in a query until then."""
        self.stop()
        if self._thread.is_alive():
            await asyncio.to_thread(self._thread.join)


class _Cursor:
    """As much of an `aiosqlite.Cursor` as SQLAlchemy uses: each statement has one, and its rows are here as soon as it has run."""

    arraysize = 1

    def __init__(self, connection: SqliteConnection) -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, statement: str, parameters: Sequence[Any] = ()) -> None:
        await self._run(lambda cursor: cursor.execute(statement, parameters))

    async def executemany(self, statement: str, parameters: Sequence[Sequence[Any]]) -> None:
        await self._run(lambda cursor: cursor.executemany(statement, parameters))

    async def fetchall(self) -> list[Any]:
        return self._rows

    async def close(self) -> None:
        """It was, as soon as its rows were read."""

    async def _run(self, statement: Callable[[sqlite3.Cursor], object]) -> None:
        def run() -> tuple[Any, ...]:
            cursor = self._connection._conn.cursor()
            try:
                self._connection.begin_now()
                statement(cursor)
                rows = cursor.fetchall()
                return rows, cursor.description, cursor.rowcount, cursor.lastrowid
            finally:
                cursor.close()

        ran = self._connection._execute(run)  # type: ignore[no-untyped-call]
        self._rows, self.description, self.rowcount, self.lastrowid = await ran
