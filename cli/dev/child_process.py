"""Child processes of a command, which end with it."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import typer

from cli.screen import fail, out

READY_WITHIN_S = 90.0
LOOK_EVERY_S = 0.1
STOP_WITHIN_S = 5.0
AGAIN_AFTER_S = 5.0
MOST_ENDS = 4
"""So many of one kind are started; if they keep ending, another one does not help, and the user is shown the log instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Child:
    """A running process, its name for messages, and the file it logs to."""

    name: str
    process: asyncio.subprocess.Process
    log: Path

    @classmethod
    @asynccontextmanager
    async def started(
        cls, name: str, command: Sequence[str], *, environment: Mapping[str, str], log: Path, folder: Path | None = None
    ) -> AsyncIterator[Self]:
        """Run `command` until the block ends.

        It leads its own process group, so Ctrl-C reaches only us, and we stop it in order, with every process it has started.
        """
        with log.open("ab") as sink:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=asyncio.subprocess.DEVNULL, stdout=sink, stderr=sink, env=environment, cwd=folder, start_new_session=True
            )
        try:
            yield cls(name=name, process=process, log=log)
        finally:
            await _end(process)

    def has_logged(self, words: str) -> bool:
        return words in self.log.read_text(errors="replace")

    async def ends(self) -> typer.Exit:
        """Wait until it ends by itself, and print that; returns the exit to raise."""
        code = await self.process.wait()
        return fail(f"{self.name} ended by itself, with code {code}. Its log: {self.log}", code=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Restarts:
    """What is said of a child that a call does without: each time when `again` is not empty, and at last. `at_once`: the first time."""

    no_more: str
    again: str = ""
    at_once: bool = False


async def ready(is_ready: Callable[[], bool], *children: Child) -> None:
    """Return once `is_ready()`; exits with an error line if a child dies first, or if the last one takes too long."""
    try:
        async with asyncio.timeout(READY_WITHIN_S):
            while not is_ready():
                for child in children:
                    if child.process.returncode is not None:
                        raise await child.ends()
                await asyncio.sleep(LOOK_EVERY_S)
    except TimeoutError:
        raise fail(f"{children[-1].name} did not get ready. Its log: {children[-1].log}", code=1) from None


async def keep_running(child: Child, current: AsyncExitStack, start: Callable[[], Awaitable[Child]], says: Restarts) -> None:
    """Start another one whenever one ends, until `MOST_ENDS` have ended; `current` holds the one that runs, and `start` enters the next."""
    for ends in range(1, MOST_ENDS + 1):
        await child.process.wait()
        await current.aclose()
        if ends == MOST_ENDS:
            out.print(says.no_more.format(times=ends, log=child.log), markup=False, soft_wrap=True)
            return
        if says.again:
            out.print(says.again, markup=False)
        await asyncio.sleep(AGAIN_AFTER_S if ends > 1 or not says.at_once else 0)
        child = await start()


async def first_to_end(*ways_to_end: Coroutine[object, object, typer.Exit]) -> typer.Exit:
    """The exit of the first that ends; the others are cancelled."""
    tasks = [asyncio.create_task(way) for way in ways_to_end]
    try:
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return ended.pop().result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _end(process: asyncio.subprocess.Process) -> None:
    """Terminate the process, then kill the rest of its group; at once if we are told to stop a second time."""
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
