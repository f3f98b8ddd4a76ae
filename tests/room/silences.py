"""How long a caller hears and reads nothing."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise

from tests.room.caller import Caller


class Silences:
    """Notes when sound of the agent reaches the caller, and unless `sound_alone` when text does."""

    def __init__(self, caller: Caller, *, sound_alone: bool) -> None:
        self._caller = caller
        self._sound_alone = sound_alone
        self._moments: list[float] = []

    def longest_since(self, moment: float) -> float:
        """The longest time without anything from `moment` until something was heard last, in seconds."""
        moments = [moment, *(heard for heard in self._moments if heard > moment)]
        return max((later - earlier for earlier, later in pairwise(moments)), default=0.0)

    async def watch(self) -> None:
        """Note until cancelled."""
        seen = self._heard()
        while True:
            with contextlib.suppress(AssertionError):  # nothing within the caller's timeout
                await self._caller.wait_until(lambda before=seen: self._heard() != before, "anything")  # type: ignore[misc]
                self._moments.append(asyncio.get_running_loop().time())
            seen = self._heard()

    def _heard(self) -> tuple[int, int]:
        return self._caller.loud_frames, 0 if self._sound_alone else sum(map(len, self._caller.agent_said))


@asynccontextmanager
async def silences_of(caller: Caller, *, sound_alone: bool = False) -> AsyncIterator[Silences]:
    silences = Silences(caller, sound_alone=sound_alone)
    watching = asyncio.create_task(silences.watch())
    try:
        yield silences
    finally:
        watching.cancel()
        await asyncio.wait([watching])
