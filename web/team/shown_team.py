"""The team as the API shows it. Fields are written as programs write them: `agentId`."""

from collections.abc import Collection
from datetime import datetime
from typing import Annotated

from fastapi import Path
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from pydantic.alias_generators import to_camel

from conversations.conversation_rows import Owner
from team.records import (
    AgentRole,
    AgentTask,
    InsightKind,
    ItemKind,
    ItemState,
    NotYoursError,
    TaskSource,
    TaskStatus,
    Team,
    TeamAgent,
)
from team.row_ids import the_id_of
from web.server_parts import WebParts

_AN_ID = "^[0-9a-f-]{1,64}$"
TeamId = Annotated[str, StringConstraints(pattern=_AN_ID)]
"""Of a team, an agent, a task, an item or an insight."""
TeamIdInPath = Annotated[str, Path(pattern=_AN_ID)]
Words = StringConstraints(min_length=1, pattern=r"[^\s\x1c-\x1f]")
"""Not only spaces, of which Python knows four more than other languages."""
TRIMMED = AfterValidator(str.strip)
"""Behind the limits, which hold for what was sent, as they are described."""


class TeamModel(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, from_attributes=True)


class ShownTask(TeamModel):
    """One task; `result` is there once it is done. `outOfMail`: its text was made of mail, and is no word of the user's."""

    id: str = Field(validation_alias="task_id")
    agent_id: str
    text: str
    source: TaskSource
    status: TaskStatus
    result: str | None
    out_of_mail: bool
    created_at: datetime
    ended_at: datetime | None


class ShownAgent(TeamModel):
    """One agent: what it is at, and how much waits behind that. `nextRunAt` is when a lead looks for work by itself."""

    id: str
    team_id: str
    name: str
    prompt: str
    role: AgentRole
    paused: bool
    conversation_id: str
    doing: ShownTask | None
    waiting: int
    next_run_at: datetime | None
    last_completed_at: datetime | None


class ShownTeam(TeamModel):
    """One team with its agents, the lead first."""

    id: str
    name: str
    description: str
    mission: str
    lead_id: str
    is_first: bool = Field(description="It comes with every user.")
    agents: tuple[ShownAgent, ...]


class ShownItem(TeamModel):
    """What the team has for the user, in short."""

    id: str = Field(validation_alias="item_id")
    kind: ItemKind
    state: ItemState
    summary: str
    agent_id: str
    conversation_id: str
    task_id: str | None
    created_at: datetime


class ShownInsight(TeamModel):
    """What an agent knows about its work; `sure`, from 0 to 1, is how sure it is, where it said so."""

    id: str = Field(validation_alias="insight_id")
    agent_id: str
    kind: InsightKind
    content: str
    sure: float | None = Field(validation_alias="confidence")
    created_at: datetime


class TeamsAnswer(TeamModel):
    """The user's teams, the oldest first."""

    teams: tuple[ShownTeam, ...]
    works: bool = Field(description="A language model is set. Without one the team rests: what is handed over waits.")


async def teams_of(parts: WebParts, owner: Owner) -> tuple[ShownTeam, ...]:
    """All of the owner's; the first one comes with every user."""
    first = await parts.team.agents.first_team(owner)
    teams = await parts.team.agents.teams(owner)
    agents = await parts.team.agents.agents(owner)
    tasks = await parts.team.tasks.tasks(owner, statuses=[TaskStatus.PENDING, TaskStatus.RUNNING], limit=MOST_SHOWN)
    return tuple(
        shown_team(team, [each for each in agents if each.team_id == team.team_id], tasks, is_first=team.team_id == first.team_id)
        for team in teams
    )


async def is_begun(parts: WebParts, owner: Owner) -> bool:
    """Whether the first team works for its mission by itself: the user has agreed, and so it was given its first task; or its lead has an
    hour at which it looks for work anyway."""
    first = await parts.team.agents.first_team(owner)
    if (await parts.team.agents.agent(owner, first.lead_id)).next_run_at is not None:
        return True
    try:
        await parts.team.tasks.task(owner, the_id_of("bootstrap", first.team_id))
    except NotYoursError:
        return False
    return True


MOST_SHOWN = 1_000
"""Tasks that are looked at for what agents are at."""


def shown_team(team: Team, agents: Collection[TeamAgent], tasks: Collection[AgentTask], *, is_first: bool) -> ShownTeam:
    return ShownTeam(
        id=team.team_id,
        name=team.name,
        description=team.description,
        mission=team.mission,
        lead_id=team.lead_id,
        is_first=is_first,
        agents=tuple(shown_agent(each, tasks) for each in agents),
    )


def shown_agent(agent: TeamAgent, tasks: Collection[AgentTask]) -> ShownAgent:
    own = [task for task in tasks if task.agent_id == agent.agent_id]
    running = [task for task in own if task.status is TaskStatus.RUNNING]
    return ShownAgent(
        id=agent.agent_id,
        team_id=agent.team_id,
        name=agent.name,
        prompt=agent.prompt,
        role=agent.role,
        paused=agent.paused,
        conversation_id=agent.conversation_id,
        doing=ShownTask.model_validate(running[-1]) if running else None,
        waiting=len([task for task in own if task.status is TaskStatus.PENDING]),
        next_run_at=agent.next_run_at,
        last_completed_at=agent.last_completed_at,
    )
