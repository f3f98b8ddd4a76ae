"""What agents know about their work, and what is known about the user: read, corrected, deleted.

Memories are for talking with the user, so they are theirs on the page alone: no token reaches them.
"""

from datetime import datetime
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field, StringConstraints

from knowledge.memories import LONGEST_MEMORY, Memory
from team.insights import LONGEST_INSIGHT
from team.records import InsightKind, NotYoursError
from web.asker import ACTS, ACTS_WITH_A_BODY, ASKS, Acting, Reading
from web.http.problems import described
from web.server_parts import Here
from web.team.shown_team import TRIMMED, ShownInsight, TeamIdInPath, TeamModel, Words
from web.visitor import NEEDS_SIGN_IN, WRITES, WRITES_WITH_A_BODY, SignedIn, Writing

LONGEST_SEARCH = 200


class InsightsAnswer(TeamModel):
    """The newest first."""

    insights: tuple[ShownInsight, ...]


class InsightChange(TeamModel):
    content: Annotated[str, Words, StringConstraints(max_length=LONGEST_INSIGHT), TRIMMED] = Field(repr=False)


class ShownMemory(BaseModel):
    """What is known about the user, in their words."""

    id: str
    content: str
    changed_at: datetime


class MemoriesAnswer(BaseModel):
    """The oldest first."""

    memories: tuple[ShownMemory, ...]


class MemoryChange(BaseModel):
    content: Annotated[str, Words, StringConstraints(max_length=LONGEST_MEMORY), TRIMMED] = Field(repr=False)


knowledge_routes = APIRouter(prefix="/api", tags=["knowledge"])

NOT_THERE = described(HTTPStatus.NOT_FOUND)


@knowledge_routes.get("/agents/{agent_id}/insights", responses=ASKS | NOT_THERE)
async def insights(
    parts: Here,
    asker: Reading,
    agent_id: TeamIdInPath,
    search: Annotated[str, Query(max_length=LONGEST_SEARCH, description="Words that all occur in it.")] = "",
    kind: Annotated[InsightKind | None, Query()] = None,
) -> InsightsAnswer:
    """What one agent knows."""
    await parts.team.agents.agent(asker.owner, agent_id)
    found = await parts.team.insights.search(asker.owner, agent_id, search, kind=kind)
    return InsightsAnswer(insights=tuple(map(ShownInsight.model_validate, found)))


@knowledge_routes.patch("/insights/{insight_id}", responses=ACTS_WITH_A_BODY | NOT_THERE)
async def correct_insight(parts: Here, asker: Acting, insight_id: TeamIdInPath, change: InsightChange) -> ShownInsight:
    """It says this from now on."""
    return ShownInsight.model_validate(await parts.team.insights.correct(asker.owner, insight_id, change.content))


@knowledge_routes.delete("/insights/{insight_id}", status_code=HTTPStatus.NO_CONTENT, responses=ACTS | NOT_THERE)
async def forget_insight(parts: Here, asker: Acting, insight_id: TeamIdInPath) -> None:
    """The agent does not know it any more."""
    if not await parts.team.insights.remove(asker.owner, insight_id):
        raise NotYoursError("there is no such insight")


@knowledge_routes.get("/memories", responses=NEEDS_SIGN_IN)
async def memories(parts: Here, session: SignedIn) -> MemoriesAnswer:
    """What is known about the user."""
    return MemoriesAnswer(memories=tuple(map(_shown, await parts.memories.all(session.owner))))


@knowledge_routes.patch("/memories/{memory_id}", responses=WRITES_WITH_A_BODY | NOT_THERE)
async def correct_memory(parts: Here, session: Writing, memory_id: TeamIdInPath, change: MemoryChange) -> ShownMemory:
    """It says this from now on."""
    corrected = await parts.memories.correct(session.owner, memory_id, change.content)
    if corrected is None:
        raise NotYoursError("there is no such memory")
    return _shown(corrected)


@knowledge_routes.delete("/memories/{memory_id}", status_code=HTTPStatus.NO_CONTENT, responses=WRITES | NOT_THERE)
async def forget_memory(parts: Here, session: Writing, memory_id: TeamIdInPath) -> None:
    """It is not known any more."""
    if not await parts.memories.remove(session.owner, memory_id):
        raise NotYoursError("there is no such memory")


def _shown(memory: Memory) -> ShownMemory:
    return ShownMemory(id=memory.memory_id, content=memory.content, changed_at=memory.changed_at)
