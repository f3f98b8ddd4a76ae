"""The double of `providers.livekit.call_rooms.CallRooms`: one room in memory, whose dispatches and agents can be asked after."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

from providers.livekit.call_rooms import LIVES_IF_ANSWERED_WITHIN_S, AskedFor
from providers.livekit.dispatch_metadata import DispatchMetadata
from providers.livekit.rooms import Occupants, Room
from tests.agent.memory_rooms import TOLD, MemoryRooms

BEGAN = datetime(2026, 3, 2, 9, tzinfo=UTC)


def wall_clock() -> datetime:
    """A clock that goes with the event loop."""
    return BEGAN + timedelta(seconds=asyncio.get_running_loop().time())


class MemoryCallRooms(MemoryRooms):
    """The call has gone on for an hour. A killed agent is shown and does not answer; nor do those in `silent`."""

    def __init__(self) -> None:
        super().__init__()
        an_hour_ago = BEGAN - timedelta(hours=1)
        self.asked = [AskedFor(metadata=TOLD, at=an_hour_ago, job_id="1", agent="agent-1", taken_at=an_hour_ago)]
        self.silent: set[str] = set()
        self.looked = False

    async def find(self, name: str) -> Room | None:
        self._ask()
        return self.room if self.exists and name == self.room.name else None

    async def occupants(self, room: Room) -> Occupants | None:
        self.looked = True
        return await super().occupants(room)

    async def all(self) -> tuple[Room, ...]:
        self._ask()
        return (self.room,) if self.exists else ()

    async def asked_for(self, room: Room) -> tuple[AskedFor, ...]:
        self._ask()
        assert self.exists, "the server would take seconds to say that it does not know the room"
        return tuple(self.asked)

    async def lives(self, room: Room, agent: str) -> bool:
        self._ask()
        if agent in self.agents - self.silent and agent.removeprefix("agent-") in self.jobs:
            return True
        await asyncio.sleep(LIVES_IF_ANSWERED_WITHIN_S)
        return False

    async def dispatch(self, room: Room, metadata: DispatchMetadata) -> str:
        job_id = await super().dispatch(room, metadata)
        asked = AskedFor(metadata=metadata, at=wall_clock())
        if job_id in self.taken:
            asked = AskedFor(metadata=metadata, at=wall_clock(), job_id=job_id, agent=f"agent-{job_id}", taken_at=wall_clock())
        self.asked.append(asked)
        return job_id

    @asynccontextmanager
    async def served(self) -> AsyncIterator["MemoryCallRooms"]:
        """As the web server wants it."""
        async with self.opened():
            yield self

    async def withdraw(self, room: Room, dispatch: str) -> None:
        await super().withdraw(room, dispatch)
        self.asked = [each for each in self.asked if each.job_id]
