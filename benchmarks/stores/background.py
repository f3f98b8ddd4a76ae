"""Background work with the real engine and a model that answers at once: how soon it starts, what two workers get done, and whether two
runs of one agent ever overlap.

What is measured are rows: when a task was queued, and when the session began in which it was done.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from sqlalchemy import func, select

from benchmarks.record import Figure, Measured
from conversations.conversation_rows import Owner
from storage.database import Database
from storage.epoch import ms_of
from storage.migrate import migrate
from team.records import RunStage, TaskSource, TaskStatus
from team.store import TeamStore
from team.team_rows import StoredTask, StoredWorkSession
from tests.servers.openai.double import OpenAIDouble, openai_server
from tests.servers.postgres import PostgresServer
from tests.team.forking import Forks, Watch, forked
from tests.team.teams import VAULT, a_team
from tests.team.worker_process import Orders, now
from tests.team.working import Mind

WAKE_UPS = 40
AGENTS, TASKS, WORKERS = 200, 2_000, 2
STARTS_WITHIN_MS = 150.0
MOST_OVERTAKEN = 3
USERS = 20
"""The teams of one user are limited."""


@asynccontextmanager
async def working(url: str, folder: Path, workers: int) -> AsyncIterator[tuple[Database, OpenAIDouble, Forks, Orders]]:
    for part in ("cur", "new", "tmp"):
        (folder / "mail" / part).mkdir(parents=True, exist_ok=True)
    async with openai_server() as server, Database(url) as database, forked(folder) as forks:
        server.always(Mind())
        orders = Orders(url=url, models=server.url, folder=str(folder / "mail"), lease_s=30.0)
        for _ in range(workers):
            await forks.fork(orders)
        yield database, server, forks, orders


async def idle(database: Database, forks: Forks) -> None:
    """Wait until all is done; fails where nothing goes on any more."""
    waits = select(func.count()).where(StoredTask.status.in_([TaskStatus.PENDING.value, TaskStatus.RUNNING.value]))
    under_way = select(func.count()).where(StoredWorkSession.stage != RunStage.OVER.value)
    begun, watch = select(func.count()).select_from(StoredWorkSession), Watch()
    while True:
        async with database.reading() as session:
            state = [await session.scalar(each) for each in (waits, under_way, begun)]
        if state[:2] == [0, 0]:
            return
        watch.look(state, forks.said)
        await asyncio.sleep(0.1)


async def waits_ms(database: Database, *, queued_from: int = 0) -> list[float]:
    """From queued to begun, of tasks whose session began after them."""
    begun = select(StoredTask.created_at, StoredWorkSession.created_at).where(StoredTask.created_at >= queued_from)
    async with database.reading() as session:
        rows = await session.execute(begun.join(StoredWorkSession, StoredWorkSession.session_id == StoredTask.session_id))
        return sorted(max(0.0, float(began - queued)) for queued, began in rows)


async def wake_ups(url: str, folder: Path, number: int = WAKE_UPS) -> list[float]:
    """One task at a time, each for an agent that nobody works for."""
    from providers.durable.enqueueing import DurableWakeUp  # noqa: PLC0415 - beside what it measures

    async with working(url, folder, 1) as (database, _, forks, _), DurableWakeUp(url) as wake:
        await wake.loaded()
        quiet, store, began_at = TeamStore(database, VAULT, now=now), TeamStore(database, VAULT, now=now, wake=wake), 0
        leads = [(await a_team(quiet, Owner(user_id=f"user {at % USERS}")))[1] for at in range(number + 1)]
        for at, lead in enumerate(leads):
            await store.tasks.hand_over(Owner(user_id=f"user {at % USERS}"), lead.agent_id, "Hello?")
            await idle(database, forks)
            await asyncio.sleep(0.1)
            began_at = began_at or ms_of(now())  # the first one waits for the process to start
        return await waits_ms(database, queued_from=began_at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """What came of many tasks of many agents: `begun_s` is when each agent began for the first time, from the first task on; `overtaken`
    the most sessions that another agent began while one that was queued for had not begun at all."""

    took_s: float
    done: int
    overlapping: int
    longest_wait_s: float
    begun_s: Sequence[float]
    overtaken: int


async def load(url: str, folder: Path, *, agents: int = AGENTS, tasks: int = TASKS) -> Load:
    async with working(url, folder, WORKERS) as (database, _, forks, _):
        store = TeamStore(database, VAULT, now=now)
        leads = [(await a_team(store, Owner(user_id=f"user {number % USERS}")))[1] for number in range(agents)]
        began, began_at = perf_counter(), ms_of(now())
        for number in range(tasks):
            at = number % agents
            await store.tasks.hand_over(Owner(user_id=f"user {at % USERS}"), leads[at].agent_id, f"Task {number}")
        await idle(database, forks)
        took_s = perf_counter() - began
        async with database.reading() as session:
            rows = (await session.scalars(select(StoredWorkSession).order_by(StoredWorkSession.created_at))).all()
            ended = select(func.count()).select_from(StoredTask).where(StoredTask.status == TaskStatus.DONE.value)
            done = await session.scalar(ended) or 0
            asked = select(StoredTask.agent_id, func.min(StoredTask.created_at)).where(StoredTask.source == TaskSource.USER.value)
            queued = (await session.execute(asked.group_by(StoredTask.agent_id))).all()
        firsts = {row.agent_id: row.created_at for row in reversed(rows)}
        return Load(
            took_s=took_s,
            done=done,
            overlapping=overlaps(rows),
            longest_wait_s=max(await waits_ms(database)) / 1_000,
            begun_s=[(first - began_at) / 1_000 for first in firsts.values()],
            overtaken=max(overtaken(rows, agent_id, at, firsts[agent_id]) for agent_id, at in queued),
        )


def overtaken(rows: Sequence[StoredWorkSession], agent_id: str, queued: int, begun: int) -> int:
    others = Counter(row.agent_id for row in rows if row.agent_id != agent_id and queued < row.created_at < begun)
    return max(others.values(), default=0)


def overlaps(rows: Sequence[StoredWorkSession]) -> int:
    spans: dict[str, list[tuple[int, int]]] = {}
    for row in rows:
        spans.setdefault(row.agent_id, []).append((row.created_at, row.completed_at or row.created_at))
    return sum(before[1] > after[0] for of_one in spans.values() for before, after in pairwise(of_one))


async def measured() -> dict[str, object]:
    found: dict[str, object] = {}
    with TemporaryDirectory() as place, PostgresServer() as server:
        folder = Path(place)
        url = f"sqlite:///{folder}/aloud.db"
        await migrate(url)
        found["SQLite"] = await wake_ups(url, folder)
        async with server.migrated_database() as there:
            found["PostgreSQL"] = await wake_ups(there, folder)
        async with server.migrated_database() as there:
            found["load"] = await load(there, folder)
    return found


def main() -> Measured:
    """Run it."""
    found = asyncio.run(measured())
    figures = []
    for name in ("SQLite", "PostgreSQL"):
        took = found[name]
        assert isinstance(took, list)
        figures.append(Figure(what=f"queued until begun, {name}, p50, ms", measured=took[len(took) // 2]))
        figures.append(Figure(what=f"queued until begun, {name}, p95, ms", measured=took[int(0.95 * len(took))], at_most=STARTS_WITHIN_MS))
    loaded = found.pop("load")
    assert isinstance(loaded, Load)
    figures += [
        Figure(what=f"two workers, {AGENTS} agents, {TASKS:,} tasks: tasks a second", measured=loaded.done / loaded.took_s),
        Figure(what="runs of one agent that overlap", measured=loaded.overlapping, at_most=0),
        Figure(what="most runs of another while an agent waited for its first", measured=loaded.overtaken, at_most=MOST_OVERTAKEN),
        Figure(what="longest wait of a task that began a session, s", measured=loaded.longest_wait_s),
    ]
    return Measured(figures=figures, numbers=found | {"load": asdict(loaded)})
