"""`aloud` in a process forked off one that has loaded what takes seconds to load, which is longer than most of these tests.

`cli` itself is loaded after the fork, by a child that has a session, streams and an environment of its own.
"""

import fcntl
import multiprocessing
import os
import sys
import termios
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.context import ForkServerProcess
from pathlib import Path

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


def forked(run: Run) -> ForkServerProcess:
    """A process that has begun to run."""
    process = FORKS.Process(target=_aloud, args=(run,))
    process.start()
    return process


def _aloud(run: Run) -> None:
    os.setsid()
    streams = [os.open(run.stdin, os.O_RDONLY), os.open(run.stdout, os.O_WRONLY), os.open(run.stderr, os.O_WRONLY)]
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
