"""Processes that are killed while they work, on both databases, with the real engine: each task ends once, and nothing is there twice."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select

from actions.sending.draft_store import StoredDraft
from storage.database import Database
from team.records import ItemKind, RunStage, TaskSource, TaskStatus
from team.store import TeamStore
from team.team_rows import StoredInsight, StoredWorkSession
from tests.randomness import chance
from tests.servers.openai.chat import CallTool, ChatRequest, Reply, Say
from tests.servers.openai.double import OpenAIDouble
from tests.team.forking import Forks, forked
from tests.team.teams import ANNA, VAULT, a_team, talks_on
from tests.team.worker_process import Orders, now
from tests.team.working import deliver

pytest_plugins = ["tests.servers.both_databases"]

ENDS_WITHIN_S = 300.0
KILLS = 10
LAST_STATEMENT = 120
"""Of a process that is killed: the whole story takes some more."""


def story(chat: ChatRequest) -> Reply:
    """A model that answers the same to the same: the lead reads, notes, drafts and delegates, the worker notes, and both learn."""
    match chat.tool_names:
        case ("note_insights",):
            return CallTool("note_insights", insights=[{"kind": "lesson", "content": "Learned in a session"}])
        case ("decide",):
            return CallTool("decide", brief=True, summary="Brandt is owed money", text="Brandt is owed 240 euros.")
    asked, results = chat.last_user_text, [message for message in chat.messages if message.role == "tool"]
    steps: list[Reply]
    if asked.startswith("What do we owe"):
        steps = [
            CallTool("search_mail", words="invoice"),
            CallTool("note_insight", kind="fact", content="Brandt sends invoices"),
            CallTool("write_draft", mail_id="work:1.host", text="We pay on Friday."),
            CallTool("delegate", worker="Otto", task="Add up the invoices."),
            Say("Otto adds it up."),
        ]
    elif "has ended a task" in asked:
        return Say("240 euros are open.")
    else:
        steps = [CallTool("note_insight", kind="fact", content="One invoice is open"), Say("240 euros.")]
    return steps[min(len(results), len(steps) - 1)]


@pytest.fixture
async def forks(tmp_path: Path) -> AsyncIterator[Forks]:
    async with forked(tmp_path) as opened:
        yield opened


@asynccontextmanager
async def begun(database: Database, folder: Path, server: OpenAIDouble) -> AsyncIterator[TeamStore]:
    """A lead with a worker, mail, and what the user has handed over."""
    server.always(story)
    for part in ("cur", "new", "tmp"):
        (folder / part).mkdir(parents=True)
    deliver(folder, "1", sender="Brandt <info@brandt.example>", subject="Invoice 17", text="Please pay 240 euros.")
    store = TeamStore(database, VAULT, now=now)
    team, lead = await a_team(store)
    await store.agents.add_worker(ANNA, team.team_id, name="Otto", prompt="")
    await store.tasks.hand_over(ANNA, lead.agent_id, "What do we owe?")
    yield store


async def is_over(store: TeamStore) -> bool:
    tasks = [each for each in await store.tasks.tasks(ANNA) if each.status is not TaskStatus.STOPPED]
    async with store.database.reading() as session:
        open_ones = select(StoredWorkSession.session_id).where(StoredWorkSession.stage != RunStage.OVER.value)
        under_way = (await session.scalars(open_ones)).all()
    return len(tasks) == 3 and all(each.status is TaskStatus.DONE for each in tasks) and not under_way


async def everything_is_there_once(store: TeamStore) -> None:
    tasks = [each for each in await store.tasks.tasks(ANNA) if each.status is not TaskStatus.STOPPED]
    assert Counter((each.source, each.status) for each in tasks) == {
        (TaskSource.USER, TaskStatus.DONE): 1,
        (TaskSource.DELEGATION, TaskStatus.DONE): 2,  # to the worker, and its report
    }
    assert {each.result for each in tasks} == {"Otto adds it up.", "240 euros.", "240 euros are open."}
    async with store.database.reading() as session:
        sessions = (await session.scalars(select(StoredWorkSession))).all()
        insights = (await session.scalars(select(StoredInsight))).all()
        drafts = (await session.scalars(select(StoredDraft))).all()
    contents = Counter(store.sealed.insight(row).content for row in insights)
    assert (contents.pop("Brandt sends invoices"), contents.pop("One invoice is open")) == (1, 1)
    assert 1 <= contents.pop("Learned in a session") <= len(sessions)
    assert not contents
    assert max(Counter(row.session_id for row in insights if "Learned" in store.sealed.insight(row).content).values()) == 1
    assert len(drafts) == 1
    items = await store.items.items(ANNA)
    assert [item.summary for item in items if item.kind is ItemKind.RESULT] == ["240 euros are open."]
    briefings = Counter(item.written_by for item in items if item.kind is ItemKind.BRIEFING)
    assert briefings
    assert set(briefings.values()) == {1}
    (lead,) = [each for each in await store.agents.agents(ANNA) if each.is_lead]
    said = Counter(message.words for message in await talks_on(store.database).messages(ANNA, lead.conversation_id))
    assert said == {"What do we owe?": 1, "Otto adds it up.": 1, "240 euros are open.": 1, "Brandt is owed 240 euros.": len(briefings)}


async def lives(forks: Forks, store: TeamStore, orders: Orders, points: Iterable[int]) -> int:
    """One process after the other, each killed before that statement, until all is done; how many were killed."""
    killed, left = 0, iter(points)
    async with asyncio.timeout(ENDS_WITHIN_S):
        while True:
            child = await forks.fork(replace(orders, dies_at=next(left, 0)))
            while forks.is_alive(child):
                if await is_over(store):
                    forks.kill(child)
                    return killed
                await asyncio.sleep(0.1)
            killed += 1


@pytest.mark.random
@pytest.mark.parametrize("run", [0, *(pytest.param(number, marks=pytest.mark.proof) for number in range(1, 26))])
@pytest.mark.takes(60)
async def test_killed_at_random_points_each_task_ends_once_and_nothing_is_there_twice(
    database: Database, migrated_url: str, server: OpenAIDouble, forks: Forks, tmp_path: Path, run: int
) -> None:
    """Ten times on each database in `make test`; in `make proofs` five hundred times in all."""
    killed = 0
    async with begun(database, tmp_path / "mail", server) as store:
        random, orders = chance(run, database.dialect), Orders(url=migrated_url, models=server.url, folder=str(tmp_path / "mail"))
        killed += await lives(forks, store, orders, [random.randint(1, LAST_STATEMENT) for _ in range(KILLS)])
        await everything_is_there_once(store)
    assert killed >= 3, f"only {killed} processes were killed before all was done"


@pytest.mark.takes(20)
async def test_of_two_workers_one_takes_over_what_the_other_was_at_within_its_lease(
    database: Database, migrated_url: str, server: OpenAIDouble, forks: Forks, tmp_path: Path
) -> None:
    """On PostgreSQL both work; on SQLite the second waits until the first is gone."""
    orders = Orders(url=migrated_url, models=server.url, folder=str(tmp_path / "mail"), lease_s=2.0)
    async with begun(database, tmp_path / "mail", server) as store, asyncio.timeout(ENDS_WITHIN_S):
        server.replies_after_s = 0.5  # so that the first is killed while it waits for an answer
        first = await forks.fork(orders)
        while not server.chat_requests:  # noqa: ASYNC110 - by another process
            await asyncio.sleep(0.01)
        second = await forks.fork(orders)
        await asyncio.sleep(1.0)
        asked = len(server.chat_requests)
        forks.kill(first)
        killed_at = asyncio.get_running_loop().time()
        while len(server.chat_requests) == asked:  # noqa: ASYNC110 - by another process
            await asyncio.sleep(0.01)
        taken_over_after_s = asyncio.get_running_loop().time() - killed_at
        server.replies_after_s = 0.0
        while not await is_over(store):  # noqa: ASYNC110 - by another process
            await asyncio.sleep(0.1)
        forks.kill(second)
        await everything_is_there_once(store)
    assert taken_over_after_s < orders.lease_s + 10
