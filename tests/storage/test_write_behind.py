"""The queue in front of a store that is slow, away or silent; minutes of it on a virtual clock."""

import asyncio
import logging
from collections.abc import Mapping

import pytest

from storage.write_behind import ANSWER_WITHIN_S, FIRST_PAUSE_S, LAST_TRY_S, LONGEST_PAUSE_S, WriteBehind
from tests.inbox.virtual_clock import in_virtual_time, now


class Store:
    """What was written, and when; `away`, `hangs` and `takes_s` are what the test says."""

    def __init__(self) -> None:
        self.away = self.hangs = False
        self.takes_s = 0.0
        self.tried: list[float] = []
        self.written: list[dict[str, int]] = []

    async def write(self, items: Mapping[str, int]) -> None:
        self.tried.append(now())
        if self.hangs:
            await asyncio.Event().wait()
        await asyncio.sleep(self.takes_s)
        if self.away:
            raise OSError("secret")
        self.written.append(dict(items))


@in_virtual_time
async def test_what_is_put_while_a_write_is_under_way_goes_out_together_the_newest_of_each_key() -> None:
    store = Store()
    store.takes_s = 1
    async with WriteBehind("test", store.write) as queue:
        queue.put("a", 1)
        await asyncio.sleep(0.5)
        for key, item in (("a", 2), ("b", 3), ("c", 4), ("b", 5)):
            queue.put(key, item)
        assert await queue.drain() == 0
        assert [list(items.items()) for items in store.written] == [[("a", 1)], [("a", 2), ("c", 4), ("b", 5)]]


@in_virtual_time
async def test_a_write_that_fails_is_tried_again_after_pauses_that_double_with_what_came_meanwhile() -> None:
    store = Store()
    store.away = True
    async with WriteBehind("test", store.write) as queue:
        queue.put("a", 1)
        await asyncio.sleep(60)
        assert queue.away
        pauses = [later - earlier for earlier, later in zip(store.tried, store.tried[1:], strict=False)]
        assert pauses[:6] == [FIRST_PAUSE_S, 0.5, 1, 2, 4, LONGEST_PAUSE_S]
        queue.put("b", 2)
        store.away = False
        assert await queue.drain() == 0
        assert store.written == [{"a": 1, "b": 2}]
        assert not queue.away


@in_virtual_time
async def test_who_drains_has_it_tried_at_once_but_no_more_often_than_it_is_asked() -> None:
    store = Store()
    store.away = True
    async with WriteBehind("test", store.write) as queue:
        queue.put("a", 1)
        await asyncio.sleep(60)
        before, since = len(store.tried), now()
        assert await queue.drain(within_s=1) == 1
        assert store.tried[before:] == [since]


@in_virtual_time
async def test_a_store_that_never_answers_counts_as_away() -> None:
    store = Store()
    store.hangs = True
    async with WriteBehind("test", store.write) as queue:
        queue.put("a", 1)
        await asyncio.sleep(ANSWER_WITHIN_S)
        store.hangs = False
        assert await queue.drain() == 0


@in_virtual_time
async def test_a_rest_lies_between_two_writes_unless_somebody_drains() -> None:
    store = Store()
    async with WriteBehind("test", store.write, rest_s=1) as queue:
        for number in range(11):
            queue.put("a", number)
            await asyncio.sleep(0.25)
        assert store.tried == [0, 1, 2]
        queue.put("a", 11)
        since = now()
        assert await queue.drain() == 0
        assert now() == since


@in_virtual_time
async def test_with_nothing_to_write_it_looks_in_the_beginning_and_now_and_then() -> None:
    store = Store()
    async with WriteBehind("test", store.write, look_every_s=10) as queue:
        assert await queue.drain(within_s=None) == 0
        await asyncio.sleep(5)
        queue.put("a", 1)
        await asyncio.sleep(25)
        assert (store.written, store.tried) == ([{}, {"a": 1}, {}, {}], [0, 5, 15, 25])


@in_virtual_time
async def test_closing_writes_what_was_put_and_says_what_it_could_not() -> None:
    store = Store()
    async with WriteBehind("test", store.write) as queue:
        queue.put("a", 1)
    assert store.written == [{"a": 1}]
    store.away = True
    async with WriteBehind("test", store.write) as queue:
        queue.put("a", 2)
        await asyncio.sleep(10)
        since = now()
        assert await queue.aclose() == 1
        assert now() - since == LAST_TRY_S


@in_virtual_time
async def test_a_write_under_way_ends_by_itself_when_the_queue_is_closed() -> None:
    store = Store()
    store.takes_s = 3.5
    async with WriteBehind("test", store.write) as queue:
        queue.put("a", 1)
        assert await queue.aclose(within_s=3) == 0
        assert (now(), store.written) == (3.5, [{"a": 1}])


@in_virtual_time
async def test_an_outage_is_logged_once_and_quotes_nothing(caplog: pytest.LogCaptureFixture) -> None:
    store = Store()
    store.away = True
    async with WriteBehind("test", store.write) as queue:
        queue.put("a", 1)
        await asyncio.sleep(600)
        store.away = False
        assert await queue.drain() == 0
    assert [(record.levelno, record.message) for record in caplog.records] == [(logging.WARNING, "not written yet")]
    assert "secret" not in caplog.text
