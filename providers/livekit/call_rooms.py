"""Calls at the LiveKit server: which rooms exist, which agents were dispatched to them, and whether an agent is still alive.

The server lists an agent for some twenty seconds after its machine has gone, and keeps its dispatch. So it is probed: the server calls a
remote procedure of the agent, which a living agent refuses within milliseconds and a dead one does not answer (livekit-server 1.13.5,
`RoomService.PerformRpc`; the Python package 1.2 has no method for it).
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol, Self

import aiohttp
from livekit import api
from livekit.api.twirp_client import TwirpClient
from livekit.protocol.room import PerformRpcRequest, PerformRpcResponse

from providers.livekit.dispatch_metadata import DispatchMetadata
from providers.livekit.rooms import AGENT_NAME, ANSWER_WITHIN_S, NOT_CALLERS, Occupants, Room, Rooms, RoomsUnavailableError, translated

LIVES_IF_ANSWERED_WITHIN_S = 2.0
ASKED_OF_AGENTS = "aloud.board"
"""A method that an agent answers on its own event loop, if only with a refusal. One that does not know it refuses as well."""

SILENT = frozenset(
    {
        api.TwirpErrorCode.CANCELED,
        api.TwirpErrorCode.DEADLINE_EXCEEDED,
        api.TwirpErrorCode.NOT_FOUND,
        api.TwirpErrorCode.UNAVAILABLE,
    }
)
"""How the server says that nobody answered (protocol 1.50, `DataChannelRpcError.PsrpcError`). Everything else is an answer."""

ENDED = frozenset({api.JobStatus.JS_SUCCESS, api.JobStatus.JS_FAILED})


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedFor:
    """One dispatch in a room: what the agent was told, and the job that a worker took, if one did. Times are in UTC.

    `ended` is what the worker has reported of the job; of a worker that was killed nothing is ever reported.
    """

    metadata: DispatchMetadata
    at: datetime
    job_id: str | None = None
    agent: str | None = None
    taken_at: datetime | None = None
    ended: bool = False


class CallRooms(Rooms, Protocol):
    """Rooms, and what was asked for in them. What `Rooms` promises holds here too."""

    async def find(self, name: str) -> Room | None:
        """The room that has this name now."""

    async def all(self) -> tuple[Room, ...]:
        """Every room that exists, those of other programs included."""

    async def asked_for(self, room: Room) -> tuple[AskedFor, ...]:
        """Our dispatches in a room that exists, by time. One without a user id is not ours."""

    async def lives(self, room: Room, agent: str) -> bool:
        """Whether this agent answers, within `LIVES_IF_ANSWERED_WITHIN_S`."""


class LiveKitRooms:
    def __init__(self, livekit: api.LiveKitAPI, twirp: TwirpClient, key: str, secret: str) -> None:
        self._livekit = livekit
        self._twirp = twirp
        self._key = key
        self._secret = secret

    @classmethod
    @asynccontextmanager
    async def opened(cls, url: str, key: str, secret: str) -> AsyncIterator[Self]:
        """Ready until the block ends; opening it makes no request."""
        timeout = aiohttp.ClientTimeout(total=ANSWER_WITHIN_S)
        async with aiohttp.ClientSession(timeout=timeout) as http:
            livekit = api.LiveKitAPI(url, key, secret, session=http, timeout=timeout, failover=False)
            yield cls(livekit, TwirpClient(http, url, "livekit", failover=False), key, secret)

    async def occupants(self, room: Room) -> Occupants | None:
        """Two questions at once: a participant does not say in which of two rooms of one name it is."""
        with translated():
            rooms, present = await asyncio.gather(
                self._livekit.room.list_rooms(api.ListRoomsRequest(names=[room.name])),
                self._livekit.room.list_participants(api.ListParticipantsRequest(room=room.name)),
            )
            here = [each for each in present.participants if each.state != api.ParticipantInfo.State.DISCONNECTED]
            if room.sid in {each.sid for each in rooms.rooms}:
                return Occupants(
                    callers=frozenset(each.identity for each in here if each.kind not in NOT_CALLERS),
                    agents=frozenset(each.identity for each in here if each.kind == api.ParticipantInfo.Kind.AGENT),
                )
        return None

    async def dispatch(self, room: Room, metadata: DispatchMetadata) -> str:
        """The server makes a room of that name if there is none: look before, and withdraw what came too late."""
        with translated():
            request = api.CreateAgentDispatchRequest(agent_name=AGENT_NAME, room=room.name, metadata=metadata.as_text())
            return (await self._livekit.agent_dispatch.create_dispatch(request)).id
        raise RoomsUnavailableError

    async def was_taken(self, room: Room, dispatch: str) -> bool:
        """The server lists a job with its dispatch only once a worker has it."""
        with translated():
            known = await self._livekit.agent_dispatch.get_dispatch(dispatch, room.name)
            return bool(known and known.state.jobs)
        return False

    async def withdraw(self, room: Room, dispatch: str) -> None:
        with translated():
            await self._livekit.agent_dispatch.delete_dispatch(dispatch, room.name)

    async def remove(self, room: Room, identity: str) -> None:
        """Remove the participant; its token would let it come back, and it is dead."""
        with translated():
            await self._livekit.room.remove_participant(api.RoomParticipantIdentity(room=room.name, identity=identity))

    async def close(self, room: Room) -> None:
        with translated():
            await self._livekit.room.delete_room(api.DeleteRoomRequest(room=room.name))

    async def find(self, name: str) -> Room | None:
        with translated():
            found = await self._livekit.room.list_rooms(api.ListRoomsRequest(names=[name]))
            return next((Room(name=each.name, sid=each.sid) for each in found.rooms), None)
        return None

    async def all(self) -> tuple[Room, ...]:
        with translated():
            found = await self._livekit.room.list_rooms(api.ListRoomsRequest())
            return tuple(Room(name=each.name, sid=each.sid) for each in found.rooms)
        return ()

    async def asked_for(self, room: Room) -> tuple[AskedFor, ...]:
        """For a room that does not exist the server answers only after seconds, with an error."""
        with translated():
            known = await self._livekit.agent_dispatch.list_dispatch(room.name)
            read = [_read(each) for each in known if each.agent_name == AGENT_NAME]
            return tuple(sorted((each for each in read if each), key=lambda each: each.at))
        return ()

    async def lives(self, room: Room, agent: str) -> bool:
        """The server makes the remote call, so no probe has to join the room."""
        request = PerformRpcRequest(
            room=room.name,
            destination_identity=agent,
            method=ASKED_OF_AGENTS,
            response_timeout_ms=int(LIVES_IF_ANSWERED_WITHIN_S * 1000),
        )
        grants = api.VideoGrants(room_admin=True, room=room.name)
        token = api.AccessToken(self._key, self._secret).with_grants(grants).to_jwt()
        with translated():
            try:
                await self._twirp.request(
                    "RoomService", "PerformRpc", request, {"Authorization": f"Bearer {token}"}, PerformRpcResponse
                )  # fmt: skip
            except api.TwirpError as error:
                return error.code not in SILENT
            return True
        return False


def _read(dispatch: api.AgentDispatch) -> AskedFor | None:
    metadata = DispatchMetadata.parse(dispatch.metadata)
    if metadata is None:
        return None
    at = _moment(dispatch.state.created_at)
    if not dispatch.state.jobs:
        return AskedFor(metadata=metadata, at=at)
    job = dispatch.state.jobs[0]
    return AskedFor(
        metadata=metadata,
        at=at,
        job_id=job.id,
        agent=job.state.participant_identity or None,
        taken_at=_moment(job.state.started_at) if job.state.started_at else at,
        ended=job.state.status in ENDED,
    )


def _moment(nanoseconds: int) -> datetime:
    return datetime.fromtimestamp(nanoseconds / 1e9, UTC)
