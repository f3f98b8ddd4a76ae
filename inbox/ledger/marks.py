"""Writes the call's marks to the ledger without making the call wait.

A queue and one task. What is put while a write is under way goes out together with the next one, in order. Over a `ReliableLedger` or
the embedded store a write ends on this machine's disk, so all that a killed process can lose is what was put within the last
write: a few milliseconds of marks.
"""

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from typing import Self

from briefing.mail import Mark
from inbox.ledger.briefed_emails import BriefedEmailStore

logger = logging.getLogger(__name__)

FIRST_PAUSE_S = 0.25
LONGEST_PAUSE_S = 5.0
CLOSE_WITHIN_S = 3.0


class MarkWriter:
    """The marks of one user's call, on their way to the ledger. An async context manager; belongs to one event loop."""

    def __init__(self, store: BriefedEmailStore, user_id: str, *, first_pause_s: float = FIRST_PAUSE_S) -> None:
        """`first_pause_s` is how long a refused write waits for its second try; each further pause is twice as long."""
        self._store = store
        self._user_id = user_id
        self._first_pause_s = first_pause_s
        self._waiting: list[Mark] = []
        self._new = asyncio.Event()
        self._all_written = asyncio.Event()
        self._all_written.set()
        self._writing: asyncio.Task[None] | None = None

    def put(self, marks: Sequence[Mark]) -> None:
        """Hand marks over; returns at once."""
        if marks:
            self._waiting += marks
            self._all_written.clear()
            self._new.set()

    async def drain(self, *, within_s: float = CLOSE_WITHIN_S) -> int:
        """Wait until everything put so far is stored, or `within_s` have passed; returns how many marks are not."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                await self._all_written.wait()
        return len(self._waiting)

    async def aclose(self, *, within_s: float = CLOSE_WITHIN_S) -> None:
        """Drain, then stop; what could not be stored within that time is lost, and logged as a count."""
        if self._writing is None:
            return
        writing, self._writing = self._writing, None
        lost = await self.drain(within_s=within_s)
        writing.cancel()
        await asyncio.wait([writing])
        if lost:
            logger.error("marks lost", extra={"marks": lost})

    async def __aenter__(self) -> Self:
        self._writing = asyncio.create_task(self._write_until_closed(), name="mark writer")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def _write_until_closed(self) -> None:
        pause = self._first_pause_s
        while True:
            await self._new.wait()
            if await self._write():
                pause = self._first_pause_s
            else:
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE_S)

    async def _write(self) -> bool:
        batch = tuple(self._waiting)
        try:
            await self._store.mark(self._user_id, batch)
        except Exception as error:  # the writer must outlive whatever one write runs into: the marks stay here and are tried again
            logger.warning("marks not written yet", extra={"marks": len(batch), "error": type(error).__name__})
            return False
        del self._waiting[: len(batch)]
        if not self._waiting:
            self._new.clear()
            self._all_written.set()
        return True
