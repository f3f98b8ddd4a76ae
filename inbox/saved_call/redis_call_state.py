"""Saved calls in Redis: a hash per user that holds the state and says who owns it. It expires `KEPT_FOR` after the last write.

Each operation is one script, so the check of the owner and the write are one step. A state that was written as a base and its changes,
as they once were, is not read: that call begins afresh, with what the ledger knows.
"""

from collections.abc import Awaitable
from datetime import datetime
from typing import cast

from inbox.redis_client import RedisStore, user_key
from inbox.saved_call.call_state import KEPT_FOR, CallStateUnavailableError, SavedCall, saved_call
from storage.epoch import ms_of

_KEEP_FOR_S = int(KEPT_FOR.total_seconds())

_TAKE_OVER = """
local call, now, keep = ARGV[1], ARGV[2], ARGV[3]
redis.call('HSET', KEYS[1], 'owner', call, 'owned_since', now)
redis.call('HDEL', KEYS[1], 'number')
redis.call('EXPIRE', KEYS[1], keep)
return redis.call('HMGET', KEYS[1], 'snapshot', 'saved_at', 'saved_by', 'ended')
"""

_SAVE = """
local call, now, keep, number, began_at, ended, snapshot = unpack(ARGV)
local owner, since, last = unpack(redis.call('HMGET', KEYS[1], 'owner', 'owned_since', 'number'))
if owner ~= call then
  if owner and (began_at == '' or tonumber(since) > tonumber(began_at)) then
    return 0
  end
  redis.call('HSET', KEYS[1], 'owner', call, 'owned_since', began_at == '' and now or began_at)
  last = false
end
if not last or tonumber(number) > tonumber(last) then
  redis.call('HSET', KEYS[1], 'number', number, 'ended', ended, 'saved_by', call, 'saved_at', now, 'snapshot', snapshot)
  redis.call('EXPIRE', KEYS[1], keep)
end
return 1
"""

_FORGET = """
local saved_at = redis.call('HGET', KEYS[1], 'saved_at')
redis.call('UNLINK', KEYS[1], KEYS[2])
return saved_at and 1 or 0
"""


class RedisCallState(RedisStore):
    """`CallStateStore` in Redis."""

    unavailable = CallStateUnavailableError

    async def take_over(self, user_id: str, call_id: str, *, now: datetime) -> SavedCall | None:
        answer = await self._run(_TAKE_OVER, user_id, call_id, ms_of(now), _KEEP_FOR_S)
        snapshot, saved_at, saved_by, ended = cast("list[str | None]", answer)
        at = None if saved_at is None else int(saved_at)
        return saved_call(snapshot=snapshot, saved_at=at, ended=ended == "1", call_id=saved_by, now=now)

    async def save(self, user_id: str, call: SavedCall, *, number: int, began_at: datetime | None = None) -> bool:
        began = "" if began_at is None else ms_of(began_at)
        about = (call.call_id, ms_of(call.saved_at), _KEEP_FOR_S, number, began, int(call.ended))
        return bool(await self._run(_SAVE, user_id, *about, call.snapshot.to_json()))

    async def owner(self, user_id: str) -> str | None:
        async with self._available():
            return await cast("Awaitable[str | None]", self._client.hget(user_key(user_id, "call"), "owner"))

    async def forget(self, user_id: str) -> int:
        return int(str(await self._run(_FORGET, user_id)))

    async def _run(self, script: str, user_id: str, *arguments: str | int) -> object:
        keys = (user_key(user_id, "call"), user_key(user_id, "call:parts"))  # parts are only forgotten
        async with self._available():
            return await cast("Awaitable[object]", self._client.eval(script, len(keys), *keys, *arguments))
