"""The databases that tests of a store run on: an SQLite file, and a real PostgreSQL for all tests of a module.

A plugin, named by the modules that need it (`pytest_plugins`), because a fixture that is imported looks unused to every linter. The server
is a fixture of the module's scope and not started on first use, or it would seem to outlive the test in which that was.
"""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from storage.database import Database
from tests.servers.postgres import PostgresServer
from tests.storage.migrated import migrated


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    """A server of the module's own."""
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
async def database(database_url: str) -> AsyncIterator[Database]:
    """A database with today's tables, and nothing in them."""
    await migrated(database_url)
    async with Database(database_url) as database:
        yield database
