"""Work beside the conversation: reading ahead, loading the rest of the inbox. One owner for every such task."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Self

logger = logging.getLogger(__name__)


class BackgroundTasks:
    """Owns tasks that outlive a turn; leaving the block cancels what still runs, and nothing starts after it."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def start(self, name: str, work: Coroutine[object, object, None]) -> None:
        """Run `work` beside the conversation; its failure is logged, not raised.

        Not an `asyncio.TaskGroup`: there one failed read would cancel its siblings and end the call. Here the user keeps talking.
        """
        if self._closed:  # the end of a call overtakes its last turn: what nobody owns must not begin
            work.close()
            return
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

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
