"""The database: one engine per process, one transaction per `async with`, and the base of every table.

SQLite is the embedded default, PostgreSQL the same thing at scale, so whatever differs between the two is settled here and nowhere
else. On SQLite a writing transaction takes the write lock when it begins: one that begins by reading and writes later is refused at
once when somebody else wrote in between, and no busy timeout helps it.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, ClassVar, Self
from weakref import WeakSet

from sqlalchemy import URL, Connection, MetaData, Text, delete, event, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, InterfaceError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.util import LRUCache

from storage.private_files import own_file
from storage.sqlite_driver import SqliteConnection

BUSY_TIMEOUT_S = 10.0
"""How long a writer waits for another writer of the same SQLite file. Writes are short; only a migration takes longer."""

CONNECT_TIMEOUT_S = 5.0
"""How long PostgreSQL may take to answer a new connection."""

_READS_ONLY = "aloud_reads_only"


_compiled: LRUCache[Any, Any] = LRUCache(1000)
"""Of every engine. Its keys hold the dialect, which is another one for each engine, and the same for all files."""


class DatabaseUrlError(ValueError):
    """The address of the database cannot be used; the text says what it should look like."""


class DatabaseUnavailableError(Exception):
    """The database cannot be reached, or stayed locked. The transaction was not committed."""


class Base(DeclarativeBase):
    """Every table of ours. Constraints get names, without which a migration cannot drop them on both databases."""

    type_annotation_map: ClassVar = {str: Text()}
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


def driver_url(url: str) -> URL:
    """`url` as users write it (`sqlite:///file`, `postgresql://user:password@host/name`), with the driver that we use.

    The libpq option `sslmode` is understood. Raises `DatabaseUrlError`.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise DatabaseUrlError("a database address looks like sqlite:///aloud.db or postgresql://user:password@host/name") from None
    match parsed.get_backend_name():
        case "sqlite":
            if parsed.host or parsed.database in (None, "", ":memory:"):
                raise DatabaseUrlError("SQLite needs a file: sqlite:///aloud.db, or four slashes for an absolute path")
            return parsed.set(drivername="sqlite+aiosqlite", database=str(Path(str(parsed.database)).expanduser()))
        case "postgresql" | "postgres":
            ssl_mode = parsed.query.get("sslmode")
            asked = parsed.difference_update_query(["sslmode"])
            return (asked.update_query_dict({"ssl": ssl_mode}) if ssl_mode else asked).set(drivername="postgresql+asyncpg")
        case other:
            raise DatabaseUrlError(f"the database may be sqlite or postgresql, not {other}")


def create_engine(
    url: str, *, busy_timeout_s: float = BUSY_TIMEOUT_S, foreign_keys: bool = True, opened: WeakSet[SqliteConnection] | None = None
) -> AsyncEngine:
    """An engine with what Aloud relies on: WAL, waiting writers and foreign keys on SQLite, live connections on PostgreSQL.

    Parameters never appear in errors: they hold ids of mails and users. A SQLite file and its folder are created for their owner only.
    Whatever it opens on SQLite comes into `opened`.
    """
    target = driver_url(url)
    if target.get_backend_name() != "sqlite":
        connect = {"timeout": CONNECT_TIMEOUT_S}
        return create_async_engine(target, pool_pre_ping=True, hide_parameters=True, connect_args=connect)
    Path(str(target.database)).parent.mkdir(mode=0o700, parents=True, exist_ok=True)

    prepared = [
        # The timeout comes first: several processes that open a new file at once contend for the switch to WAL.
        f"PRAGMA busy_timeout = {int(busy_timeout_s * 1000)}",
        "PRAGMA journal_mode = WAL",
        "PRAGMA secure_delete = ON",  # what is forgotten is overwritten in the file, not only unlinked
        f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}",
    ]

    def connecting(database: str, **options: Any) -> SqliteConnection:
        connection = SqliteConnection.connecting(database, prepared, **options)
        if opened is not None:
            opened.add(connection)
        return connection

    shared = {"compiled_cache": _compiled}
    any_file = target.set(drivername="sqlite+any_file")
    engine = create_async_engine(any_file, hide_parameters=True, connect_args={"async_creator_fn": connecting}, execution_options=shared)

    @event.listens_for(engine.sync_engine, "do_connect")
    def own(*_: object) -> None:
        own_file(Path(str(target.database)), "-wal", "-shm")  # SQLite gives the other two the rights of the first, when it makes them

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        if connection.get_execution_options().get(_READS_ONLY, False):
            driver: Any = connection.connection.driver_connection
            driver.begin_with_next()
        else:
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


class Database:
    """One database, shared by a whole process. An async context manager: leaving it closes every connection.

    Nothing is opened before the first transaction, so a server that is away does not stop a process from starting.
    """

    def __init__(self, url: str, *, busy_timeout_s: float = BUSY_TIMEOUT_S) -> None:
        """`url` as in `driver_url`; raises `DatabaseUrlError`."""
        self._opened = WeakSet[SqliteConnection]()
        self._engine = create_engine(url, busy_timeout_s=busy_timeout_s, opened=self._opened)
        self._reading_engine = self._engine.execution_options(**{_READS_ONLY: True})

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        return self._engine.dialect.name

    @asynccontextmanager
    async def session(self) -> AsyncIterator[AsyncSession]:
        """One transaction that writes: committed at the end of the block, rolled back if it raises.

        Raises `DatabaseUnavailableError`.
        """
        async with _transaction(self._engine) as session:
            yield session

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        """One transaction that only reads: on SQLite it waits for no writer. Raises `DatabaseUnavailableError`."""
        async with _transaction(self._reading_engine) as session:
            yield session

    def insert(self, table: type[Base]) -> postgresql.Insert | sqlite.Insert:
        """An insertion that can say what becomes of a row that is there already (`on_conflict_do_...`)."""
        return postgresql.insert(table) if self.dialect == "postgresql" else sqlite.insert(table)

    async def forget(self, table: type[Base], user_id: str) -> int:
        """Delete the user's rows; returns how many there were. Raises `DatabaseUnavailableError`."""
        gone = delete(table).where(table.__table__.c.user_id == user_id).returning(table.__table__.c.user_id)
        async with self.session() as session:
            return len((await session.execute(gone)).all())

    async def aclose(self) -> None:
        await self._engine.dispose()
        for connection in list(self._opened):  # of one whose query was cancelled the pool knows nothing, and its thread still runs
            await connection.ended()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


@asynccontextmanager
async def _transaction(engine: AsyncEngine) -> AsyncIterator[AsyncSession]:
    session = AsyncSession(engine, expire_on_commit=False)
    try:
        async with session.begin():
            await _connect(session)
            yield session
    except (OperationalError, InterfaceError) as error:
        raise DatabaseUnavailableError("the database cannot be used right now") from error
    finally:
        if session.in_transaction():  # to end it was cancelled; what has ended needs no task of its own to be closed
            await asyncio.shield(asyncio.ensure_future(session.close()))
        session.expunge_all()


async def _connect(session: AsyncSession) -> None:
    # Drivers let the socket's own errors through when they connect, and only then; in the caller's block an OSError is the caller's.
    try:
        await session.connection()
    except OSError as error:
        raise DatabaseUnavailableError("the database cannot be reached") from error
