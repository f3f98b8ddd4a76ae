"""The end of a task: its result, who hears of it, and what is queued by it, in the transaction that ends it; or that it is put back."""

from dataclasses import dataclass, field
from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from providers.models.typed.typed_errors import DaySpentError, RunTooLongError
from storage.epoch import moment_of_ms, ms_of
from team.agent_run import AgentRun
from team.inbox_items import TeamNews
from team.limits import DayLimitError, LimitReachedError, next_day
from team.records import AgentTask, ItemKind, TaskSource, TaskStatus
from team.row_ids import the_id_of
from team.task_states import TaskEvent, advance_task
from team.tasks import line_of, written_by
from team.team_metrics import TEAM_METRICS
from team.team_rows import StoredAgent, StoredTask

TOO_MUCH = "I stopped before this was done: it took more than I may use up for one thing. Ask again in smaller parts."
GOES_ON_LATER = "I have used up what I may in one day. On {} I go on with what waits."
IN_VAIN = "I could not do this: the language model gave no usable answer, also when I tried again."
AWAY_TOO_LONG = "I could not do this: the language model could not be reached for a whole day."
UNREADABLE = "I could not do this: what was asked does not open with today's key."

AWAY_AT_MOST = timedelta(days=1)
"""As long as one session lasts without it."""
LONGEST_PAUSE = timedelta(hours=1)
STILL_OPEN = (TaskStatus.PENDING.value, TaskStatus.RUNNING.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskEnd:
    event: TaskEvent
    result: str = field(repr=False)


async def settle(run: AgentRun, session: AsyncSession, task: AgentTask, ending: TaskEnd) -> None:
    """End it. The user is told where they asked for it, whoever delegated it gets the result as a task of their own."""
    row = await session.get_one(StoredTask, task.task_id)
    row.status, row.ended_at = advance_task(TaskStatus(row.status), ending.event).value, ms_of(run.parts.now())
    TEAM_METRICS.count_task(ending.event)
    row.result = run.parts.store.sealed.results.seal(ending.result, run.owner.user_id, task.task_id)
    await session.flush()
    line = await line_of(session, row)
    given = next((each for each in line if each.source != TaskSource.SELF), row)  # what the agent has queued for itself is part of that
    if task.conversation_id is not None and (given.source == TaskSource.USER or run.agent.is_lead):
        await _tell_the_user(run, session, task, ending, first=line[-1])
    if given.source == TaskSource.DELEGATION and given.assigned_by != run.agent.agent_id and not run.agent.is_lead:
        ended = "done" if ending.event is TaskEvent.FINISH else "failed"
        await run.parts.store.tasks.report(session, given, depth=task.depth + 1, task=task.text, ended=ended, result=ending.result)


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


async def _is_open(session: AsyncSession, first: StoredTask) -> bool:
    """Whether anything is still to be done under what was asked for, however many hands it went through."""
    below = select(StoredTask.task_id).where(StoredTask.task_id == first.task_id).cte("below", recursive=True)
    below = below.union(select(StoredTask.task_id).where(StoredTask.parent_id == below.c.task_id))
    waits = StoredTask.task_id.in_(select(below.c.task_id)), StoredTask.status.in_(STILL_OPEN)
    return await session.scalar(select(StoredTask.task_id).where(*waits).limit(1)) is not None


async def put_back(run: AgentRun, task: AgentTask) -> None:
    async with run.writing() as (session, _):
        if (row := await _running(session, task)) is not None:
            _put_back(row)


async def try_later(run: AgentRun, task: AgentTask, *, model_is_away: bool = False) -> None:
    """The other tasks go on; one that failed too often ends, and that is said. A model that is away is waited for, in the same session."""
    limits, now = run.parts.limits, run.parts.now()
    async with run.writing() as (session, at_work):
        if (row := await _running(session, task)) is None:
            return
        row.attempts += not model_is_away
        waited = max(now - moment_of_ms(at_work.created_at), limits.tries_again_after)
        if model_is_away and waited > AWAY_AT_MOST:
            await settle(run, session, task, TaskEnd(event=TaskEvent.FAIL, result=AWAY_TOO_LONG))
        elif row.attempts >= limits.attempts:
            await settle(run, session, task, TaskEnd(event=TaskEvent.FAIL, result=IN_VAIN))
        else:
            _put_back(row)
            pause = min(waited, LONGEST_PAUSE) if model_is_away else limits.tries_again_after * 4 ** (row.attempts - 1)
            row.not_before = ms_of(now + pause)


async def reached_limit(run: AgentRun, task: AgentTask, error: LimitReachedError | RunTooLongError) -> None:
    """The task waits for the next day or the next session. Where it used up most of a run by itself it ends, and the agent rests."""
    limits, now = run.parts.limits, run.parts.now()
    async with run.writing() as (session, _):
        row = await _running(session, task)  # before the agent, as whoever stops a task and reports that
        agent = await session.get_one(StoredAgent, run.agent.agent_id, with_for_update=True)
        if isinstance(error, DayLimitError | DaySpentError):
            agent.rests_until = ms_of(next_day(now))
            await _tell_that_all_waits(run, session, agent)
        elif row is not None and (isinstance(error, RunTooLongError) or limits.took_most(row)):
            agent.rests_until = ms_of(now + limits.rest)
            await settle(run, session, task, TaskEnd(event=TaskEvent.FAIL, result=TOO_MUCH))
            return
        if row is not None:
            _put_back(row)


async def _tell_that_all_waits(run: AgentRun, session: AsyncSession, agent: StoredAgent) -> None:
    """Once a day, where the user waits for something."""
    waits = StoredTask.agent_id == agent.agent_id, StoredTask.status.in_(STILL_OPEN), StoredTask.conversation_id.is_not(None)
    asked_for = await session.scalar(select(StoredTask).where(*waits).order_by(StoredTask.created_at).limit(1))
    if asked_for is None:
        return
    until = moment_of_ms(agent.rests_until)
    said = GOES_ON_LATER.format(until.astimezone(run.zone).strftime("%A at %H:%M"))
    by = f"day:{the_id_of(agent.user_id, agent.organisation_id or '', until.date().isoformat())}"
    news = TeamNews(summary=said, text=said, by=by, place=asked_for.conversation_id)
    await run.parts.store.items.add(session, agent, ItemKind.RESULT, news)


def _put_back(row: StoredTask) -> None:
    row.status = advance_task(TaskStatus.RUNNING, TaskEvent.PUT_BACK).value
    TEAM_METRICS.count_task(TaskEvent.PUT_BACK)


async def _running(session: AsyncSession, task: AgentTask) -> StoredTask | None:
    row = await session.get(StoredTask, task.task_id, with_for_update=True)
    return row if row is not None and row.status == TaskStatus.RUNNING.value else None
