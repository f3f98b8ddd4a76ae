"""A typed call beside a team that works on the same machine: how late its event loop is, against the same call by itself.

One call in this process, which is typed into without a pause; two workers in processes of their own, with all the tasks that they can do,
on one PostgreSQL, and their model in a third. In every other round they work; in between they are stopped where they are, so that nothing
else differs. What is measured is by how much a timer of the loop comes too late, at its 99th percentile.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import psutil

from benchmarks.arms import AGAIN, Report, compare_told
from benchmarks.record import Figure, Measured
from benchmarks.stores.background import USERS
from conversations.conversation_rows import Owner
from storage.database import Database
from team.store import TeamStore
from tests.agent.typed_call import TypedCall, sample_settings, typed_call
from tests.servers.postgres import PostgresServer
from tests.team.forking import forked
from tests.team.teams import VAULT, a_team
from tests.team.worker_process import Orders, now

ALONE, BESIDE = "by itself", "beside a team at work"
LINES = ("repeat", "who sent it", "how many are left", "what time is it")
ROUNDS, ROUND_S, TICK_S = 12, 6.0, 0.005
AGENTS, WORKERS, KEPT_WAITING = 40, 2, 400
MOST_LATER = 1.2


@asynccontextmanager
async def team_at(url: str, folder: Path) -> AsyncIterator[list[psutil.Process]]:
    """The processes that work, as `aloud team` does: they give way to the call."""
    for part in ("cur", "new", "tmp"):
        (folder / "mail" / part).mkdir(parents=True)
    command = sys.executable, "-m", "benchmarks.doubles.team_model"
    model = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    try:
        assert model.stdout is not None
        at = (await model.stdout.readline()).decode().strip()
        async with forked(folder) as forks:
            orders = Orders(url=url, models=at, folder=str(folder / "mail"), lease_s=30.0, gives_way=True)
            yield [psutil.Process(await forks.fork(orders)) for _ in range(WORKERS)]
    finally:
        model.kill()
        await model.wait()


async def lateness_s(call: TypedCall, seconds: float) -> float:
    """While it is typed into: the 99th percentile of how late a timer is."""
    late = list[float]()
    over = False

    async def ticks() -> None:
        while not over:
            due = perf_counter() + TICK_S
            await asyncio.sleep(TICK_S)
            late.append(perf_counter() - due)

    ticking = asyncio.create_task(ticks())
    ends, number = perf_counter() + seconds, 0
    while perf_counter() < ends:
        await call.type(LINES[number % len(LINES)])
        number += 1
    over = True
    await ticking
    return sorted(late)[int(0.99 * len(late))]


async def measured(rounds: int = ROUNDS, round_s: float = ROUND_S) -> Report:
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        url = await stack.enter_async_context(stack.enter_context(PostgresServer()).migrated_database())
        database = await stack.enter_async_context(Database(url))
        workers = await stack.enter_async_context(team_at(url, folder / "team"))
        call = await stack.enter_async_context(typed_call(sample_settings(folder / "call")))
        store = TeamStore(database, VAULT, now=now)
        leads = [
            (Owner(user_id=f"user {at % USERS}"), (await a_team(store, Owner(user_id=f"user {at % USERS}")))[1]) for at in range(AGENTS)
        ]

        async def fill() -> None:
            for number in range(max(0, KEPT_WAITING - await store.tasks.waiting())):
                owner, lead = leads[number % AGENTS]
                await store.tasks.hand_over(owner, lead.agent_id, f"Task {number}")

        def arm(*, works: bool) -> Callable[[int], Awaitable[float]]:
            async def run(_number: int) -> float:
                for each in workers:
                    (each.resume if works else each.suspend)()
                if works:
                    await fill()  # once they work: one that is stopped may hold what this waits for
                return await lateness_s(call, round_s)

            return run

        await fill()
        try:
            return await compare_told({ALONE: arm(works=False), BESIDE: arm(works=True)}, rounds)
        finally:
            for each in workers:
                each.resume()


def main() -> Measured:
    """Run it."""
    report = asyncio.run(measured())
    print(*report.lines(), sep="\n", flush=True)
    figures = [
        Figure(
            what="lateness of a call's loop beside a team at work, p99, times its own",
            measured=report.ratio(BESIDE, ALONE),
            at_most=MOST_LATER,
            same_again=report[ALONE + AGAIN].median_ratio,
        )
    ]
    return Measured(figures=figures, numbers=report.as_json())
