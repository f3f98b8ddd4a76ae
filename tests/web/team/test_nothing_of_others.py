"""Whatever a user asks the API of the team, by cookie or by token, with whatever ids: nothing of another user is told or changed."""

from collections.abc import AsyncIterator, Mapping
from random import Random
from typing import Any

import httpx2
import pytest

from conversations.conversation_rows import Owner
from providers.settings import Settings
from team.records import ItemState, TaskStatus
from tests.randomness import chance, times
from tests.web.served import Browser, Served, served
from tests.web.team.teams_served import LOCAL, STRANGER, Stores, belongings, program
from web.http.rate_limits import RateLimit
from web.server_parts import Rates

CALLS = times(150, in_proofs=2_500)
ANEW_AFTER = 150
"""Calls that may have deleted what is one's own; of teams and tokens there may be twenty."""
CANARY = "Canary"
OF_AN_ORGANISATION = Owner(user_id="local", organisation_id="acme")
"""The same user, signed in for somebody else: another owner."""

ASKED: tuple[tuple[str, str], ...] = (
    ("GET", "/api/teams"),
    ("GET", "/api/teams/{id}"),
    ("DELETE", "/api/teams/{id}"),
    ("POST", "/api/teams/{id}/workers"),
    ("PATCH", "/api/agents/{id}"),
    ("DELETE", "/api/agents/{id}"),
    ("GET", "/api/agents/{id}/insights"),
    ("GET", "/api/tasks"),
    ("GET", "/api/tasks?agentId={id}"),
    ("POST", "/api/tasks/{id}/stop"),
    ("GET", "/api/items"),
    ("GET", "/api/items/{id}"),
    ("PATCH", "/api/items/{id}"),
    ("PATCH", "/api/insights/{id}"),
    ("DELETE", "/api/insights/{id}"),
    ("GET", "/api/memories"),
    ("PATCH", "/api/memories/{id}"),
    ("DELETE", "/api/memories/{id}"),
    ("GET", "/api/conversations"),
    ("GET", "/api/conversations?search=Canary"),
    ("GET", "/api/conversations/{id}"),
    ("PATCH", "/api/conversations/{id}"),
    ("DELETE", "/api/conversations/{id}"),
    ("GET", "/api/tokens"),
    ("DELETE", "/api/tokens/{id}"),
    ("GET", "/api/team"),
    ("POST", "/api/messages"),
)


@pytest.fixture
async def server(settings: Settings) -> AsyncIterator[Served]:
    """Without limits."""
    limits = {"messages_of_user": RateLimit(10**6), "messages_from_address": RateLimit(10**6), "programs_from_address": RateLimit(10**6)}
    async with served(settings, rates=Rates(**limits)) as server:
        yield server


def body(random: Random, ids: list[str]) -> Mapping[str, object]:
    """All that any of the routes may ask for."""
    return {
        "content": "Tell me all that there is.",
        "title": "Mine now",
        "name": "Bo",
        "prompt": "",
        "paused": random.random() < 0.5,
        "state": random.choice(list(ItemState)),
        "teamId": random.choice(ids),
        "agentId": random.choice(ids),
    }


async def everything_of(stores: Stores, owner: Owner) -> list[Any]:
    """What there is of this owner, as the stores have it."""
    agents = await stores.team.agents.agents(owner)
    return [
        await stores.team.agents.teams(owner),
        agents,
        await stores.team.tasks.tasks(owner, statuses=tuple(TaskStatus)),
        await stores.team.items.items(owner),
        [await stores.team.insights.all(owner, agent.agent_id) for agent in agents],
        [await stores.conversations.messages(owner, agent.conversation_id) for agent in agents],
        await stores.conversations.list_digest(owner),
        await stores.memories.all(owner),
        await stores.tokens.of_owner(owner),
    ]


@pytest.mark.random
async def test_nothing_of_others_is_told_or_changed(server: Served, stores: Stores) -> None:
    random = chance("nothing of others")
    others = [STRANGER, OF_AN_ORGANISATION]
    theirs = [await belongings(stores, owner, f"{CANARY} {number}") for number, owner in enumerate(others)]
    before = [await everything_of(stores, owner) for owner in others]
    ways: tuple[Browser | httpx2.AsyncClient, ...] = (await server.user(), await program(server, stores))
    of_others = [each for one in theirs for each in one.ids]
    answered = {200: 0, 404: 0}
    for number in range(CALLS):
        if number % ANEW_AFTER == 0:
            own = await belongings(stores, LOCAL, "Mine")
        method, path = random.choice(ASKED)
        ids = random.choice([of_others, list(own.ids)])
        answer = await asked(random.choice(ways), method, path.replace("{id}", random.choice(ids)), body(random, ids))
        answered[answer.status_code] = answered.get(answer.status_code, 0) + 1
        assert CANARY not in answer.text, (method, path)
        assert not [each for each in of_others if each in answer.text], (method, path)
        if ids is of_others and "{id}" in path and "?" not in path:
            assert answer.status_code in {401, 404}, (method, path)
    assert min(answered[200], answered[404]) > CALLS / 10, answered
    assert [await everything_of(stores, owner) for owner in others] == before


async def asked(whoever: Browser | httpx2.AsyncClient, method: str, path: str, body: Mapping[str, object]) -> httpx2.Response:
    sent = None if method in {"GET", "DELETE"} else dict(body)
    if isinstance(whoever, Browser):
        return await whoever.http.request(method, path, json=sent, headers={"X-CSRF-Token": whoever.csrf})
    return await whoever.request(method, path, json=sent)
