from datetime import timedelta

import pytest
from sqlalchemy import func, select

from inbox.ledger.briefed_emails import LedgerUnavailableError
from inbox.ledger.sql_ledger import BriefedMail, SqlLedger
from storage.database import Database
from storage.migrate import migrate
from tests.inbox.ledger_contract import NOW, USER, LedgerContract, mark
from tests.servers.postgres import PostgresServer

pytestmark = pytest.mark.slow

pytest_plugins = ["tests.servers.both_databases"]


class TestSqlLedger(LedgerContract):
    @pytest.fixture
    def ledger(self, database: Database) -> SqlLedger:
        return SqlLedger(database)


async def test_expired_rows_are_deleted_by_the_next_mark(sqlite: Database) -> None:
    ledger = SqlLedger(sqlite)
    await ledger.mark(USER, [mark("work:1", at=NOW - timedelta(days=7)), mark("work:2", at=NOW - timedelta(days=6))])
    await ledger.mark(USER, [mark("work:3")])
    async with sqlite.reading() as session:
        assert await session.scalar(select(func.count()).select_from(BriefedMail)) == 2


async def test_a_locked_database_counts_as_unavailable(sqlite: Database) -> None:
    ledger = SqlLedger(sqlite)
    async with sqlite.session():
        with pytest.raises(LedgerUnavailableError):
            await ledger.mark(USER, [mark()])
        assert await ledger.records(USER, now=NOW) == {}
    await ledger.mark(USER, [mark()])
    assert set(await ledger.records(USER, now=NOW)) == {"work:1"}


@pytest.mark.server
async def test_a_stopped_postgres_counts_as_unavailable_until_it_is_back() -> None:
    with PostgresServer() as server:
        await migrate(server.url())
        async with Database(server.url()) as database:
            ledger = SqlLedger(database)
            await ledger.mark(USER, [mark("work:1")])
            server.stop()
            with pytest.raises(LedgerUnavailableError):
                await ledger.mark(USER, [mark("work:2")])
            with pytest.raises(LedgerUnavailableError):
                await ledger.records(USER, now=NOW)
            server.start()
            await ledger.mark(USER, [mark("work:3")])
            assert set(await ledger.records(USER, now=NOW)) == {"work:1", "work:3"}
