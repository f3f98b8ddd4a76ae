"""What is counted of agents, and where it is read."""

from pathlib import Path

import httpx2

from session.opening.team_work import metrics_served
from storage.database import Database
from team.limits import TeamLimits
from team.task_states import TaskEvent
from team.team_metrics import TEAM_METRICS
from tests.agent.typed_call import sample_settings
from tests.servers.openai.chat import CallTool, Say
from tests.servers.openai.double import OpenAIDouble
from tests.servers.ports import free_port
from tests.team.teams import ANNA, a_team
from tests.team.working import office

pytest_plugins = ["tests.servers.both_databases"]


def counted() -> dict[str, float]:
    """As they are now."""
    names = {
        "runs": ("aloud_team_runs_total", {}),
        "done": ("aloud_team_tasks_total", {"event": TaskEvent.FINISH.value}),
        "failed": ("aloud_team_tasks_total", {"event": TaskEvent.FAIL.value}),
        "begun": ("aloud_team_wake_up_seconds_count", {}),
        "waited": ("aloud_team_wake_up_seconds_sum", {}),
    }
    return {each: TEAM_METRICS.registry.get_sample_value(name, labels) or 0.0 for each, (name, labels) in names.items()}


async def test_runs_tasks_by_their_end_and_the_wake_up_are_counted(database: Database, server: OpenAIDouble, tmp_path: Path) -> None:
    async with office(database, server, tmp_path / "mail", limits=TeamLimits(requests=4)) as work:
        _, lead = await a_team(work.store)
        before = counted()
        for text in ("First", "Second"):
            await work.store.tasks.hand_over(ANNA, lead.agent_id, text)
        work.clock.forward(seconds=2)
        work.mind.works, work.mind.always = [Say("Done.")], CallTool("list_insights")
        await work.run(lead.agent_id)
        now = counted()
        assert {each: round(now[each] - before[each], 6) for each in now} == {"runs": 1, "done": 1, "failed": 1, "begun": 1, "waited": 2}
        assert await work.store.tasks.waiting() == 0


async def test_they_are_served_with_how_many_tasks_wait(database: Database, server: OpenAIDouble, tmp_path: Path) -> None:
    async with office(database, server, tmp_path / "mail") as work, httpx2.AsyncClient() as http:
        _, lead = await a_team(work.store)
        await work.store.tasks.hand_over(ANNA, lead.agent_id, "Nobody reads this here")
        settings = sample_settings(tmp_path, unread=1).model_copy(update={"aloud_team_metrics_port": free_port()})
        async with metrics_served(settings, work.store.tasks):
            page = (await http.get(f"http://127.0.0.1:{settings.aloud_team_metrics_port}/metrics")).text
        assert "aloud_team_queued_tasks 1.0" in page
        assert "Nobody" not in page
