"""How long a question may take in all, and how long to wait before asking again.

Somebody who waits for an answer hears nothing meanwhile, so their questions end after three seconds, before the time-out of whoever
asked them; a listing that is read ahead may take minutes, which it spends in waiting for quota. One attempt may not use up all of it, or
a server that hangs once would always be a server that is away.

Between attempts the pause is drawn from the whole range up to a bound that doubles ("full jitter"), so that the requests of a batch that
were refused together do not come back together; Retry-After is heeded where it asks for more.
"""

import asyncio
import random
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from providers.gmail.quota import Priority


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """Seconds: for the whole question, for one attempt, and the bounds of the first and of any pause."""

    whole_s: float
    attempt_s: float
    first_pause_s: float = 0.25
    longest_pause_s: float = 8.0


PATIENCE: Mapping[Priority, Patience] = MappingProxyType(
    {
        Priority.INTERACTIVE: Patience(whole_s=3.0, attempt_s=2.0, longest_pause_s=1.0),
        Priority.PREFETCH: Patience(whole_s=180.0, attempt_s=20.0),
        Priority.POLLING: Patience(whole_s=30.0, attempt_s=10.0),
    }
)


class Pauses(Protocol):
    """Where the time comes from."""

    def now(self) -> float:
        """Seconds since any moment."""

    async def sleep(self, seconds: float) -> None:
        """Wait so long."""

    def share(self) -> float:
        """What share of its bound a pause takes: at random, from 0 to 1."""


class RealPauses:
    """The event loop's time."""

    def now(self) -> float:
        """Seconds on the clock of the running event loop."""
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        """Wait so long."""
        await asyncio.sleep(seconds)

    def share(self) -> float:
        """Anything from 0 to 1."""
        return random.random()  # noqa: S311 - spreads requests, protects nothing


class Waiting:
    """One question's patience, used up from the moment this is made, or at the moment `ends`."""

    def __init__(self, patience: Patience, pauses: Pauses, *, ends: float | None = None) -> None:
        self._patience = patience
        self._pauses = pauses
        self._ends = pauses.now() + patience.whole_s if ends is None else ends
        self._bound_s = patience.first_pause_s

    @property
    def left_s(self) -> float:
        """Seconds until the question has failed."""
        return max(0.0, self._ends - self._pauses.now())

    @property
    def attempt_s(self) -> float:
        """Seconds that the next attempt may take."""
        return min(self._patience.attempt_s, self.left_s)

    async def pause(self, asked_for_s: float = 0.0) -> bool:
        """Wait before the next attempt; false, at once, if no time would be left for it."""
        seconds = max(asked_for_s, self._bound_s * self._pauses.share())
        self._bound_s = min(2 * self._bound_s, self._patience.longest_pause_s)
        if seconds >= self.left_s:
            return False
        await self._pauses.sleep(seconds)
        return True

    def alike(self) -> "Waiting":
        """The same patience with the same end, for a part of the question that is asked again on its own."""
        return Waiting(self._patience, self._pauses, ends=self._ends)
