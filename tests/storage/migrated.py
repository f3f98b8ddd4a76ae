"""Databases at the newest schema, for tests of what is kept in them.

The steps from nothing take several times as long as most of these tests, so a process takes them once for SQLite and copies the file.
Tests of the steps themselves, and whole programs, begin with nothing as a user does.
"""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import URL

from storage.database import driver_url
from storage.migrate import migrate
from tests.servers.postgres import PostgresServer


@asynccontextmanager
async def migrated_database(server: PostgresServer | None, folder: Path) -> AsyncIterator[str]:
    """The address of a new one on this server; without one, an SQLite file in the folder."""
    if server is not None:
        async with server.migrated_database() as url:
            yield url
        return
    url = f"sqlite:///{folder}/aloud.db"
    await migrated(url)
    yield url


async def migrated(url: str) -> None:
    """What `migrate` does, sooner where the database is an SQLite file that does not exist yet."""
    if not copied(driver_url(url)):
        await migrate(url)


def copied(place: URL) -> bool:
    """Whether an SQLite file that did not exist is there now, at the newest schema."""
    path = Path(str(place.database))
    if place.get_backend_name() != "sqlite" or path.exists():
        return False
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.write_bytes(empty_file())
    return True


@cache
def empty_file() -> bytes:
    """Made on a loop of its own: that of the caller may run on a virtual clock, or end before its connections do."""
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as aside:
        path = Path(folder) / "aloud.db"
        aside.submit(asyncio.run, migrate(f"sqlite:///{path}")).result()
        return path.read_bytes()
