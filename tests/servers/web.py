"""`aloud web` as a process of its own, and a browser's requests to it."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2

from tests.servers.livekit import LiveKitServer
from tests.servers.process import ServerProcess
from tests.servers.worker import environment
from tests.web.served import Browser

LOGGED_WITHIN_S = 90.0


@asynccontextmanager
async def web_server(server: LiveKitServer, folder: Path, port: int, mail: dict[str, str]) -> AsyncIterator[ServerProcess]:
    """`aloud web`, ready to be opened."""
    command = [str(Path(sys.executable).with_name("aloud")), "web"]
    variables = environment(server, folder, {**mail, "ALOUD_WEB_PORT": str(port)}) | {"COLUMNS": os.environ.get("COLUMNS", "80")}
    async with ServerProcess.started(command, log=folder / "web.log", environment=variables, folder=folder) as process:
        await process.wait_for_log("Aloud is at")
        yield process


@asynccontextmanager
async def open_page(port: int) -> AsyncIterator[Browser]:
    """A browser that has opened the page there."""
    async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
        browser = Browser(http)
        await browser.open_page()
        yield browser


async def logged(process: ServerProcess, text: str, times: int) -> None:
    """Return once `text` stands in its log so often. Fails with the log."""
    try:
        async with asyncio.timeout(LOGGED_WITHIN_S):
            while process.log.read_text().count(text) < times:
                process.check_running()
                await asyncio.sleep(0.02)
    except TimeoutError:
        raise AssertionError(f"{text!r} is not in the log:\n{process.log.read_text()}") from None
