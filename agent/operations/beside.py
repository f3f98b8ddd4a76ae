"""Work beside the calls, in the worker's main process: begun when the worker has started, and ended with it."""

import asyncio
import logging
from collections.abc import Callable, Coroutine

logger = logging.getLogger(__name__)


class Beside:
    """Owns one piece of work; a failure of it is logged, and leaves the worker running."""

    def __init__(self, work: Callable[[], Coroutine[object, object, None]]) -> None:
        self._work = work
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin; the event loop's end cancels it."""
        self._running = asyncio.create_task(self._run(), name="beside the calls")

    async def _run(self) -> None:
        try:
            await self._work()
        except Exception as error:
            logger.error("work beside the calls has failed", extra={"error": type(error).__name__})  # noqa: TRY400 - a trace may quote mail
