"""What the writer of a call's state writes: in the end what the tracker has."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.briefing.tracker_agendas import agenda, m, ref
from tests.inbox.call_state_contract import NOW, USER, left, snapshot_left
from tests.inbox.memory_call_state import MemoryCallState
from tests.inbox.saved_call import BACK_AFTER_S, Call, running
from tests.inbox.virtual_clock import in_virtual_time, now
from tests.randomness import times


@in_virtual_time
async def test_a_move_is_stored_at_once_and_those_that_follow_it_at_most_four_times_a_second() -> None:
    store = MemoryCallState()
    async with running(store) as call:
        await call.is_saved()
        await asyncio.sleep(1)
        call.next()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert store.writes == 2
        for number in range(100, 200):
            call.tracker.add_arrivals([ref(number)], accepted=False, label="New mail")
            call.put()
            await asyncio.sleep(0.01)
        assert await call.is_saved()
        assert 4 <= store.writes - 2 <= 6
        assert await snapshot_left(store) == call.tracker.snapshot()


@in_virtual_time
async def test_who_waits_for_a_state_does_not_wait_for_the_next_quarter_of_a_second() -> None:
    store = MemoryCallState()
    async with running(store) as call:
        await call.is_saved()
        call.next()
        await call.is_saved()
        since = now()
        call.next()
        assert await call.is_saved()
        assert now() == since
        assert await snapshot_left(store) == call.tracker.snapshot()


@in_virtual_time
async def test_a_state_that_is_as_it_was_is_not_written_again() -> None:
    store = MemoryCallState()
    async with running(store) as call:
        await call.is_saved()
        call.tracker.note_presented(m(1))
        call.put()
        await asyncio.sleep(1)
        call.put()
        assert await call.is_saved()
        assert store.writes == 1


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


@pytest.mark.slow
@pytest.mark.random
@settings(max_examples=times(50, in_proofs=2_000))
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
