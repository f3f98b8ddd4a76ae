"""What the worker's main process answers over HTTP beside LiveKit's own health endpoint: `/metrics` and `/ready`.

LiveKit could serve metrics itself, but then without the calls that run now, with every metric of its own, and slower with each call that
has ended. Its health endpoint cannot be given another route, so these two have a port of their own. Nothing listens unless it is set.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import web
from livekit.agents import AgentServer

from agent.operations.metrics_page import CONTENT_TYPE, WORKER, metrics_folder, metrics_page
from agent.operations.readiness import StorageProbe, WorkerProbe, WorkerReadiness
from providers.settings import Settings
from session.background_tasks import BackgroundTasks

logger = logging.getLogger(__name__)


class Endpoint:
    def __init__(self, look: Callable[[], Awaitable[WorkerReadiness]], folder: Path) -> None:
        """`look` tells how the worker is now; `folder` is where its processes keep their counts."""
        self._look = look
        self._folder = folder
        self._reading = asyncio.Lock()

    def application(self) -> web.Application:
        application = web.Application()
        application.add_routes([web.get("/metrics", self._metrics), web.get("/ready", self._ready)])
        return application

    async def _metrics(self, _: web.Request) -> web.Response:
        async with self._reading:
            page = await asyncio.to_thread(metrics_page, self._folder)
        return web.Response(body=page, headers={"Content-Type": CONTENT_TYPE})

    async def _ready(self, _: web.Request) -> web.Response:
        readiness = await self._look()
        return web.json_response(readiness.as_json(), status=200 if readiness.ready else 503)


def answer_who_watches(server: AgentServer, settings: Settings) -> None:
    """Serve metrics and readiness while this worker lives, if a port is set."""
    folder = metrics_folder(settings)
    if folder is None:
        return
    background = BackgroundTasks()  # for the life of the process: what it starts ends with it

    @server.on("worker_started")
    def _() -> None:
        loop = asyncio.get_running_loop()
        WORKER.running = lambda: len(server.active_jobs)
        WORKER.tasks = lambda: len(asyncio.all_tasks(loop))
        endpoint = Endpoint(WorkerProbe(server, StorageProbe(settings.local_database_url).works).look, Path(folder))
        background.start("serve metrics", _serve(endpoint, settings))


async def _serve(endpoint: Endpoint, settings: Settings) -> None:
    """Raises `OSError` where the port is taken; the calls do not suffer from it."""
    runner = web.AppRunner(endpoint.application(), access_log=None)
    await runner.setup()
    await web.TCPSite(runner, settings.aloud_health_host, settings.aloud_metrics_port).start()
    logger.info("metrics are served", extra={"port": settings.aloud_metrics_port})
