"""A ledger that is never away: marks go to the local disk first, and to the store behind it as soon as that answers.

Nobody who marks a mail waits for the store. One task, owned by the ledger, delivers what waits: at once when there is something new,
else after a pause that doubles while the store stays away. Whoever recalls hands over the user's waiting marks first; if the store
does not take them, they are the answer, so a store that goes away in mid-call makes nothing come twice.

Several processes of one machine share the backlog. Each delivers what its own users marked, in order. What another process left
behind is taken over once all of it is two minutes old: every mark made meanwhile bears a later minute, so even a delivery that comes
late, or twice, changes nothing newer. That is why no lock is needed between processes, and nothing waits for one that died holding it.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Self

from briefing.mail import MailId, Mark
from inbox.ledger.backlog import Backlog
from inbox.ledger.briefed_emails import BriefedEmailStore, LedgerUnavailableError, Recall
from inbox.ledger.remembered import last_briefed_minute, moment_of, remembered
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)

LEFT_BEHIND_AFTER = timedelta(minutes=2)
LOOK_FOR_LEFT_BEHIND_S = 60.0
FIRST_PAUSE_S = 0.25
LONGEST_PAUSE_S = 30.0

RECALL_WITHIN_S = 1.0
"""After this the greeting goes on without the store: a caller who waits longer hears silence."""

LAST_TRY_S = 1.0
"""How long closing waits for marks to be delivered; what is left waits on disk for the next process."""


class ReliableLedger:
    """`BriefedEmailStore` over a store that may go away. An async context manager: only inside it are marks delivered by themselves.

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
        """`clock` only decides what another process has left behind."""
        self._store = store
        self._backlog = backlog
        self._first_pause_s = first_pause_s
        self._recall_within_s = recall_within_s
        self._clock = clock
        self._one_delivery = asyncio.Lock()
        self._waiting_users: set[str] = set()
        self._new = asyncio.Event()
        self._all_delivered = asyncio.Event()
        self._away = False
        self._closing = False
        self._delivery: asyncio.Task[None] | None = None

    @property
    def away(self) -> bool:
        """Whether the store did not take the last delivery; what was marked since waits on this machine's disk."""
        return self._away

    async def recall(self, user_id: str, candidates: Sequence[MailId], *, now: datetime) -> Recall:
        """As promised by `BriefedEmailStore`, but never raises: with the store away it is what waits here, and says that it is partial."""
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
            last_briefed_at=None if last is None else moment_of(last),
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
        self._waiting_users.add(user_id)
        self._all_delivered.clear()
        self._new.set()

    async def records(self, user_id: str, *, now: datetime) -> dict[MailId, Mark]:
        """As promised by `BriefedEmailStore`; raises when the store is away, because all that is remembered cannot be told then."""
        await self._deliver(user_id)
        return await self._store.records(user_id, now=now)

    async def forget(self, user_id: str) -> int:
        """As promised by `BriefedEmailStore`; raises when the store is away, and then only what waited here is gone."""
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
        await self._all_delivered.wait()

    async def aclose(self) -> None:
        """Deliver what waits if the store answers within a second, then disconnect."""
        delivery, self._delivery = self._delivery, None
        if delivery is not None:
            if not self._away:
                await _within(LAST_TRY_S, self._all_delivered.wait())
            # Asked to end before it is cancelled: an attempt under way then ends by itself, with its connections in order.
            self._closing = True
            self._new.set()
            await asyncio.wait([delivery], timeout=LAST_TRY_S)
            delivery.cancel()
            await asyncio.wait([delivery])
        await self._store.aclose()

    async def __aenter__(self) -> Self:
        self._delivery = asyncio.create_task(self._deliver_until_closed(), name="ledger delivery")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def _deliver_until_closed(self) -> None:
        pause = self._first_pause_s
        while not self._closing:
            self._new.clear()
            self._away = not await self._deliver_all()
            async with self._one_delivery:  # a recall that is delivering has its user out of the set until it knows
                nothing_waits = not self._waiting_users
            if self._away:
                await _within(pause, self._new.wait())
                pause = min(2 * pause, LONGEST_PAUSE_S)
                continue
            pause = self._first_pause_s
            if nothing_waits:
                self._all_delivered.set()
            await _within(LOOK_FOR_LEFT_BEHIND_S if nothing_waits else pause, self._new.wait())

    async def _deliver_all(self) -> bool:
        try:
            left_behind = await self._backlog.users_silent_since(self._clock() - LEFT_BEHIND_AFTER)
            for user_id in [*self._waiting_users, *left_behind]:
                await self._deliver(user_id)
        except (LedgerUnavailableError, DatabaseUnavailableError):
            return False
        except Exception as error:  # delivery must outlive whatever one attempt runs into: the marks are still on disk
            logger.error("marks could not be delivered", extra={"error": type(error).__name__})  # noqa: TRY400 its text may quote a mail
            return False
        return True

    async def _deliver(self, user_id: str) -> None:
        async with self._one_delivery:
            await self._deliver_waiting(user_id)

    async def _deliver_waiting(self, user_id: str) -> None:
        # The user leaves the set before the disk is read: whoever marks meanwhile puts them back.
        was_waiting = user_id in self._waiting_users
        self._waiting_users.discard(user_id)
        try:
            while (waiting := await self._backlog.waiting(user_id)).marks:
                await self._store.mark(user_id, waiting.marks)
                await self._backlog.confirm(waiting)
        except BaseException as error:
            if was_waiting:
                self._waiting_users.add(user_id)
            if isinstance(error, DatabaseUnavailableError):
                raise LedgerUnavailableError("the marks kept on disk cannot be read right now") from None
            raise

    async def _waiting(self, user_id: str) -> Sequence[Mark]:
        try:
            return (await self._backlog.waiting(user_id, most=None)).marks
        except DatabaseUnavailableError:
            logger.warning("waiting marks could not be read")
            return ()


async def _within(seconds: float, event: Awaitable[object]) -> None:
    # Not `wait_for`, which before Python 3.12 may swallow the cancellation of its caller.
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event
