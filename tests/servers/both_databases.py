"""The databases that tests of a store run on: an SQLite file, and a real PostgreSQL.

A plugin, named by the modules that need it (`pytest_plugins`), because a fixture that is imported looks unused to every linter. Which of
them it is, is a fixture of the module's scope: started on first use, the server would seem to outlive the test in which that was.
"""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from storage.database import Database
from tests.servers.postgres import PostgresServer
from tests.storage.migrated import migrated, migrated_database


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """One server for all tests of a process, each with a database of its own."""
    with PostgresServer() as server:
        yield server


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.server)])
def database_server(request: pytest.FixtureRequest) -> PostgresServer | None:
    """Each test runs twice; None stands for SQLite, which has no server."""
    if request.param == "sqlite":
        return None
    server: PostgresServer = request.getfixturevalue("postgres")
    return server


@pytest.fixture
async def database_url(database_server: PostgresServer | None, tmp_path: Path) -> AsyncIterator[str]:
    """The address of a database without any table."""
    if database_server is None:
        yield f"sqlite:///{tmp_path}/aloud.db"
        return
    async with database_server.empty_database() as url:
        yield url


@pytest.fixture
async def migrated_url(database_server: PostgresServer | None, tmp_path: Path) -> AsyncIterator[str]:
    """The address of a database with today's tables, and nothing in them."""
    async with migrated_database(database_server, tmp_path) as url:
        yield url


@pytest.fixture
async def database(migrated_url: str) -> AsyncIterator[Database]:
    """The same, open."""
    async with Database(migrated_url) as database:
        yield database


@pytest.fixture
async def sqlite(tmp_path: Path) -> AsyncIterator[Database]:
    """An SQLite file whose lock is not waited for."""
    url = f"sqlite:///{tmp_path}/aloud.db"
    await migrated(url)
    async with Database(url, busy_timeout_s=0.1) as database:
        yield database
