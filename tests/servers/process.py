"""A child process with a log file, in a process group of its own so that it can be ended whole."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Protocol, Self

STOP_TIMEOUT_S = 60.0
"""On a busy machine a process that gives way to all others is slow to end, too."""

SHARED: set[int] = set()
"""The processes that serve many tests, by their id; what they start is nothing that a test has left behind."""


class Child(Protocol):
    """As much as is needed of an `asyncio.subprocess.Process`."""

    @property
    def pid(self) -> int: ...

    @property
    def returncode(self) -> int | None: ...

    async def wait(self) -> int: ...

    def send_signal(self, signal: int) -> None: ...

    def kill(self) -> None: ...


class ServerProcess:
    def __init__(self, process: Child, log: Path) -> None:
        self.process = process
        self.log = log

    @classmethod
    @asynccontextmanager
    async def started(
        cls, command: Sequence[str], *, log: Path, environment: Mapping[str, str] | None = None, folder: Path | None = None
    ) -> AsyncIterator[Self]:
        """Run `command` until the block ends; `environment`, where given, is all that it sees."""
        with log.open("ab") as sink:
            process = await asyncio.create_subprocess_exec(
                *command, stdout=sink, stderr=sink, env=environment, cwd=folder, start_new_session=True
            )
        server = cls(process, log)
        try:
            yield server
        finally:
            await server.stop()

    def check_running(self) -> None:
        if self.process.returncode is not None:
            raise AssertionError(f"ended with {self.process.returncode}:\n{self.log.read_text()[-4000:]}")

    async def wait_for_log(self, text: str) -> None:
        """Return once `text` stands in the log."""
        while text not in self.log.read_text(errors="replace"):
            self.check_running()
            await asyncio.sleep(0.05)

    def kill(self) -> None:
        """End it and its children on the spot, as when the machine goes."""
        os.killpg(self.process.pid, signal.SIGKILL)

    async def stop(self) -> None:
        """Ask politely, then kill whatever is left of the process group."""
        try:
            if self.process.returncode is None:
                self.process.send_signal(signal.SIGTERM)
            await asyncio.wait_for(self.process.wait(), STOP_TIMEOUT_S)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
