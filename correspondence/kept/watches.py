"""Whose replies are looked for, and when the next time is."""

import secrets
from datetime import datetime, timedelta

from sqlalchemy import Select, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from correspondence.kept.correspondence_rows import StoredCorrespondence, StoredWatch
from correspondence.kept.kinds_of_letter_work import OPEN_FOR
from storage.database import Database
from storage.epoch import ms_of

LOOK_EVERY = timedelta(seconds=30)


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

    async def briefs_later(self, session: AsyncSession, user_id: str, at: datetime) -> None:
        """Whether a briefing is due is asked again then."""
        new = self._database.insert(StoredWatch).values(user_id=user_id, watch_id=secrets.token_hex(12), looks_at=0, briefs_at=ms_of(at))
        await session.execute(new.on_conflict_do_update(index_elements=[StoredWatch.user_id], set_={"briefs_at": ms_of(at)}))

    async def looked(self, watch_id: str, now: datetime) -> None:
        async with self._database.session() as session:
            row = update(StoredWatch).where(StoredWatch.watch_id == watch_id)
            await session.execute(row.values(looks_at=ms_of(now + LOOK_EVERY)))
