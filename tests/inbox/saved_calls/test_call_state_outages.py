"""The writer against a store that goes away, loses answers, forgets and hangs; hours of it on a virtual clock."""

import asyncio

import pytest

from inbox.saved_call.call_state_writer import LOOK_EVERY_S
from tests.briefing.tracker_agendas import ref
from tests.inbox.call_state_contract import USER, snapshot_left
from tests.inbox.memory_call_state import MemoryCallState
from tests.inbox.saved_call import running
from tests.inbox.virtual_clock import in_virtual_time


@in_virtual_time
async def test_what_waits_while_the_store_is_away_goes_out_as_one_write() -> None:
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
        assert store.writes == 2
        assert await snapshot_left(store) == call.tracker.snapshot()


@in_virtual_time
async def test_a_state_is_stored_although_its_answer_was_lost() -> None:
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
    assert [record.message for record in caplog.records] == ["not written yet"]


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
