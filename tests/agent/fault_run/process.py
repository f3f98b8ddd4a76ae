"""A process that can be killed at any access to the outside: its tasks end there, and nothing that they do afterwards has an effect.

Everything outside (disk, stores, mailboxes) asks `reach` first. So a fuse of n accesses is a kill -9 between the n-th and the next one,
wherever that is: in a transaction, between the ledger and the saved state, in the middle of opening a call.
"""

import asyncio
from collections.abc import Callable, Coroutine, Generator
from contextvars import Context, ContextVar, copy_context
from typing import Any, TypeVar

from tests.inbox.virtual_clock import VirtualClockLoop

T = TypeVar("T")

_CURRENT: ContextVar["Process | None"] = ContextVar("process", default=None)
_CLEANING_STEPS = 50
"""So many turns of the loop a dead task gets for what needs nothing outside: handing a broken connection back."""


class KilledError(Exception):
    """The process was killed before its work was done."""


class Process:
    """Owns every task that its own tasks start."""

    def __init__(self) -> None:
        self.dead = False
        self._died = asyncio.Event()
        self._fuse: int | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._holds: set[Callable[[], None]] = set()
        self._end: asyncio.Task[None] | None = None
        self._context = copy_context()
        self._context.run(_CURRENT.set, self)

    def kill_after(self, accesses: int) -> None:
        """Die at the access that follows so many others."""
        self._fuse = accesses

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do this in the process. Raises `KilledError` if it dies before that is done; then none of its tasks is left."""
        task = asyncio.create_task(work, context=self._context)
        dies = asyncio.create_task(self._died.wait())
        try:
            await asyncio.wait([task, dies], return_when=asyncio.FIRST_COMPLETED)
        finally:
            dies.cancel()
        if self.dead:
            await self.kill()
            raise KilledError
        return await task

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin this in the process."""
        return asyncio.create_task(work, context=self._context)

    async def kill(self) -> None:
        """Stop everything here and now."""
        self.dead = True
        while alive := {task for task in self._tasks if not task.done()}:
            for task in alive:
                task.cancel()
            for _ in range(_CLEANING_STEPS):
                await asyncio.sleep(0)
        while self._holds:
            self._holds.pop()()

    async def reach(self) -> None:
        """Before every access to the outside. The process may not get any further."""
        if self.dead:
            raise asyncio.CancelledError
        if self._fuse is not None:
            self._fuse -= 1
            if self._fuse < 0:
                self.dead = True
                self._died.set()
                # From outside, and whether or not anybody waits for the process: the system takes back at once what a dead one held.
                self._end = asyncio.create_task(self.kill(), context=Context())
                await asyncio.Event().wait()
        await asyncio.sleep(0)

    def adopt(self, task: asyncio.Task[Any]) -> None:
        """This task is one of the process."""
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def hold(self, let_go: Callable[[], None]) -> None:
        """Something outside is held by the process; the system takes it back when the process is dead."""
        self._holds.add(let_go)

    def holds_no_more(self, let_go: Callable[[], None]) -> None:
        """The process has given it back."""
        self._holds.discard(let_go)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if self.dead and not task.cancelled():
            task.exception()  # seen, and of no interest any more


class OneThreadLoop(VirtualClockLoop):
    """The virtual clock, with the work that would be done in threads done at once; each task belongs to the process that started it."""

    def __init__(self) -> None:
        super().__init__()
        self.set_task_factory(_adopted)

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        done: asyncio.Future[T] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:  # as a thread hands over whatever was raised in it
            done.set_exception(error)
        return done


def current_process() -> Process | None:
    """The process whose code runs."""
    return _CURRENT.get()


async def reach() -> None:
    """Before every access to the outside: the process that asks may not get any further. The test itself is no process."""
    if process := _CURRENT.get():
        await process.reach()


def _adopted(
    loop: asyncio.AbstractEventLoop, work: Generator[Any, None, T] | Coroutine[Any, Any, T], /, context: Context | None = None
) -> asyncio.Task[T]:
    task = asyncio.Task(work, loop=loop, context=context)
    process = _CURRENT.get() if context is None else context.get(_CURRENT)
    if process is not None:
        process.adopt(task)
    return task
