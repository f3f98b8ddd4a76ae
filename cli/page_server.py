"""The page on this machine: the LiveKit server, the worker and the web server, reachable from here only."""

import os
import socket
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

from cli.child import Child
from cli.dev_room import aloud, first_to_end, free_port, line, ready
from cli.logs import log_file
from cli.screen import out, progress
from providers.settings import Settings
from web.webhooks import PATH

HOST = "127.0.0.1"
ANSWERS = "Aloud is at "
"""What `aloud web` says once it does."""


async def serve_page(settings: Settings, program: str) -> None:
    """Start all three, say which address to open, and go on until one of them ends or we are told to."""
    port = _usual_or_free_port(settings.aloud_web_port)
    origin = f"http://{HOST}:{port}"
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(line(settings, program, webhook=f"{origin}{PATH}"))
        log = log_file(settings, "web")
        here = {"ALOUD_WEB_HOST": HOST, "ALOUD_WEB_PORT": str(port), "ALOUD_WEB_URL": "", "ALOUD_LIVEKIT_PUBLIC_URL": ""}
        environment = {**os.environ, **settings.as_environment(), **running.connection, **here}
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="aloud-web-")))
        with progress("Starting the page…"):
            web = await stack.enter_async_context(
                Child.started("The web server", aloud("web"), environment=environment, log=log, folder=folder)
            )  # fmt: skip
            await ready(lambda: ANSWERS in log.read_text(errors="replace"), running.server, running.worker, web)
        out.print(f"Open    {origin}", markup=False, soft_wrap=True)
        out.print(f"Logs    {running.logs}", markup=False, soft_wrap=True)
        out.print("Nobody has to sign in, and no other machine can open it. Ctrl-C ends everything.")
        raise await first_to_end(running.server, running.worker, web)


def _usual_or_free_port(usual: int) -> int:
    """The port of the settings, so that a browser finds the page again; any other one where that is taken."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, usual))
        except OSError:
            return free_port(socket.SOCK_STREAM)
    return usual
