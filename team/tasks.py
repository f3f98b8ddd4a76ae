"""The queues of tasks: what is handed over, what is queued by agents, what is stopped."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from briefing.mail import MailId
from conversations.background_words import BackgroundWords
from conversations.conversation_rows import Owner
from prompts import render
from prompts.data_quotation import as_data
from providers.durable.enqueueing import WakeUp
from storage.database import Database
from storage.epoch import ms_of
from team.records import AgentTask, NotYoursError, TaskSource, TaskStatus
from team.row_ids import lane_of, new_id, the_id_of
from team.sealed_team import SealedTeam, TaskWords
from team.task_states import IllegalTaskMoveError, TaskEvent, advance_task
from team.team_rows import StoredAgent, StoredTask, is_owners

LONGEST_TEXT = 8_000
"""Characters of one task."""
LONGEST_TEXT_IN_REPORT, LONGEST_RESULT_IN_REPORT = 500, 5_000
"""So that the report is whole."""
IN_A_LIST = 50
USER_SAID, ACKNOWLEDGED, RESULT = 1, 2, 3
"""The messages of one task in its conversation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTask:
    """Without `assigned_by`, the agent gave it to itself."""

    text: str = field(repr=False)
    source: TaskSource
    assigned_by: str | None = None
    conversation_id: str | None = None
    mail_id: MailId | None = None
    out_of_mail: bool = False
    depth: int = 0
    parent_id: str | None = None
    task_id: str | None = None


async def has_begun(session: AsyncSession, team_id: str) -> bool:
    """Whether the team was given its first task: the one that comes with every user is not before they agree."""
    return await session.get(StoredTask, the_id_of("bootstrap", team_id)) is not None


def written_by(task_id: str) -> str:
    """The writer of a task's messages in its conversation."""
    return f"task:{task_id}"


async def line_of(session: AsyncSession, row: StoredTask) -> list[StoredTask]:
    """The task, the one in which it was queued, and so on, up to what was asked for first."""
    line = [row]
    while line[-1].parent_id is not None and (above := await session.get(StoredTask, line[-1].parent_id)) is not None:
        line.append(above)
    return line


class Tasks:
    """The tasks of all users. What is another owner's is as if it were not there. Every method may raise `DatabaseUnavailableError`."""

    def __init__(self, database: Database, sealed: SealedTeam, words: BackgroundWords, now: Callable[[], datetime], wake: WakeUp) -> None:
        self.wake = wake
        self._database = database
        self._sealed = sealed
        self._words = words
        self._now = now

    async def hand_over(
        self,
        owner: Owner,
        agent_id: str,
        words: str,
        conversation_id: str | None = None,
        *,
        words_are_kept: bool = False,
        mail_id: MailId | None = None,
    ) -> AgentTask:
        """Queue the user's words for an agent and wake it, in one transaction with the user's message.

        Without a conversation of theirs, it is the agent's home. `words_are_kept`: whoever calls writes the words into it anyway, as a call
        does. `mail_id` is the mail that they may mean. Raises `NotYoursError`.
        """
        async with self._database.session() as session:
            agent = await session.scalar(select(StoredAgent).where(*is_owners(StoredAgent, owner), StoredAgent.agent_id == agent_id))
            if agent is None:
                raise NotYoursError("there is no such agent")
            is_home = conversation_id in {None, agent.conversation_id}
            if is_home:
                name = self._sealed.agent(agent).name
                await self._words.open_home(session, owner, agent.conversation_id, agent_id=agent_id, title=name, at=self._now())
            elif not words_are_kept and not await self._words.is_there(session, owner, conversation_id or ""):
                raise NotYoursError("there is no such conversation")
            place = agent.conversation_id if conversation_id is None else conversation_id
            task_id, agent.rests_until = new_id(self._now()), 0
            await session.flush()  # the agent before the conversation, as a run does: neither waits for the other
            if is_home or not words_are_kept:
                await self._words.user_said(session, owner, place, words, by=written_by(task_id), at=self._now())
            new = NewTask(text=words, source=TaskSource.USER, conversation_id=place, mail_id=mail_id, task_id=task_id)
            row = await self.add(session, owner, agent_id, new)  # last: the work is begun by it
        return self._sealed.task(row)

    async def acknowledge(self, owner: Owner, task: AgentTask, words: str) -> None:
        """What was said to the user when it was handed over, behind their message."""
        if task.conversation_id is None or not words.strip():
            return
        async with self._database.session() as session:
            by = written_by(task.task_id)
            await self._words.agent_said(session, owner, task.conversation_id, words, by=by, number=ACKNOWLEDGED, at=self._now())

    async def queue(self, owner: Owner, agent_id: str, new: NewTask) -> AgentTask:
        """Raises `NotYoursError`."""
        async with self._database.session() as session:
            mine = *is_owners(StoredAgent, owner), StoredAgent.agent_id == agent_id
            if await session.scalar(select(StoredAgent.agent_id).where(*mine)) is None:
                raise NotYoursError("there is no such agent")
            row = await self.add(session, owner, agent_id, new)
        return self._sealed.task(row)

    async def add(self, session: AsyncSession, owner: Owner, agent_id: str, new: NewTask) -> StoredTask:
        """Queue it and wake its agent, in a transaction of the caller, who knows that the agent is the owner's."""
        task_id = new.task_id or new_id(self._now())
        row = StoredTask(
            task_id=task_id,
            user_id=owner.user_id,
            organisation_id=owner.organisation_id,
            agent_id=agent_id,
            assigned_by=new.assigned_by or agent_id,
            source=new.source.value,
            status=TaskStatus.PENDING.value,
            text=self._sealed.sealed_task(TaskWords(text=new.text[:LONGEST_TEXT], mail_id=new.mail_id), owner.user_id, task_id),
            result=None,
            conversation_id=new.conversation_id,
            out_of_mail=new.out_of_mail,
            depth=new.depth,
            parent_id=new.parent_id,
            attempts=0,
            requests=0,
            tokens=0,
            not_before=0,
            session_id=None,
            created_at=ms_of(self._now()),
            ended_at=None,
        )
        session.add(row)
        await session.flush()
        await self.wake(session, lane_of(agent_id))
        return row

    async def report(self, session: AsyncSession, given: StoredTask, *, depth: int, task: str, ended: str, result: str) -> None:
        """To whoever delegated it, who is woken by it. The text may quote mail, and is marked as such."""
        worker = await session.get(StoredAgent, given.agent_id)
        if worker is None or await session.get(StoredAgent, given.assigned_by) is None:
            return
        told = {
            "worker": self._sealed.agent(worker).name,
            "ended": ended,
            "result": result[:LONGEST_RESULT_IN_REPORT],
            "task": task[:LONGEST_TEXT_IN_REPORT],
        }
        new = NewTask(
            text=render("team_report", report=as_data(told)),
            source=TaskSource.DELEGATION,
            assigned_by=given.agent_id,
            conversation_id=given.conversation_id,
            out_of_mail=True,
            depth=depth,
            parent_id=given.parent_id,
        )
        await self.add(session, Owner(user_id=given.user_id, organisation_id=given.organisation_id), given.assigned_by, new)

    async def report_unfinished(self, session: AsyncSession, unfinished: Sequence[StoredTask], result: str) -> None:
        """Of what its worker never ends, where another agent waits for it; what it has queued for itself is part of what it was given."""
        waited_for = {}
        for task in unfinished:
            given = next((each for each in await line_of(session, task) if each.source != TaskSource.SELF), task)
            if given.source == TaskSource.DELEGATION and given.assigned_by != given.agent_id:
                waited_for[given.task_id] = given
        for given in waited_for.values():
            opened = self._sealed.one_of(given, self._sealed.task)
            text = opened.text if opened is not None else ""
            await self.report(session, given, depth=given.depth + 1, task=text, ended="failed", result=result)

    async def pending(self, owner: Owner, agent_id: str) -> list[AgentTask]:
        """What waits in the queue of this agent, the oldest first."""
        return await self._tasks(owner, StoredTask.agent_id == agent_id, StoredTask.status == TaskStatus.PENDING.value)

    async def has_work(self, owner: Owner, agent_id: str) -> bool:
        waits = *is_owners(StoredTask, owner), StoredTask.agent_id == agent_id, StoredTask.status == TaskStatus.PENDING.value
        async with self._database.reading() as session:
            return await session.scalar(select(StoredTask.task_id).where(*waits).limit(1)) is not None

    async def waiting(self) -> int:
        """Of all users."""
        async with self._database.reading() as session:
            waits = select(func.count()).select_from(StoredTask).where(StoredTask.status == TaskStatus.PENDING.value)
            return await session.scalar(waits) or 0

    async def tasks(
        self, owner: Owner, *, agent_id: str | None = None, statuses: Collection[TaskStatus] = tuple(TaskStatus), limit: int = IN_A_LIST
    ) -> list[AgentTask]:
        """The newest first."""
        wanted = [StoredTask.status.in_([each.value for each in statuses]), *([StoredTask.agent_id == agent_id] if agent_id else [])]
        return await self._tasks(owner, *wanted, newest_first=True, limit=limit)

    async def task(self, owner: Owner, task_id: str) -> AgentTask:
        """Raises `NotYoursError`."""
        found = await self._tasks(owner, StoredTask.task_id == task_id)
        if not found:
            raise NotYoursError("there is no such task")
        return found[0]

    async def asked_for(self, owner: Owner, task: AgentTask) -> AgentTask:
        """What was asked for first, of which this is a part, or all."""
        async with self._database.reading() as session:
            row = await session.scalar(select(StoredTask).where(*is_owners(StoredTask, owner), StoredTask.task_id == task.task_id))
            first = (await line_of(session, row))[-1] if row is not None else None
        return self._sealed.one_of(first, self._sealed.task) or task

    async def stop(self, owner: Owner, task_id: str) -> bool:
        """Stop it, and what was delegated for it; whoever works on it ends with the step that it is at. False if it had ended.

        Raises `NotYoursError`.
        """
        async with self._database.session() as session:
            mine = *is_owners(StoredTask, owner), StoredTask.task_id == task_id
            row = await session.scalar(select(StoredTask).where(*mine).with_for_update())
            if row is None:
                raise NotYoursError("there is no such task")
            if stopped := self._stop(row):
                await self.report_unfinished(session, [row], "The person has stopped this: do not begin it again.")
            below = [row.task_id]
            while below:
                asked_for = *is_owners(StoredTask, owner), StoredTask.parent_id.in_(below)
                children = (await session.scalars(select(StoredTask).where(*asked_for).with_for_update())).all()
                stopped = any([stopped, *map(self._stop, children)])
                below = [each.task_id for each in children]
            return stopped

    def _stop(self, row: StoredTask) -> bool:
        try:
            row.status = advance_task(TaskStatus(row.status), TaskEvent.STOP).value
        except IllegalTaskMoveError:
            return False
        row.ended_at = ms_of(self._now())
        return True

    async def _tasks(
        self, owner: Owner, *conditions: ColumnElement[bool], newest_first: bool = False, limit: int | None = None
    ) -> list[AgentTask]:
        order = (StoredTask.created_at, StoredTask.task_id)
        wanted = select(StoredTask).where(*is_owners(StoredTask, owner), *conditions)
        ordered = wanted.order_by(*(each.desc() for each in order)) if newest_first else wanted.order_by(*order)
        async with self._database.reading() as session:
            rows: Sequence[StoredTask] = (await session.scalars(ordered.limit(limit))).all()
        return await self._sealed.all_of(rows, self._sealed.task)
