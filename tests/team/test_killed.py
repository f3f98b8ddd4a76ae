"""Processes that are killed while they work, on both databases, with the real engine: each task ends once, and nothing is there twice."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic

import pytest
from sqlalchemy import func, select

from actions.sending.draft_store import StoredDraft
from storage.database import Database
from storage.epoch import ms_of
from team.records import ItemKind, RunStage, TaskSource, TaskStatus
from team.store import TeamStore
from team.team_rows import StoredInsight, StoredTask, StoredWorkSession
from tests.randomness import chance
from tests.servers.openai.chat import CallTool, ChatRequest, Reply, Say
from tests.servers.openai.double import OpenAIDouble
from tests.servers.postgres import PostgresServer
from tests.storage.migrated import migrated_database
from tests.team.forking import Forks, Watch, forked, lives
from tests.team.teams import ANNA, VAULT, a_team, talks_on
from tests.team.worker_process import Orders, now
from tests.team.working import deliver

pytest_plugins = ["tests.servers.both_databases"]

KILLS = 10
LAST_STATEMENT = 120
"""Of a process that is killed: the whole story takes some more."""
TAKEN_OVER_WITHIN_S = 60.0
"""The lease, and whatever else the machine is doing."""


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


class Asked:
    """What the user has handed over: a story for one process after the other."""

    def __init__(self, store: TeamStore, server: OpenAIDouble) -> None:
        self.store, self._server = store, server
        self.state: object = None

    async def is_over(self) -> bool:
        async with self.store.database.reading() as session:
            tasks = (await session.scalars(select(StoredTask).where(StoredTask.status != TaskStatus.STOPPED.value))).all()
            stages = (await session.scalars(select(StoredWorkSession.stage))).all()
            left_alone_until = await session.scalar(select(func.max(StoredTask.not_before))) or 0
        waits_on_purpose = ms_of(now()) if left_alone_until > ms_of(now()) else 0
        statuses = sorted((each.task_id, each.status, each.attempts) for each in tasks)
        self.state = (len(self._server.chat_requests), statuses, sorted(stages), waits_on_purpose)
        all_done = len(tasks) == 3 and all(each.status == TaskStatus.DONE.value for each in tasks)
        return all_done and all(stage == RunStage.OVER.value for stage in stages)


@asynccontextmanager
async def begun(url: str, folder: Path, server: OpenAIDouble) -> AsyncIterator[Asked]:
    """A lead with a worker, mail, and what the user has handed over."""
    server.always(story)
    for part in ("cur", "new", "tmp"):
        (folder / part).mkdir(parents=True)
    deliver(folder, "1", sender="Brandt <info@brandt.example>", subject="Invoice 17", text="Please pay 240 euros.")
    async with Database(url) as database:
        store = TeamStore(database, VAULT, now=now)
        team, lead = await a_team(store)
        await store.agents.add_worker(ANNA, team.team_id, name="Otto", prompt="")
        await store.tasks.hand_over(ANNA, lead.agent_id, "What do we owe?")
        yield Asked(store, server)


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


def dying(orders: Orders) -> Callable[[int], Orders]:
    return lambda point: replace(orders, dies_at=point)


@pytest.mark.random
@pytest.mark.parametrize("run", [0, *(pytest.param(number, marks=pytest.mark.proof) for number in range(1, 26))])
@pytest.mark.takes(60)
async def test_killed_at_random_points_each_task_ends_once_and_nothing_is_there_twice(
    database_server: PostgresServer | None, server: OpenAIDouble, forks: Forks, tmp_path: Path, run: int
) -> None:
    """Ten kills on each database in `make test`, 260 on each in `make proofs`, in as many stories as they take."""
    killed, stories, random = 0, 0, chance(run, database_server is None)
    while killed < KILLS:
        stories += 1
        folder = tmp_path / str(stories)
        async with migrated_database(database_server, folder) as url, begun(url, folder / "mail", server) as asked:
            orders = Orders(url=url, models=server.url, folder=str(folder / "mail"))
            points = [random.randint(1, LAST_STATEMENT) for _ in range(KILLS - killed)]
            killed += await lives(forks, dying(orders), asked, points)
            await everything_is_there_once(asked.store)


@pytest.mark.takes(20)
async def test_of_two_workers_one_takes_over_what_the_other_was_at_within_its_lease(
    migrated_url: str, server: OpenAIDouble, forks: Forks, tmp_path: Path
) -> None:
    """On PostgreSQL both work; on SQLite the second waits until the first is gone."""
    orders, watch = Orders(url=migrated_url, models=server.url, folder=str(tmp_path / "mail"), lease_s=2.0), Watch()
    async with begun(migrated_url, tmp_path / "mail", server) as asked:
        server.replies_after_s = 0.5  # so that the first is killed while it waits for an answer
        first = await forks.fork(orders)
        while len(server.chat_requests) < 2:
            watch.look(len(server.chat_requests), forks.said)
            await asyncio.sleep(0.01)
        second = await forks.fork(orders)
        forks.kill(first)
        killed_at, answered = monotonic(), len(server.chat_requests)
        while len(server.chat_requests) == answered:
            assert monotonic() - killed_at < TAKEN_OVER_WITHIN_S, forks.said()
            await asyncio.sleep(0.01)
        server.replies_after_s = 0.0
        while not await asked.is_over():
            watch.look(asked.state, forks.said)
            await asyncio.sleep(0.1)
        forks.kill(second)
        await everything_is_there_once(asked.store)
