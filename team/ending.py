"""The end of a task: its result, who hears of it, and what is queued by it, in the transaction that ends it."""

from dataclasses import dataclass, field

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from prompts import render
from prompts.data_quotation import as_data
from storage.epoch import ms_of
from team.agent_run import AgentRun
from team.inbox_items import TeamNews
from team.records import AgentTask, ItemKind, TaskSource, TaskStatus
from team.task_states import TaskEvent, advance_task
from team.tasks import NewTask, written_by
from team.team_rows import StoredAgent, StoredTask

STILL_OPEN = (TaskStatus.PENDING.value, TaskStatus.RUNNING.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskEnd:
    event: TaskEvent
    result: str = field(repr=False)


async def settle(run: AgentRun, session: AsyncSession, task: AgentTask, ending: TaskEnd) -> None:
    """End it. The user is told where they asked for it, whoever delegated it gets the result as a task of their own."""
    row = await session.get_one(StoredTask, task.task_id)
    row.status, row.ended_at = advance_task(TaskStatus(row.status), ending.event).value, ms_of(run.parts.now())
    row.result = run.parts.store.sealed.results.seal(ending.result, run.owner.user_id, task.task_id)
    await session.flush()
    line = await _line_of(session, row)
    given = next((each for each in line if each.source != TaskSource.SELF), row)  # what the agent has queued for itself is part of that
    if task.conversation_id is not None and (given.source == TaskSource.USER or run.agent.is_lead):
        await _tell_the_user(run, session, task, ending, first=line[-1])
    if given.source == TaskSource.DELEGATION and given.assigned_by != run.agent.agent_id and not run.agent.is_lead:
        await _report(run, session, task, ending, given)


async def _line_of(session: AsyncSession, row: StoredTask) -> list[StoredTask]:
    """The task, the one in which it was queued, and so on, up to what was asked for first."""
    line = [row]
    while line[-1].parent_id is not None and (above := await session.get(StoredTask, line[-1].parent_id)) is not None:
        line.append(above)
    return line


async def _tell_the_user(run: AgentRun, session: AsyncSession, task: AgentTask, ending: TaskEnd, *, first: StoredTask) -> None:
    """In the conversation, and as an item too once nothing is open of what was queued for what they asked: the last result counts."""
    news = TeamNews(
        summary=ending.result, text=ending.result, by=written_by(task.task_id), place=task.conversation_id, task_id=task.task_id
    )
    agent = await session.get_one(StoredAgent, run.agent.agent_id)
    if ending.event is TaskEvent.FINISH and await _is_open(session, first):
        await run.parts.store.items.write(session, agent, news)
    else:
        await run.parts.store.items.add(session, agent, ItemKind.RESULT, news)


async def _report(run: AgentRun, session: AsyncSession, task: AgentTask, ending: TaskEnd, given: StoredTask) -> None:
    """To the lead, which is woken by it. The text may quote mail, and is marked as such."""
    lead = await session.get(StoredAgent, given.assigned_by)
    if lead is None:
        return
    told = {"worker": run.agent.name, "task": task.text, "ended": "done" if ending.event is TaskEvent.FINISH else "failed"}
    new = NewTask(
        text=render("team_report", report=as_data({**told, "result": ending.result})),
        source=TaskSource.DELEGATION,
        assigned_by=run.agent.agent_id,
        conversation_id=task.conversation_id,
        out_of_mail=True,
        depth=task.depth + 1,
        parent_id=given.parent_id,
    )
    await run.parts.store.tasks.add(session, run.owner, lead.agent_id, new)


async def _is_open(session: AsyncSession, first: StoredTask) -> bool:
    """Whether anything is still to be done under what was asked for, however many hands it went through."""
    below = select(StoredTask.task_id).where(StoredTask.task_id == first.task_id).cte("below", recursive=True)
    below = below.union(select(StoredTask.task_id).where(StoredTask.parent_id == below.c.task_id))
    waits = StoredTask.task_id.in_(select(below.c.task_id)), StoredTask.status.in_(STILL_OPEN)
    return await session.scalar(select(StoredTask.task_id).where(*waits).limit(1)) is not None
