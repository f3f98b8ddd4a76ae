"""Whether any process works: each that does holds a lane of its own as long as it lives, so that what is handed over can be answered truly
where none is there."""

import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime

from sqlalchemy import delete, select

from providers.durable.work_lanes import StoredLane, WorkLanes
from storage.database import Database
from storage.epoch import ms_of

OF_A_WORKER = "at work:"
"""How the lane of a process begins."""


@asynccontextmanager
async def at_work(database: Database, *, now: Callable[[], datetime]) -> AsyncIterator[None]:
    """Say so inside the block, and for no longer than a lease beyond it where the process dies; the lanes of all that did are cleared up.

    Raises `DatabaseUnavailableError`.
    """
    lane = f"{OF_A_WORKER}{secrets.token_hex(8)}"
    async with database.session() as session:
        await session.execute(delete(StoredLane).where(StoredLane.leased_until <= ms_of(now())))
    async with WorkLanes(database, now=now).working(lane):
        yield


async def is_anybody_at_work(database: Database, *, now: Callable[[], datetime]) -> bool:
    """Raises `DatabaseUnavailableError`."""
    lively = StoredLane.lane.startswith(OF_A_WORKER), StoredLane.owner.is_not(None), StoredLane.leased_until > ms_of(now())
    async with database.reading() as session:
        return await session.scalar(select(StoredLane.lane).where(*lively).limit(1)) is not None
