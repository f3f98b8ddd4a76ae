"""A LiveKit server of one's own, all on loopback."""

import asyncio
import os
import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp

from cli.dev.local_server import CONFIG, WEBHOOK
from tests.servers.ports import free_port
from tests.servers.process import ServerProcess

ROOT = Path(__file__).parents[2]
KEY = "test-key"
SECRET = "a-secret-of-this-test-run-only-0123456789"


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveKitServer:
    url: str
    key: str = KEY
    secret: str = SECRET

    @property
    def environment(self) -> dict[str, str]:
        return {"LIVEKIT_URL": self.url, "LIVEKIT_API_KEY": self.key, "LIVEKIT_API_SECRET": self.secret}


def find_livekit_server() -> str:
    found = shutil.which("livekit-server", path=os.pathsep.join([str(ROOT / ".cache" / "bin"), os.environ.get("PATH", "")]))
    assert found, "livekit-server is missing: run `make test`, which builds it"
    return found


def configured(folder: Path, *, webhook: str = "") -> tuple[Path, int]:
    """The configuration of a server, and the port that it will answer at."""
    port, udp_port = free_port(), free_port(socket.SOCK_DGRAM)
    config = folder / "livekit.yaml"
    told = WEBHOOK.format(key=KEY, url=webhook) if webhook else ""
    config.write_text(CONFIG.format(port=port, udp_port=udp_port, key=KEY, secret=SECRET) + told)
    return config, port


@asynccontextmanager
async def livekit_server(folder: Path, *, webhook: str = "") -> AsyncIterator[LiveKitServer]:
    """`webhook` is an address that it tells of its rooms."""
    config, port = configured(folder, webhook=webhook)
    async with ServerProcess.started([find_livekit_server(), "--config", str(config)], log=folder / "livekit.log") as process:
        async with aiohttp.ClientSession() as http:
            while True:
                process.check_running()
                try:
                    async with http.get(f"http://127.0.0.1:{port}/") as answer:
                        if answer.status == 200:
                            break
                except aiohttp.ClientConnectorError:
                    await asyncio.sleep(0.02)
        yield LiveKitServer(url=f"ws://127.0.0.1:{port}")
