"""Teams, agents, tasks, items and what is known, from the page: as the store has them, changed as it says, and told as they change."""

import asyncio

from team.records import AgentRole, ItemState, TaskSource, TaskStatus
from tests.web.served import Served
from tests.web.team.teams_served import BOILERS, LOCAL, Stores, belongings

HOUSE = {
    "name": "House",
    "description": "The flat",
    "mission": "Keep the boiler running.",
    "leadAgentName": "Mia",
    "leadAgentPrompt": "Boilers.",
}


class TestTeams:
    async def test_a_new_one_has_a_lead_with_one_first_task_about_the_mission(self, server: Served, stores: Stores) -> None:
        browser = await server.user()
        answer = await browser.post("/api/teams", HOUSE)
        assert answer.status_code == 200
        made = answer.json()
        assert set(made) == {"teamId", "teamLeadId"}
        (task,) = await stores.team.tasks.pending(LOCAL, made["teamLeadId"])
        assert task.source is TaskSource.SYSTEM
        assert "mission" in task.text
        shown = (await browser.get(f"/api/teams/{made['teamId']}")).json()
        (lead,) = shown["agents"]
        assert (shown["mission"], lead["name"], lead["role"], lead["waiting"]) == ("Keep the boiler running.", "Mia", "lead", 1)

    async def test_the_first_comes_by_itself_and_begins_when_the_user_agrees_once(self, server: Served, stores: Stores) -> None:
        browser = await server.user()
        (team,) = (await browser.get("/api/teams")).json()["teams"]
        assert (team["isFirst"], [agent["name"] for agent in team["agents"]]) == (True, ["Assistant"])
        assert (await browser.get("/api/team")).json()["begun"] is False
        assert await stores.team.tasks.pending(LOCAL, team["leadId"]) == []
        assert [(await browser.post("/api/teams/first/begin")).json()["begun"] for _ in range(2)] == [True, False]
        assert (await browser.get("/api/team")).json()["begun"] is True
        assert [task.source for task in await stores.team.tasks.pending(LOCAL, team["leadId"])] == [TaskSource.SYSTEM]
        refused = await browser.delete(f"/api/teams/{team['id']}")
        assert (refused.status_code, refused.json()["code"]) == (409, "cannot_be_done")

    async def test_one_is_deleted_with_its_agents(self, server: Served, stores: Stores) -> None:
        browser = await server.user()
        made = (await browser.post("/api/teams", HOUSE)).json()
        assert (await browser.delete(f"/api/teams/{made['teamId']}")).status_code == 204
        assert (await browser.get(f"/api/teams/{made['teamId']}")).json()["code"] == "not_in_team"
        assert made["teamLeadId"] not in [agent.agent_id for agent in await stores.team.agents.agents(LOCAL)]

    async def test_without_a_model_the_team_is_said_to_rest(self, server: Served) -> None:
        assert (await (await server.user()).get("/api/teams")).json()["works"] is False


class TestAgents:
    async def test_a_worker_is_added_and_removed_and_a_lead_is_not(self, server: Served, stores: Stores) -> None:
        team, lead = await stores.team.agents.create_team(LOCAL, BOILERS)
        browser = await server.user()
        added = (await browser.post(f"/api/teams/{team.team_id}/workers", {"name": "Bo", "prompt": "Invoices"})).json()
        worker = await stores.team.agents.agent(LOCAL, added["id"])
        assert (worker.name, worker.prompt, worker.role) == ("Bo", "Invoices", AgentRole.WORKER)
        assert (await browser.delete(f"/api/agents/{lead.agent_id}")).status_code == 409
        assert (await browser.delete(f"/api/agents/{added['id']}")).status_code == 204
        assert [agent.agent_id for agent in await stores.team.agents.agents(LOCAL, team_id=team.team_id)] == [lead.agent_id]

    async def test_one_is_paused_and_goes_on(self, server: Served, stores: Stores) -> None:
        _, lead = await stores.team.agents.create_team(LOCAL, BOILERS)
        browser = await server.user()
        for paused in (True, False):
            answer = await browser.patch(f"/api/agents/{lead.agent_id}", {"paused": paused})
            assert (answer.json()["paused"], answer.json()["waiting"]) == (paused, 1)
            assert (await stores.team.agents.agent(LOCAL, lead.agent_id)).paused is paused


class TestTasks:
    async def test_they_are_listed_by_agent_and_status_and_stopped_once(self, server: Served, stores: Stores) -> None:
        mine = await belongings(stores, LOCAL, "boiler")
        browser = await server.user()
        listed = (await browser.get(f"/api/tasks?agentId={mine.lead.agent_id}")).json()["tasks"]
        assert (listed[0]["text"], listed[0]["source"]) == ("boiler task", "user")
        stop = f"/api/tasks/{mine.task.task_id}/stop"
        assert [(await browser.post(stop)).json()["stopped"] for _ in range(2)] == [True, False]
        assert (await stores.team.tasks.task(LOCAL, mine.task.task_id)).status is TaskStatus.STOPPED
        stopped = (await browser.get("/api/tasks?status=stopped")).json()["tasks"]
        assert [task["id"] for task in stopped] == [mine.task.task_id]


class TestItems:
    async def test_one_is_read_in_full_and_filed(self, server: Served, stores: Stores) -> None:
        mine = await belongings(stores, LOCAL, "boiler")
        browser = await server.user()
        whole = (await browser.get(f"/api/items/{mine.item.item_id}")).json()
        assert (whole["item"]["summary"], whole["text"], whole["item"]["state"]) == ("boiler item", "boiler in full", "unread")
        for state in ItemState:
            assert (await browser.patch(f"/api/items/{mine.item.item_id}", {"state": state})).json()["state"] == state
            listed = (await browser.get(f"/api/items?state={state}")).json()["items"]
            assert [item["id"] for item in listed] == [mine.item.item_id]
        assert (await browser.get("/api/items?state=unread")).json()["items"] == []

    async def test_its_full_text_stands_in_the_conversation_with_the_agent(self, server: Served, stores: Stores) -> None:
        mine = await belongings(stores, LOCAL, "boiler")
        shown = (await (await server.user()).get(f"/api/conversations/{mine.lead.agent_id}")).json()
        assert ("aloud", "boiler in full") in [(line["by"], line["heard"]) for line in shown["lines"]]


class TestWhatIsKnown:
    async def test_an_insight_is_found_corrected_and_forgotten(self, server: Served, stores: Stores) -> None:
        mine = await belongings(stores, LOCAL, "boiler")
        browser, of_agent = await server.user(), f"/api/agents/{mine.lead.agent_id}/insights"
        assert [each["content"] for each in (await browser.get(f"{of_agent}?search=BOILER&kind=fact")).json()["insights"]] == [
            "boiler insight"
        ]
        assert (await browser.get(f"{of_agent}?kind=lesson")).json()["insights"] == []
        one = f"/api/insights/{mine.insight.insight_id}"
        assert (await browser.patch(one, {"content": "They invoice on Fridays."})).json()["content"] == "They invoice on Fridays."
        assert (await browser.delete(one)).status_code == 204
        assert (await browser.delete(one)).json()["code"] == "not_in_team"
        assert await stores.team.insights.all(LOCAL, mine.lead.agent_id) == []

    async def test_so_is_a_memory(self, server: Served, stores: Stores) -> None:
        mine = await belongings(stores, LOCAL, "boiler")
        browser, one = await server.user(), f"/api/memories/{mine.memory_id}"
        assert [each["content"] for each in (await browser.get("/api/memories")).json()["memories"]] == ["boiler memory"]
        assert (await browser.patch(one, {"content": "Likes it short."})).json()["content"] == "Likes it short."
        assert (await browser.delete(one)).status_code == 204
        assert (await browser.patch(one, {"content": "Back?"})).json()["code"] == "not_in_team"


class TestLive:
    async def test_whoever_knows_the_newest_is_told_as_soon_as_it_changes(self, server: Served, stores: Stores) -> None:
        browser = await server.user()
        now = (await browser.get("/api/team")).json()
        waiting = asyncio.create_task(browser.get(f"/api/team?seen={now['version']}"))
        mine = await belongings(stores, LOCAL, "boiler")
        told = (await waiting).json()
        assert told["version"] != now["version"]
        later = (await browser.get("/api/team")).json()
        assert [item["id"] for item in later["items"]] == [mine.item.item_id]
        assert "boiler team" in [team["name"] for team in later["teams"]]


async def test_the_conversation_with_an_agent_is_marked_in_the_list_and_empty_after_it_was_forgotten(
    server: Served, stores: Stores
) -> None:
    mine = await belongings(stores, LOCAL, "boiler")
    browser = await server.user()
    listed = (await browser.get("/api/conversations")).json()["conversations"]
    (home,) = [each for each in listed if each["id"] == mine.lead.conversation_id]
    assert home["agent_id"] == mine.lead.agent_id
    assert (await browser.delete(f"/api/conversations/{home['id']}")).status_code == 204
    shown = (await browser.get(f"/api/conversations/{mine.lead.agent_id}")).json()
    assert (shown["conversation"]["title"], shown["lines"]) == ("boiler lead", [])
