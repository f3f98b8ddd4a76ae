"""Whether somebody is there to be greeted.

A participant who publishes nothing (one who only types) is not announced to the others by the LiveKit server, so an empty list of
remote participants does not mean an empty room; the server itself knows.
"""

import asyncio

from livekit import api
from livekit.agents import JobContext

LOOK_EVERY_S = 1.0


async def wait_for_caller(ctx: JobContext) -> None:
    """Return once a participant other than an agent is in the room."""
    announced = asyncio.create_task(ctx.wait_for_participant())
    try:
        while not await _somebody_is_there(ctx):
            await asyncio.wait({announced}, timeout=LOOK_EVERY_S)
            if announced.done():
                return
    finally:
        announced.cancel()


async def _somebody_is_there(ctx: JobContext) -> bool:
    answer = await ctx.api.room.list_participants(api.ListParticipantsRequest(room=ctx.room.name))
    return any(participant.kind != api.ParticipantInfo.Kind.AGENT for participant in answer.participants)
