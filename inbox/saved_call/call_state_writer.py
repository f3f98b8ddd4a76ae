"""Writes a call's state to its store without making the call wait, and notices when a newer call takes over.

After a move the newest whole snapshot is written, at most every `WRITE_EVERY_S`. A write that fails is repeated; writes have rising
numbers, so one that arrives late changes nothing.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Protocol, Self

from briefing.tracking.snapshot import Snapshot
from briefing.tracking.tracker import BriefingSessionTracker
from inbox.saved_call.call_state import CallStateStore, SavedCall
from storage.write_behind import CLOSE_WITHIN_S, WriteBehind

logger = logging.getLogger(__name__)

WRITE_EVERY_S = 0.25

LONGEST_PAUSE_S = 1.0
LOOK_EVERY_S = 2.0
"""How often the store is asked who owns the state, since a silent call has no other way to learn that it was taken over. A look takes about
4 ms of CPU; once a second would be 3 % of an idle call.
"""


class SavedState(Protocol):
    """Where the tracker's state goes, so that another call can go on where this one stopped."""

    taken_over: asyncio.Event
    """Set once a newer call of the same user goes on instead of this one."""

    def put(self, tracker: BriefingSessionTracker) -> None:
        """Store the changed state in the background; returns at once."""

    async def owner(self) -> str | None:
        """The call that goes on with the user's briefing. Raises `CallStateUnavailableError`."""

    async def drain(self, *, within_s: float = 3.0) -> bool:
        """Wait at most so long until everything put so far is stored; returns whether it is."""

    async def end(self, *, within_s: float = 3.0) -> bool:
        """The call came to its end: no later call resumes it."""


class CallStateWriter:
    """Writes the state of one call behind the call. An async context manager; belongs to one event loop.

    `taken_over` is set as soon as a newer call is known to own the state; nothing is written after that.
    """

    def __init__(self, store: CallStateStore, user_id: str, call_id: str, now: Callable[[], datetime], *, took_over: bool = True) -> None:
        """`took_over` is false if the store was away when the call began; then the first write takes over, unless a newer call did."""
        self.taken_over = asyncio.Event()
        self._store = store
        self._user_id = user_id
        self._call_id = call_id
        self._now = now
        self._owns = took_over
        self._began_at = now()
        self._tracker: BriefingSessionTracker | None = None
        self._ended = False
        self._number = 0
        self._stored: tuple[Snapshot, bool] | None = None
        self._queue = WriteBehind(
            "call state",
            self._write_or_look,
            longest_pause_s=LONGEST_PAUSE_S,
            rest_s=WRITE_EVERY_S,
            look_every_s=LOOK_EVERY_S,
        )

    def put(self, tracker: BriefingSessionTracker) -> None:
        """Have its state stored, as it is when the write goes out; returns at once."""
        self._tracker = tracker
        if not self.taken_over.is_set():
            self._queue.put(self._call_id, tracker)

    async def end(self, *, within_s: float = CLOSE_WITHIN_S) -> bool:
        """The call ended: its state is not to be resumed, whatever is still put. Returns whether that is stored already."""
        self._ended = True
        if self._tracker is not None:
            self.put(self._tracker)
        await self.drain(within_s=within_s)
        return self._stored is not None and self._stored[1]

    async def owner(self) -> str | None:
        """The call that owns the state. Raises `CallStateUnavailableError`."""
        return await self._store.owner(self._user_id)

    async def drain(self, *, within_s: float = CLOSE_WITHIN_S) -> bool:
        """Wait until all is stored or `within_s` have passed; returns whether it is stored, or a newer call owns the state."""
        return await self._queue.drain(within_s=within_s) == 0

    async def aclose(self, *, within_s: float = CLOSE_WITHIN_S) -> None:
        """Drain, for at most a second if the store is away, then stop; a state that could not be stored is lost, and that is logged."""
        if await self._queue.aclose(within_s=within_s):
            logger.error("the end of a call's state is lost")

    async def __aenter__(self) -> Self:
        await self._queue.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def _write_or_look(self, put: Mapping[str, BriefingSessionTracker]) -> None:
        if self.taken_over.is_set():
            return
        for tracker in put.values():
            await self._write(tracker.snapshot(), ended=self._ended)
        if not put and self._owns and await self.owner() not in {None, self._call_id}:
            self.taken_over.set()

    async def _write(self, snapshot: Snapshot, *, ended: bool) -> None:
        if (snapshot, ended) == self._stored:
            return
        self._number += 1
        began_at = None if self._owns else self._began_at
        call = SavedCall(snapshot=snapshot, saved_at=self._now(), ended=ended, call_id=self._call_id)
        self._owns = await self._store.save(self._user_id, call, number=self._number, began_at=began_at)
        if self._owns:
            self._stored = snapshot, ended
        else:
            self.taken_over.set()


class NothingSaved:
    """The saved state of a call that is only a look: nothing is kept."""

    def __init__(self) -> None:
        self.taken_over = asyncio.Event()

    def put(self, tracker: BriefingSessionTracker) -> None:
        pass

    async def owner(self) -> None:
        return None

    async def drain(self, *, within_s: float = 3.0) -> bool:
        return True

    async def end(self, *, within_s: float = 3.0) -> bool:
        return True
