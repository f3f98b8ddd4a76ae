"""Whether anybody works is so on both databases, for as long as they do, and not much longer where they died."""

from datetime import timedelta

from sqlalchemy import select

from providers.durable.at_work import OF_A_WORKER, at_work, is_anybody_at_work
from providers.durable.work_lanes import LEASE, StoredLane, WorkLanes
from storage.database import Database
from tests.team.teams import HandClock

pytest_plugins = ["tests.servers.both_databases"]


async def lanes_in(database: Database) -> list[str]:
    async with database.reading() as session:
        return list((await session.scalars(select(StoredLane.lane))).all())


async def test_somebody_works_inside_the_block_alone_and_leaves_nothing(database: Database) -> None:
    clock = HandClock()
    assert not await is_anybody_at_work(database, now=clock)
    async with at_work(database, now=clock), at_work(database, now=clock):
        assert await is_anybody_at_work(database, now=clock)
    assert not await is_anybody_at_work(database, now=clock)
    assert await lanes_in(database) == []


async def test_one_that_died_works_no_more_once_its_lease_is_over_and_is_cleared_up_by_the_next(database: Database) -> None:
    clock = HandClock()
    assert await WorkLanes(database, now=clock).take(f"{OF_A_WORKER}dead", "dead")
    assert await is_anybody_at_work(database, now=clock)
    clock.at += LEASE + timedelta(seconds=1)
    assert not await is_anybody_at_work(database, now=clock)
    async with at_work(database, now=clock):
        assert f"{OF_A_WORKER}dead" not in await lanes_in(database)


async def test_whoever_works_in_another_lane_says_nothing_of_it(database: Database) -> None:
    clock = HandClock()
    await WorkLanes(database, now=clock).take("agent:1", "run 1")
    assert not await is_anybody_at_work(database, now=clock)
