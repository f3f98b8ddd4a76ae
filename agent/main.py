"""The worker's composition root: what takes calls and looks after them.

Run as `aloud worker`, which is `python -m livekit.agents start agent/main.py` with the settings checked first. Three kinds of processes
load this module: the main process, which takes the jobs and needs little; the process that jobs are forked from, which loads what a call
needs once for all of them; and the jobs. So the parts of a call are in `agent.answering`, which is imported only where a call needs it.
"""

import asyncio
import importlib
from functools import partial

from livekit.agents import AgentServer, JobContext, JobProcess

from agent.caller.leaving import leave_when_it_fails
from agent.operations.discreet_crashes import make_crashes_discreet
from agent.operations.discreet_logs import make_logs_discreet
from agent.operations.metrics_page import metrics_folder
from agent.operations.supervision import Supervision, served_by
from providers.livekit.call_rooms import LiveKitRooms
from providers.livekit.rooms import AGENT_NAME
from providers.models.typed.models_at import small_model_of
from providers.settings import Settings
from session.background_tasks import BackgroundTasks, done_at_last

make_logs_discreet()
make_crashes_discreet()
settings = Settings.load()


def prepare_process(process: JobProcess) -> None:
    from agent.answering import prepare  # noqa: PLC0415 - see above

    prepare(process, settings)


async def send_what_is_due() -> None:
    """Send what is scheduled, or was held when its call ended, from the main process; nothing is loaded where sending is not set up."""
    if not (settings.aloud_smtp_url or settings.aloud_sending or settings.aloud_sending_dry_run):
        return
    due = await asyncio.to_thread(importlib.import_module, "session.opening.sending_due")  # the worker goes on registering meanwhile
    await due.send_what_is_due(settings)


asked = [
    *(["providers.models.services"] if settings.asks_services else []),
    *(["providers.models.typed.engine"] if small_model_of(settings) else []),
]
server = AgentServer(
    setup_fnc=prepare_process,
    load_fnc=lambda server: len(server.active_jobs) / settings.aloud_max_calls,
    load_threshold=1.0,
    preload_modules=["agent.operations.preloaded"],
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
supervision = Supervision(partial(served_by, server), rooms)
background = BackgroundTasks()  # for the life of the process: the event loop's end cancels what it owns
server.on("worker_started", lambda: background.start("supervision", supervision.watch()))
server.on("worker_started", lambda: background.start("send what is due", done_at_last(send_what_is_due)))


@server.rtc_session(agent_name=AGENT_NAME)
@leave_when_it_fails
async def answer_call(ctx: JobContext) -> None:
    from agent.answering import answer  # noqa: PLC0415 - see above

    await answer(ctx, settings)
