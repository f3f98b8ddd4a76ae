"""Processes that work and can be killed, forked by one that has loaded all they need."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Protocol, TypeVar

import psutil
from sqlalchemy import Engine, event

FORKED_WITHIN_S = 120.0


Read = TypeVar("Read")


class Order(Protocol):
    def line(self) -> bytes: ...


def work_for_each_line(orders: Callable[..., Read], work: Callable[[Read], Coroutine[object, object, None]]) -> None:
    """The life of the process that forks: it answers each line of JSON with the id of the process that works by it."""
    for line in sys.stdin.buffer:
        order = orders(**json.loads(line))
        child = os.fork()
        if child == 0:
            asyncio.run(work(order))
            os._exit(0)
        print(child, flush=True)  # noqa: T201 - an answer


def die_at(number: int) -> None:
    """Have this process killed, as kill -9 does, before it sends its n-th statement to a database from now on; never for 0."""
    statements = count(1)

    def before(*_: object) -> None:
        if next(statements) == number:
            os.kill(os.getpid(), signal.SIGKILL)

    if number:
        event.listen(Engine, "before_cursor_execute", before)
        event.listen(Engine, "commit", before)


def die_after_renaming(into: str) -> None:
    """Have this process killed before the first statement that follows a rename into such a folder: what was done to the mailbox is done,
    and nothing says so. Never for an empty text."""
    renamed: list[bool] = []

    def noticed(what: str, arguments: tuple[object, ...]) -> None:
        if what == "os.rename" and into in str(arguments[1]):
            renamed.append(True)

    def before(*_: object) -> None:
        if renamed:
            os.kill(os.getpid(), signal.SIGKILL)

    if into:
        sys.addaudithook(noticed)
        event.listen(Engine, "before_cursor_execute", before)


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
