"""What the worker's main process answers over HTTP beside LiveKit's own health endpoint: `/metrics` and `/ready`.

LiveKit could serve metrics itself, but without the calls that run now, with every metric of its own, and slower with each call that has
ended. Its health endpoint takes no further route, so these two have a port of their own. Nothing listens unless the port is set.

That health endpoint says that the process is alive, from the moment it listens, long before a LiveKit server knows of the worker; `/ready`
says whether a call could be taken. Redis and the shared database are not checked, because a call goes on without them.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from aiohttp import web
from livekit.agents import AgentServer
from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from agent.operations.metrics_page import WORKER, metrics_folder, metrics_page
from providers.settings import Settings
from session.background_tasks import BackgroundTasks
from storage.database import Database, DatabaseUnavailableError
from storage.migrate import NewerSchemaError, migrate

PROBE_TIMEOUT_S = 3.0
UNREGISTERED = "unregistered"
"""What `AgentServer.id` is before a LiveKit server has given it one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerReadiness:
    """The parts that a call needs, each working or not."""

    registered: bool
    storage: bool
    draining: bool

    @property
    def ready(self) -> bool:
        return self.registered and self.storage and not self.draining

    def as_json(self) -> dict[str, bool]:
        return {"ready": self.ready, **asdict(self)}


class StorageProbe:
    """Whether the embedded database answers and has today's schema; it is migrated once."""

    def __init__(self, database_url: str) -> None:
        self._database_url = database_url
        self._is_of_today = False

    async def works(self) -> bool:
        try:
            async with asyncio.timeout(PROBE_TIMEOUT_S):
                if not self._is_of_today:
                    await migrate(self._database_url)
                    self._is_of_today = True
                async with Database(self._database_url) as database, database.reading() as session:
                    await session.execute(text("SELECT 1 FROM aloud_schema_version"))
        except (DatabaseUnavailableError, NewerSchemaError, SQLAlchemyError, OSError, TimeoutError):
            return False
        return True


async def readiness_of(server: AgentServer, storage: StorageProbe) -> WorkerReadiness:
    """Takes some seconds at most."""
    # There is no event for a connection that was lost, so LiveKit's own note of it is read (livekit-agents 1.8.9).
    registered = server.id != UNREGISTERED and not server._connecting
    return WorkerReadiness(registered=registered, storage=await storage.works(), draining=server.draining)


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
