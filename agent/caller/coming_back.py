"""When the caller's line drops, the agent stays, and goes on where they were when they come back."""

import asyncio
import logging

from livekit.agents import JobContext

from agent.briefer import Briefer
from agent.caller.presence import wait_for_caller, wait_until_gone
from briefing.speech.sentences import replies
from session.behaviours import begin_the_briefing
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
        call.acting.consent.reconnected()
        call.line.caller_is_there = True
        call.background.start("welcome back", _welcome_back(briefer, call))


async def _welcome_back(briefer: Briefer, call: Call) -> None:
    """In a task of its own: the caller may be gone again before the sentence is over."""
    await asyncio.sleep(HEARS_AFTER_S)
    said = briefer.session.say(replies.WELCOME_BACK, add_to_chat_ctx=False)
    await said.wait_for_playout()
    if not said.interrupted:
        await begin_the_briefing(call, briefer.conversation)
