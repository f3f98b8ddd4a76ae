from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from redis.asyncio import ConnectionPool, Redis

from briefing.mail import MailId, MailStatus
from briefing.mail_action import MailAction
from inbox.ledger.briefed_emails import LedgerUnavailableError
from inbox.ledger.redis_ledger import RedisLedger
from tests.inbox.ledger_contract import NOW, USER, LedgerContract, mark
from tests.servers.redis import CountingConnection, RedisServer

pytestmark = pytest.mark.server

pytest_plugins = ["tests.servers.redis_fixtures"]


A_BUSY_SERVER_ANSWERS_WITHIN_S = 20.0
"""Longer than a call waits: what is stored and recalled is the question here."""


@pytest.fixture
async def ledger(server: RedisServer, client: Redis) -> AsyncIterator[RedisLedger]:
    ledger = RedisLedger.from_url(server.url, within_s=A_BUSY_SERVER_ANSWERS_WITHIN_S)
    yield ledger
    await ledger.aclose()


async def day_keys(client: Redis) -> list[str]:
    return [key for key in map(str, await client.keys("*")) if not key.endswith(":about")]


class TestRedisLedger(LedgerContract):
    """On one server."""


class TestRedisLedgerOnACluster(LedgerContract):
    @pytest.fixture
    async def ledger(self, cluster_url: str) -> AsyncIterator[RedisLedger]:
        ledger = RedisLedger.from_url(cluster_url, within_s=A_BUSY_SERVER_ANSWERS_WITHIN_S)
        yield ledger
        await ledger.aclose()


async def test_round_trips_at_the_start_and_per_batch(server: RedisServer, client: Redis) -> None:
    pool = ConnectionPool.from_url(server.url, connection_class=CountingConnection, decode_responses=True)
    ledger = RedisLedger(Redis.from_pool(pool))
    await ledger.records(USER, now=NOW)  # connects

    async def trips_of_recall(candidates: int) -> int:
        before = CountingConnection.round_trips
        await ledger.recall(USER, [MailId(f"work:{n}") for n in range(candidates)], now=NOW)
        return CountingConnection.round_trips - before

    before = CountingConnection.round_trips
    await ledger.mark(USER, [mark(f"work:{n}", at=NOW - timedelta(hours=n)) for n in range(100)])
    assert CountingConnection.round_trips - before == 1
    assert [await trips_of_recall(n) for n in (0, 200, 5_000)] == [1, 1, 2]
    await ledger.aclose()


async def test_a_value_is_five_characters_in_a_hash_per_day(ledger: RedisLedger, client: Redis) -> None:
    await ledger.mark(USER, [mark("work:1", MailStatus.ACTIONED, NOW, MailAction.ARCHIVE), mark("work:2", at=NOW - timedelta(hours=1))])
    days = {key: await client.hgetall(key) for key in await day_keys(client)}
    assert sorted(days.items()) == [
        ("aloud:{.anna}:20513", {"work:2": "b-582"}),
        ("aloud:{.anna}:20514", {"work:1": "aa01e"}),
    ]


async def test_a_day_is_deleted_soon_after_its_last_mark_expired(ledger: RedisLedger, client: Redis) -> None:
    await ledger.mark(USER, [mark()])
    [day] = await day_keys(client)
    week_s, hour_s = 7 * 24 * 3600, 3600
    assert week_s < await client.ttl(day) <= week_s + hour_s


async def test_another_workers_clock_may_be_an_hour_ahead(ledger: RedisLedger) -> None:
    midnight = NOW.replace(minute=0)
    await ledger.mark(USER, [mark(at=midnight)])
    assert set(await ledger.records(USER, now=midnight - timedelta(minutes=59))) == {"work:1"}


async def test_a_dead_server_is_given_up_at_once_and_used_again_when_it_is_back() -> None:
    with RedisServer() as server:
        ledger = RedisLedger.from_url(server.url)
        await ledger.mark(USER, [mark("work:1")])
        server.kill()
        with pytest.raises(LedgerUnavailableError):
            await ledger.mark(USER, [mark("work:2")])
        with pytest.raises(LedgerUnavailableError):
            await ledger.recall(USER, [MailId("work:1")], now=NOW)
        server.start()
        await ledger.mark(USER, [mark("work:3")])
        assert set(await ledger.records(USER, now=NOW)) == {"work:1", "work:3"}
        await ledger.aclose()


async def test_a_restart_between_two_operations_goes_unnoticed() -> None:
    with RedisServer() as server:
        ledger = RedisLedger.from_url(server.url)
        await ledger.mark(USER, [mark("work:1")])
        server.restart()
        assert set(await ledger.records(USER, now=NOW)) == {"work:1"}
        await ledger.aclose()


async def test_a_frozen_server_is_given_up_while_it_is_frozen_and_used_again_afterwards() -> None:
    with RedisServer() as server:
        ledger = RedisLedger.from_url(server.url)
        await ledger.mark(USER, [mark("work:1")])
        server.freeze()
        with pytest.raises(LedgerUnavailableError):
            await ledger.recall(USER, [MailId("work:1")], now=NOW)
        server.thaw()
        assert set(await ledger.records(USER, now=NOW)) == {"work:1"}
        await ledger.aclose()


async def test_neither_error_nor_log_quotes_the_server(ledger: RedisLedger, client: Redis, caplog: pytest.LogCaptureFixture) -> None:
    await ledger.mark(USER, [mark("work:1")])
    [day] = await day_keys(client)
    await client.delete(day)
    await client.set(day, "not a hash")
    with pytest.raises(LedgerUnavailableError) as raised:
        await ledger.records(USER, now=NOW)
    assert raised.value.__suppress_context__
    assert "WRONGTYPE" not in str(raised.value) + caplog.text
