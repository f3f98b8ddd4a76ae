"""Agents at work on both databases with the real engine: woken by what is queued, one run at a time each, and ended by forgetting.

The whole story, as a program sees it, is in `tests/web/team/test_whole_story.py`.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import pytest
from aiohttp import web
from sqlalchemy import select, text

from providers.durable.due_work import DueClock
from providers.durable.durable_engine import DurableEngine
from providers.durable.enqueueing import DurableWakeUp
from providers.durable.work_lanes import HeldLane
from storage.database import Database
from team.records import RunStage, TaskStatus
from team.run import run_work_session, team_work
from team.store import TeamsOfAll, TeamStore
from team.team_rows import StoredWorkSession
from tests.servers.openai.chat import ChatRequest, Say
from tests.servers.openai.double import OpenAIDouble
from tests.team.teams import ANNA, VAULT, a_team, talks_on
from tests.team.worker_process import now
from tests.team.working import Office, office

pytest_plugins = ["tests.servers.both_databases"]

WITHIN_S = 60.0


class Together(Say):
    """Answers nobody before so many have asked."""

    def __init__(self, number: int) -> None:
        super().__init__("Done.")
        self.missing = number
        self.all_asked = asyncio.Event()

    async def respond(self, chat: ChatRequest, http: web.Request) -> web.StreamResponse:
        self.missing -= 1
        if self.missing <= 0:
            self.all_asked.set()
        with suppress(TimeoutError):
            async with asyncio.timeout(WITHIN_S / 2):
                await self.all_asked.wait()
        return await super().respond(chat, http)


@dataclass(slots=True)
class WorkingOffice:
    """A worker of this process, and the store of another that wakes it."""

    office: Office
    store: TeamStore
    wake: DurableWakeUp
    began: set[str]

    async def until(self, is_so: Callable[[], Awaitable[bool]]) -> None:
        async with asyncio.timeout(WITHIN_S):
            while not await is_so():  # noqa: ASYNC110 - another process may make it so
                await asyncio.sleep(0.05)


@pytest.fixture
def clock_looks_every_s() -> float:
    """How long the clock waits between two looks for work that no event told of."""
    return 1.0


@pytest.fixture
async def at_work(
    migrated_url: str, database: Database, server: OpenAIDouble, tmp_path: Path, clock_looks_every_s: float
) -> AsyncIterator[WorkingOffice]:
    """By the wall clock, which the engine has too."""
    async with AsyncExitStack() as stack:
        opened = await stack.enter_async_context(office(database, server, tmp_path / "mail"))
        work_store = TeamStore(database, VAULT, now=now)
        opened.parts = replace(opened.parts, store=work_store, now=now)
        began = set[str]()

        async def run(lane: HeldLane, agent_id: str) -> None:
            began.add(agent_id)
            await run_work_session(opened.parts, lane, agent_id)

        clock = DueClock(database, [replace(team_work(opened.parts), work=run)], now=now, look_every_s=clock_looks_every_s)
        await stack.enter_async_context(DurableEngine(migrated_url, clock.wake))
        wake = await stack.enter_async_context(DurableWakeUp(migrated_url))
        await wake.loaded()
        await stack.enter_async_context(clock)
        yield WorkingOffice(opened, TeamStore(database, VAULT, now=now, wake=wake), wake, began)


@pytest.mark.takes(15)
@pytest.mark.parametrize("clock_looks_every_s", [3600.0])
async def test_work_starts_because_it_was_queued_and_not_at_the_next_look_of_a_clock(at_work: WorkingOffice) -> None:
    for _ in range(3):
        _, lead = await a_team(at_work.store)
        await at_work.store.tasks.hand_over(ANNA, lead.agent_id, "Hello?")

        async def has_begun(agent_id: str = lead.agent_id) -> bool:
            return agent_id in at_work.began

        await at_work.until(has_begun)
    await at_work.until(lambda: all_stopped_or_done(at_work))


async def all_stopped_or_done(at: WorkingOffice) -> bool:
    found = await at.store.tasks.tasks(ANNA, statuses=[TaskStatus.PENDING, TaskStatus.RUNNING])
    async with at.store.database.reading() as session:
        open_ones = (await session.scalars(select(StoredWorkSession.stage).where(StoredWorkSession.stage != RunStage.OVER.value))).all()
    return not found and not open_ones


@pytest.mark.takes(10)
async def test_one_run_at_a_time_for_an_agent_and_many_agents_side_by_side(at_work: WorkingOffice, server: OpenAIDouble) -> None:
    together = Together(4)
    at_work.office.mind.works = [together] * 4
    store, leads = at_work.store, []
    for _ in range(4):
        _, lead = await a_team(store)
        leads.append(lead)
    for number in range(3):
        await asyncio.gather(*(store.tasks.hand_over(ANNA, lead.agent_id, f"Task {number}") for lead in leads))
    await at_work.until(lambda: all_stopped_or_done(at_work))
    async with store.database.reading() as session:
        rows = (await session.scalars(select(StoredWorkSession).order_by(StoredWorkSession.created_at))).all()
    spans = {lead.agent_id: [(row.created_at, row.completed_at or 0) for row in rows if row.agent_id == lead.agent_id] for lead in leads}
    for of_one in spans.values():
        assert all(before[1] <= after[0] for before, after in pairwise(of_one))
    assert together.all_asked.is_set(), "all four worked at the same time"


@pytest.mark.takes(10)
async def test_forgetting_a_user_ends_what_is_being_worked_on_and_leaves_nothing_of_it(
    at_work: WorkingOffice, server: OpenAIDouble, database: Database, migrated_url: str
) -> None:
    server.replies_after_s = 0.5
    _, lead = await a_team(at_work.store)
    await at_work.store.tasks.hand_over(ANNA, lead.agent_id, "What do we owe?")

    async def is_asked() -> bool:
        return bool(server.chat_requests)

    await at_work.until(is_asked)
    await TeamsOfAll(database, migrated_url).forget("anna")
    await talks_on(database).forget("anna")
    await asyncio.sleep(1.0)
    schema = "dbos." if database.dialect == "postgresql" else ""
    async with database.reading() as session:
        assert (await session.scalars(select(StoredWorkSession))).all() == []
        stored = (await session.execute(text(f"SELECT workflow_uuid, inputs FROM {schema}workflow_status"))).all()  # noqa: S608 - one of two names
    assert not [row for row in stored if lead.agent_id in str(row)]
    assert await talks_on(database).list_digest(ANNA) == []
    assert await at_work.store.items.items(ANNA) == []
