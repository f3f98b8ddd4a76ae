"""The writer against a store that goes away, loses answers, forgets, hangs, and is taken over; hours of it on a virtual clock."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from briefing.snapshot import Snapshot
from briefing.tracker import BriefingSessionTracker
from inbox.call_state import CallStateStore
from inbox.call_state_store import CallStatePart, SqlCallState
from inbox.call_state_writer import ANSWER_WITHIN_S, LAST_TRY_S, LONGEST_PAUSE_S, LOOK_EVERY_S, MOST_CHANGES, CallStateWriter
from storage.database import Database
from storage.migrate import migrate
from tests.briefing.tracker_agendas import agenda, m, ref, tracker
from tests.inbox.call_state_contract import NOW, USER, left, snapshot_left
from tests.inbox.memory_call_state import MemoryCallState
from tests.inbox.virtual_clock import in_virtual_time, now

BACK_AFTER_S = LONGEST_PAUSE_S + ANSWER_WITHIN_S + 1
REFS = {m(number): ref(number) for number in range(500)}


class Call:
    """A tracker whose changes go to a writer after every move, as in a call."""

    def __init__(self, writer: CallStateWriter, tracker: BriefingSessionTracker) -> None:
        self.writer = writer
        self.tracker = tracker
        self.put()

    def put(self) -> None:
        self.writer.put(self.tracker.drain_changes())

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
    async with CallStateWriter(store, USER, call_id, clock, base=base, took_over=took_over) as writer:
        briefing = tracker([1, 2, 3], [4, 5, 6], [7, 8]) if base is None else BriefingSessionTracker.from_snapshot(base, REFS)
        yield Call(writer, briefing)


@in_virtual_time
async def test_the_whole_is_written_once_and_then_only_what_changed() -> None:
    store = MemoryCallState()
    async with running(store) as call:
        assert await call.is_saved()
        for _ in range(3):
            call.next()
            assert await call.is_saved()
        assert store.writes == ["begin", "save", "save", "save"]
        assert await snapshot_left(store) == call.tracker.snapshot()


@in_virtual_time
async def test_a_change_that_says_nothing_is_not_written() -> None:
    store = MemoryCallState()
    async with running(store) as call:
        await call.is_saved()
        call.tracker.note_presented(m(1))
        call.put()
        call.put()
        assert await call.is_saved()
        assert store.writes == ["begin"]


@in_virtual_time
async def test_going_back_is_a_change_although_no_mail_changed() -> None:
    store = MemoryCallState()
    async with running(store) as call:
        call.next()
        await call.is_saved()
        call.tracker.go_back()
        call.put()
        assert await call.is_saved()
        assert await snapshot_left(store) == call.tracker.snapshot()


@in_virtual_time
async def test_a_call_that_resumes_begins_with_what_was_left() -> None:
    store = MemoryCallState()
    async with running(store) as first:
        first.next()
        first.next()
    saved = await store.take_over(USER, "call 2", now=NOW)
    assert saved is not None
    async with running(store, "call 2", base=saved.snapshot) as second:
        assert await second.is_saved()
        assert second.tracker.current() == first.tracker.current()
        second.next()
    assert await snapshot_left(store) == second.tracker.snapshot()


@in_virtual_time
async def test_closing_writes_what_was_put() -> None:
    store = MemoryCallState()
    async with running(store) as call:
        for _ in range(5):
            call.next()
    assert await snapshot_left(store) == call.tracker.snapshot()


@in_virtual_time
async def test_what_waits_while_the_store_is_away_goes_out_as_one_change() -> None:
    store = MemoryCallState()
    async with running(store) as call:
        await call.is_saved()
        store.away = True
        call.next()
        assert not await call.is_saved(within_s=60)
        call.next()
        call.tracker.go_back()
        call.put()
        store.away = False
        assert await call.is_saved()
        assert store.writes == ["begin", "save", "save"]
        assert await snapshot_left(store) == call.tracker.snapshot()


@in_virtual_time
async def test_a_change_is_stored_once_although_its_answer_was_lost() -> None:
    store = MemoryCallState()
    async with running(store) as call:
        await call.is_saved()
        store.answers_are_lost = True
        call.tracker.add_arrivals([ref(9)], accepted=False, label="New mail")
        call.put()
        assert not await call.is_saved(within_s=60)
        call.next()
        store.answers_are_lost = False
        assert await call.is_saved()
        assert store.writes == ["begin", "save", "save"]
        assert await snapshot_left(store) == call.tracker.snapshot()


@in_virtual_time
async def test_a_store_that_never_answers_counts_as_away_after_a_while() -> None:
    store = MemoryCallState()
    async with running(store) as call:
        store.hangs = True
        call.next()
        assert not await call.is_saved(within_s=60)
        store.hangs = False
        assert await call.is_saved()
        assert await snapshot_left(store) == call.tracker.snapshot()


@in_virtual_time
async def test_an_outage_is_logged_once_however_long_it_lasts(caplog: pytest.LogCaptureFixture) -> None:
    store = MemoryCallState()
    async with running(store) as call:
        store.away = True
        call.next()
        await asyncio.sleep(3_600)
        store.away = False
        assert await call.is_saved()
    assert [record.message for record in caplog.records] == ["a call's state is not saved yet"]


@in_virtual_time
async def test_a_store_that_forgot_everything_gets_the_whole_again_and_nobody_is_told_of_another_call() -> None:
    store = MemoryCallState()
    async with running(store) as call:
        call.next()
        await call.is_saved()
        await store.forget(USER)
        await asyncio.sleep(3 * LOOK_EVERY_S)
        assert not call.writer.taken_over.is_set()
        call.next()
        assert await call.is_saved()
        assert not call.writer.taken_over.is_set()
        assert await snapshot_left(store) == call.tracker.snapshot()


@in_virtual_time
async def test_a_long_call_is_begun_anew_now_and_then_and_a_long_outage_waits_in_bounds() -> None:
    store = MemoryCallState()
    async with running(store) as call:
        for step in range(3 * MOST_CHANGES):
            store.away = MOST_CHANGES < step < 2 * MOST_CHANGES + 50
            call.next()
            call.tracker.go_back()
            call.put()
            await asyncio.sleep(0.1)
        assert await call.is_saved()
        assert store.writes.count("begin") > 2
        assert len(store.states[USER].parts) <= MOST_CHANGES + 1
        assert await snapshot_left(store) == call.tracker.snapshot()


@in_virtual_time
async def test_a_write_that_was_overtaken_by_the_whole_counts_for_nothing_when_its_answer_comes() -> None:
    store = MemoryCallState()
    store.answers_after_s = 10
    async with running(store) as call:
        for number in range(4 * MOST_CHANGES):
            if number % MOST_CHANGES == 0:
                await asyncio.sleep(9)  # a write is under way
            call.tracker.add_arrivals([ref(1_000 + number)], accepted=False, label="New mail")
            call.put()
        assert await call.is_saved(within_s=60)
        assert await snapshot_left(store) == call.tracker.snapshot()


@in_virtual_time
async def test_a_call_that_was_taken_over_does_not_come_back_though_the_other_clock_is_behind() -> None:
    store = MemoryCallState()
    async with running(store) as old:
        await old.is_saved()
        await store.take_over(USER, "call 2", now=NOW - timedelta(seconds=30))
        for _ in range(MOST_CHANGES):
            old.next()
            old.tracker.go_back()
            old.put()
        assert await old.is_saved()
        assert old.writer.taken_over.is_set()
        assert await store.owner(USER) == "call 2"


@in_virtual_time
async def test_a_silent_call_learns_within_a_second_that_a_newer_one_took_over() -> None:
    store = MemoryCallState()
    async with running(store) as old:
        await old.is_saved()
        await asyncio.sleep(100.5)
        async with running(store, "call 2") as new:
            since = now()
            await old.writer.taken_over.wait()
            assert now() - since <= LOOK_EVERY_S
            assert await old.writer.owner() == "call 2"
            await new.is_saved()
            before = list(store.writes)
            old.next()
            assert await old.is_saved(within_s=0)
            assert not await old.writer.end()
            assert store.writes == before
            assert not new.writer.taken_over.is_set()


@in_virtual_time
async def test_a_save_that_was_refused_says_so_at_once() -> None:
    store = MemoryCallState()
    async with running(store) as old:
        await old.is_saved()
        await store.take_over(USER, "call 2", now=NOW)
        old.next()
        since = now()
        await old.writer.taken_over.wait()
        assert now() == since


@in_virtual_time
async def test_a_call_that_could_not_take_over_does_so_when_the_store_is_back() -> None:
    store = MemoryCallState()
    async with running(store, "earlier", clock=lambda: NOW - timedelta(hours=1)) as earlier:
        earlier.next()
        await earlier.is_saved()
        store.away = True
        async with running(store, "late", took_over=False) as late:
            late.next()
            assert not await late.is_saved(within_s=60)
            store.away = False
            assert await late.is_saved()
            assert not late.writer.taken_over.is_set()
            await asyncio.wait_for(earlier.writer.taken_over.wait(), 2 * LOOK_EVERY_S)
            assert await snapshot_left(store) == late.tracker.snapshot()


@in_virtual_time
async def test_it_gives_way_if_a_newer_call_was_there_first() -> None:
    store = MemoryCallState()
    store.away = True
    async with running(store, "late", took_over=False) as late:
        late.next()
        await asyncio.sleep(2)
        store.away = False
        await store.take_over(USER, "newer", now=NOW + timedelta(seconds=2))
        await asyncio.wait_for(late.writer.taken_over.wait(), BACK_AFTER_S)
        assert store.writes == []


@in_virtual_time
async def test_the_end_is_stored_and_stays_whatever_follows() -> None:
    store = MemoryCallState()
    async with running(store) as call:
        call.next()
        assert await call.writer.end()
        for _ in range(MOST_CHANGES + 10):
            call.tracker.jump_to(m(1), at=NOW)
            call.put()
            call.tracker.jump_to(m(2), at=NOW)
            call.put()
            await call.is_saved()
        await store.forget(USER)
        call.tracker.jump_to(m(3), at=NOW)
        call.put()
        assert await call.is_saved()
        saved = await left(store)
        assert saved is not None
        assert (saved.ended, saved.snapshot) == (True, call.tracker.snapshot())


@in_virtual_time
async def test_an_end_does_not_wait_for_the_next_try_when_the_store_is_back() -> None:
    store = MemoryCallState()
    async with running(store) as call:
        await call.is_saved()
        store.away = True
        call.next()
        await asyncio.sleep(60)
        store.away = False
        since = now()
        assert await call.writer.end()
        assert now() == since


@in_virtual_time
async def test_an_end_while_the_store_is_away_is_waited_for_within_its_bound_and_lost_with_a_word(caplog: pytest.LogCaptureFixture) -> None:
    store = MemoryCallState()
    async with running(store) as call:
        await call.is_saved()
        store.away = True
        since = now()
        assert not await call.writer.end(within_s=3)
        assert now() - since == 3
        with caplog.at_level(logging.ERROR):
            await call.writer.aclose()
        assert now() - since == 3 + LAST_TRY_S
    assert [record.message for record in caplog.records if record.levelno == logging.ERROR] == ["the end of a call's state is lost"]


STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ["next", "skip", "topic", "back", "arrive", "refine", "away", "there", "lost", "heard", "slow", "quick", "forget", "end", "put"]
        ),
        st.sampled_from([0.0, 0.1, 1.0, 30.0]),
    ),
    max_size=40,
)


def do(step: str, call: Call, store: MemoryCallState, number: int) -> None:
    one = call.tracker
    if step == "next":
        one.advance(at=NOW)
    elif step == "skip":
        one.skip_mail(at=NOW)
    elif step == "topic":
        one.skip_topic(at=NOW)
    elif step == "back":
        one.go_back()
    elif step == "arrive":
        one.add_arrivals([ref(100 + number)], accepted=number % 2 == 0, label="New mail")
    elif step == "refine":
        one.refine(agenda([7, 8, 300 + number], [4, 5, 6]))
    elif step in {"away", "there"}:
        store.away = step == "away"
    elif step in {"lost", "heard"}:
        store.answers_are_lost = step == "lost"
    elif step in {"slow", "quick"}:
        store.answers_after_s = 5.0 if step == "slow" else 0.0
    elif step == "forget":
        store.states.clear()
    call.put()


@settings(max_examples=300)
@given(steps=STEPS)
def test_whatever_happens_the_store_ends_up_with_the_trackers_own_snapshot(steps: list[tuple[str, float]]) -> None:
    @in_virtual_time
    async def live() -> None:
        store = MemoryCallState()
        async with running(store) as call:
            ended = False
            for number, (step, pause_s) in enumerate(steps):
                do(step, call, store, number)
                if step == "end":
                    ended = True
                    await call.writer.end(within_s=pause_s)
                await asyncio.sleep(pause_s)
            store.away = store.answers_are_lost = False
            call.next()
            assert await call.is_saved(within_s=3 * BACK_AFTER_S)
            assert not call.writer.taken_over.is_set()
            if not store.states:  # forgotten after the last thing that was worth saving
                return
            saved = await left(store)
            assert saved is not None
            assert (saved.snapshot, saved.ended) == (call.tracker.snapshot(), ended)

    live()


async def test_over_the_embedded_database_loading_stays_quick_however_long_the_call(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/aloud.db"
    await migrate(url)
    async with Database(url) as database:
        store = SqlCallState(database)
        async with running(store) as call:
            for _ in range(MOST_CHANGES + 5):
                call.next()
                call.tracker.go_back()
                call.put()
                await asyncio.sleep(0)
            assert await call.is_saved(within_s=30)
        assert await snapshot_left(store) == call.tracker.snapshot()
        async with database.reading() as session:
            assert (await session.scalar(select(func.count()).select_from(CallStatePart)) or 0) <= MOST_CHANGES + 1
