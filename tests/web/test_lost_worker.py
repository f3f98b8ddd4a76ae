"""A whole worker is killed: the caller hears an agent again, at the same mail. Real LiveKit server, workers and web server."""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import httpx2
import pytest

from providers.dispatch_metadata import DispatchMetadata
from providers.livekit_calls import LiveKitCallRooms
from providers.sample_inbox import SAMPLE_ADDRESS
from tests.agent.typed_call import sample_settings
from tests.room.agenda import expected_briefing
from tests.room.caller import caller_in
from tests.servers.livekit import LiveKitServer, livekit_server
from tests.servers.ports import free_port
from tests.servers.process import ServerProcess
from tests.servers.worker import environment, worker
from tests.web.served import Browser

pytestmark = pytest.mark.server

SENT = "a caller is without an agent; one is sent"
THERE = "the caller has an agent again"
RESUMED_WITHIN_S = 5.0


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
    async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
        browser = Browser(http)
        await browser.open_page()
        yield browser


async def logged(process: ServerProcess, text: str, times: int) -> None:
    """Return once `text` stands in its log so often."""
    while process.log.read_text().count(text) < times:
        process.check_running()
        await asyncio.sleep(0.02)


@pytest.mark.takes(87)
async def test_the_caller_hears_an_agent_again_at_the_same_mail(tmp_path: Path) -> None:
    port = free_port()
    sample_settings(tmp_path, now=datetime.now(UTC))
    mail = {"ALOUD_MAILDIR": str(tmp_path / "inbox"), "ALOUD_ADDRESSES": SAMPLE_ADDRESS}
    expected = await expected_briefing(tmp_path)
    async with (
        livekit_server(tmp_path, webhook=f"http://127.0.0.1:{port}/api/livekit/webhook") as server,
        web_server(server, tmp_path, port, mail) as web,
        open_page(port) as page,
        LiveKitCallRooms.opened(server.url, server.key, server.secret) as rooms,
        worker(server, tmp_path, log="first.log", **mail) as first,
    ):
        call = (await page.post("/api/call")).json()
        name = call["room"]
        async with caller_in(server, room=name, identity=call["identity"], given=call["token"]) as caller:

            async def go_on() -> None:
                expected.heard_first()
                expected.tracker.advance(at=datetime.now(UTC))
                await caller.type("next", containing=expected.sender)

            await caller.hear(after=0, containing=expected.sender)
            await go_on()
            room = await rooms.find(name)
            assert room
            (asked,) = await rooms.asked_for(room)
            assert asked.metadata == DispatchMetadata(user_id="local", identity=call["identity"])
            assert asked.agent
            assert await rooms.lives(room, asked.agent)
            again = (await page.post("/api/call")).json()
            assert (again["room"], again["identity"]) == (name, call["identity"])

            first.kill()
            assert not await rooms.lives(room, asked.agent)
            said = len(caller.agent_said)
            assert (await page.post("/api/call/alone", {"room": name})).status_code == 202
            async with worker(server, tmp_path, log="second.log", **mail) as second:
                await caller.hear(after=said, containing=expected.sender)
                await logged(web, THERE, 1)
                await go_on()

                second.kill()
                said = len(caller.agent_said)
                async with worker(server, tmp_path, log="third.log", **mail):
                    await logged(web, SENT, 2)
                    told = time.monotonic()
                    await caller.hear(after=said, containing=expected.sender)
                    assert time.monotonic() - told < RESUMED_WITHIN_S
                    await go_on()
                    occupants = await rooms.occupants(room)
                    assert occupants
                    assert len(occupants.agents) == 1
