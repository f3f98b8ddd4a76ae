"""Processes that work and can be killed, forked by one that has loaded all they need."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Protocol

import psutil

FORKED_WITHIN_S = 120.0


class Order(Protocol):
    def line(self) -> bytes: ...


class Forks:
    """The process that forks those that work."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def fork(self, orders: Order) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(orders.line())
        async with asyncio.timeout(FORKED_WITHIN_S):
            return int(await self._process.stdout.readline())

    @staticmethod
    def is_alive(child: int) -> bool:
        with suppress(psutil.NoSuchProcess):
            return psutil.Process(child).status() != psutil.STATUS_ZOMBIE
        return False

    @staticmethod
    def kill(child: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)


@asynccontextmanager
async def forked(folder: Path, module: str = "tests.team.worker_process") -> AsyncIterator[Forks]:
    """Those that are left are killed when the block ends; what they say goes to a file in `folder`."""
    with (folder / "processes.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", module, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=log
        )
        try:
            yield Forks(process)
        finally:
            for child in psutil.Process(process.pid).children():
                child.kill()
            process.kill()
            await process.wait()
