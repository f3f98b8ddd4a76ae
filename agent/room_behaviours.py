"""What a call does unasked in a LiveKit room: one function per occasion. What needs no room is in `session.behaviours`."""

import asyncio

from livekit import rtc
from livekit.agents import Agent, AgentSession, AgentStateChangedEvent, CloseEvent, JobContext
from livekit.agents.types import ATTRIBUTE_AGENT_STATE

from agent.caller.last_words import SessionWithLastWords
from agent.caller.leaving import hang_up
from agent.caller.presence import wait_for_caller
from inbox.saved_call.call_state import CallStateUnavailableError
from session.background_tasks import BackgroundTasks
from session.behaviours import say_that_another_call_goes_on
from session.call import Call

STORED_WITHIN_S = 1.0
"""A longer wait after the goodbye would be noticed."""

TOLD_AGAIN_AFTER_S = 0.3


def keep_the_room_told_of_the_state(session: AgentSession[None], room: rtc.Room, background: BackgroundTasks) -> None:
    """Tell the room once more what the agent does, when it has done so for a moment.

    LiveKit sends each change by itself and waits for none, and of two in quick succession the first may overtake the second (7 of 250 with
    1.1.21): who stopped a sentence as it began was shown "Speaking" from then on, while the agent listened.
    """
    waiting: asyncio.TimerHandle | None = None

    def tell_again(state: str) -> None:
        if room.isconnected():
            background.start("tell the state", room.local_participant.set_attributes({ATTRIBUTE_AGENT_STATE: state}))

    @session.on("agent_state_changed")
    def _(event: AgentStateChangedEvent) -> None:
        nonlocal waiting
        if waiting is not None:
            waiting.cancel()
        waiting = asyncio.get_running_loop().call_later(TOLD_AGAIN_AFTER_S, tell_again, event.new_state)


async def turn_away(session: AgentSession[None], ctx: JobContext, why: str) -> None:
    """Tell the caller why no mail can be read to them, and hang up."""
    await session.start(Agent(instructions=""), room=ctx.room, session_host=False, record=False)
    await wait_for_caller(ctx)
    await session.say(why, allow_interruptions=False)
    await hang_up(ctx)


def end_job_when_call_closes(session: AgentSession[None], ctx: JobContext) -> None:
    """End the job with the session: LiveKit does not, and the agent would stay in the room and be silent."""

    @session.on("close")
    def _(event: CloseEvent) -> None:
        ctx.shutdown(event.reason.value)


def hang_up_after_goodbye(call: Call, ctx: JobContext) -> None:
    """Close the room once the goodbye was said."""

    async def store_and_hang_up() -> None:
        await call.events.ended.wait()
        try:
            await call.store_the_end(within_s=STORED_WITHIN_S)
        finally:
            await hang_up(ctx)

    call.background.start("hang up", store_and_hang_up())


def leave_the_room_to_a_newer_call(call: Call, ctx: JobContext, session: SessionWithLastWords) -> None:
    """When the user calls from somewhere else, say so and hang up; the newer call goes on at the same mail.

    If the newer agent is in this room, it was sent because this one seemed dead: then leave in silence, and leave the room to it.
    """

    async def make_way() -> None:
        await call.records.saved.taken_over.wait()
        session.leave_silently()
        if await _newer_room(call) != ctx.room.name:
            await say_that_another_call_goes_on(call)
            await hang_up(ctx)
        ctx.shutdown("taken over")

    call.background.start("make way", make_way())


def call_id_of(ctx: JobContext) -> str:
    """The name of a call in the saved state: its job and its room."""
    return f"{ctx.job.id}@{ctx.room.name}"


async def _newer_room(call: Call) -> str:
    try:
        return (await call.records.saved.owner() or "").partition("@")[2]
    except CallStateUnavailableError:
        return ""
