"""Saved calls in Redis: a small hash per user that says who owns the state, and a list that holds the base and the changes since.

Each operation is one script, so the check of the owner and the write are one step, on a cluster too: both keys of a user share a hash
tag. They expire together, `KEPT_FOR` after the last write.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Self, cast

from redis.asyncio import Redis, RedisCluster

from briefing.tracking.snapshot import Snapshot, SnapshotChange
from inbox.redis_client import AWAY, GIVE_UP_AFTER_S, connect, user_key
from inbox.saved_call.call_state import KEPT_FOR, CallStateUnavailableError, SavedCall, Saving, ms_of, saved_call

logger = logging.getLogger(__name__)

_KEEP_FOR_S = int(KEPT_FOR.total_seconds())

_TAKE_OVER = """
local call, now, keep = ARGV[1], ARGV[2], ARGV[3]
redis.call('HSET', KEYS[1], 'owner', call, 'owned_since', now)
redis.call('HDEL', KEYS[1], 'number')
redis.call('EXPIRE', KEYS[1], keep)
return {redis.call('HMGET', KEYS[1], 'saved_at', 'saved_by', 'ended'), redis.call('LRANGE', KEYS[2], 0, -1)}
"""

_BEGIN = """
local call, now, keep, number, began_at, base = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local owner, since, last = unpack(redis.call('HMGET', KEYS[1], 'owner', 'owned_since', 'number'))
if owner ~= call then
  if owner and (began_at == '' or tonumber(since) > tonumber(began_at)) then
    return 'taken_over'
  end
  redis.call('HSET', KEYS[1], 'owner', call, 'owned_since', began_at == '' and now or began_at)
  last = false
end
if not last or tonumber(number) > tonumber(last) then
  redis.call('HSET', KEYS[1], 'number', number, 'ended', '0', 'saved_by', call, 'saved_at', now)
  redis.call('DEL', KEYS[2])
  redis.call('RPUSH', KEYS[2], base)
  redis.call('EXPIRE', KEYS[1], keep)
  redis.call('EXPIRE', KEYS[2], keep)
end
return 'saved'
"""

# A change that is empty stands for the end of the call.
_FOLLOW = """
local call, now, keep, number, change = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local owner, last = unpack(redis.call('HMGET', KEYS[1], 'owner', 'number'))
if owner and owner ~= call then
  return 'taken_over'
end
if not last or tonumber(number) > tonumber(last) + 1 or redis.call('EXISTS', KEYS[2]) == 0 then
  return 'incomplete'
end
if tonumber(number) > tonumber(last) then
  redis.call('HSET', KEYS[1], 'number', number, 'saved_at', now)
  if change == '' then
    redis.call('HSET', KEYS[1], 'ended', '1')
  else
    redis.call('RPUSH', KEYS[2], change)
  end
  redis.call('EXPIRE', KEYS[1], keep)
  redis.call('EXPIRE', KEYS[2], keep)
end
return 'saved'
"""

_FORGET = """
local saved_at = redis.call('HGET', KEYS[1], 'saved_at')
redis.call('UNLINK', KEYS[1], KEYS[2])
return saved_at and 1 or 0
"""


class RedisCallState:
    """`CallStateStore` on Redis 6 or newer, in any topology. Owns its client."""

    def __init__(self, client: Redis | RedisCluster, *, give_up_after_s: float = GIVE_UP_AFTER_S) -> None:
        """`client` must decode responses; `from_url` makes one whose timeouts suit a call."""
        self._client = client
        self._give_up_after_s = give_up_after_s

    @classmethod
    def from_url(cls, url: str) -> Self:
        """Addresses as in `connect`."""
        return cls(connect(url))

    async def take_over(self, user_id: str, call_id: str, *, now: datetime) -> SavedCall | None:
        """As promised by `CallStateStore`."""
        answer = await self._run(_TAKE_OVER, user_id, call_id, ms_of(now), _KEEP_FOR_S)
        (saved_at, saved_by, ended), parts = cast("tuple[list[str | None], list[str]]", answer)
        at = None if saved_at is None else int(saved_at)
        return saved_call(parts=parts, saved_at=at, ended=ended == "1", call_id=saved_by, now=now)

    async def begin(
        self, user_id: str, call_id: str, snapshot: Snapshot, *, number: int, now: datetime, began_at: datetime | None = None
    ) -> Saving:
        """As promised by `CallStateStore`."""
        began = "" if began_at is None else ms_of(began_at)
        arguments = (call_id, ms_of(now), _KEEP_FOR_S, number, began, snapshot.to_json())
        return Saving(str(await self._run(_BEGIN, user_id, *arguments)))

    async def save(self, user_id: str, call_id: str, change: SnapshotChange, *, number: int, now: datetime) -> Saving:
        """As promised by `CallStateStore`."""
        return Saving(str(await self._run(_FOLLOW, user_id, call_id, ms_of(now), _KEEP_FOR_S, number, change.to_json())))

    async def end(self, user_id: str, call_id: str, *, number: int, now: datetime) -> Saving:
        """As promised by `CallStateStore`."""
        return Saving(str(await self._run(_FOLLOW, user_id, call_id, ms_of(now), _KEEP_FOR_S, number, "")))

    async def owner(self, user_id: str) -> str | None:
        """As promised by `CallStateStore`."""
        async with self._available():
            return await cast("Awaitable[str | None]", self._client.hget(user_key(user_id, "call"), "owner"))

    async def forget(self, user_id: str) -> int:
        """As promised by `CallStateStore`."""
        return int(str(await self._run(_FORGET, user_id)))

    async def aclose(self) -> None:
        """Disconnect."""
        await self._client.aclose()

    async def _run(self, script: str, user_id: str, *arguments: str | int) -> object:
        keys = (user_key(user_id, "call"), user_key(user_id, "call:parts"))
        async with self._available():
            return await cast("Awaitable[object]", self._client.eval(script, len(keys), *keys, *arguments))

    @asynccontextmanager
    async def _available(self) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(self._give_up_after_s):
                yield
        except AWAY as error:
            logger.debug("saved calls unavailable", extra={"error": type(error).__name__})
            raise CallStateUnavailableError("Redis cannot be used right now") from None
