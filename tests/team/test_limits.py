"""What agents may use up, in a run and in a day, and what becomes of their tasks then."""

from pathlib import Path

from storage.database import Database
from team.ending import GOES_ON_LATER, TOO_MUCH
from team.insights import NewInsight
from team.limits import TeamLimits
from team.records import InsightKind, TaskSource, TaskStatus, WorkStatus
from team.tasks import NewTask
from team.team_rows import StoredTask
from tests.servers.openai.chat import CallTool, ChatRequest, FailQuoting, Reply, Say, Script
from tests.servers.openai.double import OpenAIDouble
from tests.team.teams import ANNA, BOILERS, a_team, due, talks_on
from tests.team.working import office, sessions, with_otto

pytest_plugins = ["tests.servers.both_databases"]


async def test_a_limit_of_a_run_ends_the_task_which_says_so_and_the_lead_waits_for_its_hour(
    database: Database, server: OpenAIDouble, tmp_path: Path
) -> None:
    async with office(database, server, tmp_path / "mail", limits=TeamLimits(requests=5)) as work:
        _, lead = await work.store.agents.create_team(ANNA, BOILERS)
        await work.store.tasks.queue(ANNA, lead.agent_id, NewTask(text="More", source=TaskSource.SELF))
        work.mind.always = CallTool("list_insights")
        await work.run(lead.agent_id)
        assert len(work.mind.asked) == 5
        system, more = (await work.store.tasks.tasks(ANNA))[::-1]
        assert (system.status, system.result, more.status) == (TaskStatus.FAILED, TOO_MUCH, TaskStatus.PENDING)
        assert await due(work.store) == []
        work.clock.forward(hours=1)
        assert await due(work.store) == [lead.agent_id]


async def test_no_task_begins_in_a_session_of_which_half_is_used_and_all_are_done_in_new_ones(
    database: Database, server: OpenAIDouble, tmp_path: Path
) -> None:
    """A run at its limit would else end a task that has hardly begun."""
    async with office(database, server, tmp_path / "mail", limits=TeamLimits(requests=8)) as work:
        _, lead = await a_team(work.store)
        handed = [await work.store.tasks.hand_over(ANNA, lead.agent_id, f"Task {number}") for number in range(4)]
        work.mind.always = uses_list(2)
        await work.run_all()
        ended = [await work.store.tasks.task(ANNA, each.task_id) for each in handed]
        assert [each.status for each in ended] == [TaskStatus.DONE] * 4
        assert [each.requests for each in await sessions(database)] == [8, 8]  # three a task, one to learn, one to brief


async def test_a_task_that_is_tried_again_at_the_limit_goes_on_in_a_new_session_and_is_told_so(
    database: Database, server: OpenAIDouble, tmp_path: Path
) -> None:
    async with office(database, server, tmp_path / "mail", limits=TeamLimits(requests=8)) as work:
        _, lead = await a_team(work.store)
        first = await work.store.tasks.hand_over(ANNA, lead.agent_id, "First")
        work.mind.works = [CallTool("list_insights"), FailQuoting("x", status=400)]
        await work.run(lead.agent_id)
        second = await work.store.tasks.hand_over(ANNA, lead.agent_id, "Second")
        work.mind.always = uses_list(3)
        await work.run(lead.agent_id)
        assert (await work.store.tasks.task(ANNA, second.task_id)).status is TaskStatus.DONE
        assert (await work.store.tasks.task(ANNA, first.task_id)).status is TaskStatus.PENDING
        work.clock.forward(minutes=2)
        work.mind.always = Say("Done.")
        await work.run(lead.agent_id)
        assert (await work.store.tasks.task(ANNA, first.task_id)).status is TaskStatus.DONE
        assert "You began this task before, in a session that is over" in work.mind.asked[-1].last_user_text
        assert len(await sessions(database)) == 2


async def test_what_a_task_has_used_is_counted_over_its_sessions(database: Database, server: OpenAIDouble, tmp_path: Path) -> None:
    async with office(database, server, tmp_path / "mail", limits=TeamLimits(context_tokens=3_000)) as work:
        _, lead = await a_team(work.store)
        await work.store.insights.create(ANNA, lead.agent_id, NewInsight(kind=InsightKind.FACT, content="x" * 300))
        work.mind.works = [*(CallTool("list_insights") for _ in range(20)), Say("Done.")]
        task = await work.store.tasks.hand_over(ANNA, lead.agent_id, "Look again and again.")
        await work.run(lead.agent_id)
        (session,) = await sessions(database)
        assert session.status == WorkStatus.COMPLETED
        async with database.reading() as reading:
            row = await reading.get_one(StoredTask, task.task_id)
        asked = len(server.chat_requests)
        assert asked > 23, "it was summed up at least once"
        assert (session.requests, row.requests) == (asked, asked - 2)  # to learn and to brief is no part of the task
        assert session.tokens > row.tokens > 0


class TestADay:
    async def test_what_waits_goes_on_when_it_is_over_and_that_is_said_once(
        self, database: Database, server: OpenAIDouble, tmp_path: Path
    ) -> None:
        async with office(database, server, tmp_path / "mail", limits=TeamLimits(requests_a_day=3)) as work:
            lead, otto = await with_otto(work)
            handed = [await work.store.tasks.hand_over(ANNA, lead.agent_id, f"Task {number}") for number in range(4)]
            handed.append(await work.store.tasks.hand_over(ANNA, otto.agent_id, "One more"))
            await work.run_all()
            open_ones = await work.store.tasks.tasks(ANNA, statuses=[TaskStatus.PENDING])
            assert {each.task_id for each in open_ones} == {each.task_id for each in handed[3:]}
            said = GOES_ON_LATER.format("Tuesday at 00:00")
            assert [each.summary for each in await work.store.items.items(ANNA)].count(said) == 1
            assert said in [each.words for each in await talks_on(database).messages(ANNA, lead.conversation_id)]
            work.clock.forward(hours=14, minutes=59)
            assert await due(work.store) == []
            work.clock.forward(minutes=1)
            await work.run(lead.agent_id)
            assert (await work.store.tasks.task(ANNA, handed[3].task_id)).status is TaskStatus.DONE
            assert [each.summary for each in await work.store.items.items(ANNA)].count(said) == 1

    async def test_without_tokens_it_is_the_same(self, database: Database, server: OpenAIDouble, tmp_path: Path) -> None:
        async with office(database, server, tmp_path / "mail", most_tokens=1) as work:
            _, lead = await a_team(work.store)
            for _ in range(2):
                task = await work.store.tasks.hand_over(ANNA, lead.agent_id, "What do we owe?")
                await work.run(lead.agent_id)
            assert (await work.store.tasks.task(ANNA, task.task_id)).status is TaskStatus.PENDING
            summaries = [each.summary for each in await work.store.items.items(ANNA)]
            assert summaries.count(GOES_ON_LATER.format("Tuesday at 00:00")) == 1

    async def test_of_what_nobody_asked_for_nothing_is_said(self, database: Database, server: OpenAIDouble, tmp_path: Path) -> None:
        async with office(database, server, tmp_path / "mail", limits=TeamLimits(requests_a_day=0)) as work:
            _, lead = await work.store.agents.create_team(ANNA, BOILERS)
            await work.run(lead.agent_id)
            assert await work.store.items.items(ANNA) == []
            work.clock.forward(hours=2)
            assert await due(work.store) == []


def uses_list(times: int) -> Script:
    """A model that looks so many times before it answers a task."""

    def works(chat: ChatRequest) -> Reply:
        since = [each.role for each in chat.messages][::-1].index("user")
        return CallTool("list_insights") if since < 2 * times else Say("Done.")

    return works
