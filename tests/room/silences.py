"""How long a caller hears nothing."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise

from tests.room.caller import Caller


class Silences:
    """Notes when sound of the agent reaches the caller. Text does not count."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self._moments: list[float] = []

    def longest_since(self, moment: float) -> float:
        """The longest time without sound from `moment` until something was heard last, in seconds."""
        moments = [moment, *(heard for heard in self._moments if heard > moment)]
        return max((later - earlier for earlier, later in pairwise(moments)), default=0.0)

    async def watch(self) -> None:
        """Note until cancelled."""
        while True:
            frames = self._caller.loud_frames
            with contextlib.suppress(AssertionError):  # nothing within the caller's timeout
                await self._caller.wait_until(lambda before=frames: self._caller.loud_frames != before, "sound")  # type: ignore[misc]
                self._moments.append(asyncio.get_running_loop().time())


@asynccontextmanager
async def silences_of(caller: Caller) -> AsyncIterator[Silences]:
    silences = Silences(caller)
    watching = asyncio.create_task(silences.watch())
    try:
        yield silences
    finally:
        watching.cancel()
        await asyncio.wait([watching])
