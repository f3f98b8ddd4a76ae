"""What everything of ours in Redis has in common: how it connects, how long it waits, and how keys are named.

All keys of a user share a hash tag, so that one script and one pipeline serve them on a cluster too.
"""

from collections.abc import Callable
from urllib.parse import quote

from redis.asyncio import Redis, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisClusterException, RedisError

GIVE_UP_AFTER_S = 0.9
"""How long any operation may take before Redis counts as away: a caller who waits longer hears silence."""

AWAY = (RedisError, RedisClusterException, OSError)
"""What a client raises when Redis cannot be used; `TimeoutError` is an `OSError`."""

_SOCKET_TIMEOUT_S = 0.4


def connect(url: str) -> Redis | RedisCluster:
    """`redis://`, `rediss://` or `unix://` for one server; `redis+cluster://` or `rediss+cluster://` for any node of a cluster.

    Connects with the first operation. Raises `ValueError` for another kind of address.
    """
    # One try more than one, and only for a broken connection: the pool may hold one from before the server was restarted. A server
    # that does not answer is not asked again.
    retry = Retry(NoBackoff(), 1, supported_errors=(RedisConnectionError,))
    single = url.replace("+cluster://", "://", 1)
    make: Callable[..., Redis | RedisCluster] = Redis.from_url if single == url else RedisCluster.from_url
    timeouts = {"socket_timeout": _SOCKET_TIMEOUT_S, "socket_connect_timeout": _SOCKET_TIMEOUT_S}
    return make(single, decode_responses=True, retry=retry, **timeouts)


def user_key(user_id: str, name: str | int) -> str:
    # The dot keeps the tag from being empty; the quoting keeps a user id from ending it, or from naming another user's key.
    return f"aloud:{{.{quote(user_id, safe='')}}}:{name}"
