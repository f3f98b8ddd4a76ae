"""A ledger that is never away: marks go to the local disk first, and to the store as soon as it answers.

Marking a mail never waits for the store; marks on disk are delivered in the background. A recall delivers the user's waiting marks first.
If the store does not take them, they are the answer, so no mail is briefed twice when the store goes away during a call.

Several processes of one machine share the backlog. Each delivers the marks of its own users, in order. Marks that another process left
behind are taken over once all of them are two minutes old: newer marks have a later minute, so a late or repeated delivery cannot replace
them. So processes need no lock, and nothing waits for a process that died holding one.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Self

from briefing.mail import MailId, Mark
from inbox.ledger.backlog import Backlog
from inbox.ledger.briefed_emails import BriefedEmailStore, LedgerUnavailableError, Recall
from inbox.ledger.remembered import last_briefed_minute, remembered
from storage.database import DatabaseUnavailableError
from storage.epoch import moment_of_minute
from storage.write_behind import FIRST_PAUSE_S, LAST_TRY_S, WriteBehind

logger = logging.getLogger(__name__)

LEFT_BEHIND_AFTER = timedelta(minutes=2)
LOOK_FOR_LEFT_BEHIND_S = 60.0

RECALL_WITHIN_S = 1.0
"""After this the greeting goes on without the store, because a waiting caller hears silence."""


class ReliableLedger:
    """`BriefedEmailStore` over a store that may go away. An async context manager; marks are delivered in the background only inside it.

    Owns `store` and closes it. `backlog` belongs on this machine's own disk.
    """

    def __init__(
        self,
        store: BriefedEmailStore,
        backlog: Backlog,
        *,
        first_pause_s: float = FIRST_PAUSE_S,
        recall_within_s: float = RECALL_WITHIN_S,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """`clock` only decides which marks another process left behind."""
        self._store = store
        self._backlog = backlog
        self._recall_within_s = recall_within_s
        self._clock = clock
        self._one_delivery = asyncio.Lock()
        self._queue = WriteBehind("ledger", self._deliver_all, first_pause_s=first_pause_s, look_every_s=LOOK_FOR_LEFT_BEHIND_S)

    @property
    def away(self) -> bool:
        """Whether the last delivery failed; newer marks wait on this machine's disk."""
        return self._queue.away

    async def recall(self, user_id: str, candidates: Sequence[MailId], *, now: datetime) -> Recall:
        """As promised by `BriefedEmailStore`, but never raises: while the store is away, the answer is the waiting marks, as `partial`."""
        try:
            async with asyncio.timeout(self._recall_within_s):
                await self._deliver(user_id)
                return await self._store.recall(user_id, candidates, now=now)
        except (LedgerUnavailableError, TimeoutError):
            waiting = await self._waiting(user_id)
        asked = set(candidates)
        last = last_briefed_minute(waiting)
        return Recall(
            marks=remembered((mark for mark in waiting if mark.mail_id in asked), now=now),
            last_briefed_at=None if last is None else moment_of_minute(last),
            partial=True,
        )

    async def mark(self, user_id: str, marks: Sequence[Mark]) -> None:
        """Write marks to disk; the store gets them in the background.

        Raises `LedgerUnavailableError` only if neither the disk nor the store takes them.
        """
        try:
            await self._backlog.keep(user_id, marks)
        except DatabaseUnavailableError:
            logger.warning("marks could not be kept on disk", extra={"marks": len(marks)})
            await self._store.mark(user_id, marks)
            return
        self._queue.put(user_id, None)

    async def records(self, user_id: str, *, now: datetime) -> dict[MailId, Mark]:
        """As promised by `BriefedEmailStore`; raises while the store is away, because the waiting marks alone are not complete."""
        await self._deliver(user_id)
        return await self._store.records(user_id, now=now)

    async def forget(self, user_id: str) -> int:
        """As promised by `BriefedEmailStore`; raises while the store is away, and has then deleted only the waiting marks."""
        async with self._one_delivery:  # or a delivery under way would bring marks back
            with contextlib.suppress(LedgerUnavailableError):
                await self._deliver_waiting(user_id)  # so that the store's count is the whole count
            try:
                await self._backlog.forget(user_id)
            except DatabaseUnavailableError:
                raise LedgerUnavailableError("the marks kept on disk cannot be deleted right now") from None
            return await self._store.forget(user_id)

    async def delivered(self) -> None:
        """Wait until the store has every mark made through this ledger."""
        await self._queue.drain(within_s=None)

    async def aclose(self) -> None:
        """Deliver waiting marks if the store answers within a second, then disconnect; the rest waits on disk for the next process."""
        await self._queue.aclose(within_s=LAST_TRY_S)
        await self._store.aclose()

    async def __aenter__(self) -> Self:
        await self._queue.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def _deliver_all(self, users: Mapping[str, None]) -> None:
        left_behind = await self._backlog.users_silent_since(self._clock() - LEFT_BEHIND_AFTER)
        for user_id in (*users, *left_behind):
            await self._deliver(user_id)

    async def _deliver(self, user_id: str) -> None:
        async with self._one_delivery:
            await self._deliver_waiting(user_id)

    async def _deliver_waiting(self, user_id: str) -> None:
        try:
            while (waiting := await self._backlog.waiting(user_id)).marks:
                await self._store.mark(user_id, waiting.marks)
                await self._backlog.confirm(waiting)
        except DatabaseUnavailableError:
            raise LedgerUnavailableError("the marks kept on disk cannot be read right now") from None

    async def _waiting(self, user_id: str) -> Sequence[Mark]:
        try:
            return (await self._backlog.waiting(user_id, most=None)).marks
        except DatabaseUnavailableError:
            logger.warning("waiting marks could not be read")
            return ()
