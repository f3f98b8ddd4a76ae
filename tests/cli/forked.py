"""`aloud` in a process forked off one that has loaded what takes seconds to load, which is longer than most of these tests.

`cli` itself is loaded after the fork, by a child that has a session, streams and an environment of its own.
"""

import asyncio
import fcntl
import multiprocessing
import os
import sys
import termios
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from tests.servers.process import ServerProcess

LOADED = [
    "pytest", "typer", "prompt_toolkit", "livekit.agents", "livekit.api", "alembic.command", "aiosqlite",
    "session.opening.assembly", "agent.room_behaviours", "agent.briefer", "agent.tools.running", "providers.models.choice",
    "providers.sample_inbox",
]  # fmt: skip

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(LOADED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What to run on which streams, each by its path. A terminal as standard input becomes the terminal of the process."""

    arguments: Sequence[str]
    environment: Mapping[str, str]
    folder: Path
    stdin: str
    stdout: str
    stderr: str
    umask: int | None = None


def forked(run: Run) -> ForkServerProcess:
    """A process that has begun to run."""
    for path in (run.stdout, run.stderr):
        Path(path).touch()
    process = FORKS.Process(target=_aloud, args=(run,))
    process.start()
    return process


@asynccontextmanager
async def forked_server(*arguments: str, folder: Path, log: Path, environment: Mapping[str, str]) -> AsyncIterator[ServerProcess]:
    """`aloud` until the block ends, with all that it writes in the log."""
    run = Run(arguments=arguments, environment=environment, folder=folder, stdin=os.devnull, stdout=str(log), stderr=str(log))
    server = ServerProcess(_Forked(forked(run)), log)
    try:
        yield server
    finally:
        await server.stop()


class _Forked:
    """One of them as a child of this process."""

    def __init__(self, process: ForkServerProcess) -> None:
        assert process.pid is not None
        self._process, self.pid = process, process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    async def wait(self) -> int:
        await asyncio.to_thread(self._process.join)
        return self._process.exitcode or 0

    def send_signal(self, signal: int) -> None:
        os.kill(self.pid, signal)

    def kill(self) -> None:
        self._process.kill()


def _aloud(run: Run) -> None:
    os.setsid()
    if run.umask is not None:
        os.umask(run.umask)
    written = os.O_WRONLY | os.O_APPEND  # to one file, perhaps
    streams = [os.open(run.stdin, os.O_RDONLY), os.open(run.stdout, written), os.open(run.stderr, written)]
    if os.isatty(streams[0]):
        fcntl.ioctl(streams[0], termios.TIOCSCTTY, 0)
    for standard, stream in enumerate(streams):
        os.dup2(stream, standard)
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(standard, "w" if standard else "r", closefd=False) for standard in range(3))
    os.environ.clear()
    os.environ.update(run.environment)
    os.chdir(run.folder)
    sys.argv = ["aloud", *run.arguments]
    from cli.main import main  # noqa: PLC0415 - in the child, with the streams and the settings in place

    main()
