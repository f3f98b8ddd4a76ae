"""Writes the call's marks to the ledger without making the call wait.

With a `ReliableLedger` or the embedded store, a write ends on this machine's disk. A killed process loses only the marks of the last few
milliseconds.
"""

import logging
from collections.abc import Mapping, Sequence
from typing import Self

from briefing.mail import MailId, Mark
from inbox.ledger.briefed_emails import BriefedEmailStore
from storage.write_behind import CLOSE_WITHIN_S, FIRST_PAUSE_S, WriteBehind

logger = logging.getLogger(__name__)


class MarkWriter:
    """Writes the marks of one user's call behind the call. An async context manager; belongs to one event loop."""

    def __init__(self, store: BriefedEmailStore, user_id: str, *, first_pause_s: float = FIRST_PAUSE_S) -> None:
        """`first_pause_s` is how long a refused write waits for its second try; each further pause is twice as long."""

        async def write(marks: Mapping[MailId, Mark]) -> None:
            await store.mark(user_id, tuple(marks.values()))

        self._queue = WriteBehind("marks", write, first_pause_s=first_pause_s)

    def put(self, marks: Sequence[Mark]) -> None:
        """Queue marks; returns at once."""
        for mark in marks:
            self._queue.put(mark.mail_id, mark)

    async def drain(self, *, within_s: float = CLOSE_WITHIN_S) -> int:
        """Wait until everything put so far is stored, or `within_s` have passed; returns how many marks are not."""
        return await self._queue.drain(within_s=within_s)

    async def aclose(self, *, within_s: float = CLOSE_WITHIN_S) -> None:
        """Drain, then stop; marks that could not be stored in that time are lost, and their number is logged."""
        if lost := await self._queue.aclose(within_s=within_s):
            logger.error("marks lost", extra={"marks": lost})

    async def __aenter__(self) -> Self:
        await self._queue.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()
