"""A message to an agent: it becomes a task, and its acknowledgement is read as a stream of server-sent events.

The work is not waited for: its result stands in the agent's conversation and among the items.
"""

import logging
from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field, StringConstraints

from briefing.speech.sentences import about_the_team
from conversations.acknowledging import acknowledge_task
from conversations.parts import LONGEST_WORDS
from storage.database import DatabaseUnavailableError
from team.records import AgentTask, NotYoursError, TeamAgent
from web.asker import ACTS_WITH_A_BODY, Acting, Asker
from web.http.event_stream import STREAMS, EventStream, written
from web.http.problems import described
from web.server_parts import Here, WebParts
from web.team.shown_team import TRIMMED, TeamId, TeamModel, Words
from web.visitor import network_of

logger = logging.getLogger(__name__)


class MessageRequest(TeamModel):
    """What the user says to an agent of a team."""

    team_id: TeamId
    agent_id: TeamId
    content: Annotated[str, Words, StringConstraints(max_length=LONGEST_WORDS), TRIMMED] = Field(repr=False)


message_routes = APIRouter(prefix="/api/messages", tags=["team"])


@message_routes.post("", response_class=EventStream, responses=STREAMS | ACTS_WITH_A_BODY | described(HTTPStatus.NOT_FOUND))
async def send_message(request: Request, parts: Here, asker: Acting, message: MessageRequest) -> Response:
    """Hand it over, and read the acknowledgement: one event `task`, then `words` as they come, and one `end`."""
    parts.rates.messages_from_address.take(network_of(request))
    parts.rates.messages_of_user.take(asker.owner.user_id)
    agent = await parts.team.agents.agent(asker.owner, message.agent_id)
    if agent.team_id != message.team_id:
        raise NotYoursError("there is no such agent in this team")
    return await handed_over(parts, asker, agent, message.content)


async def handed_over(parts: WebParts, asker: Asker, agent: TeamAgent, words: str) -> Response:
    """What is said to an agent at its home, wherever it is typed, is a task. The stream of its acknowledgement."""
    task = await parts.team.tasks.hand_over(asker.owner, agent.agent_id, words)
    return EventStream(_acknowledged(parts, asker, agent, task))


async def _acknowledged(parts: WebParts, asker: Asker, agent: TeamAgent, task: AgentTask) -> AsyncIterator[str]:
    """What was told the user is kept; where nobody reads any more, nothing was told."""
    yield written("task", {"taskId": task.task_id, "conversationId": task.conversation_id})
    words = await acknowledge_task(parts.models, asker.owner.user_id, task.text, agent=agent.name, memories=await _memories(parts, asker))
    words = f"{words} {about_the_team.WAITS_FOR_ME}" if agent.paused else words
    words = words if parts.team_works else f"{words} {about_the_team.WAITS_FOR_A_MODEL}"
    yield written("words", {"words": words})
    try:
        await parts.team.tasks.acknowledge(asker.owner, task, words)
    except DatabaseUnavailableError:
        logger.warning("an acknowledgement is not kept")
    yield written("end", {"taskId": task.task_id})


async def _memories(parts: WebParts, asker: Asker) -> list[str]:
    """None for a program, whose task could have them said."""
    if asker.session is None:
        return []
    try:
        return [memory.content for memory in await parts.memories.all(asker.owner)]
    except DatabaseUnavailableError:
        return []
