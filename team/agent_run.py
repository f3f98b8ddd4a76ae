"""One run while it lasts: the agent, its work session, and transactions that only the owner of the agent's lane can make."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from conversations.conversation_rows import Owner
from prompts import render
from prompts.data_quotation import as_data
from providers.durable.work_lanes import HeldLane, LaneLostError
from providers.models.typed.history import AssistantLine, CalledTool, HistoryLine, ToolLine, UserLine
from providers.models.typed.typed_models import TypedModels
from team.limits import TeamLimits
from team.records import AgentTask, Insight, RunStage, TaskStatus, Team, TeamAgent, TeamError, WorkMessage, WorkRole
from team.store import TeamStore
from team.team_rows import StoredAgent, StoredTask, StoredTeam, StoredWorkSession
from team.tools.toolbox import LazyMail, OpenMail, WebSearch

KNOWN = 40
"""Insights that a run begins with; the others are found with a tool."""


async def in_utc(_user_id: str, /) -> tzinfo:
    return UTC


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamParts:
    """What all runs of a process work with."""

    store: TeamStore
    models: TypedModels
    open_mail: OpenMail
    now: Callable[[], datetime]
    limits: TeamLimits = field(default_factory=TeamLimits)
    web: WebSearch | None = None
    zone_of: Callable[[str], Awaitable[tzinfo]] = in_utc
    """Of a user: what is due today is a matter of their clock."""


class TaskEndedError(TeamError):
    """The task was stopped, or is gone, while it was worked on."""


class UnreadableError(TeamError):
    """The agent does not open with today's key, which may be this process's fault."""


class PausedError(TeamError):
    """The agent was paused: what it is at is put back."""


@dataclass(slots=True, kw_only=True)
class AgentRun:
    """`messages` are those of the session, as stored."""

    parts: TeamParts
    lane: HeldLane
    owner: Owner
    agent: TeamAgent
    team: Team
    workers: Sequence[TeamAgent]
    session_id: str
    stage: RunStage
    known: list[Insight]
    messages: list[WorkMessage]
    mail: LazyMail
    zone: tzinfo

    @asynccontextmanager
    async def writing(self, task: AgentTask | None = None) -> AsyncIterator[tuple[AsyncSession, StoredWorkSession]]:
        """One transaction of this run, with its session's row; with a `task`, only while that is worked on.

        Raises `LaneLostError`, `TaskEndedError` or `PausedError`, and then nothing is written.
        """
        async with self.lane.writing() as session:
            row = await session.get(StoredWorkSession, self.session_id)
            if row is None:
                raise LaneLostError("the session is gone")
            if task is not None:
                await self._still(session, task)
            yield session, row

    async def _still(self, session: AsyncSession, task: AgentTask) -> None:
        found = select(StoredTask.status).where(StoredTask.task_id == task.task_id).with_for_update()
        if await session.scalar(found) != TaskStatus.RUNNING.value:
            raise TaskEndedError("the task was stopped")
        if await session.scalar(select(StoredAgent.paused).where(StoredAgent.agent_id == self.agent.agent_id)):
            raise PausedError("the agent was paused")

    async def append(self, session: AsyncSession, row: StoredWorkSession, message: WorkMessage) -> None:
        self.messages.append(await self.parts.store.sessions.append(session, row, message))

    @property
    def instructions(self) -> str:
        """The one system message of each request: who the agent is, its mission, and what it may do. Of the user it says nothing."""
        agent = self.agent
        role = (
            render("team_lead", workers=", ".join(each.name for each in self.workers) or "none") if agent.is_lead else render("team_worker")
        )
        return render(
            "team_work",
            name=agent.name,
            prompt=agent.prompt,
            team=self.team.name,
            mission=self.team.mission,
            role=role,
            today=self.parts.now().astimezone(self.zone).strftime("%A, %-d %B %Y, %H:%M %Z"),
        )

    def history(self) -> tuple[HistoryLine, ...]:
        """What the agent knows, as data, and its session."""
        known = [{"kind": each.kind.value, "content": each.content} for each in self.known]
        note = (UserLine(render("team_known", insights=as_data(known))),) if known else ()
        return (*note, *(line for message in self.messages for line in _lines(message)))


def _lines(message: WorkMessage) -> Sequence[HistoryLine]:
    """A call without a result is not sent: a provider would refuse it, and what it did is not known."""
    if message.role is WorkRole.SYSTEM:  # a model wrote the summary over mail; only one system message is sent, and it is no word of ours
        return (UserLine(render("team_so_far", summary=as_data(message.words))),)
    if message.role is WorkRole.USER:
        return (UserLine(message.words),)
    answered = [call for call in message.calls if call.result is not None]
    if not (message.words or answered):
        return ()
    calls = tuple(CalledTool(call_id=call.call_id, tool=call.tool, arguments=call.arguments) for call in answered)
    results = [ToolLine(call_id=call.call_id, tool=call.tool, words=call.result or "") for call in answered]
    return (AssistantLine(message.words, calls), *results)


def as_transcript(messages: Sequence[WorkMessage]) -> str:
    """A session as data, for questions about it."""
    told = [
        {
            "by": "the agent" if each.role is WorkRole.ASSISTANT else "the task",
            "said": each.words,
            **(
                {"used": [{"tool": call.tool, **dict(call.arguments), "result": call.result or ""} for call in each.calls]}
                if each.calls
                else {}
            ),
        }
        for each in messages
    ]
    return as_data(told)


async def team_of(session: AsyncSession, store: TeamStore, agent: StoredAgent) -> tuple[Team, list[TeamAgent]] | None:
    """The agent's team and its workers; None where that does not open."""
    team = store.sealed.one_of(await session.get(StoredTeam, agent.team_id), store.sealed.team)
    theirs = select(StoredAgent).where(StoredAgent.team_id == agent.team_id, StoredAgent.agent_id != agent.agent_id)
    rows = (await session.scalars(theirs.order_by(StoredAgent.created_at))).all()
    return (team, await store.sealed.all_of(rows, store.sealed.agent)) if team is not None else None
