"""What happens of itself during a call: one function per occasion, each a sentence."""

import logging

from livekit.agents import Agent, AgentSession, CloseEvent, JobContext

from agent.call import Call
from agent.greeting import first_mail, greeting, load_the_rest
from agent.presence import wait_for_caller
from briefing.speech import replies
from inbox.pipeline import FirstLook

logger = logging.getLogger(__name__)


async def greet(session: AgentSession[None], call: Call, look: FirstLook) -> None:
    """Say what there is, then the first mail; whoever interrupts the greeting takes it from there."""
    call.errands.start("read the first mail", call.shelf.prepare(*(mail for mail in [call.tracker.current()] if mail)))
    words = session.say(greeting(call, look))
    await words.wait_for_playout()
    if not words.interrupted and (outcome := await first_mail(call)):
        session.say(outcome.spoken)


async def turn_away(session: AgentSession[None], ctx: JobContext) -> None:
    """Tell a caller of whom nothing is known that there is no mail to read to them, and hang up."""
    logger.error("call without a user id; the dispatch metadata must be JSON with user_id")
    await session.start(Agent(instructions=""), room=ctx.room, session_host=False, record=False)
    await wait_for_caller(ctx)
    await session.say(replies.UNKNOWN_CALLER, allow_interruptions=False)
    await ctx.delete_room()


def load_the_rest_meanwhile(call: Call, look: FirstLook) -> None:
    """Read the envelopes that the first look left out, beside the conversation."""
    if not look.complete:
        call.errands.start("load the rest", load_the_rest(call))


def end_job_when_call_closes(session: AgentSession[None], ctx: JobContext) -> None:
    """Ending the session does not end the job: without this it would stay as a mute ghost."""

    @session.on("close")
    def _(event: CloseEvent) -> None:
        ctx.shutdown(event.reason.value)


def hang_up_after_goodbye(call: Call, ctx: JobContext) -> None:
    """Once the goodbye was said, close the room: a caller on the telephone hears the line go."""

    async def hang_up() -> None:
        await call.ended.wait()
        await ctx.delete_room()

    call.errands.start("hang up", hang_up())
