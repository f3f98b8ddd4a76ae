"""Hangs up, and ends a call that has failed: its agent leaves the room at once, so that `agent.operations.supervision` sends another one.

LiveKit 1.8.9 ends a job whose entrypoint raises, but closes everything else first. An error in another task ends nothing: the agent would
stay in the room and be silent.
"""

import asyncio
import functools
import logging
from collections.abc import Awaitable, Callable

from livekit.agents import JobContext

logger = logging.getLogger(__name__)

Entrypoint = Callable[[JobContext], Awaitable[None]]

LAST_WORDS_ARRIVE_WITHIN_S = 0.5
"""LiveKit sends text in tasks of its own, which a finished speech does not wait for, and the last sound is on its way too."""


async def hang_up(ctx: JobContext) -> None:
    """Close the room once what was said last has reached the caller; a caller on the telephone hears the line end."""
    await asyncio.sleep(LAST_WORDS_ARRIVE_WITHIN_S)
    await ctx.delete_room()


def leave_when_it_fails(entrypoint: Entrypoint) -> Entrypoint:
    """The same entrypoint, which leaves the room and ends its job if it raises."""

    @functools.wraps(entrypoint)
    async def answer(ctx: JobContext) -> None:
        await leave_if_it_fails(ctx, entrypoint(ctx))

    return answer


async def leave_if_it_fails(ctx: JobContext, work: Awaitable[None]) -> None:
    """Await an essential part of the call; if it raises, leave the room and end the job."""
    try:
        await work
    except Exception as error:  # whatever it is, the caller needs another agent
        logger.error("a call failed", extra={"job_id": ctx.job.id, "error": type(error).__name__})  # noqa: TRY400 - a trace may quote mail
        await ctx.room.disconnect()  # first: an agent that is still in the room would say goodbye and close the room
        ctx.shutdown("failed")
