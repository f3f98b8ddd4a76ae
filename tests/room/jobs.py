"""The processes and participants behind a call, as an operator sees them."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import psutil
from livekit import api

from tests.servers.livekit import LiveKitServer

LOOK_EVERY_S = 0.02


def job_processes(server: LiveKitServer, worker: int) -> list[psutil.Process]:
    """The job processes of the worker with this process id that are in a call: those connected to the LiveKit server."""
    port = urlsplit(server.url).port
    children = psutil.Process(worker).children(recursive=True)
    return [child for child in children if _is_connected(child, port)]


def _is_connected(process: psutil.Process, port: int | None) -> bool:
    try:
        return any(link.raddr and link.raddr.port == port for link in process.net_connections("tcp"))
    except (psutil.Error, FileNotFoundError):  # it has just ended
        return False


async def job_process(server: LiveKitServer, worker: int) -> psutil.Process:
    """The process of the only call, once one that is replaced has ended."""
    while len(jobs := job_processes(server, worker)) != 1:  # noqa: ASYNC110 - processes can only be looked at
        await asyncio.sleep(LOOK_EVERY_S)
    return jobs[0]


def still_running(processes: list[psutil.Process], *, within_s: float) -> list[psutil.Process]:
    """Those that have not ended within so many seconds; one that only nobody has asked for its exit code has ended."""
    _, left = psutil.wait_procs([each for each in processes if not _has_ended(each)], timeout=within_s)
    return [each for each in left if not _has_ended(each)]


def _has_ended(process: psutil.Process) -> bool:
    return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE


class RoomView:
    """One room, as LiveKit's server API shows it."""

    def __init__(self, livekit: api.LiveKitAPI, room: str) -> None:
        self._livekit = livekit
        self._room = room

    async def agents(self) -> set[str]:
        """The identities of the agents in it."""
        answer = await self._livekit.room.list_participants(api.ListParticipantsRequest(room=self._room))
        return {each.identity for each in answer.participants if each.kind == api.ParticipantInfo.Kind.AGENT}

    async def exists(self) -> bool:
        answer = await self._livekit.room.list_rooms(api.ListRoomsRequest(names=[self._room]))
        return bool(answer.rooms)

    async def dispatches(self) -> list[str]:
        """The metadata of every dispatch that was ever asked for in it."""
        return [each.metadata for each in await self._livekit.agent_dispatch.list_dispatch(self._room)]

    async def open(self, user_id: str) -> None:
        """Make it, with an agent asked for that user, and so that it closes as soon as everybody has left instead of 20 s later."""
        agent = api.RoomAgentDispatch(agent_name="aloud", metadata=json.dumps({"user_id": user_id}))
        await self._livekit.room.create_room(api.CreateRoomRequest(name=self._room, departure_timeout=1, agents=[agent]))

    async def close(self) -> None:
        await self._livekit.room.delete_room(api.DeleteRoomRequest(room=self._room))

    async def closed(self) -> None:
        """Return once it does not exist any more."""
        while await self.exists():  # noqa: ASYNC110 - the server can only be asked
            await asyncio.sleep(LOOK_EVERY_S)

    async def dispatched(self, times: int) -> None:
        """Return once an agent was asked for so often."""
        while len(await self.dispatches()) < times:  # noqa: ASYNC110 - the server can only be asked
            await asyncio.sleep(LOOK_EVERY_S)

    async def another_agent(self, than: set[str]) -> set[str]:
        """Return the agents as soon as one is there that was not."""
        while not (now := await self.agents()) - than:  # noqa: ASYNC110 - the server can only be asked
            await asyncio.sleep(LOOK_EVERY_S)
        return now


@asynccontextmanager
async def view_of(server: LiveKitServer, room: str) -> AsyncIterator[RoomView]:
    async with api.LiveKitAPI(server.url, server.key, server.secret) as livekit:
        yield RoomView(livekit, room)
