"""Who is picked up on both databases, and who is left alone."""

from datetime import timedelta
from pathlib import Path

from providers.durable.due_work import DueClock
from providers.durable.work_lanes import WorkLanes
from storage.database import Database
from team.limits import TeamLimits
from team.records import TaskSource
from team.row_ids import lane_of
from team.run import team_work
from team.tasks import NewTask
from team.team_rows import StoredAgent
from tests.servers.openai.double import OpenAIDouble
from tests.team.teams import ANNA, BEN, HandClock, a_team, due, store_on
from tests.team.working import office

pytest_plugins = ["tests.servers.both_databases"]


async def test_who_has_a_task_or_whose_hour_has_come_is_picked_up_and_an_idle_worker_never(database: Database) -> None:
    clock = HandClock()
    store = store_on(database, now=clock)
    team, lead = await a_team(store)
    busy, idle = [await store.agents.add_worker(ANNA, team.team_id, name=name, prompt="") for name in ("Otto", "Ida")]
    await store.tasks.queue(ANNA, busy.agent_id, NewTask(text="Look.", source=TaskSource.SELF))
    async with database.session() as session:
        (await session.get_one(StoredAgent, lead.agent_id)).next_run_at = int((clock() + timedelta(hours=1)).timestamp() * 1000)
    assert await due(store) == [busy.agent_id]
    clock.forward(hours=1)
    assert sorted(await due(store)) == sorted([lead.agent_id, busy.agent_id])
    assert idle.agent_id not in await due(store)


async def test_nobody_has_a_second_run_while_another_agent_waits_for_one(database: Database, server: OpenAIDouble, tmp_path: Path) -> None:
    async with office(database, server, tmp_path / "mail", limits=TeamLimits(requests=2)) as work:
        _, busy = await a_team(work.store)
        work.clock.forward(minutes=1)
        _, other = await a_team(work.store, BEN)
        for owner, lead in [(ANNA, busy), (ANNA, busy), (BEN, other)]:
            await work.store.tasks.hand_over(owner, lead.agent_id, "Hello?")
        assert await due(work.store) == [busy.agent_id, other.agent_id]
        work.clock.forward(minutes=1)
        await work.run(busy.agent_id)
        assert await due(work.store) == [other.agent_id, busy.agent_id], "one task took half of a run, so the next one begins in another"
        work.clock.forward(minutes=1)
        await work.run(other.agent_id)
        assert await due(work.store) == [busy.agent_id]


async def test_the_clock_works_for_an_agent_once_nobody_else_does(database: Database, server: OpenAIDouble, tmp_path: Path) -> None:
    async with office(database, server, tmp_path / "mail") as work:
        clock = DueClock(database, [team_work(work.parts)], now=work.clock)
        _, lead = await a_team(work.store)
        task = await work.store.tasks.hand_over(ANNA, lead.agent_id, "Hello?")
        assert await WorkLanes(database, now=work.clock).take(lane_of(lead.agent_id), "a process")
        assert await clock.work_due() == 0
        work.clock.forward(seconds=31)
        assert await clock.work_due() == 1
        assert (await work.store.tasks.task(ANNA, task.task_id)).result == "Done: nothing is owed."
        assert await clock.due() == []
