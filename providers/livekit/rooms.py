"""Rooms at the LiveKit server: who may join one, who is in it, and how an agent gets there.

A token is valid for one room and ten minutes, for microphone, shared screen and text only. It contains the dispatch, signed with the
server's secret, so a participant cannot choose the user id that the agent trusts.

The server offers a job to the workers once. If no worker is there, or all are full, the dispatch is lost without an error (livekit-server
1.13.5, `AgentHandler.JobRequest`); `dispatch_until_answered` repeats it.
"""

import asyncio
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from itertools import chain, repeat
from typing import Protocol

import aiohttp
from livekit import api

from providers.livekit.dispatch_metadata import DispatchMetadata

AGENT_NAME = "aloud"
VALID_FOR = timedelta(minutes=10)
ANSWER_WITHIN_S = 3.0
LOOK_EVERY_S = 0.1
STARTS_WITHIN_S = 10.0
"""How long a worker that has taken a job may need until its agent is in the room: a cold process on a busy machine."""
PAUSES_S = (1.0, 1.0, 2.0, 4.0, 8.0)
"""Between two dispatches that nobody takes; the last goes on. A worker tells the server every 2.5 s whether it has room for a job."""

NOT_CALLERS = frozenset({api.ParticipantInfo.Kind.AGENT, api.ParticipantInfo.Kind.EGRESS, api.ParticipantInfo.Kind.INGRESS})


class RoomsUnavailableError(Exception):
    """The LiveKit server does not answer, or refuses. Trying again later may help."""


class AccessRefusedError(Exception):
    """The LiveKit server does not know the key, or the secret is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """One room for as long as it exists: when it was closed, another one of the same name has another `sid`."""

    name: str
    sid: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Occupants:
    """The identities of those who are in a room."""

    callers: frozenset[str] = frozenset()
    agents: frozenset[str] = frozenset()

    def have_caller(self, identity: str | None) -> bool:
        """Whether this caller is there; anyone who calls, for None."""
        return bool(self.callers) if identity is None else identity in self.callers


class Rooms(Protocol):
    """Rooms as their server knows them, including participants who publish nothing and so are announced to no other.

    Every method may raise `RoomsUnavailableError`. None waits longer than `ANSWER_WITHIN_S`, and none tries again. What is gone already
    is removed, withdrawn and closed without an error.
    """

    async def occupants(self, room: Room) -> Occupants | None:
        """Who is in the room; None if it does not exist any more."""

    async def dispatch(self, room: Room, metadata: DispatchMetadata) -> str:
        """Ask once for an agent; returns the id of the dispatch, whether or not a worker takes it."""

    async def was_taken(self, room: Room, dispatch: str) -> bool:
        """Whether a worker has taken the job of a dispatch."""

    async def withdraw(self, room: Room, dispatch: str) -> None:
        """Take a dispatch back, and end its job if there is one."""

    async def remove(self, room: Room, identity: str) -> None:
        """Remove a participant."""

    async def close(self, room: Room) -> None:
        """Send everybody away and close the room."""


def caller_token(
    key: str,
    secret: str,
    *,
    room: str,
    user_id: str,
    identity: str = "caller",
    organisation_id: str | None = None,
    conversation_id: str | None = None,
) -> str:
    grants = api.VideoGrants(
        room_join=True,
        room=room,
        can_publish=True,
        can_publish_sources=["microphone", "screen_share"],
        can_publish_data=True,
        can_subscribe=True,
        can_update_own_metadata=False,
    )
    metadata = DispatchMetadata(user_id=user_id, identity=identity, organisation_id=organisation_id, conversation_id=conversation_id)
    dispatch = api.RoomAgentDispatch(agent_name=AGENT_NAME, metadata=metadata.as_text())
    return (
        api.AccessToken(key, secret)
        .with_identity(identity)
        .with_ttl(VALID_FOR)
        .with_grants(grants)
        .with_room_config(api.RoomConfiguration(agents=[dispatch]))
        .to_jwt()
    )


async def dispatch_until_answered(rooms: Rooms, room: Room, metadata: DispatchMetadata, *, dead: Collection[str] = ()) -> bool:
    """Ask for an agent until one is in the room (True), or the caller is not there any more (False).

    `dead` are identities of agents that do not count although the server may still show them. While the server is away it goes on asking;
    it raises nothing.

    Nothing is withdrawn while the caller waits: a busy worker takes seconds to say that it has a job, and an agent that is ended in its
    first sentence says goodbye and closes the room. If two agents come, the newer one takes over.
    """
    asked: list[str] = []
    for pause_s in chain(PAUSES_S, repeat(PAUSES_S[-1])):
        try:
            answered = await _dispatch_once(rooms, room, metadata, dead, pause_s, asked)
            while answered is False and asked:
                await rooms.withdraw(room, asked[-1])
                asked.pop()
        except RoomsUnavailableError:
            await asyncio.sleep(pause_s)
            continue
        if answered is not None:
            return answered
    raise AssertionError("pauses never end")


async def _dispatch_once(
    rooms: Rooms, room: Room, metadata: DispatchMetadata, dead: Collection[str], timeout_s: float, asked: list[str]
) -> bool | None:
    """Dispatch once and follow it to its end; None if no worker took it within `timeout_s`, or its agent did not come.

    Its id is added to `asked`.
    """
    if (answered := await _answered(rooms, room, metadata, dead)) is not None:
        return answered
    dispatch = await rooms.dispatch(room, metadata)
    asked.append(dispatch)
    clock = asyncio.get_running_loop()
    begun = clock.time()
    while (answered := await _answered(rooms, room, metadata, dead)) is None:
        waited_s = clock.time() - begun
        if waited_s > STARTS_WITHIN_S or (waited_s > timeout_s and not await rooms.was_taken(room, dispatch)):
            break
        await asyncio.sleep(LOOK_EVERY_S)
    return answered


async def _answered(rooms: Rooms, room: Room, metadata: DispatchMetadata, dead: Collection[str]) -> bool | None:
    """True: an agent is there. False: the caller has left. None: the caller still waits."""
    there = await rooms.occupants(room)
    if there is None or not there.have_caller(metadata.identity):
        return False
    return True if there.agents.difference(dead) else None


@contextmanager
def translated() -> Iterator[None]:
    """What is not there leaves the block quietly; anything else is `RoomsUnavailableError`."""
    try:
        yield
    except api.TwirpError as error:
        if error.code != api.TwirpErrorCode.NOT_FOUND:
            raise RoomsUnavailableError from error
    except (aiohttp.ClientError, TimeoutError) as error:
        raise RoomsUnavailableError from error


async def check_access(url: str, key: str, secret: str, *, within_s: float) -> None:
    """Ask the server for something small. Raises `AccessRefusedError` or `RoomsUnavailableError`."""
    try:
        async with api.LiveKitAPI(url, key, secret, timeout=aiohttp.ClientTimeout(within_s)) as livekit:
            await livekit.room.list_rooms(api.ListRoomsRequest())
    except api.TwirpError:
        raise AccessRefusedError("the LiveKit server refuses the key or the secret") from None
    except (aiohttp.ClientError, TimeoutError, ValueError):  # the secret is missing
        raise RoomsUnavailableError("the LiveKit server does not answer") from None
