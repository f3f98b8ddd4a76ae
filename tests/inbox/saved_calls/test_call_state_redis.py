from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from redis.asyncio import ConnectionPool, Redis

from inbox.saved_call.call_state import CallStateUnavailableError
from inbox.saved_call.redis_call_state import RedisCallState
from storage.epoch import ms_of
from tests.inbox.call_state_contract import NOW, USER, CallStateContract, an_outage_loses_nothing, begun, left, snapshot_left
from tests.servers.redis import CountingConnection, RedisServer

pytestmark = pytest.mark.server

KEY = "aloud:{.anna}:call"

pytest_plugins = ["tests.servers.redis_fixtures"]


@pytest.fixture
async def store(server: RedisServer, client: Redis) -> AsyncIterator[RedisCallState]:
    store = RedisCallState.from_url(server.url, within_s=20.0)  # waits longer for a busy server than a call does
    yield store
    await store.aclose()


class TestRedisCallState(CallStateContract):
    """On one server."""


class TestRedisCallStateOnACluster(CallStateContract):
    @pytest.fixture
    async def store(self, cluster_url: str) -> AsyncIterator[RedisCallState]:
        store = RedisCallState.from_url(cluster_url, within_s=20.0)  # waits longer for a busy server than a call does
        yield store
        await store.aclose()


async def test_each_operation_is_one_round_trip(server: RedisServer, client: Redis) -> None:
    pool = ConnectionPool.from_url(server.url, connection_class=CountingConnection, decode_responses=True)
    store = RedisCallState(Redis.from_pool(pool))
    await store.owner(USER)  # connects
    before = CountingConnection.round_trips
    briefing = await begun(store)
    await briefing.go_on()
    await store.owner(USER)
    assert CountingConnection.round_trips - before == 4
    await store.aclose()


async def test_everything_expires_seven_days_after_the_last_write(store: RedisCallState, client: Redis) -> None:
    briefing = await begun(store)
    week_s = 7 * 24 * 3600
    assert await client.keys("*") == [KEY]
    await client.expire(KEY, 60)
    await briefing.go_on()
    assert week_s - 60 < await client.ttl(KEY) <= week_s


async def test_a_state_that_was_written_as_a_base_and_its_changes_is_a_fresh_start_and_can_be_forgotten(
    store: RedisCallState, client: Redis
) -> None:
    parts = f"{KEY}:parts"
    await client.hset(KEY, mapping={"owner": "old", "owned_since": 1, "number": 7, "saved_by": "old", "saved_at": ms_of(NOW), "ended": 0})
    await client.rpush(parts, "{}")
    assert await left(store, "call 1") is None
    briefing = await begun(store)
    assert await snapshot_left(store) == briefing.tracker.snapshot()
    assert await store.forget(USER) == 1
    assert await client.keys("*") == []


async def test_a_killed_server_counts_as_unavailable_until_it_is_back() -> None:
    with RedisServer() as server:
        store = RedisCallState.from_url(server.url)

        @asynccontextmanager
        async def killed() -> AsyncIterator[None]:
            server.kill()
            yield
            server.start()

        await an_outage_loses_nothing(store, killed())
        await store.aclose()


async def test_a_write_that_a_frozen_server_answers_too_late_may_be_sent_again() -> None:
    with RedisServer() as server:
        store = RedisCallState.from_url(server.url)

        @asynccontextmanager
        async def frozen() -> AsyncIterator[None]:
            server.freeze()
            yield
            server.thaw()

        await an_outage_loses_nothing(store, frozen())
        await store.aclose()


async def test_neither_error_nor_log_quotes_the_server(store: RedisCallState, client: Redis, caplog: pytest.LogCaptureFixture) -> None:
    await client.set(KEY, "not a hash")
    with pytest.raises(CallStateUnavailableError) as raised:
        await store.owner(USER)
    assert raised.value.__suppress_context__
    assert "WRONGTYPE" not in str(raised.value) + caplog.text
