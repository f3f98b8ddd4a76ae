"""One room, its caller, its server and the workers that answer in it, all in memory: the double of `providers.livekit.rooms.Rooms`."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from agent.operations.supervision import ServedCall, Supervision
from providers.livekit.dispatch_metadata import DispatchMetadata
from providers.livekit.rooms import Occupants, Room, RoomsUnavailableError
from tests.inbox.virtual_clock import now

CALLER = "caller"
TOLD = DispatchMetadata(user_id="local", identity=CALLER)


class MemoryRooms:
    """The room "call" with the agent "agent-1" of the job "1" and its caller in it.

    A dispatch is taken while `workers` is true; the agent is in the room `comes_after_s` later (None: never), and dies again after
    `dies_after_s` (None: it lives). `away` makes every question to the server fail.
    """

    def __init__(self) -> None:
        self.room = Room(name="call", sid="RM_1")
        self.exists = True
        self.away = False
        self.callers = {CALLER}
        self.agents = {"agent-1"}
        self.workers = True
        self.comes_after_s: float | None = 0.5
        self.dies_after_s: float | None = None
        self.jobs = {"1": self._call("1", TOLD)}
        self.dispatched: list[tuple[float, DispatchMetadata]] = []
        self.taken: set[str] = set()
        self.withdrawn: list[str] = []
        self.removed: list[str] = []
        self.closed = False
        self._lives: dict[str, asyncio.Task[None]] = {}

    def _call(self, job_id: str, metadata: DispatchMetadata) -> ServedCall:
        return ServedCall(job_id=job_id, room=self.room, agent=f"agent-{job_id}", metadata=metadata)

    def kill(self, job_id: str) -> None:
        """The process dies; the server goes on showing its participant."""
        del self.jobs[job_id]

    def end(self, job_id: str) -> None:
        """The job ends and its agent leaves."""
        self.kill(job_id)
        self.agents.discard(f"agent-{job_id}")

    def _ask(self) -> None:
        if self.away:
            raise RoomsUnavailableError

    async def occupants(self, room: Room) -> Occupants | None:
        self._ask()
        assert room == self.room
        return Occupants(callers=frozenset(self.callers), agents=frozenset(self.agents)) if self.exists else None

    async def dispatch(self, room: Room, metadata: DispatchMetadata) -> str:
        self._ask()
        self.dispatched.append((now(), metadata))
        job_id = str(len(self.dispatched) + 1)
        if self.workers:
            self.taken.add(job_id)
            self.jobs[job_id] = self._call(job_id, metadata)
            self._lives[job_id] = asyncio.create_task(self._live(job_id))
        return job_id

    async def _live(self, job_id: str) -> None:
        if self.comes_after_s is None:
            return
        await asyncio.sleep(self.comes_after_s)
        self.agents.add(f"agent-{job_id}")
        if self.dies_after_s is not None:
            await asyncio.sleep(self.dies_after_s)
            self.kill(job_id)

    async def was_taken(self, room: Room, dispatch: str) -> bool:
        self._ask()
        return dispatch in self.taken

    async def withdraw(self, room: Room, dispatch: str) -> None:
        self._ask()
        self.withdrawn.append(dispatch)

    async def remove(self, room: Room, identity: str) -> None:
        self._ask()
        self.removed.append(identity)
        self.agents.discard(identity)

    async def close(self, room: Room) -> None:
        self._ask()
        self.closed, self.exists = True, False

    @asynccontextmanager
    async def opened(self) -> AsyncIterator["MemoryRooms"]:
        """As `Supervision` wants it."""
        try:
            yield self
        finally:
            for task in self._lives.values():
                task.cancel()
            await asyncio.gather(*self._lives.values(), return_exceptions=True)


@asynccontextmanager
async def supervised() -> AsyncIterator[MemoryRooms]:
    """The room, watched since a second ago."""
    rooms = MemoryRooms()
    watching = asyncio.create_task(Supervision(rooms.jobs.values, rooms.opened).watch())
    await asyncio.sleep(1)
    try:
        yield rooms
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
