"""Sends what is due when no call does: a mail for later, one whose call ended within the hold, one whose process died.

The worker's main process and the console run it. It looks every second, because mail of other processes is only seen in the database. Any
number of runners may run, and calls may send their own mail as well.
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
"""After a failure: the database is away, or something else is wrong that a second does not mend."""
ENDS_WITHIN_S = 30.0
"""How long an attempt under way may take when the process ends. After one that was cut off, the mail is looked for later."""


class OutboxRunner:
    """Looks after the outbox of all users. An async context manager; leaving it lets an attempt under way finish."""

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
