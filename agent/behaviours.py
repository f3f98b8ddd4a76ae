"""What happens of itself during a call: one function per occasion, each a sentence."""

from livekit.agents import Agent, AgentSession, AgentStateChangedEvent, CloseEvent, JobContext

from agent.call import Call
from agent.greeting import first_mail, greeting, load_the_rest
from agent.presence import wait_for_caller
from briefing.speech import replies
from inbox.pipeline import FirstLook


async def greet(session: AgentSession[None], call: Call, look: FirstLook) -> None:
    """Say what there is, then the first mail; whoever interrupts the greeting takes it from there."""
    call.errands.start("read the first mail", call.shelf.prepare(*(mail for mail in [call.tracker.current()] if mail)))
    words = session.say(greeting(call, look))
    await words.wait_for_playout()
    if not words.interrupted:
        await begin_the_briefing(session, call)


async def begin_the_briefing(session: AgentSession[None], call: Call) -> None:
    """Say the first mail. It stays out of the history: what a mail says reaches a model only as data, through a tool."""
    if outcome := await first_mail(call):
        session.say(outcome.spoken, add_to_chat_ctx=False)


async def turn_away(session: AgentSession[None], ctx: JobContext, why: str) -> None:
    """Tell a caller to whom no mail can be read why, and hang up."""
    await session.start(Agent(instructions=""), room=ctx.room, session_host=False, record=False)
    await wait_for_caller(ctx)
    await session.say(why, allow_interruptions=False)
    await ctx.delete_room()


def note_what_is_presented(session: AgentSession[None], call: Call) -> None:
    """A mail counts as presented when the voice (or the text, where there is no voice) begins to reach the caller, not before."""

    @session.on("agent_state_changed")
    def _(event: AgentStateChangedEvent) -> None:
        if event.new_state == "speaking":
            call.begin_to_speak()


def load_the_rest_meanwhile(session: AgentSession[None], call: Call, look: FirstLook) -> None:
    """Read what the first look left out, beside the conversation; if there was nothing at all before, say that it is here now."""
    call.loading = not look.complete
    if call.loading:
        call.errands.start("load the rest", _load(session, call))


async def _load(session: AgentSession[None], call: Call) -> None:
    nothing_yet = not call.tracker.progress().mails
    await load_the_rest(call)
    mails = call.tracker.progress().mails
    if nothing_yet and mails:
        await session.wait_for_idle()
        await session.say(replies.mail_is_here(mails))
        await begin_the_briefing(session, call)


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
