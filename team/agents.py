"""Teams and their agents, and who is due."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from sqlalchemy import ColumnElement, Select, and_, delete, exists, func, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from conversations.background_words import BackgroundWords
from conversations.conversation_rows import Owner, StoredConversation
from prompts import render
from providers.durable.work_lanes import remove_lanes
from storage.database import Database
from storage.epoch import ms_of
from team.records import AgentRole, NotYoursError, RunStage, TaskSource, TaskStatus, Team, TeamAgent, TeamError
from team.row_ids import lane_of, new_id, the_id_of
from team.sealed_team import AgentWords, SealedTeam, TeamWords
from team.tasks import NewTask, Tasks
from team.team_rows import StoredAgent, StoredTask, StoredTeam, StoredWorkSession, is_owners

Found = TypeVar("Found")

MOST_TEAMS = 20
MOST_WORKERS = 20
"""Of one team; more than anybody wants, and few enough that a mistake costs little."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTeam:
    name: str = field(repr=False)
    description: str = field(default="", repr=False)
    mission: str = field(repr=False)
    lead_name: str = field(repr=False)
    lead_prompt: str = field(default="", repr=False)


class Agents:
    """The teams of all users. What is another owner's is as if it were not there. Every method may raise `DatabaseUnavailableError`."""

    def __init__(self, database: Database, sealed: SealedTeam, words: BackgroundWords, tasks: Tasks, now: Callable[[], datetime]) -> None:
        self._database = database
        self._sealed = sealed
        self._words = words
        self._tasks = tasks
        self._now = now

    async def create_team(self, owner: Owner, new: NewTeam) -> tuple[Team, TeamAgent]:
        """A team with its lead, who gets to work on the mission at once. Raises `TeamError` for one too many."""
        async with self._database.session() as session:
            there = await session.scalars(select(StoredTeam.team_id).where(*is_owners(StoredTeam, owner)))
            if len(there.all()) >= MOST_TEAMS:
                raise TeamError("there are too many teams")
            team, lead = await self._create(session, owner, new, new_id(self._now()))
            await self._bootstrap(session, owner, team, lead)
        return self._sealed.team(team), self._sealed.agent(lead)

    async def first_team(self, owner: Owner) -> Team:
        """The one that comes with every user. It is made when it is first asked for, and works by itself from `begin_first_team` on."""
        try:
            async with self._database.session() as session:
                row = await self._first(session, owner)
        except IntegrityError:  # another process made it at the same moment
            return await self.team(owner, _first_id(owner))
        return self._sealed.team(row)

    async def begin_first_team(self, owner: Owner) -> bool:
        """The user has agreed that it works for its mission: its first task is queued, once. Whether this was that once."""
        await self.first_team(owner)
        try:
            async with self._database.session() as session:
                team = await self._first(session, owner)
                lead = await session.get_one(StoredAgent, team.lead_id)
                return await self._bootstrap(session, owner, team, lead)
        except IntegrityError:  # agreed to twice at the same moment
            return False

    async def teams(self, owner: Owner) -> list[Team]:
        """The oldest first."""
        return await self._teams(*is_owners(StoredTeam, owner))

    async def team(self, owner: Owner, team_id: str) -> Team:
        """Raises `NotYoursError`."""
        found = await self._teams(*is_owners(StoredTeam, owner), StoredTeam.team_id == team_id)
        return _the_only(found)

    async def agents(self, owner: Owner, *, team_id: str | None = None) -> list[TeamAgent]:
        """Of one team or of all, leads first, then the oldest first."""
        of_team = [StoredAgent.team_id == team_id] if team_id is not None else []
        found = await self._agents(*is_owners(StoredAgent, owner), *of_team)
        return sorted(found, key=lambda agent: not agent.is_lead)

    async def agent(self, owner: Owner, agent_id: str) -> TeamAgent:
        """Raises `NotYoursError`."""
        return _the_only(await self._agents(*is_owners(StoredAgent, owner), StoredAgent.agent_id == agent_id))

    async def add_worker(self, owner: Owner, team_id: str, *, name: str, prompt: str) -> TeamAgent:
        """Raises `NotYoursError`, and `TeamError` for one too many."""
        async with self._database.session() as session:
            mine = *is_owners(StoredTeam, owner), StoredTeam.team_id == team_id
            if await session.scalar(select(StoredTeam.team_id).where(*mine)) is None:
                raise NotYoursError("there is no such team")
            theirs = await session.scalars(select(StoredAgent.agent_id).where(StoredAgent.team_id == team_id))
            if len(theirs.all()) > MOST_WORKERS:
                raise TeamError("there are too many workers in this team")
            row = await self._add(session, owner, team_id, new_id(self._now()), AgentWords(name=name, prompt=prompt), AgentRole.WORKER)
        return self._sealed.agent(row)

    async def remove_worker(self, owner: Owner, agent_id: str) -> None:
        """With its tasks, sessions and insights; a run of it ends. Raises `NotYoursError`, and `TeamError` for a lead."""
        mine = *is_owners(StoredAgent, owner), StoredAgent.agent_id == agent_id
        async with self._database.session() as session:
            role = await session.scalar(select(StoredAgent.role).where(*mine))
            if role is None:
                raise NotYoursError("there is no such agent")
            if role == AgentRole.LEAD:
                raise TeamError("a team cannot be without its lead")
            await remove_lanes(session, [lane_of(agent_id)])  # from here on its run ends no task
            left = StoredTask.agent_id == agent_id, StoredTask.status.in_([TaskStatus.PENDING.value, TaskStatus.RUNNING.value])
            unfinished = (await session.scalars(select(StoredTask).where(*left))).all()
            await self._tasks.report_unfinished(session, unfinished, "The worker has been removed from the team.")
            await delete_agents(session, StoredAgent.agent_id == agent_id)

    async def delete_team(self, owner: Owner, team_id: str) -> None:
        """With all its agents. Raises `NotYoursError`, and `TeamError` for the first, which can be paused."""
        mine = *is_owners(StoredTeam, owner), StoredTeam.team_id == team_id
        async with self._database.session() as session:
            if await session.scalar(select(StoredTeam.team_id).where(*mine)) is None:
                raise NotYoursError("there is no such team")
            if team_id == _first_id(owner):
                raise TeamError("the first team stays; its lead can be paused")
            await delete_agents(session, StoredAgent.team_id == team_id)
            await session.execute(delete(StoredTeam).where(*mine))

    async def pause(self, owner: Owner, agent_id: str, *, paused: bool = True) -> None:
        """A paused agent begins nothing, and what it is at is put back; resumed, it goes on. Raises `NotYoursError`."""
        mine = *is_owners(StoredAgent, owner), StoredAgent.agent_id == agent_id
        async with self._database.session() as session:
            changed = update(StoredAgent).where(*mine).values(paused=paused).returning(StoredAgent.agent_id)
            if await session.scalar(changed) is None:
                raise NotYoursError("there is no such agent")
            if not paused:
                await self._tasks.wake(session, lane_of(agent_id))

    def due(self) -> Select[str]:
        """Agents with work: pending tasks, what a dead process has left, and for leads that their hour has come. A worker without is never
        due. Who has had no run for longest is first, so nobody has two while another one waits for theirs."""
        waiting = select(StoredAgent.agent_id).where(has_work(ms_of(self._now())))
        return waiting.order_by(func.coalesce(StoredAgent.last_completed_at, StoredAgent.created_at), StoredAgent.agent_id)

    async def _first(self, session: AsyncSession, owner: Owner) -> StoredTeam:
        team_id = _first_id(owner)
        if (row := await session.get(StoredTeam, team_id)) is not None:
            return row
        new = NewTeam(
            name=render("team_first_name"),
            mission=render("team_first_mission"),
            lead_name="Assistant",
            lead_prompt=render("team_first_lead"),
        )
        team, _ = await self._create(session, owner, new, team_id)
        return team

    async def _create(self, session: AsyncSession, owner: Owner, new: NewTeam, team_id: str) -> tuple[StoredTeam, StoredAgent]:
        lead_id = new_id(self._now())
        words = TeamWords(name=new.name, description=new.description, mission=new.mission)
        team = StoredTeam(
            team_id=team_id,
            user_id=owner.user_id,
            organisation_id=owner.organisation_id,
            lead_id=lead_id,
            content=self._sealed.teams.seal(words.model_dump_json(), owner.user_id, team_id),
            created_at=ms_of(self._now()),
        )
        session.add(team)
        await session.flush()
        lead = AgentWords(name=new.lead_name, prompt=new.lead_prompt)
        return team, await self._add(session, owner, team_id, lead_id, lead, AgentRole.LEAD)

    async def _add(
        self, session: AsyncSession, owner: Owner, team_id: str, agent_id: str, words: AgentWords, role: AgentRole
    ) -> StoredAgent:
        home = the_id_of("home", agent_id)
        row = StoredAgent(
            agent_id=agent_id,
            user_id=owner.user_id,
            organisation_id=owner.organisation_id,
            team_id=team_id,
            role=role.value,
            content=self._sealed.agents.seal(words.model_dump_json(), owner.user_id, agent_id),
            paused=False,
            conversation_id=home,
            next_run_at=None,
            rests_until=0,
            last_completed_at=None,
            created_at=ms_of(self._now()),
        )
        session.add(row)
        await session.flush()
        await self._words.open_home(session, owner, home, agent_id=agent_id, title=words.name, at=self._now())
        return row

    async def _bootstrap(self, session: AsyncSession, owner: Owner, team: StoredTeam, lead: StoredAgent) -> bool:
        task_id = the_id_of("bootstrap", team.team_id)
        if await session.get(StoredTask, task_id) is not None:
            return False
        text = render("team_bootstrap", mission=self._sealed.team(team).mission)
        await self._tasks.add(session, owner, lead.agent_id, NewTask(text=text, source=TaskSource.SYSTEM, task_id=task_id))
        return True

    async def _teams(self, *conditions: ColumnElement[bool]) -> list[Team]:
        async with self._database.reading() as session:
            rows = (await session.scalars(select(StoredTeam).where(*conditions).order_by(StoredTeam.created_at, StoredTeam.team_id))).all()
        return await self._sealed.all_of(rows, self._sealed.team)

    async def _agents(self, *conditions: ColumnElement[bool]) -> list[TeamAgent]:
        async with self._database.reading() as session:
            rows = (
                await session.scalars(select(StoredAgent).where(*conditions).order_by(StoredAgent.created_at, StoredAgent.agent_id))
            ).all()
        return await self._sealed.all_of(rows, self._sealed.agent)


def has_work(now: int) -> ColumnElement[bool]:
    """Of an agent: it is not paused, and there is something to begin or to go on with. The session of a task that is to be tried again is
    kept until then."""
    goes_on = and_(or_(_has_unfinished_session(), hour_has_come(now)), ~waits_to_try_again(now))
    work = or_(and_(_has_task(now), StoredAgent.rests_until <= now), goes_on)
    return and_(StoredAgent.paused.is_(False), work)


def hour_has_come(now: int) -> ColumnElement[bool]:
    return and_(StoredAgent.role == AgentRole.LEAD.value, StoredAgent.next_run_at <= now, StoredAgent.rests_until <= now)


def waits_to_try_again(now: int) -> ColumnElement[bool]:
    """Of an agent: it has begun a task that failed, and its time has not come."""
    begun = StoredTask.status == TaskStatus.PENDING.value, StoredTask.session_id.is_not(None), StoredTask.not_before > now
    return exists().where(StoredTask.agent_id == StoredAgent.agent_id, *begun)


def _has_task(now: int) -> ColumnElement[bool]:
    """A pending task that may begin, or one that a dead process has left behind."""
    waits = or_(
        and_(StoredTask.status == TaskStatus.PENDING.value, StoredTask.not_before <= now), StoredTask.status == TaskStatus.RUNNING.value
    )
    return exists().where(StoredTask.agent_id == StoredAgent.agent_id, waits)


async def delete_agents(session: AsyncSession, *which: ColumnElement[bool]) -> Sequence[str]:
    """With all that is theirs; their homes become conversations like others, and who works for one of them writes nothing any more.

    Returns their ids.
    """
    ids = (await session.scalars(select(StoredAgent.agent_id).where(*which).order_by(StoredAgent.agent_id))).all()
    # Lanes first, as a run takes its lane first: neither waits for the other for ever.
    await remove_lanes(session, [lane_of(each) for each in ids])
    await session.execute(delete(StoredAgent).where(StoredAgent.agent_id.in_(ids)))
    await session.execute(update(StoredConversation).where(StoredConversation.agent_id.in_(ids)).values(agent_id=None))
    return ids


def _has_unfinished_session() -> ColumnElement[bool]:
    return exists().where(StoredWorkSession.agent_id == StoredAgent.agent_id, StoredWorkSession.stage != RunStage.OVER.value)


def _first_id(owner: Owner) -> str:
    return the_id_of("first team", owner.user_id, owner.organisation_id or "")


def _the_only(found: Sequence[Found]) -> Found:
    if not found:
        raise NotYoursError("there is no such team or agent")
    return found[0]
