"""The worker's composition root: what a call is made of, read as a list.

Run as `aloud worker`, which is `python -m livekit.agents start agent/main.py` with the settings checked first.
"""

import asyncio
import json
import logging
from contextlib import AsyncExitStack

from livekit.agents import AgentServer, AgentSession, JobContext, JobProcess, inference
from livekit.agents.voice.room_io import RoomOptions, TextInputOptions
from livekit.plugins import silero

from agent.assembly import local_now, open_call, prepare_storage
from agent.behaviours import (
    end_job_when_call_closes,
    greet,
    hang_up_after_goodbye,
    load_the_rest_meanwhile,
    note_what_is_presented,
    turn_away,
)
from agent.briefer import Briefer
from agent.discreet_logs import make_logs_discreet
from agent.presence import wait_for_caller
from agent.tools import BriefingTools
from agent.typed_lines import TypedLines
from briefing.speech import replies
from providers import language
from providers.livekit_rooms import AGENT_NAME
from providers.models import Models, choose_models
from providers.settings import Settings

logger = logging.getLogger(__name__)
make_logs_discreet()
settings = Settings.load()


def prepare_process(process: JobProcess) -> None:
    """Load what every call needs before the first one comes."""
    process.userdata["vad"] = silero.VAD.load()
    language.prepare()
    asyncio.run(prepare_storage(settings))


server = AgentServer(
    setup_fnc=prepare_process,
    load_fnc=lambda server: len(server.active_jobs) / settings.aloud_max_calls,
    load_threshold=1.0,
    host=settings.aloud_health_host,
    port=settings.aloud_health_port,
    ws_url=settings.livekit_url,
    api_key=settings.livekit_api_key,
    api_secret=settings.livekit_api_secret.get_secret_value(),
)


@server.rtc_session(agent_name=AGENT_NAME)
async def answer_call(ctx: JobContext) -> None:
    """One call, from the first word to the last."""
    stack = AsyncExitStack()
    ctx.add_shutdown_callback(stack.aclose)
    models = await stack.enter_async_context(choose_models(settings))
    session = new_session(ctx, models)
    end_job_when_call_closes(session, ctx)
    user_id = user_of(ctx.job.metadata)
    if user_id is None:
        logger.error("call without a user id; the dispatch metadata must be JSON with user_id")
        await turn_away(session, ctx, replies.UNKNOWN_CALLER)
        return
    try:
        call, look = await stack.enter_async_context(
            open_call(settings, user_id, now=local_now(settings), change_pace=models.change_pace)
        )  # fmt: skip
    except Exception as error:
        logger.error("the call could not be opened", extra={"error": type(error).__name__})  # noqa: TRY400 - a trace may quote mail
        await turn_away(session, ctx, replies.CANNOT_OPEN)
        return
    note_what_is_presented(session, call)
    briefer = Briefer(BriefingTools(call), asks_model=models.asks_model, asked_back=models.asked_back)
    options = RoomOptions(
        text_input=TextInputOptions(text_input_cb=TypedLines(briefer.answering).take),
        audio_output=models.speaks,
    )
    await session.start(briefer, room=ctx.room, room_options=options, session_host=False, record=False)
    await wait_for_caller(ctx)
    load_the_rest_meanwhile(session, call, look)
    hang_up_after_goodbye(call, ctx)
    await greet(session, call, look)


def new_session(ctx: JobContext, models: Models) -> AgentSession[None]:
    """A session on these models. Turn detection is named outright: left open it would dial a service of LiveKit's."""
    return AgentSession(
        llm=models.llm,
        stt=models.stt,
        tts=models.tts,
        vad=ctx.proc.userdata["vad"],
        turn_handling={
            "turn_detection": "vad" if settings.aloud_turn_detection == "vad" else inference.TurnDetector(version="v1-mini"),
            "interruption": {"mode": "vad"},
        },
    )


def user_of(metadata: str) -> str | None:
    """The user id out of server-signed dispatch metadata: the only place it is ever taken from. None where there is none."""
    try:
        user_id = json.loads(metadata)["user_id"]
    except (ValueError, KeyError, TypeError):
        return None
    return user_id if isinstance(user_id, str) and user_id else None
