"""The process behind `aloud web`: uvicorn with our application and our log.

uvicorn's access log is off, because the URLs of sign-ins hold codes.
"""

import asyncio
import logging
import socket
import sys
from collections.abc import Callable

import uvicorn

from agent.operations.discreet_crashes import make_crashes_discreet
from cli.async_run import database_in_reach
from cli.logs import log_to
from cli.screen import fail, wrong
from providers.settings import Settings
from session.opening.assembly import prepare_storage
from storage.migrate import migrate
from web.http.public_urls import is_local
from web.main import web_server

ENDS_WITHIN_S = 5
"""How long requests in progress may take when the server is told to stop."""


def serve(settings: Settings, listening: socket.socket, *, ready: Callable[[], None]) -> None:
    """Serve on this socket until the process is stopped; `ready` is called once it serves."""
    log_to(logging.StreamHandler(sys.stderr), settings)
    make_crashes_discreet()
    try:
        settings.aloud_data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        with database_in_reach():
            asyncio.run(_prepared(settings))
    except OSError:
        raise fail(wrong("ALOUD_DATA_DIR")) from None
    config = uvicorn.Config(
        web_server(settings),
        lifespan="on",
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=not is_local(settings),  # for a local user there is no proxy, so such headers would be forged
        timeout_graceful_shutdown=ENDS_WITHIN_S,
    )
    asyncio.run(_Server(config, ready).serve(sockets=[listening]))


async def _prepared(settings: Settings) -> None:
    """The shared database, without which nobody can sign in, and what typing needs besides."""
    await migrate(settings.shared_database_url)
    await prepare_storage(settings)


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()
