"""Processes that work and can be killed, forked by one that has loaded all they need.

A busy machine makes all of it slow, and nothing stand still: whether something is stuck is judged by what changes, and by no time in all.
"""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Protocol, TypeVar

import psutil
from sqlalchemy import Engine, event

FORKED_WITHIN_S = 300.0
STUCK_AFTER_S = 120.0
"""Longer than a process takes to start where four others do, and than a lease and any wait for a lock."""

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


def die_at(number: int, *, at_work: bool = False) -> None:
    """Have this process killed, as kill -9 does, before it sends its n-th statement to a database; never for 0.

    `at_work`: they are counted from its first lane on. Until then it only looks for work, as often as there is time for.
    """
    statements = count(1)
    has_work = not at_work

    def before(*of: object) -> None:
        nonlocal has_work
        has_work = has_work or any(isinstance(each, str) and "INTO work_lane" in each for each in of)
        if has_work and next(statements) == number:
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

    def __init__(self, process: asyncio.subprocess.Process, log: Path) -> None:
        self._process = process
        self._log = log

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

    def said(self) -> str:
        """The end of what all of them have said."""
        return self._log.read_text(errors="replace")[-4_000:]


@asynccontextmanager
async def forked(folder: Path, module: str = "tests.team.worker_process") -> AsyncIterator[Forks]:
    """Those that are left are killed when the block ends; what they say goes to a file in `folder`."""
    with (path := folder / "processes.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", module, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=log
        )
        try:
            yield Forks(process, path)
        finally:
            for child in psutil.Process(process.pid).children():
                child.kill()
            process.kill()
            await process.wait()


class Story(Protocol):
    """What processes work on, one after the other. `state` changes with whatever is done."""

    state: object

    async def is_over(self) -> bool: ...


class Watch:
    """Tells what is stuck from what is slow."""

    def __init__(self) -> None:
        self._state: object = None
        self._since = monotonic()

    def look(self, state: object, said: Callable[[], str]) -> None:
        """Fails where it has been like this for too long."""
        if state != self._state:
            self._state, self._since = state, monotonic()
        assert monotonic() - self._since < STUCK_AFTER_S, f"nothing changes any more: {state}\n{said()}"


async def lives(forks: Forks, order: Callable[[int], Order], story: Story, points: Sequence[int]) -> int:
    """One process after the other, each killed before that statement, and one that lives, until the story is over; how many were killed."""
    killed, watch = 0, Watch()
    while True:
        child = await forks.fork(order(points[killed] if killed < len(points) else 0))
        while forks.is_alive(child):
            if await story.is_over():
                forks.kill(child)
                return killed
            watch.look((killed, story.state), forks.said)
            await asyncio.sleep(0.1)
        assert killed < len(points), f"a process has ended by itself\n{forks.said()}"
        killed += 1
