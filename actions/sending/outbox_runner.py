"""Sends what is due when nobody is on the line: a mail for later, one whose call ended within the hold, one whose process died.

Somebody has to own that beside the calls: the worker's main process, and the console. It looks every second, since what other processes
put in is only seen in the database; any number of them may run, and calls may send their own as well.
"""

import asyncio
import logging
from contextlib import suppress
from typing import Self

from actions.sending.dispatch import Dispatch
from providers.sender import Senders
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)

LOOK_EVERY_S = 1.0
LOOK_AGAIN_S = 10.0
"""After a failure: the database is away, or something is wrong that will not be right in a second."""
ENDS_WITHIN_S = 30.0
"""So long an attempt that is under way may take when the process is asked to end. One that is broken off is looked for later."""


class OutboxRunner:
    """Looks after the outbox of all users. An async context manager, at whose end what is under way comes to its end. Owns no `senders`."""

    def __init__(self, dispatch: Dispatch, senders: Senders, *, look_every_s: float = LOOK_EVERY_S) -> None:
        self._dispatch = dispatch
        self._senders = senders
        self._look_every_s = look_every_s
        self._ending = asyncio.Event()
        self._well = True

    async def __aenter__(self) -> Self:
        self._running = asyncio.create_task(self._run(), name="outbox")
        return self

    async def __aexit__(self, *_: object) -> None:
        self._ending.set()
        await asyncio.wait([self._running], timeout=ENDS_WITHIN_S)
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)

    async def _run(self) -> None:
        while not self._ending.is_set():
            pause_s = self._look_every_s if await self._look() else LOOK_AGAIN_S
            with suppress(TimeoutError):
                async with asyncio.timeout(pause_s):
                    await self._ending.wait()

    async def _look(self) -> bool:
        try:
            await self._dispatch.run_due(self._senders)
        except DatabaseUnavailableError:
            if self._well:
                logger.warning("the outbox cannot be read")
            self._well = False
        except Exception as error:  # what goes wrong with one mail must not keep all later ones from leaving
            logger.error("looking after the outbox failed", extra={"error": type(error).__name__})  # noqa: TRY400 - it may quote mail
            self._well = False
        else:
            self._well = True
        return self._well
