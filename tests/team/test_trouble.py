"""Tasks that fail, that are stopped, and whose agent is paused: each ends once or goes on, and the queue goes on."""

from dataclasses import replace
from datetime import datetime

import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession

from providers.connections.credentials import Vault
from providers.connections.secret_key import GivenKeys
from storage.database import Database
from team.agent_run import UnreadableError
from team.ending import AWAY_TOO_LONG, IN_VAIN, UNREADABLE
from team.limits import TeamLimits
from team.records import TaskSource, TaskStatus, WorkStatus
from team.store import TeamStore
from team.team_rows import StoredTask, StoredWorkSession
from tests.servers.openai.chat import CallTool, ChatRequest, FailQuoting, Reply, Say
from tests.team.teams import ANNA, a_team, due
from tests.team.working import Office, run_of, sessions, with_otto

pytest_plugins = ["tests.servers.both_databases"]


async def test_a_tool_that_breaks_is_told_to_the_model_and_the_task_ends(work: Office) -> None:
    async def breaks(_words: str, /) -> list[str]:
        raise KeyError("words of a mail")

    class Engine:
        find = staticmethod(breaks)

    work.parts = replace(work.parts, web=Engine())
    _, lead = await a_team(work.store)
    work.mind.works = [CallTool("search_web", words="boilers"), Say("I could not look.")]
    task = await work.store.tasks.hand_over(ANNA, lead.agent_id, "What do boilers cost?")
    await work.run(lead.agent_id)
    assert (await work.store.tasks.task(ANNA, task.task_id)).result == "I could not look."
    assert work.mind.asked[-1].messages[-1].content == "That did not work."


async def test_a_task_that_is_tried_again_goes_on_in_its_session_and_repeats_nothing(work: Office, database: Database) -> None:
    lead, _ = await with_otto(work)
    failing = FailQuoting("x", status=400)

    def works(chat: ChatRequest) -> Reply:
        if any(each.role == "tool" for each in chat.messages):
            return failing if not chat.last_user_text.startswith("(You began this task before") else Say("I have asked Otto.")
        return CallTool("delegate", worker="Otto", task="Read invoices.")

    work.mind.always = works
    task = await work.store.tasks.hand_over(ANNA, lead.agent_id, "What do we owe?")
    await work.run(lead.agent_id)
    assert lead.agent_id not in await due(work.store)
    work.clock.forward(minutes=2)
    await work.run(lead.agent_id)
    assert (await work.store.tasks.task(ANNA, task.task_id)).result == "I have asked Otto."
    assert [each.text for each in await work.store.tasks.tasks(ANNA) if each.source is TaskSource.DELEGATION] == ["Read invoices."]
    assert [each.status for each in await sessions(database)] == [WorkStatus.COMPLETED]


async def test_an_insight_without_words_is_refused_to_the_model_and_the_task_ends(work: Office) -> None:
    _, lead = await a_team(work.store)
    work.mind.works = [CallTool("note_insight", kind="fact", content=" "), Say("Nothing to note.")]
    task = await work.store.tasks.hand_over(ANNA, lead.agent_id, "What do boilers cost?")
    await work.run(lead.agent_id)
    assert (await work.store.tasks.task(ANNA, task.task_id)).result == "Nothing to note."
    assert work.mind.asked[-1].messages[-1].content == "an insight needs words"


async def test_whatever_breaks_counts_as_an_attempt_and_the_queue_goes_on(work: Office) -> None:
    _, lead = await a_team(work.store)
    bad = await work.store.tasks.hand_over(ANNA, lead.agent_id, "Impossible")
    good = await work.store.tasks.hand_over(ANNA, lead.agent_id, "Easy")

    breaks = ["once"]

    class Breaking(TeamLimits):
        async def check(self, session: AsyncSession, row: StoredWorkSession, now: datetime) -> None:
            if breaks:
                raise KeyError(breaks.pop())
            await TeamLimits.check(self, session, row, now)

    work.parts = replace(work.parts, limits=Breaking())
    await work.run(lead.agent_id)
    assert (await work.store.tasks.task(ANNA, good.task_id)).status is TaskStatus.DONE
    tried = await work.store.tasks.task(ANNA, bad.task_id)
    assert (tried.status, tried.attempts) == (TaskStatus.PENDING, 1)


async def test_a_failing_task_is_tried_again_then_ends_and_is_said_and_the_queue_goes_on(work: Office) -> None:
    _, lead = await a_team(work.store)
    work.mind.always = lambda chat: FailQuoting("x", status=400) if chat.last_user_text.endswith("Impossible") else Say("Possible.")
    bad = await work.store.tasks.hand_over(ANNA, lead.agent_id, "Impossible")
    good = await work.store.tasks.hand_over(ANNA, lead.agent_id, "Easy")
    await work.run(lead.agent_id)
    assert (await work.store.tasks.task(ANNA, good.task_id)).result == "Possible."
    assert (await work.store.tasks.task(ANNA, bad.task_id)).status is TaskStatus.PENDING
    assert await due(work.store) == []
    for _ in range(2):
        work.clock.forward(minutes=10)
        await work.run(lead.agent_id)
    ended = await work.store.tasks.task(ANNA, bad.task_id)
    assert (ended.status, ended.result, ended.attempts) == (TaskStatus.FAILED, IN_VAIN, 3)
    assert IN_VAIN in [item.summary for item in await work.store.items.unread(ANNA)]


async def test_a_model_that_is_away_is_waited_for_and_is_no_failed_attempt(work: Office) -> None:
    _, lead = await a_team(work.store)
    task = await work.store.tasks.hand_over(ANNA, lead.agent_id, "What do we owe?")
    work.mind.always = FailQuoting("x", status=401)
    for _ in range(20):
        await work.run(lead.agent_id)
        assert await due(work.store) == []
        work.clock.forward(hours=1)
    waits = await work.store.tasks.task(ANNA, task.task_id)
    assert (waits.status, waits.attempts) == (TaskStatus.PENDING, 0)
    work.mind.always = Say("240 euros.")
    await work.run(lead.agent_id)
    assert (await work.store.tasks.task(ANNA, task.task_id)).result == "240 euros."


async def test_a_model_that_is_away_for_a_day_is_said_to_be(work: Office) -> None:
    _, lead = await a_team(work.store)
    await work.store.tasks.hand_over(ANNA, lead.agent_id, "What do we owe?")
    work.mind.always = FailQuoting("x", status=401)
    for hours in (0, 1, 25):
        work.clock.forward(hours=hours)
        await work.run(lead.agent_id)
    assert [item.summary for item in await work.store.items.unread(ANNA)] == [AWAY_TOO_LONG]


async def test_who_works_with_another_key_changes_nothing(work: Office, database: Database) -> None:
    _, lead = await a_team(work.store)
    task = await work.store.tasks.hand_over(ANNA, lead.agent_id, "What do we owe?")
    other = TeamStore(database, Vault(GivenKeys(bytes(32))), now=work.clock)
    with pytest.raises(UnreadableError):
        await run_of(replace(work.parts, store=other), lead.agent_id)
    assert await sessions(database) == []
    assert await due(work.store) == [lead.agent_id]
    await work.run(lead.agent_id)
    assert (await work.store.tasks.task(ANNA, task.task_id)).status is TaskStatus.DONE


async def test_a_task_that_is_damaged_ends_and_is_said_and_the_queue_goes_on(work: Office, database: Database) -> None:
    _, lead = await a_team(work.store)
    bad = await work.store.tasks.hand_over(ANNA, lead.agent_id, "Impossible")
    await work.store.tasks.hand_over(ANNA, lead.agent_id, "Easy")
    async with database.session() as session:
        await session.execute(update(StoredTask).where(StoredTask.task_id == bad.task_id).values(text="sealed:AA=="))
    await work.run(lead.agent_id)
    said = {(item.task_id == bad.task_id, item.summary) for item in await work.store.items.unread(ANNA)}
    assert said == {(True, UNREADABLE), (False, "Done: nothing is owed.")}


async def test_a_task_that_is_stopped_while_it_is_worked_on_ends_and_does_nothing_more(work: Office) -> None:
    _, lead = await a_team(work.store)
    task = await work.store.tasks.hand_over(ANNA, lead.agent_id, "What do we owe?")
    other = await work.store.tasks.hand_over(ANNA, lead.agent_id, "And when?")
    store = work.store

    async def stop_then_find(words: str, /) -> list[str]:
        await store.tasks.stop(ANNA, task.task_id)
        return ["x"]

    class Engine:
        find = staticmethod(stop_then_find)

    work.parts = replace(work.parts, web=Engine())
    work.mind.works = [CallTool("search_web", words="boilers"), Say("On Friday.")]
    await work.run(lead.agent_id)
    assert (await store.tasks.task(ANNA, task.task_id)).status is TaskStatus.STOPPED
    assert (await store.tasks.task(ANNA, other.task_id)).result == "On Friday."
    assert [item.summary for item in await store.items.unread(ANNA)] == ["On Friday."]


async def test_a_paused_agent_puts_back_what_it_is_at_and_goes_on_when_it_is_resumed(work: Office) -> None:
    _, lead = await a_team(work.store)
    task = await work.store.tasks.hand_over(ANNA, lead.agent_id, "What do we owe?")
    store = work.store

    async def pause_then_find(_words: str, /) -> list[str]:
        await store.agents.pause(ANNA, lead.agent_id)
        return ["x"]

    class Engine:
        find = staticmethod(pause_then_find)

    work.parts = replace(work.parts, web=Engine())
    work.mind.works = [CallTool("search_web", words="boilers")]
    await work.run(lead.agent_id)
    assert (await store.tasks.task(ANNA, task.task_id)).status is TaskStatus.PENDING
    assert await due(store) == []
    await store.agents.pause(ANNA, lead.agent_id, paused=False)
    await work.run(lead.agent_id)
    assert (await store.tasks.task(ANNA, task.task_id)).status is TaskStatus.DONE
