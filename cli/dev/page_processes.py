"""The page on this machine: the LiveKit server, the worker, the web server and the team, reachable from here only."""

import socket
from contextlib import AsyncExitStack

from cli.dev.child_process import first_to_end, ready
from cli.dev.local_server import LocalServer, free_port
from cli.dev.page_worker import keep_a_worker
from cli.dev.team_process import team_started
from cli.dev.voice_process import voice_started
from cli.logs import log_file
from cli.screen import out, progress
from providers.settings import Settings
from web.calls.webhook_routes import PATH

HOST = "127.0.0.1"
ANSWERS = "Aloud is at "
"""What `aloud web` says once it does."""


async def serve_page(settings: Settings, program: str) -> None:
    """Start all of them, and the local voice if it is chosen, and print the address to open.

    Runs until one of them but the voice or the team ends for good, or we are stopped.
    """
    port = _usual_or_free_port(settings.aloud_web_port)
    origin = f"http://{HOST}:{port}"
    here = {"ALOUD_WEB_HOST": HOST, "ALOUD_WEB_PORT": str(port), "ALOUD_WEB_URL": "", "ALOUD_LIVEKIT_PUBLIC_URL": ""}
    async with AsyncExitStack() as stack:
        settings = await stack.enter_async_context(voice_started(settings))
        server = await stack.enter_async_context(LocalServer.started(settings, program, webhook=f"{origin}{PATH}"))
        log_file(settings, "web")
        current = await stack.enter_async_context(AsyncExitStack())
        with progress("Starting a worker and the page (a few seconds)…"):
            web = await stack.enter_async_context(server.beside("The web server", "web", **here))
            worker = await current.enter_async_context(server.worker())
            await server.worker_ready(worker)
            await ready(lambda: web.has_logged(ANSWERS), server.process, worker, web)
            await stack.enter_async_context(team_started(settings, server))
        out.print(f"Open    {origin}", markup=False, soft_wrap=True)
        out.print(f"Logs    {server.logs}", markup=False, soft_wrap=True)
        out.print("Nobody has to sign in, and no other machine can open it. Ctrl-C ends everything.")
        raise await first_to_end(keep_a_worker(worker, current, server.worker), server.process.ends(), web.ends())


def _usual_or_free_port(usual: int) -> int:
    """The port of the settings, so that a browser finds the page again; a free port if that one is taken."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, usual))
        except OSError:
            return free_port(socket.SOCK_STREAM)
    return usual
