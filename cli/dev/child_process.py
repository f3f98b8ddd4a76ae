"""A process of ours that runs beside a command and ends with it."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

STOP_WITHIN_S = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Child:
    """A running process, by the name in which people speak of it, and the file that it writes its log to."""

    name: str
    process: asyncio.subprocess.Process
    log: Path

    @classmethod
    @asynccontextmanager
    async def started(
        cls, name: str, command: Sequence[str], *, environment: Mapping[str, str], log: Path, folder: Path | None = None
    ) -> AsyncIterator[Self]:
        """Run `command` until the block ends.

        It leads a process group of its own: Ctrl-C reaches only us, and we end it in order, with whatever it has started.
        """
        with log.open("ab") as sink:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=asyncio.subprocess.DEVNULL, stdout=sink, stderr=sink, env=environment, cwd=folder, start_new_session=True
            )
        try:
            yield cls(name=name, process=process, log=log)
        finally:
            await _end(process)


async def _end(process: asyncio.subprocess.Process) -> None:
    """Ask, then kill what is left of the group: at once if we are told to stop a second time."""
    _signal_group(process, signal.SIGTERM)
    try:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STOP_WITHIN_S):
                await process.wait()
    finally:
        _signal_group(process, signal.SIGKILL)
        await process.wait()


def _signal_group(process: asyncio.subprocess.Process, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, number)
