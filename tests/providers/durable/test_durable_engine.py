"""The queue of wake-ups on both databases: started at once, by one process on SQLite, and never the reason that something is lost."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from time import monotonic

import pytest
from sqlalchemy import inspect, text

from providers.durable.durable_engine import DurableEngine
from providers.durable.enqueueing import DurableWakeUp, plain_url
from providers.durable.only_worker import only_worker
from storage.database import Database
from storage.migrate import migrate

pytest_plugins = ["tests.servers.both_databases"]


class Done:
    """What was done, by id, and how long it took until it began."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.began = asyncio.Event()

    async def __call__(self, work_id: str) -> None:
        self.ids.append(work_id)
        self.began.set()
        if work_id == "fails":
            raise ValueError("words of a mail")
        if work_id == "lasts":
            await asyncio.Event().wait()

    async def has(self, *ids: str) -> None:
        async with asyncio.timeout(30):
            while not set(ids) <= set(self.ids):
                self.began.clear()
                await self.began.wait()


@pytest.fixture
def done() -> Done:
    return Done()


@asynccontextmanager
async def engine_on(url: str, database: Database, done: Done) -> AsyncIterator[Callable[[str], Awaitable[None]]]:
    """What wakes a lane."""
    async with DurableEngine(url, done), DurableWakeUp(url) as wake:
        await wake.loaded()

        async def notify(lane: str) -> None:
            async with database.session() as session:
                await wake(session, lane)

        yield notify


async def stored(database: Database) -> str:
    """All rows of DBOS's tables as text."""
    schema = "dbos" if database.dialect == "postgresql" else None
    async with database.reading() as session:
        connection = await session.connection()
        names = await connection.run_sync(lambda there: inspect(there).get_table_names(schema=schema))
        found = []
        for name in names:
            if schema or name.startswith(("workflow_", "operation_", "dbos")):
                qualified = f'"{schema}"."{name}"' if schema else f'"{name}"'
                found += [str(tuple(row)) for row in await session.execute(text(f"SELECT * FROM {qualified}"))]  # noqa: S608 - names of tables
    return "\n".join(found)


async def test_what_is_notified_is_done_and_what_fails_ends_nothing_and_is_stored_without_its_words(
    migrated_url: str, database: Database, done: Done
) -> None:
    async with engine_on(migrated_url, database, done) as notify:
        for work_id in ("a", "fails", "b"):
            await notify(work_id)
        await done.has("a", "fails", "b")
    assert sorted(done.ids) == ["a", "b", "fails"]
    assert "words of a mail" not in await stored(database)
    await migrate(migrated_url)  # which leaves its tables alone


async def test_what_is_enqueued_in_a_transaction_is_done_once_that_is_committed(migrated_url: str, database: Database, done: Done) -> None:
    async with DurableEngine(migrated_url, done), DurableWakeUp(migrated_url) as wake:
        await wake.loaded()
        with suppress(ConnectionError):
            async with database.session() as session:
                await wake(session, "rolled back")
                raise ConnectionError
        began = monotonic()
        async with database.session() as session:
            await wake(session, "committed")
        await done.has("committed")
        assert monotonic() - began < 5
        assert done.ids == ["committed"]


async def test_before_a_worker_has_ever_run_nothing_is_enqueued_and_nothing_fails(
    migrated_url: str, database: Database, done: Done
) -> None:
    async with DurableWakeUp(migrated_url) as wake:
        await wake.loaded()
        async with database.session() as session:
            await wake(session, "a")
            assert await session.scalar(text("SELECT 1")) == 1
        async with DurableEngine(migrated_url, done):
            await wake.loaded()
            async with database.session() as session:
                await wake(session, "b")
            await done.has("b")


async def test_work_under_way_is_given_up_when_the_process_ends(migrated_url: str, database: Database, done: Done) -> None:
    async with engine_on(migrated_url, database, done) as notify:
        await notify("lasts")
        await done.has("lasts")
    async with engine_on(migrated_url, database, done) as notify:
        await notify("a")
        await done.has("a")
    assert done.ids == ["lasts", "a"]


async def test_one_process_works_for_a_file_and_the_next_takes_over_when_it_ends(tmp_path: object) -> None:
    url, order = f"sqlite:///{tmp_path}/aloud.db", list[str]()

    async def second() -> None:
        async with only_worker(url, waits=lambda: order.append("waits"), look_again_s=0.01):
            order.append("second")

    async with only_worker(url):
        waiting = asyncio.create_task(second())
        await asyncio.sleep(0.05)
        order.append("first ends")
    await waiting
    assert order == ["waits", "first ends", "second"]


def test_an_address_is_written_as_dbos_reads_it() -> None:
    assert plain_url("postgresql://u:p%40@h/n?sslmode=require") == "postgresql://u:p%40@h/n?sslmode=require"
    assert plain_url("sqlite:////data/a.db") == "sqlite:////data/a.db"
