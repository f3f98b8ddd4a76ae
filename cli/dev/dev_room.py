"""A room on this machine to try the agent in: the real server and the real worker, on free ports, reachable from here only."""

import asyncio
import os
import secrets
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import typer

from cli.dev.child_process import Child
from cli.logs import log_file
from cli.screen import fail, out, progress, wrong
from providers.livekit.rooms import VALID_FOR, caller_token
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
ROOM = "dev"
KEY = "dev"
REGISTERED = "registered worker"
STARTING_A_WORKER = "Starting a worker (a few seconds)…"
READY_WITHIN_S = 90.0
LOOK_EVERY_S = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A LiveKit server, and what a worker on it needs. `connection` is what others need to reach the server, as variables.

    `folder` is for processes to run in: all settings are in their environment, and no .env may add to those of a sample inbox.
    """

    server: Child
    url: str
    secret: str
    worker_log: Path
    folder: Path

    @property
    def connection(self) -> dict[str, str]:
        """The variables of `Settings`."""
        return {"LIVEKIT_URL": self.url, "LIVEKIT_API_KEY": KEY, "LIVEKIT_API_SECRET": self.secret}

    @property
    def logs(self) -> Path:
        """The folder with the logs of all."""
        return self.worker_log.parent


async def serve_room(settings: Settings, program: str) -> None:
    """Start both, say how to join once the worker would answer, and go on until one of them ends or we are told to."""
    async with line(settings, program) as running, worker_on(running, settings) as worker:
        with progress(STARTING_A_WORKER):
            await worker_ready(running, worker)
        token = caller_token(KEY, running.secret, room=ROOM, user_id=settings.aloud_user)
        _say_how_to_join(running.url, token, running.logs)
        raise await first_to_end(running.server, worker)


@asynccontextmanager
async def line(settings: Settings, program: str, *, webhook: str = "") -> AsyncIterator[Line]:
    """The server, until the block ends; `webhook` is an address that it tells of its rooms."""
    secret = secrets.token_urlsafe(32)
    port, udp_port = free_port(socket.SOCK_STREAM), free_port(socket.SOCK_DGRAM)
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="aloud-dev-")))
        server_log, worker_log = _logs(settings)
        config = folder / "livekit.yaml"
        told = WEBHOOK.format(key=KEY, url=webhook) if webhook else ""
        config.write_text(CONFIG.format(port=port, udp_port=udp_port, key=KEY, secret=secret) + told)
        with progress("Starting the LiveKit server…"):
            server = await stack.enter_async_context(
                Child.started("The LiveKit server", [program, "--config", str(config)], environment=os.environ, log=server_log)
            )  # fmt: skip
            await ready(lambda: _listens(port), server)
        yield Line(server=server, url=f"ws://127.0.0.1:{port}", secret=secret, worker_log=worker_log, folder=folder)


@asynccontextmanager
async def worker_on(running: Line, settings: Settings) -> AsyncIterator[Child]:
    """A worker, begun but not ready yet, until the block ends."""
    environment = {**os.environ, **settings.as_environment(), **running.connection}
    async with Child.started(
        "The worker", aloud("worker"), environment=environment, log=running.worker_log, folder=running.folder
    ) as worker:  # fmt: skip
        yield worker


async def worker_ready(running: Line, worker: Child) -> None:
    """Return once the first worker would answer; ends with a line if it dies first, or takes too long."""
    await ready(lambda: REGISTERED in running.worker_log.read_text(errors="replace"), running.server, worker)


def aloud(subcommand: str) -> list[str]:
    """The command that runs one of our subcommands as another process."""
    return [sys.executable, "-m", "cli.main", subcommand]


def _logs(settings: Settings) -> tuple[Path, Path]:
    try:
        return log_file(settings, "livekit-server"), log_file(settings, "worker")
    except OSError:
        raise fail(wrong("ALOUD_DATA_DIR")) from None


def _say_how_to_join(url: str, token: str, logs: Path) -> None:
    minutes = int(VALID_FOR.total_seconds() // 60)
    for name, value in {"URL": url, "Room": ROOM, "Token": token, "Logs": logs}.items():
        out.print(f"{name:<6} {value}", markup=False, soft_wrap=True)
    out.print(f"Join with any LiveKit client on this machine; the token is good for {minutes} minutes. Ctrl-C ends everything.")


async def ready(is_ready: Callable[[], bool], *children: Child) -> None:
    """Return once `is_ready()`; ends with a line if a child dies first, or takes too long."""
    try:
        async with asyncio.timeout(READY_WITHIN_S):
            while not is_ready():
                for child in children:
                    if child.process.returncode is not None:
                        raise _ended(child)
                await asyncio.sleep(LOOK_EVERY_S)
    except TimeoutError:
        raise fail(f"{children[-1].name} did not get ready. Its log: {children[-1].log}", code=1) from None


async def first_to_end(*children: Child) -> typer.Exit:
    """Wait until one of them ends; how to say so, and leave."""
    waiting = {asyncio.create_task(child.process.wait()): child for child in children}
    try:
        ended, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        return _ended(waiting[ended.pop()])
    finally:
        for task in waiting:
            task.cancel()


def _ended(child: Child) -> typer.Exit:
    return fail(f"{child.name} ended by itself, with code {child.process.returncode}. Its log: {child.log}", code=1)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def free_port(kind: socket.SocketKind) -> int:
    """A port of this machine that nobody listens on now."""
    with socket.socket(socket.AF_INET, kind) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
