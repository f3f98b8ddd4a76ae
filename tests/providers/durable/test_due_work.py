"""The clock on both databases: what is due is worked once, by whoever has its lane, as soon as there is room."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import Column, MetaData, Select, Table, Text, delete, insert, select

from providers.durable.due_work import RESTS, RESTS_AT_MOST, DueClock, KindOfWork
from providers.durable.work_lanes import LEASE, HeldLane, WorkLanes
from storage.database import Database, DatabaseUnavailableError
from tests.team.teams import HandClock

pytest_plugins = ["tests.servers.both_databases"]

WITHIN_S = 30.0
OFTEN_S = 0.01
ERRANDS = Table("errand", MetaData(), Column("errand_id", Text, primary_key=True), Column("kind", Text))
"""Work of these tests, due as long as its row is there."""


class Errands:
    """Does errands of one kind, each in the transaction that leaves its lane."""

    def __init__(self, database: Database, name: str = "errand", *, at_once: int = 4, ends_within_s: float = 0.0) -> None:
        self.database = database
        self.kind = KindOfWork(name=name, due=self.due, work=self.work, at_once=at_once, ends_within_s=ends_within_s)
        self.done: list[str] = []
        self.most_at_once = self.at_once = 0
        self.during: Callable[[str], Awaitable[object]] | None = None
        self.changed = asyncio.Event()

    async def add(self, *ids: str) -> None:
        async with self.database.session() as session:
            await session.execute(insert(ERRANDS), [{"errand_id": each, "kind": self.kind.name} for each in ids])

    def due(self) -> Select[str]:
        return select(ERRANDS.c.errand_id).where(ERRANDS.c.kind == self.kind.name).order_by(ERRANDS.c.errand_id)

    async def work(self, lane: HeldLane, errand_id: str) -> None:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            if self.during is not None:
                await self.during(errand_id)
            async with lane.leaving() as session:
                await session.execute(delete(ERRANDS).where(ERRANDS.c.errand_id == errand_id))
        finally:
            self.at_once -= 1
        self.done.append(errand_id)
        self.changed.set()

    async def has_done(self, number: int) -> None:
        async with asyncio.timeout(WITHIN_S):
            while len(self.done) < number:
                self.changed.clear()
                await self.changed.wait()


@pytest.fixture
async def table(database: Database) -> AsyncIterator[Database]:
    async with database.session() as session:
        connection = await session.connection()
        await connection.run_sync(ERRANDS.create)
    yield database
    async with database.session() as session:
        connection = await session.connection()
        await connection.run_sync(ERRANDS.drop)


@pytest.fixture
def errands(table: Database) -> Errands:
    return Errands(table)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


def clock_of(*errands: Errands, now: HandClock, look_every_s: float = 3600.0) -> DueClock:
    return DueClock(errands[0].database, [each.kind for each in errands], now=now, look_every_s=look_every_s)


async def test_kinds_are_asked_for_in_one_go_each_in_its_order_and_only_what_nobody_is_at(errands: Errands, clock: HandClock) -> None:
    others = Errands(errands.database, "other")
    due = clock_of(errands, others, now=clock)
    assert await due.due() == []
    await errands.add("c", "a", "b")
    await others.add("z")
    lanes = WorkLanes(errands.database, now=clock)
    assert await lanes.take("errand:b", "another process")
    assert await due.due() == ["errand:a", "errand:c", "other:z"]
    assert await due.due({"errand": 1, "other": 0}) == ["errand:a"]
    clock.forward(seconds=LEASE.total_seconds())
    assert await due.due() == ["errand:a", "errand:b", "errand:c", "other:z"], "its process died"


async def test_of_two_processes_that_look_at_once_one_does_it(errands: Errands, clock: HandClock) -> None:
    await errands.add("a", "b")
    did = await asyncio.gather(*(clock_of(errands, now=clock).work_due() for _ in range(4)))
    assert (sum(did), sorted(errands.done)) == (2, ["a", "b"])
    assert await clock_of(errands, now=clock).work_due() == 0


async def test_no_more_is_begun_than_there_is_room_for_and_what_waits_follows_at_once(table: Database, clock: HandClock) -> None:
    errands = Errands(table, at_once=2)
    together = asyncio.Barrier(2)

    async def meet(_errand: str) -> None:
        async with asyncio.timeout(WITHIN_S):
            await together.wait()

    errands.during = meet
    await errands.add(*"abcdef")
    async with clock_of(errands, now=clock):  # which looks once an hour where nothing ends
        await errands.has_done(6)
    assert errands.most_at_once == 2
    assert [sorted(errands.done[at : at + 2]) for at in (0, 2, 4)] == [["a", "b"], ["c", "d"], ["e", "f"]]


async def test_what_is_woken_begins_at_once_and_before_nothing_that_waits(table: Database, clock: HandClock) -> None:
    errands = Errands(table, at_once=1)
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def lasts(_errand: str) -> None:
        begun.set()
        await go_on.wait()

    errands.during = lasts
    await errands.add(*"abc")
    async with clock_of(errands, now=clock) as due, asyncio.timeout(WITHIN_S):  # which looks once an hour where nothing ends
        await begun.wait()
        assert not await due.wake("errand:c"), "b waits as well"
        go_on.set()
        await errands.has_done(3)
        assert errands.done == ["a", "b", "c"]
        await errands.add("d")
        while "d" not in errands.done:  # until the look that followed the last one is over
            await due.wake("errand:d")
            await asyncio.sleep(OFTEN_S)


async def test_a_lane_that_is_given_back_with_more_to_do_is_taken_again_at_once(table: Database, clock: HandClock) -> None:
    errands, parts = Errands(table), list[str]()

    async def in_two_parts(lane: HeldLane, errand_id: str) -> None:
        parts.append(errand_id)
        if len(parts) == 2:
            await errands.work(lane, errand_id)
        else:
            await lane.give_back(lambda _: _no())

    async def _no() -> bool:
        return False

    await errands.add("a")
    kind = replace(errands.kind, work=in_two_parts)
    async with DueClock(table, [kind], now=clock, look_every_s=3600.0):
        await errands.has_done(1)
    assert parts == ["a", "a"]


async def test_a_kind_that_is_full_keeps_no_other_from_being_done(table: Database, clock: HandClock) -> None:
    slow, quick = Errands(table, "slow", at_once=1), Errands(table, "quick")
    begun = asyncio.Event()

    async def lasts(_errand: str) -> None:
        begun.set()
        await asyncio.Event().wait()

    slow.during = lasts
    await slow.add("s", "t")
    async with clock_of(slow, quick, now=clock, look_every_s=OFTEN_S), asyncio.timeout(WITHIN_S):
        await begun.wait()
        await quick.add("q")
        await quick.has_done(1)
    assert slow.done == []


async def test_what_fails_is_logged_without_its_words_left_alone_for_longer_each_time_and_keeps_nothing_else_waiting(
    errands: Errands, clock: HandClock, caplog: pytest.LogCaptureFixture
) -> None:
    tried: list[str] = []

    async def fail(errand_id: str) -> None:
        tried.append(errand_id)
        if errand_id == "bad":
            raise LookupError("words of a mail")

    errands.during = fail
    due = clock_of(errands, now=clock)
    await errands.add("bad", "good")
    assert await due.work_due() == 2
    assert (tried, errands.done) == (["bad", "good"], ["good"])
    rests, waited = RESTS, list[timedelta]()
    while not waited or waited[-1] < RESTS_AT_MOST:
        assert await due.due() == []
        assert await clock_of(errands, now=clock).due() == ["errand:bad"], "another process may have what this one lacks"
        clock.at += rests
        waited.append(rests)
        assert await due.work_due() == 1
        rests = min(rests * 4, RESTS_AT_MOST)
    assert waited == [timedelta(seconds=15), timedelta(minutes=1), timedelta(minutes=4), timedelta(minutes=15)]
    assert {record.getMessage() for record in caplog.records} == {"work failed"}
    assert "words of a mail" not in caplog.text
    errands.during = None
    clock.at += RESTS_AT_MOST
    assert await due.work_due() == 1
    assert errands.done == ["good", "bad"]


async def test_a_lane_that_is_named_is_worked_in_also_while_it_rests_and_one_of_no_kind_is_not(errands: Errands, clock: HandClock) -> None:
    async def fail(_errand: str) -> None:
        raise LookupError

    due = clock_of(errands, now=clock)
    errands.during = fail
    await errands.add("a")
    assert await due.work("errand:a")
    errands.during = None
    assert await due.due() == []
    assert await due.work("errand:a"), "somebody has queued more for it"
    assert errands.done == ["a"]
    assert not await due.work("another kind:a")
    assert await WorkLanes(errands.database, now=clock).take("errand:b", "another process")
    assert not await due.work("errand:b")


async def test_who_lost_the_lane_meanwhile_writes_nothing_and_the_next_one_does(errands: Errands, clock: HandClock) -> None:
    second = Errands(errands.database)

    async def stall(_errand: str) -> None:
        clock.at += LEASE
        assert await clock_of(second, now=clock).work_due() == 1

    errands.during = stall
    await errands.add("a")
    await clock_of(errands, now=clock).work_due()
    assert (errands.done, second.done) == ([], ["a"])


async def test_the_clock_outlives_what_goes_wrong_with_a_look(errands: Errands, clock: HandClock, caplog: pytest.LogCaptureFixture) -> None:
    looks, looked = 0, asyncio.Event()

    def due() -> Select[str]:
        nonlocal looks
        looks += 1
        looked.set()
        raise (DatabaseUnavailableError, LookupError)[looks % 2]("words of a mail")

    kind = replace(errands.kind, due=due)
    async with DueClock(errands.database, [kind], now=clock, look_every_s=OFTEN_S, look_again_s=OFTEN_S), asyncio.timeout(WITHIN_S):
        while looks < 4:
            looked.clear()
            await looked.wait()
    assert {record.getMessage() for record in caplog.records} >= {"looking for work failed"}
    assert "words of a mail" not in caplog.text


async def test_when_it_ends_one_kind_comes_to_its_end_and_another_is_given_up(table: Database, clock: HandClock) -> None:
    finished, given_up = Errands(table, "finished", ends_within_s=WITHIN_S), Errands(table, "given up")
    begun, go_on = asyncio.Barrier(3), asyncio.Event()

    async def lasts(_errand: str) -> None:
        await begun.wait()
        await go_on.wait()

    async def lasts_for_ever(_errand: str) -> None:
        await begun.wait()
        await asyncio.Event().wait()

    finished.during, given_up.during = lasts, lasts_for_ever
    await finished.add("a")
    await given_up.add("b")
    async with asyncio.timeout(WITHIN_S), AsyncExitStack() as stack:
        await stack.enter_async_context(clock_of(finished, given_up, now=clock))
        await begun.wait()
        closing = asyncio.create_task(stack.aclose())
        await asyncio.sleep(0)
        assert not closing.done()
        go_on.set()
        await closing
    assert (finished.done, given_up.done) == (["a"], [])
    assert await clock_of(finished, given_up, now=clock).due() == ["given up:b"], "its lane is free at once"
