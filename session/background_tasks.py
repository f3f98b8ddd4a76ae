"""Work beside the conversation: reading ahead, loading the rest of the inbox. One owner for every such task."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Self

logger = logging.getLogger(__name__)

BEGINS_AGAIN_AFTER_S = 10.0


async def done_at_last(work: Callable[[], Coroutine[object, object, None]]) -> None:
    """Do work that nobody else does while this process lives: when it fails, that is logged, and it begins again after a pause."""
    while True:
        try:
            return await work()
        except Exception as error:  # whatever it was; its text and trace may quote mail
            logger.error("work failed and will begin again", extra={"error": type(error).__name__})  # noqa: TRY400
        await asyncio.sleep(BEGINS_AGAIN_AFTER_S)


class BackgroundTasks:
    """Owns tasks that outlive a turn. Leaving the block cancels those that still run; nothing starts after that."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def start(self, name: str, work: Coroutine[object, object, None]) -> asyncio.Task[None] | None:
        """Run `work` beside the conversation; its failure is logged, not raised. None if nothing may start any more.

        Not an `asyncio.TaskGroup`: there one failed read would cancel its siblings and end the call. Here the user keeps talking.
        """
        if self._closed:  # a call may end before its last turn does; a task without an owner must not begin
            work.close()
            return None
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            logger.error("a background task failed", extra={"task_name": task.get_name(), "error": type(error).__name__})

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
