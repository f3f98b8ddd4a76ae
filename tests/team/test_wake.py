"""The clock on both databases: who is picked up, and that nobody is called twice for one thing."""

import asyncio
from datetime import timedelta

import pytest

from providers.durable.work_lanes import WorkLanes
from storage.database import Database
from team.records import TaskSource
from team.row_ids import lane_of
from team.tasks import NewTask
from team.team_rows import StoredAgent
from team.wake import TeamClock
from tests.team.teams import ANNA, HandClock, a_team, store_on

pytest_plugins = ["tests.servers.both_databases"]


class Notified:
    def __init__(self) -> None:
        self.agents: list[str] = []

    async def __call__(self, agent_id: str) -> None:
        self.agents.append(agent_id)


@pytest.fixture
def notified() -> Notified:
    return Notified()


async def test_who_has_a_task_or_whose_hour_has_come_is_picked_up_once_and_an_idle_worker_never(
    database: Database, notified: Notified
) -> None:
    clock = HandClock()
    store = store_on(database, now=clock)
    team, lead = await a_team(store)
    busy, idle = [await store.agents.add_worker(ANNA, team.team_id, name=name, prompt="") for name in ("Otto", "Ida")]
    await store.tasks.queue(ANNA, busy.agent_id, NewTask(text="Look.", source=TaskSource.SELF))
    async with database.session() as session:
        (await session.get_one(StoredAgent, lead.agent_id)).next_run_at = int((clock() + timedelta(hours=1)).timestamp() * 1000)
    team_clock = TeamClock(store.agents, notified)
    assert await team_clock.look() == [busy.agent_id]
    assert await team_clock.look() == []
    clock.forward(hours=1)
    assert await team_clock.look() == [lead.agent_id]
    assert notified.agents == [busy.agent_id, lead.agent_id]
    assert idle.agent_id not in notified.agents


async def test_who_is_worked_for_is_left_alone_until_the_lease_has_ended(database: Database, notified: Notified) -> None:
    clock = HandClock()
    store, lanes = store_on(database, now=clock), WorkLanes(database, now=clock)
    _, lead = await a_team(store)
    await store.tasks.hand_over(ANNA, lead.agent_id, "Hello?")
    assert await lanes.take(lane_of(lead.agent_id), "a process")
    team_clock = TeamClock(store.agents, notified)
    assert await team_clock.look() == []
    clock.forward(seconds=31)
    assert await team_clock.look() == [lead.agent_id]


async def test_the_clock_looks_by_itself_and_outlives_what_goes_wrong(database: Database) -> None:
    store, called = store_on(database), asyncio.Event()
    _, lead = await a_team(store)
    await store.tasks.hand_over(ANNA, lead.agent_id, "Hello?")

    async def notify(agent_id: str) -> None:
        assert agent_id == lead.agent_id
        called.set()
        raise ConnectionError

    async with TeamClock(store.agents, notify, look_every_s=0.01), asyncio.timeout(30):
        await called.wait()
