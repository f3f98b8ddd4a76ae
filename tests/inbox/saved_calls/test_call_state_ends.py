"""How the writing ends: with the call, or because a newer call took over."""

import asyncio
import logging
from datetime import timedelta

import pytest

from inbox.saved_call.call_state_writer import LOOK_EVERY_S, WRITE_EVERY_S
from storage.write_behind import LAST_TRY_S
from tests.briefing.tracker_agendas import m
from tests.inbox.call_state_contract import NOW, USER, left, snapshot_left
from tests.inbox.memory_call_state import MemoryCallState
from tests.inbox.saved_call import BACK_AFTER_S, running
from tests.inbox.virtual_clock import in_virtual_time, now


@in_virtual_time
async def test_a_call_that_was_taken_over_does_not_come_back_though_the_other_clock_is_behind() -> None:
    store = MemoryCallState()
    async with running(store) as old:
        await old.is_saved()
        await store.take_over(USER, "call 2", now=NOW - timedelta(seconds=30))
        for _ in range(20):
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
            before = store.writes
            old.next()
            assert await old.is_saved(within_s=0)
            assert not await old.writer.end()
            assert store.writes == before
            assert not new.writer.taken_over.is_set()


@in_virtual_time
async def test_a_save_that_was_refused_says_so_as_soon_as_it_is_answered() -> None:
    store = MemoryCallState()
    async with running(store) as old:
        await old.is_saved()
        await store.take_over(USER, "call 2", now=NOW)
        old.next()
        since = now()
        await old.writer.taken_over.wait()
        assert now() - since <= WRITE_EVERY_S


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
        assert store.writes == 0


@in_virtual_time
async def test_the_end_is_stored_and_stays_whatever_follows() -> None:
    store = MemoryCallState()
    async with running(store) as call:
        call.next()
        assert await call.writer.end()
        for _ in range(20):
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
