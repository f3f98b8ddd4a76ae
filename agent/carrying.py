"""What every call through a LiveKit session does, with or without a room."""

from livekit import rtc
from livekit.agents import NOT_GIVEN, AgentSession, AgentStateChangedEvent, NotGivenOr
from livekit.agents.voice.room_io import RoomOptions

from agent.briefer import Briefer
from agent.turns.consenting import heed_what_the_user_says
from inbox.listing.pipeline import FirstLook
from session.behaviours import behave
from session.call import Call


async def carry(
    call: Call,
    briefer: Briefer,
    session: AgentSession[None],
    look: FirstLook,
    *,
    room: NotGivenOr[rtc.Room] = NOT_GIVEN,
    room_options: NotGivenOr[RoomOptions] = NOT_GIVEN,
) -> None:
    """Start the session, and everything that the call does except the greeting."""
    heed_what_the_user_says(session, call)
    await session.start(briefer, room=room, room_options=room_options, session_host=False, record=False)
    behave(call, briefer.conversation, look)
    forget_what_is_no_longer_sent(briefer, call)


def forget_what_is_no_longer_sent(briefer: Briefer, call: Call) -> None:
    """Keep the stored history bounded in long calls by dropping what no request will contain again."""

    @briefer.session.on("agent_state_changed")
    def _(event: AgentStateChangedEvent) -> None:
        if event.new_state == "listening":
            call.background.start("forget old turns", briefer.forget_old_turns())
