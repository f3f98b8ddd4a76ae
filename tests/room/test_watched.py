"""What a worker answers to those who watch it: alive, ready, counting; and what it answers when the LiveKit server goes away."""

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path

import aiohttp
import pytest

from tests.room.caller import TIMEOUT_S
from tests.servers.livekit import livekit_server
from tests.servers.ports import free_port
from tests.servers.worker import worker

pytestmark = pytest.mark.server


@pytest.mark.takes(14)
async def test_a_worker_is_alive_while_it_runs_and_ready_while_a_livekit_server_knows_it(tmp_path: Path) -> None:
    health, metrics = free_port(), free_port()
    ports = {"ALOUD_HEALTH_PORT": str(health), "ALOUD_METRICS_PORT": str(metrics)}
    async with aiohttp.ClientSession() as http:

        async def ask(port: int, path: str) -> tuple[int, str]:
            async with http.get(f"http://127.0.0.1:{port}{path}") as answer:
                return answer.status, await answer.text()

        async def until_ready(status: int) -> str:
            async with asyncio.timeout(TIMEOUT_S):
                while True:
                    answered, text = await ask(metrics, "/ready")
                    if answered == status:
                        return text
                    await asyncio.sleep(0.05)

        async with AsyncExitStack() as the_server:
            livekit = await the_server.enter_async_context(livekit_server(tmp_path))
            async with worker(livekit, tmp_path, **ports):
                assert await until_ready(200) == '{"ready": true, "registered": true, "storage": true, "draining": false}'
                assert await ask(health, "/") == (200, "OK")
                status, about = await ask(health, "/worker")
                assert (status, json.loads(about)["agent_name"]) == (200, "aloud")
                assert "aloud_calls_running 0.0" in (await ask(metrics, "/metrics"))[1]
                await the_server.aclose()
                assert await until_ready(503) == '{"ready": false, "registered": false, "storage": true, "draining": false}'
                assert await ask(health, "/") == (200, "OK")
