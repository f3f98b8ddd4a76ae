"""The worker's composition root: what takes calls and looks after them.

Run as `aloud worker`, which is `python -m livekit.agents start agent/main.py` with the settings checked first. Three kinds of processes
load it: the main process, which takes the jobs and needs little; the one that jobs are forked from, which loads what a call needs once for
all of them; and the jobs. So what a call is made of is in `agent.answering`, and nothing of it is imported here before it is wanted.
"""

import asyncio
import importlib
from functools import partial

from livekit.agents import AgentServer, JobContext, JobProcess

from agent.caller.leaving import leave_when_it_fails
from agent.operations.beside import Beside
from agent.operations.discreet_crashes import make_crashes_discreet
from agent.operations.discreet_logs import make_logs_discreet
from agent.operations.metrics_page import metrics_folder
from agent.operations.supervision import Supervision, served_by
from providers.livekit.rooms import AGENT_NAME, LiveKitRooms
from providers.settings import Settings

make_logs_discreet()
make_crashes_discreet()
settings = Settings.load()


def prepare_process(process: JobProcess) -> None:
    from agent.answering import prepare  # noqa: PLC0415 - see above

    prepare(process, settings)


async def send_what_is_due() -> None:
    """What is to leave later, or is held when its call ends, leaves from the main process; nothing is loaded where nothing is sent."""
    if not (settings.aloud_smtp_url or settings.aloud_sending):
        return
    assembly = await asyncio.to_thread(importlib.import_module, "session.opening.assembly")  # the worker goes on registering meanwhile
    await assembly.send_what_is_due(settings)


server = AgentServer(
    setup_fnc=prepare_process,
    load_fnc=lambda server: len(server.active_jobs) / settings.aloud_max_calls,
    load_threshold=1.0,
    preload_modules=["agent.operations.preloaded", *(["providers.models.openai"] if settings.openai_api_key else [])],
    drain_timeout=settings.aloud_drain_s,
    host=settings.aloud_health_host,
    port=settings.aloud_health_port,
    prometheus_multiproc_dir=metrics_folder(settings),
    ws_url=settings.livekit_url,
    api_key=settings.livekit_api_key,
    api_secret=settings.livekit_api_secret.get_secret_value(),
)
if settings.aloud_metrics_port:
    from agent.operations.endpoint import answer_who_watches

    answer_who_watches(server, settings)
rooms = partial(LiveKitRooms.opened, settings.livekit_url, settings.livekit_api_key, settings.livekit_api_secret.get_secret_value())
server.on("worker_started", Supervision(partial(served_by, server), rooms).start)
server.on("worker_started", Beside(send_what_is_due).start)


@server.rtc_session(agent_name=AGENT_NAME)
@leave_when_it_fails
async def answer_call(ctx: JobContext) -> None:
    from agent.answering import answer  # noqa: PLC0415 - see above

    await answer(ctx, settings)
