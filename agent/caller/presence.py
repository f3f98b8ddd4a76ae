"""Who the call is with, and whether they are there.

A participant who publishes nothing (one who only types) is not announced to the others by the LiveKit server, so an empty list of
remote participants does not mean an empty room; the server itself knows, and is asked.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

import aiohttp
from livekit import api, rtc
from livekit.agents import JobContext

from providers.livekit.dispatch_metadata import DispatchMetadata
from providers.livekit.rooms import NOT_CALLERS

LOOK_EVERY_S = 1.0
ANSWER_WITHIN_S = 3.0

T = TypeVar("T")


class UnknownError(Exception):
    """The LiveKit server did not say who is in the room."""


async def bound_identity(ctx: JobContext, metadata: DispatchMetadata) -> str:
    """The one participant whose words count: the one that the dispatch names, else the first who joined the room.

    Waits until there is somebody. A participant who joins later never takes their place.
    """
    if metadata.identity is not None:
        return metadata.identity
    return await _as_soon_as(ctx, partial(_first_caller, ctx))


async def wait_for_caller(ctx: JobContext, identity: str | None = None) -> None:
    """Return once this participant is in the room; anyone who calls, for None."""
    await _as_soon_as(ctx, partial(is_there, ctx, identity, unknown=False))


async def wait_until_gone(ctx: JobContext, identity: str) -> None:
    """Return once this participant has left the room, even if they are back at once.

    For an unannounced participant the server is asked every `LOOK_EVERY_S` seconds. An announced one whose line broke is noticed when they
    come back, or when the server gives them up, within some 20 s.
    """
    gone = asyncio.Event()

    def left(participant: rtc.RemoteParticipant) -> None:
        if participant.identity == identity:
            gone.set()

    ctx.room.on("participant_disconnected", left)
    try:
        while not gone.is_set() and await is_there(ctx, identity, unknown=True):
            await _wait(gone)
    finally:
        ctx.room.off("participant_disconnected", left)


async def is_there(ctx: JobContext, identity: str | None, *, unknown: bool) -> bool:
    """Whether this participant (anyone who calls, for None) is in the room; `unknown` while the server does not say."""
    if identity in ctx.room.remote_participants:
        return True
    try:
        callers = await _callers(ctx)
    except UnknownError:
        return unknown
    return bool(callers) if identity is None else any(each.identity == identity for each in callers)


async def is_alone(ctx: JobContext, identity: str) -> bool:
    """Whether nobody but this participant and agents are in the room, as far as the server says; a listener publishes nothing."""
    try:
        return all(each.identity == identity for each in await _callers(ctx))
    except UnknownError:
        return False


async def _first_caller(ctx: JobContext) -> str:
    try:
        callers = await _callers(ctx)
    except UnknownError:
        return ""
    return min(callers, key=lambda each: (each.joined_at_ms, each.joined_at, each.identity)).identity if callers else ""


async def _callers(ctx: JobContext) -> list[api.ParticipantInfo]:
    """Who is in the room and is no agent or recorder. Raises `UnknownError`."""
    try:
        async with asyncio.timeout(ANSWER_WITHIN_S):
            answer = await ctx.api.room.list_participants(api.ListParticipantsRequest(room=ctx.room.name))
    except api.TwirpError as error:
        if error.code == api.TwirpErrorCode.NOT_FOUND:
            return []
        raise UnknownError from error
    except (aiohttp.ClientError, TimeoutError) as error:
        raise UnknownError from error
    here = (each for each in answer.participants if each.state != api.ParticipantInfo.State.DISCONNECTED)
    return [each for each in here if each.kind not in NOT_CALLERS]


async def _as_soon_as(ctx: JobContext, look: Callable[[], Awaitable[T]]) -> T:
    """Look again whenever an announced participant comes or goes, and every `LOOK_EVERY_S`, until there is something."""
    stirred = asyncio.Event()

    def stir(_: rtc.RemoteParticipant) -> None:
        stirred.set()

    ctx.room.on("participant_connected", stir)
    ctx.room.on("participant_disconnected", stir)
    try:
        while not (found := await look()):
            await _wait(stirred)
            stirred.clear()
        return found
    finally:
        ctx.room.off("participant_connected", stir)
        ctx.room.off("participant_disconnected", stir)


async def _wait(stirred: asyncio.Event) -> None:
    """Until something stirs, or it is time to look again."""
    try:
        async with asyncio.timeout(LOOK_EVERY_S):
            await stirred.wait()
    except TimeoutError:
        pass
