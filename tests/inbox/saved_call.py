"""A call whose state is saved while it runs."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime

from briefing.tracking.snapshot import Snapshot
from briefing.tracking.tracker import BriefingSessionTracker
from inbox.saved_call.call_state import CallStateStore
from inbox.saved_call.call_state_writer import CallStateWriter
from storage.write_behind import ANSWER_WITHIN_S, LONGEST_PAUSE_S
from tests.briefing.tracker_agendas import m, ref, tracker
from tests.inbox.call_state_contract import NOW, USER

BACK_AFTER_S = LONGEST_PAUSE_S + ANSWER_WITHIN_S + 1
REFS = {m(number): ref(number) for number in range(500)}


class Call:
    """A tracker whose state goes to a writer after every move, as in a call."""

    def __init__(self, writer: CallStateWriter, tracker: BriefingSessionTracker) -> None:
        self.writer = writer
        self.tracker = tracker
        self.put()

    def put(self) -> None:
        self.writer.put(self.tracker)

    def next(self) -> None:
        self.tracker.advance(at=NOW)
        self.put()

    async def is_saved(self, within_s: float = BACK_AFTER_S) -> bool:
        return await self.writer.drain(within_s=within_s)


@asynccontextmanager
async def running(
    store: CallStateStore,
    call_id: str = "call 1",
    *,
    base: Snapshot | None = None,
    took_over: bool = True,
    clock: Callable[[], datetime] = lambda: NOW,
) -> AsyncIterator[Call]:
    """A call on topics of 3, 3 and 2 mails, or on what was left; it has taken over unless told otherwise."""
    if took_over:
        await store.take_over(USER, call_id, now=clock())
    async with CallStateWriter(store, USER, call_id, clock, took_over=took_over) as writer:
        briefing = tracker([1, 2, 3], [4, 5, 6], [7, 8]) if base is None else BriefingSessionTracker.from_snapshot(base, REFS)
        yield Call(writer, briefing)
