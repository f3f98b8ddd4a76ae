"""An event loop whose clock only moves when nothing else can happen: hours of waiting take no time, and nothing is patched."""

import asyncio
import functools
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
STUCK_AFTER_S = 60.0


class _JumpingSelector(selectors.SelectSelector):
    """Instead of waiting until the next timer it moves the clock there; work in threads is really waited for."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.threads = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if ready or (timeout is not None and timeout <= 0):
            return ready
        if self.threads == 0 and timeout is not None:
            self.now += timeout
            return ready
        ready = super().select(STUCK_AFTER_S)
        assert ready, "every task waits for something that will never happen"
        return ready


class VirtualClockLoop(asyncio.SelectorEventLoop):
    """Begins at second 0."""

    def __init__(self) -> None:
        self._jumping = _JumpingSelector()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.now

    # The signature of the base class says no more about these functions than `Any` does.
    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        self._jumping.threads += 1
        future: asyncio.Future[T] = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._thread_is_done)
        return future

    def _thread_is_done(self, _: object) -> None:
        self._jumping.threads -= 1


def in_virtual_time(test: Callable[P, Coroutine[object, object, None]]) -> Callable[P, None]:
    """A test as a coroutine, run on a virtual clock; a task that it leaves behind fails it."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        with asyncio.Runner(loop_factory=VirtualClockLoop) as runner:
            runner.run(_leaving_no_task(test(*args, **kwargs)))

    return run


async def _leaving_no_task(test: Coroutine[object, object, None]) -> None:
    await test
    left = asyncio.all_tasks() - {asyncio.current_task()}
    assert not left, f"tasks outlived their test: {left}"


def now() -> float:
    """Seconds since the test began, by its virtual clock."""
    return asyncio.get_running_loop().time()
