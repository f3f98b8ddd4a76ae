"""How often something may be asked for: so many times in a window, by key.

Counted in the memory of one process. Several servers together allow several times as much, which is still too little for guessing or
flooding. The number of keys kept is bounded.
"""

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address
from math import ceil

from web.http.problems import ProblemCode, ProblemError

MOST_KEYS = 10_000
NETWORK_BITS = 64
"""The size of the network that a subscriber usually gets."""


class RateLimit:
    """`most` times within `within_s` seconds for each key; `clock` counts seconds."""

    def __init__(self, most: int, within_s: float = 60.0, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._within_s = within_s
        self._clock = clock
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def take(self, key: str) -> None:
        """Count one more. Raises a `ProblemError` with the time to wait if that is too often; then it was not counted."""
        now = self._clock()
        times = self._times.setdefault(key, deque())
        self._times.move_to_end(key)
        while times and times[0] <= now - self._within_s:
            times.popleft()
        if len(times) >= self._most:
            wait_s = ceil(times[0] + self._within_s - now)
            detail = f"That was asked for too often. Try again in {wait_s} seconds."
            raise ProblemError(HTTPStatus.TOO_MANY_REQUESTS, ProblemCode.TOO_OFTEN, detail, headers={"Retry-After": str(wait_s)})
        times.append(now)
        while len(self._times) > MOST_KEYS:
            self._times.popitem(last=False)


def subscriber(address: str) -> str:
    """The key to count an address under. For IPv6 it is the network, because a subscriber owns all addresses of one."""
    try:
        parsed = ip_address(address)
    except ValueError:  # a socket without an address
        return address
    return str(int(parsed) >> (128 - NETWORK_BITS)) if isinstance(parsed, IPv6Address) else address
