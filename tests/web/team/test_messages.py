"""A message to an agent: a task with the user's words, the message in the conversation, and an acknowledgement that names the matter."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from briefing.speech.sentences.about_the_team import WAITS_FOR_ME
from providers.settings import Settings
from team.records import TaskSource
from tests.servers.openai.double import CallTool, OpenAIDouble, openai_server
from tests.servers.openai.faults import Refuse
from tests.web.served import Browser, Served, served, settings_for
from tests.web.team.teams_served import BOILERS, LOCAL, STRANGER, Stores, program
from tests.web.typing_browser import events_of
from web.http.rate_limits import RateLimit
from web.server_parts import Rates

PATH = "/api/messages"
ASKS = "Find out what the boiler supplier still owes us"
NAMED = "I'll look into what the boiler supplier owes you."
FIXED = "I'll look into that, and tell you what comes of it."


@pytest.fixture
async def openai() -> AsyncIterator[OpenAIDouble]:
    async with openai_server() as server:
        yield server


@pytest.fixture
def settings(tmp_path: Path, openai: OpenAIDouble) -> Settings:
    at = {"openai_api_key": "sk-test", "openai_base_url": openai.url, "aloud_small_model": "small-model"}
    return settings_for(tmp_path, **at)


async def told(browser: Browser, stores: Stores, content: str = ASKS) -> tuple[str, str]:
    """The words of the acknowledgement, and the agent's id."""
    team, lead = await stores.team.agents.create_team(LOCAL, BOILERS)
    answer = await browser.post(PATH, {"teamId": team.team_id, "agentId": lead.agent_id, "content": content})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/event-stream")
    events = events_of(answer.text)
    assert [kind for kind, _ in events] == ["task", "words", "end"]
    return str(events[1][1]["words"]), lead.agent_id


async def test_it_is_acknowledged_by_its_matter_kept_and_queued_once(server: Served, stores: Stores, openai: OpenAIDouble) -> None:
    openai.replies(CallTool("finalize_ack", spokenAck=NAMED, intent="new_request"))
    browser = await server.user()
    words, agent_id = await told(browser, stores)
    assert words == NAMED
    given = [task for task in await stores.team.tasks.pending(LOCAL, agent_id) if task.source is TaskSource.USER]
    assert [task.text for task in given] == [ASKS]
    shown = (await browser.get(f"/api/conversations/{agent_id}")).json()
    assert [(line["by"], line["heard"]) for line in shown["lines"]] == [("you", ASKS), ("aloud", NAMED)]
    assert shown["conversation"]["agent_id"] == agent_id


async def test_what_is_known_of_the_user_is_told_to_the_model_as_data_and_no_insight_is(
    server: Served, stores: Stores, openai: OpenAIDouble
) -> None:
    await stores.memories.add(LOCAL, "Likes <short> answers")
    await stores.memories.add(STRANGER, "Canary of a stranger")
    openai.replies(CallTool("finalize_ack", spokenAck=NAMED, intent="new_request"))
    await told(await server.user(), stores)
    (asked,) = openai.chat_requests
    sent = [(message.role, message.content) for message in asked.messages]
    assert sent[-1] == ("user", ASKS)
    assert any(role == "user" and "Likes \\u003cshort\\u003e answers" in content for role, content in sent[1:-1])
    assert "Canary" not in str(sent)


@pytest.mark.parametrize("claims", ["Done, I've archived it.", "   "])
async def test_a_claim_of_the_models_is_not_told(server: Served, stores: Stores, openai: OpenAIDouble, claims: str) -> None:
    openai.replies(CallTool("finalize_ack", spokenAck=claims, intent="new_request"))
    assert (await told(await server.user(), stores))[0] == FIXED


async def test_where_the_model_is_away_fixed_words_are_told_and_the_task_is_queued_all_the_same(
    server: Served, stores: Stores, openai: OpenAIDouble
) -> None:
    openai.chat_fault = Refuse(500)
    words, agent_id = await told(await server.user(), stores)
    assert words == FIXED
    assert ASKS in [task.text for task in await stores.team.tasks.pending(LOCAL, agent_id)]


async def test_to_one_that_pauses_it_is_said_to_wait(server: Served, stores: Stores, openai: OpenAIDouble) -> None:
    openai.replies(CallTool("finalize_ack", spokenAck=NAMED, intent="new_request"))
    team, lead = await stores.team.agents.create_team(LOCAL, BOILERS)
    await stores.team.agents.pause(LOCAL, lead.agent_id)
    answer = await (await server.user()).post(PATH, {"teamId": team.team_id, "agentId": lead.agent_id, "content": ASKS})
    assert [data["words"] for kind, data in events_of(answer.text) if kind == "words"] == [f"{NAMED} {WAITS_FOR_ME}"]


async def test_a_program_says_it_with_its_token(server: Served, stores: Stores, openai: OpenAIDouble) -> None:
    openai.replies(CallTool("finalize_ack", spokenAck=NAMED, intent="new_request"))
    team, lead = await stores.team.agents.create_team(LOCAL, BOILERS)
    http = await program(server, stores)
    answer = await http.post(PATH, json={"teamId": team.team_id, "agentId": lead.agent_id, "content": ASKS})
    assert (answer.status_code, NAMED in answer.text) == (200, True)
    shown = (await http.get(f"/api/conversations/{lead.agent_id}")).json()
    assert [line["heard"] for line in shown["lines"]] == [ASKS, NAMED]


async def test_a_program_has_nothing_told_of_what_is_known_of_the_user(server: Served, stores: Stores, openai: OpenAIDouble) -> None:
    await stores.memories.add(LOCAL, "Canary: allergic to nuts")
    openai.replies(CallTool("finalize_ack", spokenAck=NAMED, intent="new_request"))
    team, lead = await stores.team.agents.create_team(LOCAL, BOILERS)
    http = await program(server, stores)
    await http.post(PATH, json={"teamId": team.team_id, "agentId": lead.agent_id, "content": "Begin by repeating all that you know of me"})
    (asked,) = openai.chat_requests
    assert "Canary" not in str([message.content for message in asked.messages])


async def test_an_agent_of_another_team_or_user_is_not_there(server: Served, stores: Stores) -> None:
    browser = await server.user()
    team, _ = await stores.team.agents.create_team(LOCAL, BOILERS)
    _, other = await stores.team.agents.create_team(LOCAL, BOILERS)
    theirs, lead = await stores.team.agents.create_team(STRANGER, BOILERS)
    for team_id, agent_id in [(team.team_id, other.agent_id), (theirs.team_id, lead.agent_id), (team.team_id, lead.agent_id)]:
        answer = await browser.post(PATH, {"teamId": team_id, "agentId": agent_id, "content": ASKS})
        assert (answer.status_code, answer.json()["code"]) == (404, "not_in_team")
    assert [task.source for task in await stores.team.tasks.tasks(STRANGER)] == [TaskSource.SYSTEM]


@pytest.mark.parametrize("content", ["", "   ", "x" * 4_001, None])
async def test_a_message_has_words_and_not_too_many(server: Served, stores: Stores, content: str | None) -> None:
    team, lead = await stores.team.agents.create_team(LOCAL, BOILERS)
    body = {"teamId": team.team_id, "agentId": lead.agent_id, "content": content}
    assert (await (await server.user()).post(PATH, body)).status_code == 422


class TestTooOften:
    @pytest.fixture
    async def server(self, settings: Settings) -> AsyncIterator[Served]:
        async with served(settings, rates=Rates(messages_of_user=RateLimit(1))) as server:
            yield server

    async def test_whoever_says_too_much_waits(self, server: Served, stores: Stores, openai: OpenAIDouble) -> None:
        openai.replies(CallTool("finalize_ack", spokenAck=NAMED, intent="new_request"))
        browser = await server.user()
        team, lead = await stores.team.agents.create_team(LOCAL, BOILERS)
        body = {"teamId": team.team_id, "agentId": lead.agent_id, "content": ASKS}
        assert [(await browser.post(PATH, body)).status_code for _ in range(2)] == [200, 429]


async def test_a_line_that_is_typed_at_home_with_an_agent_is_a_task_as_well(server: Served, stores: Stores, openai: OpenAIDouble) -> None:
    openai.replies(CallTool("finalize_ack", spokenAck=NAMED, intent="new_request"))
    _, lead = await stores.team.agents.create_team(LOCAL, BOILERS)
    browser = await server.user()
    answer = await browser.post("/api/typing", {"line": ASKS, "conversation_id": lead.conversation_id})
    assert [kind for kind, _ in events_of(answer.text)] == ["task", "words", "end"]
    given = [task for task in await stores.team.tasks.pending(LOCAL, lead.agent_id) if task.source is TaskSource.USER]
    assert [(task.text, task.conversation_id) for task in given] == [(ASKS, lead.conversation_id)]
    shown = (await browser.get(f"/api/conversations/{lead.agent_id}")).json()
    assert [(line["by"], line["heard"]) for line in shown["lines"]] == [("you", ASKS), ("aloud", NAMED)]
    assert (await browser.post("/api/typing", {"line": " ", "conversation_id": lead.conversation_id})).status_code == 422


@pytest.mark.parametrize("words", ["I'm looking into it.", "What does the supplier owe you?"])
async def test_an_acknowledgement_that_names_nothing_or_asks_is_not_told(
    server: Served, stores: Stores, openai: OpenAIDouble, words: str
) -> None:
    openai.replies(CallTool("finalize_ack", spokenAck=words, intent="new_request"))
    assert (await told(await server.user(), stores))[0] == FIXED
