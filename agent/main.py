"""The worker's composition root: what a call is made of, read as a list.

Run as `aloud worker`, which is `python -m livekit.agents start agent/main.py` with the settings checked first.
"""

from collections.abc import AsyncIterator

from livekit.agents import Agent, AgentServer, AgentSession, CloseEvent, JobContext, JobProcess, ModelSettings, inference, llm
from livekit.plugins import silero

from providers.models import choose_models
from providers.settings import Settings

AGENT_NAME = "aloud"

settings = Settings.load()


def prepare_process(process: JobProcess) -> None:
    """Load what every call needs before the first one comes."""
    process.userdata["vad"] = silero.VAD.load()


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


class Briefer(Agent):
    """Answers every turn, spoken or typed."""

    async def llm_node(
        self, chat_ctx: llm.ChatContext, tools: list[llm.Tool], model_settings: ModelSettings
    ) -> AsyncIterator[llm.ChatChunk | str]:
        """What is said in this turn."""
        yield "I heard you."


@server.rtc_session(agent_name=AGENT_NAME)
async def call(ctx: JobContext) -> None:
    """One call."""
    models = choose_models(settings)
    session: AgentSession[None] = AgentSession(
        llm=models.llm,
        stt=models.stt,
        tts=models.tts,
        vad=ctx.proc.userdata["vad"],
        turn_handling={
            "turn_detection": "vad" if settings.aloud_turn_detection == "vad" else inference.TurnDetector(version="v1-mini"),
            "interruption": {"mode": "vad"},
        },
    )

    @session.on("close")
    def end_job(_: CloseEvent) -> None:
        ctx.shutdown("the call has ended")

    await session.start(Briefer(instructions=""), room=ctx.room, session_host=False, record=False)
    await session.say("Hello, this is Aloud.")
