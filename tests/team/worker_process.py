"""Processes in which a team works, for tests that kill them: `python -m tests.team.worker_process`.

It loads everything once and forks a process for each line of JSON that it reads, so that one that is killed costs its successor no start.
Once it works, a process kills itself, as kill -9 does, when it is about to send its n-th statement to a database.
"""

import asyncio
import json
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pydantic import SecretStr

from providers.durable.due_work import DueClock
from providers.durable.durable_engine import DurableEngine
from providers.durable.enqueueing import DurableWakeUp
from providers.durable.giving_way import give_way
from providers.durable.only_worker import only_worker
from providers.models.typed.daily_tokens import DailyTokens
from providers.models.typed.models_at import ModelsAt
from providers.models.typed.typed_models import TypedModels
from storage.database import Database
from team.agent_run import TeamParts
from team.run import team_work
from team.store import TeamStore
from tests.providers.models.typed.asking import TokensInMemory, as_they_are
from tests.team.forking import die_at, work_for_each_line
from tests.team.teams import VAULT
from tests.team.working import mail_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """`dies_at`: the number of the statement before which the process is killed; 0 lets it live until it is. `gives_way`: to calls, as
    `aloud team` does."""

    url: str
    models: str
    folder: str
    dies_at: int = 0
    lease_s: float = 3.0
    gives_way: bool = False

    def line(self) -> bytes:
        return json.dumps(asdict(self)).encode() + b"\n"


def main() -> None:
    import providers.models.typed.engine  # noqa: F401, PLC0415 - loaded before it is forked

    work_for_each_line(Orders, _work)


async def _work(orders: Orders) -> None:
    if orders.gives_way:
        give_way()
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(only_worker(orders.url, look_again_s=0.05))
        database = await stack.enter_async_context(Database(orders.url))
        at = ModelsAt(base_url=orders.models, key=SecretStr("sk-test"), small=None, large="large-model")
        tokens = DailyTokens(TokensInMemory(), 100_000_000, lambda: now().date())
        models = await stack.enter_async_context(TypedModels(at, tokens, repair=as_they_are))
        await models.load()
        wake = await stack.enter_async_context(DurableWakeUp(orders.url))
        store = TeamStore(database, VAULT, now=now, wake=wake)
        parts = TeamParts(store=store, models=models, open_mail=lambda _: mail_in(Path(orders.folder)), now=now)
        clock = DueClock(database, [team_work(parts)], now=now, lease=timedelta(seconds=orders.lease_s), look_every_s=0.2)
        await stack.enter_async_context(DurableEngine(orders.url, clock.wake))
        die_at(orders.dies_at, at_work=True)
        await stack.enter_async_context(clock)
        await asyncio.Event().wait()


def now() -> datetime:
    return datetime.now(UTC)


if __name__ == "__main__":
    main()
