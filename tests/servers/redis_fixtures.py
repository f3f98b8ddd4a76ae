"""A Redis server and a cluster for the tests of a module, as a plugin (`pytest_plugins`): an imported fixture looks unused to linters."""

from collections.abc import AsyncIterator, Iterator

import pytest
from redis.asyncio import Redis

from tests.servers.ports import free_port
from tests.servers.redis import RedisServer


@pytest.fixture(scope="module")
def server() -> Iterator[RedisServer]:
    with RedisServer() as server:
        yield server


@pytest.fixture(scope="module")
def cluster() -> Iterator[RedisServer]:
    with RedisServer(cluster_enabled="yes", cluster_port=str(free_port())) as server:
        server.form_cluster()
        yield server


@pytest.fixture
async def client(server: RedisServer) -> AsyncIterator[Redis]:
    """A plain client that looks at what stands in the server, which is empty at first."""
    async with Redis.from_url(server.url, decode_responses=True) as client:
        await client.flushall()
        yield client


@pytest.fixture
async def cluster_url(cluster: RedisServer) -> str:
    """The address of a cluster that is empty."""
    async with Redis.from_url(cluster.url) as client:
        await client.flushall()
    return cluster.url.replace("redis://", "redis+cluster://")
