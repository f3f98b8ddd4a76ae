"""Whose replies are looked for, and when the next time is."""

from datetime import datetime, timedelta

from sqlalchemy import Select, select, update

from correspondence.kept.correspondence_rows import StoredCorrespondence, StoredWatch
from correspondence.kept.store import OPEN_FOR
from storage.database import Database
from storage.epoch import ms_of

LOOK_EVERY = timedelta(seconds=30)
RECORDING = "replies"
"""The kind of work that looks for replies, one process at a time for each user."""


class Watches:
    """Every method may raise `DatabaseUnavailableError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def due(self, now: datetime) -> Select[str]:
        """Of all users with an open correspondence, those whose time it is."""
        open_ones = select(StoredCorrespondence.user_id).where(StoredCorrespondence.active_at > ms_of(now - OPEN_FOR))
        asked = select(StoredWatch.watch_id).where(StoredWatch.looks_at <= ms_of(now), StoredWatch.user_id.in_(open_ones))
        return asked.order_by(StoredWatch.looks_at)

    async def user_of(self, watch_id: str) -> str | None:
        async with self._database.reading() as session:
            return await session.scalar(select(StoredWatch.user_id).where(StoredWatch.watch_id == watch_id))

    async def looked(self, watch_id: str, now: datetime) -> None:
        async with self._database.session() as session:
            row = update(StoredWatch).where(StoredWatch.watch_id == watch_id)
            await session.execute(row.values(looks_at=ms_of(now + LOOK_EVERY)))
