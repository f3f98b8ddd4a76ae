"""Writes what changes in a call's state to its store, without making the call wait, and notices when a newer call takes over.

What is put while a write is under way goes out as one change with the next. A write that fails is sent again under the same number
until it is answered, so a change is stored once even if an answer was lost. The writer remembers the whole as well, a base and the
changes since: after `MOST_CHANGES` of them, and whenever the store has lost something, it begins anew with the whole. So neither what
waits here nor what has to be folded when the next call loads it grows with the length of the call.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from typing import Self

from briefing.tracking.snapshot import Snapshot, SnapshotChange
from inbox.saved_call.call_state import CallStateStore, Saving

logger = logging.getLogger(__name__)

LOOK_EVERY_S = 1.0
"""How often the store is asked who owns the state: a call that is silent learns that it was taken over by nothing else."""

MOST_CHANGES = 300
FIRST_PAUSE_S = 0.25
LONGEST_PAUSE_S = 5.0
CLOSE_WITHIN_S = 3.0
LAST_TRY_S = 1.0
"""How long closing waits for a store that is known to be away: hanging up should not take long because of it."""

ANSWER_WITHIN_S = 15.0
"""After this a store that does not answer counts as away; longer than the embedded database waits for its lock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Write:
    """One write: the whole, or the first `changes` of those that wait as one change; neither says that the call has ended."""

    number: int
    whole: Snapshot | None = None
    change: SnapshotChange | None = None
    changes: int = 0


class CallStateWriter:
    """The state of one call, on its way to the store. An async context manager; belongs to one event loop.

    `taken_over` is set as soon as a newer call is known to own the state; nothing is written after that.
    """

    def __init__(
        self,
        store: CallStateStore,
        user_id: str,
        call_id: str,
        now: Callable[[], datetime],
        *,
        base: Snapshot | None = None,
        took_over: bool = True,
        look_every_s: float = LOOK_EVERY_S,
    ) -> None:
        """`base` is what the tracker was restored from, none for a fresh one: every change that it drains must be put here, in order.

        `took_over` is false if the store was away when the call began; then the writer makes up for that, unless a newer call did.
        """
        self.taken_over = asyncio.Event()
        self._store = store
        self._user_id = user_id
        self._call_id = call_id
        self._now = now
        self._base = base or Snapshot()
        self._owns = took_over
        self._began_at = now()
        self._look_every_s = look_every_s
        self._here = (self._base.cursor, len(self._base.history))
        self._stored: list[SnapshotChange] = []
        self._waiting: list[SnapshotChange] = []
        self._begin_due = True
        self._something_put = False
        self._ended = False
        self._end_stored = False
        self._number = 0
        self._write: _Write | None = None
        self._new = asyncio.Event()
        self._try_now = asyncio.Event()
        self._all_written = asyncio.Event()
        self._all_written.set()
        self._away = False
        self._tasks: list[asyncio.Task[None]] = []

    def put(self, change: SnapshotChange) -> None:
        """Hand a change over; returns at once. The first one makes the writer begin, also where nothing changed."""
        here = (change.cursor, change.kept + len(change.went))
        told = change.added or change.mails or change.went or change.order is not None or change.just_skipped is not None
        if self.taken_over.is_set() or (self._something_put and here == self._here and not told):
            return
        self._here = here
        self._waiting.append(change)
        if len(self._stored) + len(self._waiting) > MOST_CHANGES:
            self._begin_anew()
        self._wake()

    async def end(self, *, within_s: float = CLOSE_WITHIN_S) -> bool:
        """The call came to its end: its state is not to be resumed, whatever is still put. Returns whether that is stored already."""
        self._ended = True
        self._wake()
        self._try_now.set()
        await self.drain(within_s=within_s)
        return self._end_stored

    async def owner(self) -> str | None:
        """The call that owns the state. Raises `CallStateUnavailableError`."""
        return await self._store.owner(self._user_id)

    async def drain(self, *, within_s: float = CLOSE_WITHIN_S) -> bool:
        """Wait until everything put so far is stored, or `within_s` have passed; returns whether it is, or belongs to a newer call."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                await self._all_written.wait()
        return self._all_written.is_set()

    async def aclose(self, *, within_s: float = CLOSE_WITHIN_S) -> None:
        """Drain, then stop; what could not be stored within that time, or within a second if the store is away, is lost, and logged."""
        if not self._tasks:
            return
        tasks, self._tasks = self._tasks, []
        self._try_now.set()
        drained = await self.drain(within_s=min(within_s, LAST_TRY_S) if self._away else within_s)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        if not drained:
            logger.error("the end of a call's state is lost", extra={"changes": len(self._waiting)})

    async def __aenter__(self) -> Self:
        self._tasks = [
            asyncio.create_task(self._write_until_closed(), name="call state writer"),
            asyncio.create_task(self._look_until_closed(), name="call state owner"),
        ]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def _wake(self) -> None:
        self._something_put = True
        if not self.taken_over.is_set():
            self._all_written.clear()
            self._new.set()

    def _begin_anew(self) -> None:
        """Fold what there is; a write that is under way is overtaken by the whole, whatever becomes of it."""
        if changes := self._stored + self._waiting:
            self._base = self._base.after(reduce(SnapshotChange.then, changes))
        self._stored, self._waiting = [], []
        self._begin_due, self._write, self._end_stored = True, None, False

    async def _write_until_closed(self) -> None:
        pause = FIRST_PAUSE_S
        while not self.taken_over.is_set():
            await self._new.wait()
            self._write = self._write or self._next_write()
            if self._write is None:
                self._new.clear()
                self._all_written.set()
            elif await self._try(self._write):
                pause = FIRST_PAUSE_S
            else:
                await self._pause(pause)
                pause = min(2 * pause, LONGEST_PAUSE_S)

    async def _pause(self, seconds: float) -> None:
        self._try_now.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._try_now.wait()

    def _next_write(self) -> _Write | None:
        if self._begin_due:
            self._begin_anew()
            return _Write(number=self._next_number(), whole=self._base)
        if self._waiting:
            return _Write(number=self._next_number(), change=reduce(SnapshotChange.then, self._waiting), changes=len(self._waiting))
        if self._ended and not self._end_stored:
            return _Write(number=self._next_number())
        return None

    def _next_number(self) -> int:
        self._number += 1
        return self._number

    async def _try(self, write: _Write) -> bool:
        try:
            async with asyncio.timeout(ANSWER_WITHIN_S):
                answer = await self._send(write)
        except Exception as error:  # the writer must outlive whatever one write runs into: the change stays here and is tried again
            if not self._away:
                logger.warning("a call's state is not saved yet", extra={"error": type(error).__name__})
            self._away = True
            return False
        self._away = False
        if answer is Saving.TAKEN_OVER:
            self._give_way()
        elif answer is Saving.INCOMPLETE:
            logger.warning("a saved call was incomplete; it is saved anew", extra={"writes": write.number})
            self._begin_anew()
        else:
            self._owns = True
            if write is self._write:
                self._settle(write)
        return True

    async def _send(self, write: _Write) -> Saving:
        store, user_id, call_id = self._store, self._user_id, self._call_id
        if write.whole is not None:
            began_at = None if self._owns else self._began_at
            return await store.begin(user_id, call_id, write.whole, number=write.number, now=self._now(), began_at=began_at)
        if write.change is not None:
            return await store.save(user_id, call_id, write.change, number=write.number, now=self._now())
        return await store.end(user_id, call_id, number=write.number, now=self._now())

    def _settle(self, write: _Write) -> None:
        self._write = None
        if write.whole is not None:
            self._begin_due = False
        elif write.change is not None:
            self._stored.append(write.change)
            del self._waiting[: write.changes]
        else:
            self._end_stored = True

    async def _look_until_closed(self) -> None:
        while not self.taken_over.is_set():
            await asyncio.sleep(self._look_every_s)
            with contextlib.suppress(Exception):  # a store that is away answers the next time
                async with asyncio.timeout(ANSWER_WITHIN_S):
                    owner = await self._store.owner(self._user_id)
                if self._owns and owner not in {None, self._call_id}:
                    self._give_way()

    def _give_way(self) -> None:
        self.taken_over.set()
        self._all_written.set()
