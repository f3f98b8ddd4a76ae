"""Lanes on both databases: one owner at a time, a lease that ends, and nothing written by who lost it."""

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncSession

from providers.durable.work_lanes import LaneLostError, StoredLane, WorkLanes, remove_lanes
from storage.database import Database
from tests.team.teams import HandClock

pytest_plugins = ["tests.servers.both_databases"]


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def lanes(database: Database, clock: HandClock) -> WorkLanes:
    return WorkLanes(database, now=clock, lease=timedelta(seconds=30))


async def is_empty(_session: AsyncSession) -> bool:
    return True


async def is_not(_session: AsyncSession) -> bool:
    return False


async def test_of_many_who_take_a_lane_at_once_one_has_it(lanes: WorkLanes) -> None:
    assert sum(await asyncio.gather(*(lanes.take("a", f"run {number}") for number in range(8)))) == 1
    assert await lanes.take("b", "run 1")


async def test_a_lane_is_free_again_when_it_is_given_back_or_its_lease_has_ended(lanes: WorkLanes, clock: HandClock) -> None:
    assert await lanes.take("a", "run 1")
    clock.forward(seconds=29)
    assert not await lanes.take("a", "run 2")
    async with lanes.held("a", "run 1"):
        pass  # renews it
    clock.forward(seconds=29)
    assert not await lanes.take("a", "run 2")
    clock.forward(seconds=1)
    assert await lanes.take("a", "run 2")
    await lanes.abandon("a", "run 1")  # changes nothing for the other
    assert not await lanes.take("a", "run 3")
    assert await lanes.give_back("a", "run 2", is_empty)
    assert await lanes.take("a", "run 3")


async def test_a_lane_is_kept_while_there_is_more_to_do(lanes: WorkLanes) -> None:
    assert await lanes.take("a", "run 1")
    assert not await lanes.give_back("a", "run 1", is_not)
    assert not await lanes.take("a", "run 2")


async def test_who_lost_a_lane_writes_nothing(lanes: WorkLanes, clock: HandClock, database: Database) -> None:
    assert await lanes.take("a", "run 1")
    clock.forward(minutes=1)
    assert await lanes.take("a", "run 2")
    with pytest.raises(LaneLostError):
        async with lanes.held("a", "run 1") as session:
            await session.execute(insert(StoredLane).values(lane="written", owner=None, leased_until=0))
    with pytest.raises(LaneLostError):
        await lanes.give_back("a", "run 1", is_empty)
    async with database.session() as session:
        await remove_lanes(session, ["a"])
    with pytest.raises(LaneLostError):
        async with lanes.held("a", "run 2"):
            pass
    async with database.reading() as session:
        assert (await session.scalars(select(StoredLane.lane))).all() == []
