"""The least agent that LiveKit can run on the same models and voice activity detection: what our jobs are measured against.

Started like any worker: `python -m livekit.agents start benchmarks/bare_agent.py`. Its model services are named in the environment.
"""

from livekit.agents import Agent, AgentServer, AgentSession, CloseEvent, JobContext, JobProcess
from livekit.plugins import openai, silero

AGENT_NAME = "aloud"  # what the callers of the room tests ask for
MOST_CALLS = 8


def prepare_process(process: JobProcess) -> None:
    """Load the voice activity detection, as every agent does."""
    process.userdata["vad"] = silero.VAD.load()


server = AgentServer(
    setup_fnc=prepare_process,
    load_fnc=lambda server: len(server.active_jobs) / MOST_CALLS,
    load_threshold=1.0,
    host="127.0.0.1",
    port=0,
)


@server.rtc_session(agent_name=AGENT_NAME)
async def answer_call(ctx: JobContext) -> None:
    """Greet, and answer with the model."""
    session: AgentSession[None] = AgentSession(
        llm=openai.LLM(),
        stt=openai.STT(use_realtime=False),
        tts=openai.TTS(response_format="pcm"),
        vad=ctx.proc.userdata["vad"],
        turn_handling={"turn_detection": "vad", "interruption": {"mode": "vad"}, "preemptive_generation": {"enabled": False}},
    )

    @session.on("close")
    def _(event: CloseEvent) -> None:
        ctx.shutdown(event.reason.value)

    await session.start(Agent(instructions="You are a calm and capable assistant."), room=ctx.room, session_host=False, record=False)
    await session.say("Good morning. What can I do for you?")
