"""When the caller's line drops, the agent stays, and goes on where they were when they come back."""

import asyncio
import logging
from functools import partial

from livekit.agents import JobContext

from agent.briefer import Briefer
from agent.caller.presence import wait_for_caller, wait_until_gone
from briefing.speech.sentences import replies
from session.announcements.announcement import Announcement, PolitePoint, Precedence
from session.behaviours import then_brief
from session.call import Call

logger = logging.getLogger(__name__)

COMES_BACK_WITHIN_S = 60.0
HEARS_AFTER_S = 0.5
"""From being in the room to hearing what is said there: the line's own time."""


def wait_for_the_caller_to_come_back(
    briefer: Briefer, call: Call, ctx: JobContext, identity: str, *, within_s: float = COMES_BACK_WITHIN_S
) -> None:
    """When the caller is gone, fall silent and wait. Nothing counts as heard meanwhile; what was marked stays marked.

    A caller who comes back within `within_s` is told the current mail in short. After that the room is closed, so that a later call gets
    its own agent, which goes on at the same mail.
    """
    call.background.start("mind the caller", _mind(briefer, call, ctx, identity, within_s))


async def _mind(briefer: Briefer, call: Call, ctx: JobContext, identity: str, within_s: float) -> None:
    while True:
        await wait_until_gone(ctx, identity)
        call.line.caller_is_there = False
        logger.info("the caller is gone")
        await briefer.session.interrupt(force=True)
        try:
            async with asyncio.timeout(within_s):
                await wait_for_caller(ctx, identity)
        except TimeoutError:
            logger.info("the caller did not come back")
            await ctx.delete_room()
            ctx.shutdown("the caller did not come back")
            return
        call.caller_came_back()
        call.line.caller_is_there = True
        welcome = Announcement(
            says=lambda: replies.WELCOME_BACK,
            precedence=Precedence.OPENING,
            point=PolitePoint.GAP,
            still=lambda: call.line.caller_is_there,  # they may be gone again
            ended=partial(then_brief, call),
        )
        call.announcements.put(welcome, after_s=HEARS_AFTER_S)
