"""LiveKit's agent with its own handling of turns, on the same models and services as ours: what our answers are held against.

Started like any worker: `python -m livekit.agents start benchmarks/doubles/agent_as_it_comes.py`. Its model services are named in the
environment, and so is whether it tells the end of a turn `BY_SILENCE` alone; otherwise the detector that comes with LiveKit listens. That
and what detects interruptions are named, because left open they would dial a service of LiveKit's. Everything else is as LiveKit has it.
"""

import os

from livekit.agents import Agent, AgentServer, AgentSession, JobContext, JobProcess, inference
from livekit.plugins import openai, silero

AGENT_NAME = "aloud"  # what the callers of the room tests ask for
BY_SILENCE = "BY_SILENCE"


def prepare_process(process: JobProcess) -> None:
    """Load the voice activity detection, as every agent does."""
    process.userdata["vad"] = silero.VAD.load()


server = AgentServer(
    setup_fnc=prepare_process, load_fnc=lambda server: len(server.active_jobs) / 8, load_threshold=1.0, host="127.0.0.1", port=0
)


@server.rtc_session(agent_name=AGENT_NAME)
async def answer_call(ctx: JobContext) -> None:
    """Greet, and answer with the model."""
    session: AgentSession[None] = AgentSession(
        llm=openai.LLM(),
        stt=openai.STT(use_realtime=False),
        tts=openai.TTS(response_format="pcm"),
        vad=ctx.proc.userdata["vad"],
        turn_handling={
            "turn_detection": "vad" if os.environ.get(BY_SILENCE) else inference.TurnDetector(version="v1-mini"),
            "interruption": {"mode": "vad"},
        },
    )
    session.on("close", lambda event: ctx.shutdown(event.reason.value))
    await session.start(Agent(instructions="You are a calm and capable assistant."), room=ctx.room, session_host=False, record=False)
    await session.say("Good morning. What can I do for you?")
