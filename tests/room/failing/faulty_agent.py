"""An agent that is watched as ours is, and that fails when told to by a typed word: "raise", or "block"."""

import asyncio
import re

from livekit import rtc
from livekit.agents import AgentServer, JobContext

from agent.caller.leaving import leave_when_it_fails
from agent.caller.presence import wait_for_caller
from agent.operations.supervision import Supervision, served_by
from agent.operations.watchdog import end_process_when_blocked
from providers.livekit.call_rooms import LiveKitRooms
from providers.livekit.rooms import AGENT_NAME
from providers.settings import Settings
from session.background_tasks import BackgroundTasks

GREETING = "I am here."

settings = Settings.load()
server = AgentServer(load_fnc=lambda server: len(server.active_jobs) / 8, load_threshold=1.0, host="127.0.0.1", port=0)
supervision = Supervision(
    lambda: served_by(server),
    lambda: LiveKitRooms.opened(settings.livekit_url, settings.livekit_api_key, settings.livekit_api_secret.get_secret_value()),
)
background = BackgroundTasks()
server.on("worker_started", lambda: background.start("supervision", supervision.watch()))


@server.rtc_session(agent_name=AGENT_NAME)
@leave_when_it_fails
async def answer_call(ctx: JobContext) -> None:
    async with end_process_when_blocked():
        told: asyncio.Queue[rtc.TextStreamReader | None] = asyncio.Queue()
        ctx.room.on("disconnected", lambda *_: told.put_nowait(None))
        ctx.room.register_text_stream_handler("lk.chat", lambda reader, _: told.put_nowait(reader))
        await ctx.connect()
        await wait_for_caller(ctx)
        await ctx.room.local_participant.send_text(GREETING, topic="lk.transcription")
        if message := await told.get():
            fail(await message.read_all())


def fail(how: str) -> None:
    if how == "raise":
        raise RuntimeError("as told")
    # For longer than anybody waits, and without giving up the interpreter's lock: no thread of Python's could interfere.
    re.match(r"(a+)+$", "a" * 64 + "b")
