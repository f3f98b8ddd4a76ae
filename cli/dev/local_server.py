"""A LiveKit server on this machine, on free ports and reachable from here only, and our own processes beside it."""

import os
import secrets
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from cli.dev.child_process import Child, ready
from cli.logs import log_file
from cli.screen import fail, progress, wrong
from providers.settings import Settings

CONFIG = """\
port: {port}
bind_addresses: [127.0.0.1]
keys: {{{key}: {secret}}}
logging: {{level: warn}}
rtc:
  node_ip: 127.0.0.1
  udp_port: {udp_port}
  tcp_port: 0
  enable_loopback_candidate: true
  interfaces: {{includes: [lo]}}
"""
WEBHOOK = "webhook: {{api_key: {key}, urls: ['{url}']}}\n"
KEY = "dev"
REGISTERED = "registered worker"


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalServer:
    """The server, and what our processes beside it need: settings and its address in `environment`, and a `folder` to run in.

    They do not run in the current folder, because a .env there must not add to the settings of a sample inbox.
    """

    process: Child
    url: str
    secret: str
    environment: Mapping[str, str]
    folder: Path
    logs: Path

    @classmethod
    @asynccontextmanager
    async def started(cls, settings: Settings, program: str, *, webhook: str = "") -> AsyncIterator["LocalServer"]:
        """Run until the block ends; `webhook` is the URL for notifications about its rooms."""
        secret = secrets.token_urlsafe(32)
        port, udp_port = free_port(socket.SOCK_STREAM), free_port(socket.SOCK_DGRAM)
        url = f"ws://127.0.0.1:{port}"
        async with AsyncExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="aloud-dev-")))
            try:
                log, _ = log_file(settings, "livekit-server"), log_file(settings, "worker")
            except OSError:
                raise fail(wrong("ALOUD_DATA_DIR")) from None
            config = folder / "livekit.yaml"
            told = WEBHOOK.format(key=KEY, url=webhook) if webhook else ""
            config.write_text(CONFIG.format(port=port, udp_port=udp_port, key=KEY, secret=secret) + told)
            with progress("Starting the LiveKit server…"):
                command = [program, "--config", str(config)]
                server = await stack.enter_async_context(Child.started("The LiveKit server", command, environment=os.environ, log=log))
                await ready(lambda: _listens(port), server)
            here = {"LIVEKIT_URL": url, "LIVEKIT_API_KEY": KEY, "LIVEKIT_API_SECRET": secret}
            environment = {**os.environ, **settings.as_environment(), **here}
            yield cls(process=server, url=url, secret=secret, environment=environment, folder=folder, logs=log.parent)

    def worker(self) -> AbstractAsyncContextManager[Child]:
        """A worker until the block ends; it is started, but not ready yet."""
        return self.beside("The worker", "worker")

    def beside(self, name: str, subcommand: str, **variables: str) -> AbstractAsyncContextManager[Child]:
        command = [sys.executable, "-m", "cli.main", subcommand]
        log = self.logs / f"{subcommand}.log"
        return Child.started(name, command, environment={**self.environment, **variables}, log=log, folder=self.folder)

    async def worker_ready(self, worker: Child) -> None:
        """Return once the first worker is ready; exits with an error line if it dies first, or takes too long."""
        await ready(lambda: worker.has_logged(REGISTERED), self.process, worker)


def free_port(kind: socket.SocketKind) -> int:
    with socket.socket(socket.AF_INET, kind) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
