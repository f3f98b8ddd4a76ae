"""What our stores in Redis have in common: how they connect, how long they wait, and how keys are named.

All keys of a user share a hash tag, so that one script and one pipeline serve them on a cluster too.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import ClassVar, Self
from urllib.parse import quote

from redis.asyncio import Redis, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisClusterException, RedisError

logger = logging.getLogger(__name__)

GIVE_UP_AFTER_S = 0.9
"""How long an operation may take before Redis counts as away, because a waiting caller hears silence."""

AWAY = (RedisError, RedisClusterException, OSError)
"""What a client raises when Redis cannot be used; `TimeoutError` is an `OSError`."""

LOOK_EVERY_S = 0.1
WRITTEN_ANEW_WITHIN_LOOKS = 300


def connect(url: str, *, within_s: float = GIVE_UP_AFTER_S) -> Redis | RedisCluster:
    """`redis://`, `rediss://` or `unix://` for one server; `redis+cluster://` or `rediss+cluster://` for any node of a cluster.

    Connects with the first operation. Raises `ValueError` for another kind of address.
    """
    # One retry, and only for a broken connection: the pool may hold one from before a restart of the server. A server that does not
    # answer is not asked again.
    retry = Retry(NoBackoff(), 1, supported_errors=(RedisConnectionError,))
    single = url.replace("+cluster://", "://", 1)
    make: Callable[..., Redis | RedisCluster] = Redis.from_url if single == url else RedisCluster.from_url
    timeouts = {"socket_timeout": within_s / 2, "socket_connect_timeout": within_s / 2}
    return make(single, decode_responses=True, retry=retry, **timeouts)


class RedisStore:
    """A store on Redis 6 or newer, in any topology. Owns its client; raises `unavailable` while Redis is away."""

    unavailable: ClassVar[type[Exception]]

    def __init__(self, client: Redis | RedisCluster, *, within_s: float = GIVE_UP_AFTER_S) -> None:
        """`client` must decode responses; `from_url` makes one whose timeouts suit an operation that ends `within_s`."""
        self._client = client
        self._within_s = within_s

    @classmethod
    def from_url(cls, url: str, *, within_s: float = GIVE_UP_AFTER_S) -> Self:
        """Addresses as in `connect`."""
        return cls(connect(url, within_s=within_s), within_s=within_s)

    async def aclose(self) -> None:
        await self._client.aclose()

    @asynccontextmanager
    async def _available(self) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(self._within_s):
                yield
        except AWAY as error:
            logger.debug("Redis is unavailable", extra={"error": type(error).__name__})
            raise self.unavailable("Redis cannot be used right now") from None


async def erase_deleted(url: str) -> bool:
    """Have the server write its files anew, if it keeps any; False if it may not, does not finish, or is one of a cluster."""
    client = connect(url)
    try:
        return isinstance(client, Redis) and await _files_written_anew(client)
    except AWAY:
        return False
    finally:
        await client.aclose()


async def _files_written_anew(client: Redis) -> bool:
    if (await client.info("persistence"))["aof_enabled"]:
        await client.bgrewriteaof()
        if not await _has_ended(client, "aof_rewrite_in_progress", "aof_rewrite_scheduled", well="aof_last_bgrewrite_status"):
            return False
    if not (await client.config_get("save")).get("save"):
        return True
    await client.bgsave()
    return await _has_ended(client, "rdb_bgsave_in_progress", well="rdb_last_bgsave_status")


async def _has_ended(client: Redis, *running: str, well: str) -> bool:
    for _ in range(WRITTEN_ANEW_WITHIN_LOOKS):
        state = await client.info("persistence")
        if not any(state[each] for each in running):
            return bool(state[well] == "ok")
        await asyncio.sleep(LOOK_EVERY_S)
    return False


def user_key(user_id: str, name: str | int) -> str:
    # The dot keeps the tag from being empty; the quoting keeps a user id from ending it, or from naming another user's key.
    return f"aloud:{{.{quote(user_id, safe='')}}}:{name}"
