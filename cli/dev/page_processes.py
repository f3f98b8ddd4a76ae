"""The page on this machine: the LiveKit server, the worker and the web server, reachable from here only."""

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

import typer

from cli.dev.child_process import Child
from cli.dev.dev_room import Line, aloud, first_to_end, free_port, line, ready, worker_on, worker_ready
from cli.dev.page_worker import keep_a_worker
from cli.logs import log_file
from cli.screen import out, progress
from providers.settings import Settings
from web.webhooks import PATH

HOST = "127.0.0.1"
ANSWERS = "Aloud is at "
"""What `aloud web` says once it does."""


async def serve_page(settings: Settings, program: str) -> None:
    """Start all three, say which address to open, and go on until one of them ends for good or we are told to."""
    port = _usual_or_free_port(settings.aloud_web_port)
    origin = f"http://{HOST}:{port}"
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(line(settings, program, webhook=f"{origin}{PATH}"))
        start = partial(worker_on, running, settings)
        current = await stack.enter_async_context(AsyncExitStack())
        with progress("Starting a worker and the page (a few seconds)…"):
            web = await stack.enter_async_context(_web(running, settings, port))
            worker = await current.enter_async_context(start())
            await worker_ready(running, worker)
            await ready(lambda: ANSWERS in web.log.read_text(errors="replace"), running.server, worker, web)
        out.print(f"Open    {origin}", markup=False, soft_wrap=True)
        out.print(f"Logs    {running.logs}", markup=False, soft_wrap=True)
        out.print("Nobody has to sign in, and no other machine can open it. Ctrl-C ends everything.")
        raise await _first(keep_a_worker(worker, current, start), first_to_end(running.server, web))


@asynccontextmanager
async def _web(running: Line, settings: Settings, port: int) -> AsyncIterator[Child]:
    """The web server, begun but not ready yet, until the block ends."""
    here = {"ALOUD_WEB_HOST": HOST, "ALOUD_WEB_PORT": str(port), "ALOUD_WEB_URL": "", "ALOUD_LIVEKIT_PUBLIC_URL": ""}
    environment = {**os.environ, **settings.as_environment(), **running.connection, **here}
    log = log_file(settings, "web")
    async with Child.started("The web server", aloud("web"), environment=environment, log=log, folder=running.folder) as web:
        yield web


async def _first(*ways_to_end: Coroutine[object, object, typer.Exit]) -> typer.Exit:
    tasks = [asyncio.create_task(way) for way in ways_to_end]
    try:
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return ended.pop().result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _usual_or_free_port(usual: int) -> int:
    """The port of the settings, so that a browser finds the page again; any other one where that is taken."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, usual))
        except OSError:
            return free_port(socket.SOCK_STREAM)
    return usual
