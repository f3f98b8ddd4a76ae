from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import select

from briefing.agenda import Agenda, MailRef, Topic, TopicKind
from briefing.mail import ThreadId
from briefing.tracking.tracker import BriefingSessionTracker
from inbox.saved_call.sql_call_state import CallState, SqlCallState
from storage.database import Database
from storage.migrate import migrate
from tests.briefing.tracker_agendas import m
from tests.inbox.call_state_contract import CallStateContract, an_outage_loses_nothing, begun
from tests.servers.postgres import PostgresServer

pytestmark = pytest.mark.slow

pytest_plugins = ["tests.servers.both_databases"]


class TestSqlCallState(CallStateContract):
    @pytest.fixture
    def store(self, database: Database) -> SqlCallState:
        return SqlCallState(database)


async def test_a_locked_database_counts_as_unavailable(sqlite: Database) -> None:
    await an_outage_loses_nothing(SqlCallState(sqlite), sqlite.session())


@pytest.mark.server
async def test_a_stopped_postgres_counts_as_unavailable_until_it_is_back() -> None:
    with PostgresServer() as server:
        await migrate(server.url())

        @asynccontextmanager
        async def stopped() -> AsyncIterator[None]:
            server.stop()
            yield
            server.start()

        async with Database(server.url()) as database:
            await an_outage_loses_nothing(SqlCallState(database), stopped())


async def test_what_is_stored_holds_no_text_of_a_mail(sqlite: Database) -> None:
    refs = tuple(MailRef(mail_id=m(number), thread_id=ThreadId("home:t"), subject=f"Canary {number}") for number in range(20))
    briefing = await begun(SqlCallState(sqlite))
    briefing.tracker = BriefingSessionTracker(Agenda(topics=(Topic(label="Canary birds", kind=TopicKind.OTHER, mails=refs),)))
    await briefing.go_on()
    async with sqlite.reading() as session:
        stored = await session.scalar(select(CallState.snapshot))
    assert stored is not None
    assert m(19) in stored
    assert "Canary" not in stored
