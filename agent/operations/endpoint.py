"""What the worker's main process answers over HTTP beside LiveKit's own health endpoint: `/metrics` and `/ready`.

LiveKit could serve metrics itself, but without the calls that run now, with every metric of its own, and slower with each call that has
ended. Its health endpoint takes no further route, so these two have a port of their own. Nothing listens unless the port is set.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from aiohttp import web
from livekit.agents import AgentServer
from prometheus_client import CONTENT_TYPE_LATEST

from agent.operations.metrics_page import WORKER, metrics_folder, metrics_page
from agent.operations.readiness import StorageProbe, WorkerReadiness, readiness_of
from providers.settings import Settings
from session.background_tasks import BackgroundTasks

logger = logging.getLogger(__name__)


def application(look: Callable[[], Awaitable[WorkerReadiness]], folder: Path) -> web.Application:
    """`look` tells how the worker is now; `folder` is where its processes keep their counts."""
    reading = asyncio.Lock()

    async def metrics(_: web.Request) -> web.Response:
        async with reading:
            page = await asyncio.to_thread(metrics_page, folder)
        return web.Response(body=page, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def ready(_: web.Request) -> web.Response:
        readiness = await look()
        return web.json_response(readiness.as_json(), status=200 if readiness.ready else 503)

    routes = web.Application()
    routes.add_routes([web.get("/metrics", metrics), web.get("/ready", ready)])
    return routes


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
        routes = application(partial(readiness_of, server, StorageProbe(settings.local_database_url)), Path(folder))
        background.start("serve metrics", _serve(routes, settings))


async def _serve(routes: web.Application, settings: Settings) -> None:
    """Raises `OSError` where the port is taken; the calls do not suffer from it."""
    runner = web.AppRunner(routes, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, settings.aloud_health_host, settings.aloud_metrics_port).start()
    logger.info("metrics are served", extra={"port": settings.aloud_metrics_port})
