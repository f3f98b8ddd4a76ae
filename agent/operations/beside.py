"""Work beside the calls, in the worker's main process: begun when the worker has started, and ended with it."""

import asyncio
import logging
from collections.abc import Callable, Coroutine

logger = logging.getLogger(__name__)


BEGINS_AGAIN_AFTER_S = 10.0


class Beside:
    """Owns one piece of work; a failure of it is logged, leaves the worker running, and after a pause the work begins again."""

    def __init__(self, work: Callable[[], Coroutine[object, object, None]], *, begins_again_after_s: float = BEGINS_AGAIN_AFTER_S) -> None:
        self._work = work
        self._pause_s = begins_again_after_s
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin; the event loop's end cancels it."""
        self._running = asyncio.create_task(self._run(), name="beside the calls")

    async def _run(self) -> None:
        while True:
            try:
                await self._work()
            except Exception as error:  # whatever it was: while the worker lives nobody else does this work
                reason = type(error).__name__
                logger.error("work beside the calls has failed", extra={"error": reason})  # noqa: TRY400 - a trace may quote mail
            else:
                return
            await asyncio.sleep(self._pause_s)
