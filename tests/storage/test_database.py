import asyncio
import logging
import sqlite3
import stat
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest
from sqlalchemy import literal, select, text
from sqlalchemy.engine.interfaces import CacheStats
from sqlalchemy.exc import IntegrityError

from storage.database import Database, DatabaseUnavailableError, DatabaseUrlError, driver_url
from storage.sqlite_driver import SqliteConnection
from tests.servers.ports import free_port

pytestmark = pytest.mark.slow


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    async with Database(f"sqlite:///{tmp_path}/aloud.db", busy_timeout_s=0.1) as database:
        async with database.session() as session:
            await session.execute(text("CREATE TABLE word (text TEXT PRIMARY KEY)"))
        yield database


async def words(database: Database) -> list[str]:
    async with database.reading() as session:
        return list(await session.scalars(text("SELECT text FROM word ORDER BY text")))


@pytest.mark.parametrize(
    ("written", "used"),
    [
        ("sqlite:///aloud.db", "sqlite+aiosqlite:///aloud.db"),
        ("sqlite:////var/lib/aloud.db", "sqlite+aiosqlite:////var/lib/aloud.db"),
        ("postgresql://anna:p%40ss@db:5433/aloud", "postgresql+asyncpg://anna:p%40ss@db:5433/aloud"),
        ("postgres://db/aloud", "postgresql+asyncpg://db/aloud"),
        ("postgresql+psycopg2://db/aloud?sslmode=require", "postgresql+asyncpg://db/aloud?ssl=require"),
    ],
)
def test_addresses_as_users_write_them(written: str, used: str) -> None:
    assert driver_url(written).render_as_string(hide_password=False) == used


def test_a_home_folder_is_understood() -> None:
    assert driver_url("sqlite:///~/aloud.db").database == str(Path.home() / "aloud.db")


@pytest.mark.parametrize("written", ["", "aloud.db", "sqlite://", "sqlite:///:memory:", "sqlite://aloud.db", "mysql://db/aloud"])
def test_other_addresses_are_refused_with_one_line(written: str) -> None:
    with pytest.raises(DatabaseUrlError) as raised:
        driver_url(written)
    assert "\n" not in str(raised.value)
    assert "sqlite" in str(raised.value).lower()


async def test_a_block_that_ends_is_committed(database: Database) -> None:
    async with database.session() as session:
        await session.execute(text("INSERT INTO word VALUES ('kept')"))
    assert await words(database) == ["kept"]


async def add_and_fail(database: Database) -> None:
    async with database.session() as session:
        await session.execute(text("INSERT INTO word VALUES ('gone')"))
        raise KeyError


async def test_a_block_that_raises_is_rolled_back(database: Database) -> None:
    with pytest.raises(KeyError):
        await add_and_fail(database)
    assert await words(database) == []


async def test_an_error_of_the_callers_own_stays_what_it_is(database: Database) -> None:
    with pytest.raises(FileNotFoundError):
        async with database.session():
            raise FileNotFoundError
    with pytest.raises(IntegrityError):
        async with database.session() as session:
            await session.execute(text("INSERT INTO word VALUES ('twice'), ('twice')"))


async def test_errors_never_quote_parameters(database: Database) -> None:
    insert = text("INSERT INTO word VALUES (:one), (:other)")
    with pytest.raises(IntegrityError) as raised:
        async with database.session() as session:
            await session.execute(insert, {"one": "a secret", "other": "a secret"})
    assert "a secret" not in str(raised.value)


async def test_the_file_is_in_wal_mode_with_foreign_keys(database: Database) -> None:
    async with database.reading() as session:
        assert await session.scalar(text("PRAGMA journal_mode")) == "wal"
        assert await session.scalar(text("PRAGMA foreign_keys")) == 1


async def test_a_new_folder_belongs_to_its_owner_alone(tmp_path: Path) -> None:
    async with Database(f"sqlite:///{tmp_path}/new/aloud.db") as database, database.reading() as session:
        assert await session.scalar(text("SELECT 1")) == 1
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


async def test_reading_waits_for_no_writer(database: Database) -> None:
    async with database.session() as session:
        await session.execute(text("INSERT INTO word VALUES ('new')"))
        assert await words(database) == []


async def test_a_query_that_is_cancelled_and_cancelled_again_leaves_no_task_behind(database: Database) -> None:
    async def count_for_long() -> None:
        async with database.reading() as session:
            endless = "WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count LIMIT 200000) SELECT max(n) FROM count"
            await session.execute(text(endless))

    before = asyncio.all_tasks()
    for turns in range(12):
        async with anyio.create_task_group() as cancelled:  # until the task has ended, as a web server does it for a browser that left
            cancelled.start_soon(count_for_long)
            await asyncio.sleep(turns / 1000)
            cancelled.cancel_scope.cancel()
    if left := asyncio.all_tasks() - before:
        _, left = await asyncio.wait(left, timeout=10)
    assert not left


async def test_when_it_is_closed_no_thread_of_a_query_that_was_cancelled_still_runs(tmp_path: Path) -> None:
    def running() -> set[threading.Thread]:
        return {each for each in threading.enumerate() if "connection_worker" in each.name}

    before = running()
    for turns in range(40):
        async with Database(f"sqlite:///{tmp_path}/aloud.db") as database:

            async def ask(database: Database = database) -> None:
                async with database.reading() as session:
                    await session.execute(text("SELECT 1"))

            asking = asyncio.create_task(ask())
            for _ in range(turns):
                await asyncio.sleep(0)
            for _ in range(2):
                asking.cancel()
                await asyncio.sleep(0)
            await asyncio.gather(asking, return_exceptions=True)
        assert running() <= before


async def test_to_read_once_takes_two_turns_of_the_thread_and_to_write_once_three(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    def turns() -> int:
        return sum(record.name == "aiosqlite" and record.message.startswith("executing") for record in caplog.records)

    with caplog.at_level(logging.DEBUG, "aiosqlite"):
        await words(database)
        assert turns() == 2, "it begins, is asked and told all at once; and ends"
        caplog.clear()
        async with database.session() as session:
            await session.execute(text("INSERT INTO word VALUES ('kept')"))
        assert turns() == 3, "whoever writes waits for the lock before anything else"


async def test_what_is_read_together_is_of_one_moment(database: Database) -> None:
    async with database.reading() as session:
        assert await session.scalar(text("SELECT count(*) FROM word")) == 0
        async with database.session() as other:
            await other.execute(text("INSERT INTO word VALUES ('new')"))
        assert await session.scalar(text("SELECT count(*) FROM word")) == 0
    assert await words(database) == ["new"]


async def test_who_reads_nothing_leaves_no_transaction_for_the_next(database: Database) -> None:
    async with database.reading():
        pass
    with pytest.raises(KeyError):
        async with database.reading():
            raise KeyError
    async with database.session() as session:
        await session.execute(text("INSERT INTO word VALUES ('kept')"))
    assert await words(database) == ["kept"]


async def test_what_a_statement_returns_and_how_many_rows_it_changed_are_there_together(database: Database) -> None:
    async with database.session() as session:
        returned = await session.scalars(text("INSERT INTO word VALUES ('one'), ('other') RETURNING text"))
        assert sorted(returned) == ["one", "other"]
        connection = await session.connection()
        changed = await connection.execute(text("UPDATE word SET text = text || '!'"))
        assert changed.rowcount == 2
    assert await words(database) == ["one!", "other!"]


async def test_a_connection_that_cannot_be_prepared_raises_and_leaves_no_thread(tmp_path: Path) -> None:
    connection = SqliteConnection.connecting(str(tmp_path / "aloud.db"), ["NO STATEMENT"])
    with pytest.raises(sqlite3.OperationalError):
        await connection
    assert not connection._thread.is_alive()


async def test_of_a_database_that_is_no_longer_wanted_while_it_opens_no_thread_is_left(tmp_path: Path) -> None:
    """It would report to the loop, which may be closed by then."""
    counts_long = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) SELECT max(i) FROM n"
    connection = SqliteConnection.connecting(str(tmp_path / "aloud.db"), [counts_long] * 3)
    opening = asyncio.ensure_future(connection)
    await asyncio.sleep(0)
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    assert not connection._thread.is_alive()


async def test_a_writer_that_is_cancelled_while_it_waits_holds_nobody_up(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/aloud.db"
    async with Database(url) as one, Database(url) as other:

        async def write(database: Database) -> None:
            async with database.session() as session:
                await session.execute(text("INSERT INTO tally VALUES (1)"))

        async with other.session() as session:
            await session.execute(text("CREATE TABLE tally (number INTEGER)"))
            waits = asyncio.create_task(write(one))
            await asyncio.sleep(0.05)
            waits.cancel()
            await asyncio.sleep(0)
        await asyncio.gather(waits, return_exceptions=True)
        await write(other)
        await write(one)
        async with one.reading() as session:
            assert await session.scalar(text("SELECT count(*) FROM tally")) == 2


async def test_a_writer_that_waits_too_long_is_told(database: Database) -> None:
    async with database.session():
        with pytest.raises(DatabaseUnavailableError):
            async with database.session():
                pass


async def test_writers_that_read_first_take_turns(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/aloud.db"
    async with Database(url) as one, Database(url) as other:
        async with one.session() as session:
            await session.execute(text("CREATE TABLE tally (number INTEGER)"))
            await session.execute(text("INSERT INTO tally VALUES (0)"))

        async def count_up(database: Database) -> None:
            for _ in range(20):
                async with database.session() as session:
                    number = await session.scalar(text("SELECT number FROM tally"))
                    await session.execute(text("UPDATE tally SET number = :next"), {"next": number + 1})

        await asyncio.gather(count_up(one), count_up(other), count_up(one), count_up(other))
        async with one.reading() as session:
            assert await session.scalar(text("SELECT number FROM tally")) == 80


async def test_a_server_that_is_away_is_unavailable_and_not_an_os_error() -> None:
    async with Database(f"postgresql://aloud@127.0.0.1:{free_port()}/aloud") as database:
        assert database.dialect == "postgresql"
        with pytest.raises(DatabaseUnavailableError):
            async with database.session():
                pass


async def test_what_was_compiled_for_one_database_is_compiled_for_no_other(tmp_path: Path) -> None:
    found = []
    for name in ("one", "other"):
        async with Database(f"sqlite:///{tmp_path}/{name}.db") as database, database.reading() as session:
            connection = await session.connection()
            result = await connection.execute(select(literal(name).label("of_this_test")))
            assert result.scalar_one() == name
            found.append(result.context.cache_hit)
    assert found == [CacheStats.CACHE_MISS, CacheStats.CACHE_HIT]
