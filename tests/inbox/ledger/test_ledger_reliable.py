import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from redis.asyncio import Redis

from briefing.mail import MailId, MailStatus, Mark
from inbox.ledger.backlog import Backlog
from inbox.ledger.briefed_emails import LedgerUnavailableError, Recall
from inbox.ledger.redis_ledger import RedisLedger
from inbox.ledger.reliable_ledger import ReliableLedger
from inbox.ledger.sql_ledger import SqlLedger
from storage.database import Database
from tests.inbox.ledger_contract import NOW, USER, LedgerContract, mark, withdrawn
from tests.servers.redis import RedisServer
from tests.storage.migrated import migrated

pytestmark = pytest.mark.slow

MAILS = [MailId("work:1"), MailId("work:2"), MailId("work:3")]
QUICK_S = 0.02
SOON_S = 10.0


async def new_database(path: Path) -> str:
    url = f"sqlite:///{path}"
    await migrated(url)
    return url


@pytest.fixture
async def disk(tmp_path: Path) -> AsyncIterator[Database]:
    """The machine's own database, where marks wait."""
    async with Database(await new_database(tmp_path / "disk.db"), busy_timeout_s=0.1) as database:
        yield database


@pytest.fixture
async def far(tmp_path: Path) -> AsyncIterator[Database]:
    """A store behind it that can be locked: then it is away."""
    async with Database(await new_database(tmp_path / "far.db"), busy_timeout_s=0.01) as database:
        yield database


@pytest.fixture(scope="module")
def server() -> Iterator[RedisServer]:
    with RedisServer() as server:
        yield server


def reliable(far: Database, disk: Database) -> ReliableLedger:
    return ReliableLedger(SqlLedger(far), Backlog(disk), first_pause_s=QUICK_S, recall_within_s=SOON_S)


class TestReliableLedger(LedgerContract):
    @pytest.fixture
    async def ledger(self, far: Database, disk: Database) -> AsyncIterator[ReliableLedger]:
        async with reliable(far, disk) as ledger:
            yield ledger


@pytest.mark.server
class TestReliableLedgerOverRedis(LedgerContract):
    @pytest.fixture
    async def ledger(self, server: RedisServer, disk: Database) -> AsyncIterator[ReliableLedger]:
        async with Redis.from_url(server.url) as client:
            await client.flushall()
        async with ReliableLedger(RedisLedger.from_url(server.url), Backlog(disk), recall_within_s=SOON_S) as ledger:
            yield ledger


async def test_marks_reach_the_store_by_themselves(far: Database, disk: Database) -> None:
    async with reliable(far, disk) as ledger:
        await ledger.mark(USER, [mark("work:1")])
        await ledger.mark(USER, [mark("work:2")])
        await asyncio.wait_for(ledger.delivered(), SOON_S)
        assert set(await SqlLedger(far).records(USER, now=NOW)) == {"work:1", "work:2"}
        assert (await Backlog(disk).waiting(USER)).marks == ()


async def test_a_store_that_is_away_is_neither_waited_for_nor_forgotten(far: Database, disk: Database) -> None:
    async with reliable(far, disk) as ledger:
        async with far.session():
            await ledger.mark(USER, [mark("work:1"), mark("work:2")])
            await ledger.mark(USER, [withdrawn("work:2"), mark("work:3", MailStatus.SKIPPED)])
            assert len((await Backlog(disk).waiting(USER)).marks) == 4
        await asyncio.wait_for(ledger.delivered(), SOON_S)
        expected = {"work:1": mark("work:1"), "work:3": mark("work:3", MailStatus.SKIPPED)}
        assert await SqlLedger(far).records(USER, now=NOW) == expected


async def test_with_the_store_away_what_waits_is_recalled_and_called_partial(far: Database, disk: Database) -> None:
    async with reliable(far, disk) as ledger:
        await ledger.mark(USER, [mark("work:1", at=NOW - timedelta(hours=1))])
        await asyncio.wait_for(ledger.delivered(), SOON_S)
        async with far.session():
            await ledger.mark(USER, [mark("work:2"), mark("work:3"), withdrawn("work:3")])
            recall = await ledger.recall(USER, MAILS, now=NOW)
            assert (dict(recall.marks), recall.last_briefed_at, recall.partial) == ({"work:2": mark("work:2")}, NOW, True)
            assert not (await ledger.recall(USER, MAILS[:1], now=NOW)).marks
            assert not (await ledger.recall(USER, MAILS, now=NOW + timedelta(days=7))).marks
        recall = await ledger.recall(USER, MAILS, now=NOW)
        assert (set(recall.marks), recall.partial) == ({"work:1", "work:2"}, False)


async def test_all_that_is_remembered_is_not_told_while_the_store_is_away(far: Database, disk: Database) -> None:
    async with reliable(far, disk) as ledger, far.session():
        await ledger.mark(USER, [mark()])
        with pytest.raises(LedgerUnavailableError):
            await ledger.records(USER, now=NOW)


async def test_what_a_closed_ledger_could_not_deliver_waits_for_the_next(far: Database, disk: Database) -> None:
    async with far.session():
        async with reliable(far, disk) as first:
            await first.mark(USER, [mark("work:1")])
        assert (await Backlog(disk).waiting(USER)).marks == (mark("work:1"),)
    async with reliable(far, disk) as second:
        recall = await second.recall(USER, MAILS, now=NOW)
        assert (set(recall.marks), recall.partial) == ({"work:1"}, False)
        assert (await Backlog(disk).waiting(USER)).marks == ()


async def test_marks_left_behind_by_another_process_are_taken_over_after_two_minutes(far: Database, disk: Database) -> None:
    await Backlog(disk).keep("ben", [mark("work:1", at=NOW - timedelta(minutes=5)), mark("work:2", at=NOW)])
    for minutes, expected in ((2, set()), (3, {"work:1", "work:2"})):
        ledger = ReliableLedger(SqlLedger(far), Backlog(disk), clock=lambda: NOW + timedelta(minutes=minutes))  # noqa: B023
        async with ledger:
            await asyncio.wait_for(ledger.delivered(), SOON_S)
        assert set(await SqlLedger(far).records("ben", now=NOW)) == expected


async def test_a_mark_goes_straight_to_the_store_when_the_disk_refuses_it(far: Database, disk: Database) -> None:
    async with reliable(far, disk) as ledger:
        await asyncio.wait_for(ledger.delivered(), SOON_S)
        async with disk.session():
            await ledger.mark(USER, [mark("work:1")])
            assert set(await SqlLedger(far).records(USER, now=NOW)) == {"work:1"}
            async with far.session():
                with pytest.raises(LedgerUnavailableError):
                    await ledger.mark(USER, [mark("work:2")])


async def test_forgetting_while_the_store_is_away_fails_and_says_so(far: Database, disk: Database) -> None:
    async with reliable(far, disk) as ledger:
        async with far.session():
            await ledger.mark(USER, [mark("work:1")])
            with pytest.raises(LedgerUnavailableError):
                await ledger.forget(USER)
        assert await ledger.records(USER, now=NOW) == {}
        await ledger.mark(USER, [mark("work:2")])
        assert await ledger.forget(USER) == 1


class NeverAnswers(SqlLedger):
    async def mark(self, user_id: str, marks: Sequence[Mark]) -> None:
        await asyncio.Event().wait()

    async def recall(self, user_id: str, candidates: Sequence[MailId], *, now: datetime) -> Recall:
        await asyncio.Event().wait()
        raise AssertionError


async def test_a_store_that_never_answers_holds_up_neither_marks_nor_recall(far: Database, disk: Database) -> None:
    async with ReliableLedger(NeverAnswers(far), Backlog(disk), recall_within_s=QUICK_S) as ledger:
        await ledger.mark(USER, [mark("work:1")])
        assert (await Backlog(disk).waiting(USER)).marks == (mark("work:1"),)
        recall = await ledger.recall(USER, MAILS, now=NOW)
        assert (set(recall.marks), recall.partial) == ({"work:1"}, True)


@pytest.mark.server
async def test_a_frozen_redis_stalls_neither_marks_nor_recall(disk: Database) -> None:
    now = datetime.now(UTC)
    with RedisServer() as server:
        async with ReliableLedger(RedisLedger.from_url(server.url), Backlog(disk), first_pause_s=QUICK_S) as ledger:
            await ledger.mark(USER, [mark("work:1", at=now)])
            await asyncio.wait_for(ledger.delivered(), SOON_S)
            server.freeze()
            await ledger.mark(USER, [mark("work:2", at=now)])
            recall = await ledger.recall(USER, MAILS, now=now)
            assert (set(recall.marks), recall.partial) == ({"work:2"}, True)
            server.thaw()
            await asyncio.wait_for(ledger.delivered(), SOON_S)
            assert set(await ledger.records(USER, now=now)) == {"work:1", "work:2"}
