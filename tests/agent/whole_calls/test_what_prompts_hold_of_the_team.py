"""Prompts as sent: no insight in any request of the foreground but as the result of a tool, no memory in any of the background.

Whole calls with every request recorded: what a rule tells, what a model asks, what is said of it afterwards, and a call that goes on with
the conversation later. The lines come in another order in each run.
"""

from pathlib import Path

import pytest

from providers.settings import Settings
from session.opening.asking_models import typed_models_of
from session.opening.handing_over import memory_store, team_store
from session.opening.team_work import team_parts
from storage.database import Database
from team.insights import NewInsight
from team.records import InsightKind
from tests.agent.talking_models import LOCAL, TalkingModels, routed_call, talking
from tests.randomness import chance
from tests.servers.openai.chat import ChatRequest, Reply
from tests.servers.openai.double import CallTool, Say
from tests.team.working import Mind, run_of

pytestmark = [pytest.mark.slow, pytest.mark.random]

LEARNED = "quillfeather"
REMEMBERED = "marzipan"
LINES = (
    "what do you know about the supplier?",
    "forget what you know about the supplier",
    "no",
    "what do you know about me?",
    "find out what the boiler supplier still owes us",
    "who is working on what?",
    "anything from the team?",
    "tell me something about the plumber",
    "could you tell me what they know of our supplier and his habits",
    "next",
    "archive it",
    "say that again",
)


def answering(chat: ChatRequest) -> Reply:
    """Asks for what is known where the user does, and else says something."""
    last = max(place for place, message in enumerate(chat.messages) if message.role == "user")
    told = any(call.function.name == "team" for message in chat.messages[last:] for call in message.tool_calls)
    asks = "what they know" in chat.messages[last].content and not told
    return CallTool("team", what="known", about="supplier") if asks else Say("The plumber has written twice.")


async def test_memories_and_insights_go_only_where_they_belong(tmp_path: Path) -> None:
    async with talking(tmp_path) as (settings, models):
        models.acknowledges = CallTool("finalize_ack", spokenAck="I'll look into the boiler supplier.", intent="new_request")
        models.answers = answering
        await noted(settings)
        lines = [*LINES]
        chance().shuffle(lines)
        for part in (lines, LINES[:1], lines[:4]):
            async with routed_call(settings) as call:
                for line in part:
                    await call.type(line)
        foreground = [*models.server.chat_requests]
        await worked(settings, models)
        background = models.server.chat_requests[len(foreground) :]
    assert foreground
    assert background
    assert [place for chat in foreground for place in held(chat, LEARNED) if place != "tool team"] == []
    assert any(place == "tool team" for chat in foreground for place in held(chat, LEARNED))
    assert [held(chat, REMEMBERED) for chat in background if held(chat, REMEMBERED)] == []
    assert any(held(chat, REMEMBERED) for chat in models.acknowledged)
    answered = [chat for chat in foreground if "team" in chat.tool_names]
    assert answered
    assert all(held(chat, REMEMBERED) for chat in answered)
    assert all(REMEMBERED not in chat.messages[0].content for chat in foreground)


async def noted(settings: Settings) -> None:
    async with Database(settings.shared_database_url) as database, team_store(settings, database) as store:
        team = await store.agents.first_team(LOCAL)
        await store.insights.create(LOCAL, team.lead_id, NewInsight(kind=InsightKind.FACT, content=f"The supplier is a {LEARNED}."))
        await memory_store(settings, database).add(LOCAL, f"I like {REMEMBERED}.")


async def worked(settings: Settings, models: TalkingModels) -> None:
    """All that was handed over is worked on, with every request of that recorded too."""
    models.answers = Mind(always=Say("They owe you nothing."))
    async with Database(settings.shared_database_url) as database, team_store(settings, database) as store:
        made = typed_models_of(settings, database)
        assert made is not None
        async with made as typed:
            for agent in await store.agents.agents(LOCAL):
                await run_of(team_parts(settings, database, typed), agent.agent_id)


def held(chat: ChatRequest, canary: str) -> list[str]:
    """Where it stands in a request: the role, and the tool of a result."""
    calls = {call.id: call.function.name for message in chat.messages for call in message.tool_calls}
    return [
        f"{message.role} {calls.get(message.tool_call_id or '', '')}".strip()
        for message in chat.messages
        if canary in message.content or any(canary in call.function.arguments for call in message.tool_calls)
    ]
