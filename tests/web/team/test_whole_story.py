"""The whole story as a program sees it, on both databases with the real engine: a team is made, works, is told something, and what matters
comes back."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from pydantic import SecretStr
from sqlalchemy import select

from session.opening.team_work import team_at_work
from storage.database import Database
from team.records import RunStage, TaskSource, TaskStatus, WorkStatus
from team.team_rows import StoredWorkSession
from tests.agent.talking_models import SMALL
from tests.servers.openai.chat import CallTool, ChatRequest, Reply, Say
from tests.servers.openai.double import openai_server
from tests.team.working import Mind
from tests.web.served import served
from tests.web.team.teams_served import LOCAL, Stores, program, stores_of
from tests.web.team.test_messages import ASKS, NAMED
from tests.web.team.test_team_routes import HOUSE
from tests.web.typing_browser import events_of, typing_settings

pytest_plugins = ["tests.servers.both_databases"]

WITHIN_S = 120.0
FOUND, LEARNED, IN_FULL = "They owe you 240 euros.", "The supplier pays on Mondays.", "The supplier owes you 240 euros, and says so itself."


class Colleagues(Mind):
    """What is asked is looked up in the mail, learned from, and worth a briefing; the mission alone is not."""

    def __call__(self, chat: ChatRequest) -> Reply:
        is_it = ASKS in str(chat.raw)
        match chat.tool_names:
            case ("finalize_ack",):
                return CallTool("finalize_ack", spokenAck=NAMED, intent="new_request")
            case ("note_insights",):
                return CallTool("note_insights", insights=[{"kind": "pattern", "content": LEARNED}] if is_it else [])
            case ("decide",):
                return CallTool("decide", brief=True, summary="240 euros", text=IN_FULL) if is_it else CallTool("decide", brief=False)
        if chat.messages[-1].role == "user" and is_it:
            return CallTool("search_mail", words="supplier")
        return Say(FOUND if is_it else "I know my mission.")


async def until(is_so: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(WITHIN_S):
        while not await is_so():  # noqa: ASYNC110 - other tasks make it so
            await asyncio.sleep(0.05)


async def sessions(database: Database) -> list[StoredWorkSession]:
    async with database.reading() as session:
        return list((await session.scalars(select(StoredWorkSession).order_by(StoredWorkSession.created_at))).all())


async def all_over(stores: Stores, *, runs: int) -> bool:
    """So many sessions are over, with all that belongs to them."""
    over = [row for row in await sessions(stores.database) if row.stage == RunStage.OVER]
    return len(over) >= runs and all(task.status is TaskStatus.DONE for task in await stores.team.tasks.tasks(LOCAL))


@pytest.mark.takes(15)
async def test_a_team_is_made_and_told_something_and_what_matters_comes_back(tmp_path: Path, migrated_url: str) -> None:
    async with openai_server() as openai:
        openai.always(Colleagues())
        key = {"openai_api_key": SecretStr("sk-test"), "openai_base_url": openai.url, "aloud_small_model": SMALL}
        settings = typing_settings(tmp_path, database_url=migrated_url, **key)
        async with served(settings) as server, stores_of(settings) as stores, team_at_work(settings):
            http = await program(server, stores)
            made = (await http.post("/api/teams", json=HOUSE)).json()
            lead_id = made["teamLeadId"]
            of_mission = await stores.team.tasks.tasks(LOCAL)
            assert [task.source for task in of_mission] == [TaskSource.SYSTEM]
            await until(lambda: all_over(stores, runs=1))
            assert (await http.get(f"/api/conversations/{lead_id}")).json()["lines"] == []

            told = await http.post("/api/messages", json={"teamId": made["teamId"], "agentId": lead_id, "content": ASKS})
            assert [data.get("words") for kind, data in events_of(told.text) if kind == "words"] == [NAMED]
            await until(lambda: all_over(stores, runs=2))

            tasks = (await http.get(f"/api/tasks?agentId={lead_id}")).json()["tasks"]
            assert [(task["source"], task["status"]) for task in tasks] == [("user", "done"), ("system", "done")]
            lines = (await http.get(f"/api/conversations/{lead_id}")).json()["lines"]
            assert [line["heard"] for line in lines] == [ASKS, NAMED, FOUND, IN_FULL]
            items = (await http.get("/api/items")).json()["items"]
            assert {item["kind"]: item["summary"] for item in items} == {"result": FOUND, "briefing": "240 euros"}
            (briefing,) = [item for item in items if item["kind"] == "briefing"]
            assert (await http.get(f"/api/items/{briefing['id']}")).json()["text"] == IN_FULL
            insights = (await http.get(f"/api/agents/{lead_id}/insights")).json()["insights"]
            assert [insight["content"] for insight in insights] == [LEARNED]
            first, second = await sessions(stores.database)
            assert {first.status, second.status} == {WorkStatus.COMPLETED}
            (learned,) = await stores.team.insights.all(LOCAL, lead_id)
            assert learned.session_id == second.session_id
