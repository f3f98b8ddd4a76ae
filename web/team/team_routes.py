"""Teams and agents: which there are and what they are at, another team, workers, a pause, a task that is stopped."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field, StrictBool, StringConstraints

from team.agents import NewTeam
from team.records import NotYoursError, TaskStatus
from team.tasks import IN_A_LIST
from web.asker import ACTS, ACTS_WITH_A_BODY, ASKS, Acting, Reading
from web.http.problems import described
from web.server_parts import Here
from web.team.shown_team import (
    TRIMMED,
    ShownAgent,
    ShownTask,
    ShownTeam,
    TeamId,
    TeamIdInPath,
    TeamModel,
    TeamsAnswer,
    Words,
    shown_agent,
    teams_of,
)
from web.visitor import WRITES, Writing

Name = Annotated[str, Words, StringConstraints(max_length=80), TRIMMED]
Text = Annotated[str, StringConstraints(max_length=2_000), TRIMMED]


class TeamRequest(TeamModel):
    """A new team: what it is there for, and who leads it."""

    name: Name = Field(repr=False)
    description: Text = Field(default="", repr=False)
    mission: Annotated[Text, Words] = Field(repr=False)
    lead_agent_name: Name = Field(repr=False)
    lead_agent_prompt: Text = Field(default="", repr=False)


class TeamMade(TeamModel):
    """The new team and its lead, who has begun."""

    team_id: str
    team_lead_id: str


class WorkerRequest(TeamModel):
    """A new worker: what it is called, and what it knows and does."""

    name: Name = Field(repr=False)
    prompt: Text = Field(default="", repr=False)


class AgentChange(TeamModel):
    paused: StrictBool


class TasksAnswer(TeamModel):
    """The newest first."""

    tasks: tuple[ShownTask, ...]


class TaskStopped(TeamModel):
    """Whether it was stopped now; else it had ended."""

    stopped: bool


class FirstTeamBegun(TeamModel):
    """Whether it begins now; else it had begun."""

    begun: bool


team_routes = APIRouter(prefix="/api", tags=["team"])

NOT_THERE = described(HTTPStatus.NOT_FOUND)
REFUSES = described(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT)


@team_routes.get("/teams", responses=ASKS)
async def teams(parts: Here, asker: Reading) -> TeamsAnswer:
    """The user's teams with their agents, and what these are at. The first one comes with every user."""
    return TeamsAnswer(teams=await teams_of(parts, asker.owner), works=parts.team_works)


@team_routes.post("/teams", responses=ACTS_WITH_A_BODY | described(HTTPStatus.CONFLICT))
async def make_team(parts: Here, asker: Acting, wanted: TeamRequest) -> TeamMade:
    """A team with its lead, who gets to work on the mission at once."""
    parts.rates.new_teams.take(asker.owner.user_id)
    new = NewTeam(
        name=wanted.name,
        description=wanted.description,
        mission=wanted.mission,
        lead_name=wanted.lead_agent_name,
        lead_prompt=wanted.lead_agent_prompt,
    )
    team, lead = await parts.team.agents.create_team(asker.owner, new)
    return TeamMade(team_id=team.team_id, team_lead_id=lead.agent_id)


@team_routes.post("/teams/first/begin", responses=WRITES)
async def begin_first_team(parts: Here, session: Writing) -> FirstTeamBegun:
    """The user agrees that the first team works for its mission by itself; no program agrees for them."""
    return FirstTeamBegun(begun=await parts.team.agents.begin_first_team(session.owner))


@team_routes.get("/teams/{team_id}", responses=ASKS | NOT_THERE)
async def one_team(parts: Here, asker: Reading, team_id: TeamIdInPath) -> ShownTeam:
    """One of them."""
    for team in await teams_of(parts, asker.owner):
        if team.id == team_id:
            return team
    raise NotYoursError("there is no such team")


@team_routes.delete("/teams/{team_id}", status_code=HTTPStatus.NO_CONTENT, responses=ACTS | REFUSES)
async def delete_team(parts: Here, asker: Acting, team_id: TeamIdInPath) -> None:
    """With its agents, their tasks and what they know. The first team stays."""
    await parts.team.agents.delete_team(asker.owner, team_id)


@team_routes.post("/teams/{team_id}/workers", responses=ACTS_WITH_A_BODY | REFUSES)
async def add_worker(parts: Here, asker: Acting, team_id: TeamIdInPath, wanted: WorkerRequest) -> ShownAgent:
    """Another agent, to whom the lead may delegate."""
    added = await parts.team.agents.add_worker(asker.owner, team_id, name=wanted.name, prompt=wanted.prompt)
    return shown_agent(added, ())


@team_routes.patch("/agents/{agent_id}", responses=ACTS_WITH_A_BODY | NOT_THERE)
async def pause_agent(parts: Here, asker: Acting, agent_id: TeamIdInPath, change: AgentChange) -> ShownAgent:
    """Pause it or let it go on. What it is at is put back, and begun anew afterwards."""
    await parts.team.agents.pause(asker.owner, agent_id, paused=change.paused)
    agent = await parts.team.agents.agent(asker.owner, agent_id)
    unfinished = [TaskStatus.PENDING, TaskStatus.RUNNING]
    return shown_agent(agent, await parts.team.tasks.tasks(asker.owner, agent_id=agent_id, statuses=unfinished))


@team_routes.delete("/agents/{agent_id}", status_code=HTTPStatus.NO_CONTENT, responses=ACTS | REFUSES)
async def remove_worker(parts: Here, asker: Acting, agent_id: TeamIdInPath) -> None:
    """With its tasks and what it knows. A team is never without its lead."""
    await parts.team.agents.remove_worker(asker.owner, agent_id)


@team_routes.get("/tasks", responses=ASKS | NOT_THERE)
async def tasks(
    parts: Here,
    asker: Reading,
    agent_id: Annotated[TeamId | None, Query(alias="agentId")] = None,
    status: Annotated[TaskStatus | None, Query()] = None,
) -> TasksAnswer:
    """The newest tasks, of one agent or of all."""
    if agent_id is not None:
        await parts.team.agents.agent(asker.owner, agent_id)
    statuses = tuple(TaskStatus) if status is None else (status,)
    found = await parts.team.tasks.tasks(asker.owner, agent_id=agent_id, statuses=statuses, limit=IN_A_LIST)
    return TasksAnswer(tasks=tuple(map(ShownTask.model_validate, found)))


@team_routes.post("/tasks/{task_id}/stop", responses=ACTS | NOT_THERE)
async def stop_task(parts: Here, asker: Acting, task_id: TeamIdInPath) -> TaskStopped:
    """Stop it, and what was delegated for it."""
    return TaskStopped(stopped=await parts.team.tasks.stop(asker.owner, task_id))
