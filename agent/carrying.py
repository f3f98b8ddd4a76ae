"""What every call through a LiveKit session does, with or without a room."""

from livekit import rtc
from livekit.agents import NOT_GIVEN, AgentSession, AgentStateChangedEvent, FunctionToolsExecutedEvent, NotGivenOr
from livekit.agents.voice.room_io import RoomOptions

from agent.briefer import Briefer
from agent.turns.consenting import heed_what_the_user_says
from agent.turns.turn_ends import TellFinal, TurnEnds
from inbox.listing.first_look import FirstLook
from session.behaviours import behave
from session.call import Call
from session.model_request.tool_results import result_of_a_misfit
from session.outcome import CameTo


async def carry(
    call: Call,
    briefer: Briefer,
    session: AgentSession[None],
    look: FirstLook,
    *,
    room: NotGivenOr[rtc.Room] = NOT_GIVEN,
    room_options: NotGivenOr[RoomOptions] = NOT_GIVEN,
    ends: TellFinal | None = None,
) -> None:
    """Start the session, and everything that the call does except the greeting. `ends` is told what each turn has come to."""
    turns = TurnEnds(session, call, ends)
    heed_what_the_user_says(session, call, begins=turns.begin)
    call.background.start("tell how turns end", turns.follow())
    tell_of_misfits_ourselves(session, call)
    await session.start(briefer, room=room, room_options=room_options, session_host=False, record=False)
    behave(call, briefer.conversation, look)
    forget_what_is_no_longer_sent(briefer, call)


def forget_what_is_no_longer_sent(briefer: Briefer, call: Call) -> None:
    """Keep the stored history bounded in long calls by dropping what no request will contain again."""

    @briefer.session.on("agent_state_changed")
    def _(event: AgentStateChangedEvent) -> None:
        if event.new_state == "listening":
            call.background.start("forget old turns", briefer.forget_old_turns())


def tell_of_misfits_ourselves(session: AgentSession[None], call: Call) -> None:
    """Give the result of a call that LiveKit refused (no such tool, no such argument) the shape of all others, before it is stored."""

    @session.on("function_tools_executed")
    def _(event: FunctionToolsExecutedEvent) -> None:
        for called, result in event.zipped():
            if result is not None and result.is_error and not result.output.startswith(tuple(CameTo)):
                result.output = result_of_a_misfit(call, called.name, called.arguments)
