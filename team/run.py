"""One run of one agent: all that is in its queue, in one work session, and what becomes of that session.

Whatever has happened is stored in the step that it happened in, so a run that dies is gone on with by whoever takes its lane next: the
session's messages and its stage say where it was. A request to a model that was not answered is made again, and nothing else is done twice.
"""

import logging
import secrets
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from functools import partial

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from conversations.conversation_rows import Owner
from prompts import render
from prompts.data_quotation import as_data
from providers.durable.due_work import KindOfWork
from providers.durable.work_lanes import HeldLane, LaneLostError
from providers.models.typed.history import CalledTool, ModelStep, ToolDescription
from providers.models.typed.purposes import Purpose
from providers.models.typed.typed_errors import AnswerUnusableError, ModelAwayError, ModelRefusedError, RunTooLongError, TypedModelError
from storage.database import DatabaseUnavailableError
from storage.epoch import ms_of
from team.agent_run import KNOWN, AgentRun, PausedError, TaskEndedError, TeamParts, UnreadableError, team_of
from team.agents import has_work, hour_has_come, waits_to_try_again
from team.ending import UNREADABLE, TaskEnd, put_back, reached_limit, settle, try_later
from team.lead import decide_on_briefing, own_initiative
from team.learning import compacted_if_needed, learn
from team.limits import LimitReachedError
from team.records import AgentTask, RunStage, TaskStatus, TeamError, WorkCall, WorkMessage, WorkRole
from team.row_ids import AGENT
from team.sealed_team import session_of
from team.task_states import TaskEvent, advance_task
from team.team_metrics import TEAM_METRICS
from team.team_rows import StoredAgent, StoredTask, StoredWorkSession
from team.tools.reading_tools import READING, SEARCH_WEB
from team.tools.toolbox import AtWork, Effect, LazyMail, ToolOutcome, WorkTool
from team.tools.writing_tools import DELEGATE, WRITING

logger = logging.getLogger(__name__)

AT_ONCE = 16
"""Agents that one process works for."""


def team_work(parts: TeamParts) -> KindOfWork:
    """The agents of all users, for the clock."""
    return KindOfWork(name=AGENT, due=parts.store.agents.due, work=partial(run_work_session, parts), at_once=AT_ONCE)


async def run_work_session(parts: TeamParts, lane: HeldLane, agent_id: str) -> None:
    """One run in its lane; does nothing where the agent is gone. What is left for another run, other agents go before.

    Raises `LaneLostError`, `UnreadableError` or `DatabaseUnavailableError`; what was done is stored, and the rest is found by the clock.
    """
    with suppress(PausedError):
        async with AsyncExitStack() as stack:
            run = await _begun(parts, lane, agent_id, stack)
            if run is not None:
                await _go_on(run)
        await lane.give_back(lambda session: _is_empty(session, parts, agent_id))


async def _go_on(run: AgentRun) -> None:
    if run.stage is RunStage.WORKING:
        while (task := await _next_task(run)) is not None:
            await process_task(run, task)
        if await _waits_to_try_again(run):
            return  # in this session, which knows what has been done
        await learn(run)
    await decide_on_briefing(run)


async def process_task(run: AgentRun, task: AgentTask) -> None:
    """Ask the model and use the tools that it calls, until it answers without calling any. In every case the task has ended, or is put
    back; raises `PausedError` or `LaneLostError`."""
    run.at = task
    try:
        while not await _one_step(run, task):
            pass
    except TaskEndedError:
        logger.info("a task was stopped while it was worked on")
    except (LimitReachedError, RunTooLongError) as error:
        await reached_limit(run, task, error)
    except TypedModelError as error:
        logger.warning("a task failed", extra={"fault": error.fault.value})
        await try_later(run, task, model_is_away=isinstance(error, ModelAwayError) and not isinstance(error, ModelRefusedError))
    except PausedError:
        await put_back(run, task)
        raise
    except (LaneLostError, DatabaseUnavailableError):
        raise
    except Exception as error:  # it would come again whenever the run is gone on with, and all that waits behind the task with it
        logger.error("a task broke", extra={"error": type(error).__name__})  # noqa: TRY400 - its text may quote mail
        await try_later(run, task)
    finally:
        run.at = None


async def _one_step(run: AgentRun, task: AgentTask) -> bool:
    """Whether that was the last one."""
    for call in run.messages[-1].calls if run.messages else ():
        if call.result is None:  # of the last request, or of a run that died before it was used
            await _use(run, task, call)
    await compacted_if_needed(run, task)
    async with run.writing(task) as (session, row):
        await run.parts.limits.check(session, row, run.parts.now())
    offered = [ToolDescription(name=each.name, description=each.description, parameters=each.parameters) for each in tools_of(run)]
    asked = ModelStep(user_id=run.owner.user_id, instructions=run.instructions, lines=tuple(run.history()), tools=tuple(offered))
    run.used.requests += 1
    step = await run.parts.models.step(Purpose.WORK, asked)
    run.used.tokens += step.tokens
    calls = tuple(map(_call, step.calls))
    if not calls and not step.words.strip():
        raise AnswerUnusableError("the model said nothing")
    async with run.writing(task) as (session, row):
        await run.append(session, row, WorkMessage(number=0, role=WorkRole.ASSISTANT, words=step.words, calls=calls))
        if not calls:
            await settle(run, session, task, TaskEnd(event=TaskEvent.FINISH, result=step.words.strip()))
    return not calls


async def _use(run: AgentRun, task: AgentTask, call: WorkCall) -> None:
    """Use a tool, and store what it did with its result, in one transaction."""
    tools = {each.name: each for each in tools_of(run)}
    tool = tools.get(call.tool)
    if tool is None:
        result, effect = f"There is no such tool. There are: {', '.join(tools)}.", None
    else:
        try:
            outcome = await tool.use(_at_work(run, task), call.arguments)
        except DatabaseUnavailableError:
            raise
        except Exception as error:  # a defect in one tool would come again with each try, and the task would never end
            logger.error("a tool failed", extra={"tool": tool.name, "error": type(error).__name__})  # noqa: TRY400 - it may quote mail
            outcome = ToolOutcome("That did not work.")
        result, effect = outcome.result, outcome.effect
    try:
        await _answer(run, task, call, result, effect)
    except (LaneLostError, DatabaseUnavailableError, TaskEndedError, PausedError):
        raise
    except TeamError as error:  # nothing of the effect is written
        await _answer(run, task, call, str(error))


async def _answer(run: AgentRun, task: AgentTask, call: WorkCall, result: str, effect: Effect | None = None) -> None:
    async with run.writing(task) as (session, row):
        if effect is not None:
            result = await effect(session, row) or result
        message = run.messages[-1]
        calls = tuple(replace(each, result=result) if each.call_id == call.call_id else each for each in message.calls)
        answered = replace(message, calls=calls)
        await run.parts.store.sessions.answer(session, row, answered)
    run.messages[-1] = answered


def tools_of(run: AgentRun) -> Sequence[WorkTool]:
    """All that an agent can do."""
    delegates = [DELEGATE] if run.agent.is_lead and run.workers else []
    return (*READING, *([SEARCH_WEB] if run.parts.web is not None else []), *WRITING, *delegates)


async def _begun(parts: TeamParts, lane: HeldLane, agent_id: str, stack: AsyncExitStack) -> AgentRun | None:
    """The session that a run of before has left, or a new one; None where there is nothing to do."""
    store = parts.store
    async with lane.writing() as session:
        now = ms_of(parts.now())
        asked = select(StoredAgent, hour_has_come(now)).where(StoredAgent.agent_id == agent_id, has_work(now))
        agent, its_hour = (await session.execute(asked)).one_or_none() or (None, False)
        seen = store.sealed.one_of(agent, store.sealed.agent)
        around = await team_of(session, store, agent) if agent is not None else None
        if agent is None:
            return None
        if seen is None or around is None:
            raise UnreadableError("an agent does not open with today's key")  # of this process: nothing is written by a wrong one
        owner = Owner(user_id=agent.user_id, organisation_id=agent.organisation_id)
        row = await store.sessions.unfinished(session, agent_id)
        if row is None:
            started = await store.sessions.start(session, agent)
            TEAM_METRICS.count_run()
            row = await session.get_one(StoredWorkSession, started.session_id)
            messages = list[WorkMessage]()
            if its_hour:
                await own_initiative(session, store, owner, agent)
        else:
            messages = await store.sessions.messages(session, row)
        session_id, stage = session_of(row).session_id, RunStage(row.stage)
    return AgentRun(
        parts=parts,
        lane=lane,
        owner=owner,
        agent=seen,
        team=around[0],
        workers=around[1],
        session_id=session_id,
        stage=stage,
        known=await store.insights.known(owner, agent_id, KNOWN),
        messages=messages,
        zone=await parts.zone_of(owner.user_id),
        mail=await stack.enter_async_context(LazyMail(parts.open_mail, owner.user_id)),
    )


async def _next_task(run: AgentRun) -> AgentTask | None:
    """The one that a run of before was at, else the oldest that may begin."""
    sealed, now = run.parts.store.sealed, ms_of(run.parts.now())
    mine = select(StoredTask).where(StoredTask.agent_id == run.agent.agent_id)
    left = mine.where(StoredTask.status == TaskStatus.RUNNING.value)
    waits = mine.where(StoredTask.status == TaskStatus.PENDING.value, StoredTask.not_before <= now)
    async with run.writing() as (session, row):
        agent = await session.get_one(StoredAgent, run.agent.agent_id)
        if agent.paused:
            raise PausedError("the agent was paused")
        oldest_first = (StoredTask.created_at, StoredTask.task_id)
        stored = await session.scalar(left.order_by(*oldest_first).limit(1).with_for_update())
        begins = stored is None
        if stored is None and agent.rests_until <= now and run.parts.limits.has_room(row):
            stored = await session.scalar(waits.order_by(*oldest_first).limit(1).with_for_update())
        if stored is None:
            return None
        task = sealed.one_of(stored, sealed.task)
        if task is None:  # damaged, since its agent opens
            await settle(run, session, sealed.without_text(stored), TaskEnd(event=TaskEvent.FAIL, result=UNREADABLE))
        elif begins:
            stored.status, stored.session_id = advance_task(task.status, TaskEvent.BEGIN).value, run.session_id
            if not run.messages and task.session_id is None:
                TEAM_METRICS.note_wake_up((run.parts.now() - task.created_at).total_seconds())
            text = render("team_task_out_of_mail", task=as_data(task.text)) if task.out_of_mail else task.text
            if task.mail_id is not None:
                text = render("team_task_with_mail", mail=as_data({"mail_id": task.mail_id}), task=text)
            if task.session_id == run.session_id:
                text = render("team_task_again", task=text)
            elif task.session_id is not None:
                text = render("team_task_elsewhere", task=text)
            await run.append(session, row, WorkMessage(number=0, role=WorkRole.USER, words=text))
    return task if task is not None else await _next_task(run)


async def _waits_to_try_again(run: AgentRun) -> bool:
    async with run.writing() as (session, row):
        if not run.parts.limits.has_room(row):
            return False  # others go on in a new session
        waits = StoredAgent.agent_id == run.agent.agent_id, waits_to_try_again(ms_of(run.parts.now()))
        return await session.scalar(select(StoredAgent.agent_id).where(*waits)) is not None


async def _is_empty(session: AsyncSession, parts: TeamParts, agent_id: str) -> bool:
    there = select(StoredAgent.agent_id).where(StoredAgent.agent_id == agent_id, has_work(ms_of(parts.now())))
    return await session.scalar(there) is None


def _at_work(run: AgentRun, task: AgentTask) -> AtWork:
    parts = run.parts
    return AtWork(
        owner=run.owner,
        agent=run.agent,
        workers=run.workers,
        task=task,
        mail=run.mail,
        store=parts.store,
        limits=parts.limits,
        web=parts.web,
        now=parts.now,
        zone=run.zone,
    )


def _call(called: CalledTool) -> WorkCall:
    """Under an id of ours: two of a model's may be the same."""
    return WorkCall(call_id=f"call_{secrets.token_hex(8)}", tool=called.tool, arguments=called.arguments)
