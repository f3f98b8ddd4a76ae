"""Whether any process works: each that does holds a lane of its own as long as it lives, so that what is handed over can be answered truly
where none is there."""

import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import datetime

from sqlalchemy import delete, select

from providers.durable.work_lanes import StoredLane, WorkLanes, remove_lanes
from storage.database import Database, DatabaseUnavailableError
from storage.epoch import ms_of

OF_A_WORKER = "at work:"
"""How the lane of a process begins."""


@asynccontextmanager
async def at_work(database: Database, *, now: Callable[[], datetime]) -> AsyncIterator[None]:
    """Say so inside the block, and for no longer than a lease beyond it where the process dies; what such a one left is cleared up.

    Raises `DatabaseUnavailableError`.
    """
    lane = f"{OF_A_WORKER}{secrets.token_hex(8)}"
    over = StoredLane.lane.startswith(OF_A_WORKER), StoredLane.leased_until <= ms_of(now())
    async with database.session() as session:
        await session.execute(delete(StoredLane).where(*over))
    async with WorkLanes(database, now=now).working(lane):
        yield
    with suppress(DatabaseUnavailableError):
        async with database.session() as session:
            await remove_lanes(session, [lane])


async def is_anybody_at_work(database: Database, *, now: Callable[[], datetime]) -> bool:
    """Raises `DatabaseUnavailableError`."""
    lively = StoredLane.lane.startswith(OF_A_WORKER), StoredLane.owner.is_not(None), StoredLane.leased_until > ms_of(now())
    async with database.reading() as session:
        return await session.scalar(select(StoredLane.lane).where(*lively).limit(1)) is not None
