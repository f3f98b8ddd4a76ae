"""Two workers on one PostgreSQL with many agents and more tasks: each agent does one thing at a time, all is done, and nobody starves."""

from pathlib import Path

import pytest

from benchmarks.stores.background import MOST_OVERTAKEN, load
from tests.randomness import times
from tests.servers.postgres import PostgresServer

pytest_plugins = ["tests.servers.both_databases"]

AGENTS, TASKS = times(20, in_proofs=200), times(100, in_proofs=2_000)


@pytest.mark.server
@pytest.mark.random
@pytest.mark.takes(30)
async def test_no_two_runs_of_an_agent_overlap_and_nobody_starves(postgres: PostgresServer, tmp_path: Path) -> None:
    """Two hundred agents and two thousand tasks in `make proofs`, a tenth of both in `make test`."""
    async with postgres.migrated_database() as url:
        found = await load(url, tmp_path, agents=AGENTS, tasks=TASKS)
    assert found.done == TASKS
    assert found.overlapping == 0
    assert len(found.begun_s) == AGENTS
    assert found.overtaken <= MOST_OVERTAKEN, "somebody had not begun, and others began again and again"
