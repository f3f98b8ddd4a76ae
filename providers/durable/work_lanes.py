"""Lanes: of all that is to be done in one of them, one process does one thing at a time.

A row with an owner and a lease, since a queue's own concurrency of one is no mutex: two runs of one partition may overlap. A lane is taken
by one statement that puts the row there, or in the place of one whose lease has ended. Whatever is written for it is written in a
transaction that renews the lease first, so that a process that lost its lane writes nothing any more; and it is given back, which deletes
the row, in the transaction that has seen that nothing is left to do, so that what is added in between is seen by its owner or found later.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import BigInteger, delete, or_, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from storage.database import Base, Database, DatabaseUnavailableError
from storage.epoch import ms_of

LEASE = timedelta(seconds=30)
"""How long a lane of a process that died stays taken; a live owner renews it three times within that."""


Check = Callable[[AsyncSession], Awaitable[bool]]
"""What is asked in the same transaction."""


class LaneLostError(Exception):
    """Another process has the lane by now, or whatever it was for is gone: nothing may be written for it."""


class StoredLane(Base):
    """`owner` is one run of one process. A lane is free without a row, or once `leased_until` has passed (milliseconds since the epoch)."""

    __tablename__ = "work_lane"

    lane: Mapped[str] = mapped_column(primary_key=True)
    owner: Mapped[str | None]
    leased_until: Mapped[int] = mapped_column(BigInteger)


class WorkLanes:
    """All lanes of a database. `now` is the wall clock that processes share. Every method may raise `DatabaseUnavailableError`."""

    def __init__(self, database: Database, *, now: Callable[[], datetime], lease: timedelta = LEASE) -> None:
        self._database = database
        self._now = now
        self._lease = lease

    @property
    def renew_every_s(self) -> float:
        return self._lease.total_seconds() / 3

    @asynccontextmanager
    async def working(self, lane: str, has_work: Check | None = None) -> AsyncIterator["HeldLane | None"]:
        """The lane, renewed for as long as the block lasts; None where somebody has it. Left in whatever way, it is free again."""
        held = HeldLane(self, lane, secrets.token_hex(8))
        if not await self.take(lane, held.owner, has_work):
            yield None
            return
        renewing = asyncio.create_task(self._renew(held), name="renew lane")
        try:
            yield held
        finally:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)
            if not held.is_left:
                with suppress(DatabaseUnavailableError):  # its lease ends by itself
                    await self.abandon(lane, held.owner)

    async def take(self, lane: str, owner: str, has_work: Check | None = None) -> bool:
        """Whether `owner` has the lane now: nobody had it, or whoever had it stopped renewing its lease. One in which nothing is left to
        do, since somebody has just done it, is not taken."""
        new = self._database.insert(StoredLane).values(lane=lane, owner=owner, leased_until=self._until())
        free = or_(StoredLane.owner.is_(None), StoredLane.leased_until <= ms_of(self._now()))
        changes = {"owner": new.excluded.owner, "leased_until": new.excluded.leased_until}
        taken = new.on_conflict_do_update(index_elements=[StoredLane.lane], set_=changes, where=free)
        async with self._database.session() as session:
            if await session.scalar(taken.returning(StoredLane.lane)) is None:
                return False
            if has_work is None or await has_work(session):
                return True
            await remove_lanes(session, [lane])
            return False

    @asynccontextmanager
    async def held(self, lane: str, owner: str, *, leaves: bool = False) -> AsyncIterator[AsyncSession]:
        """One transaction of the lane's owner, whose lease begins anew with it, or who leaves the lane by it. Raises `LaneLostError`."""
        mine = StoredLane.lane == lane, StoredLane.owner == owner
        renewed = update(StoredLane).where(*mine).values(leased_until=self._until()).returning(StoredLane.lane)
        left = delete(StoredLane).where(*mine).returning(StoredLane.lane)
        async with self._database.session() as session:
            if await session.scalar(left if leaves else renewed) is None:
                raise LaneLostError("the lane is another's")
            yield session

    async def give_back(self, lane: str, owner: str, is_empty: Check) -> bool:
        """Leave the lane unless there is more to do in it; whether it was left. Raises `LaneLostError`."""
        async with self.held(lane, owner) as session:
            if not await is_empty(session):
                return False
            await remove_lanes(session, [lane])
            return True

    async def abandon(self, lane: str, owner: str) -> None:
        """Leave it whatever there is to do, as a process does that ends."""
        async with self._database.session() as session:
            await session.execute(delete(StoredLane).where(StoredLane.lane == lane, StoredLane.owner == owner))

    def _until(self) -> int:
        return ms_of(self._now() + self._lease)

    async def _renew(self, held: "HeldLane") -> None:
        """Also while nothing is written, as while a model thinks."""
        with suppress(LaneLostError):
            while True:
                await asyncio.sleep(self.renew_every_s)
                with suppress(DatabaseUnavailableError):
                    async with self.held(held.lane, held.owner):
                        pass


@dataclass(slots=True)
class HeldLane:
    """A lane that one run works in."""

    lanes: WorkLanes
    lane: str
    owner: str
    is_left: bool = False
    has_more: bool = False
    """There is more to do in it, as was found when it was to be given back."""

    def writing(self) -> AbstractAsyncContextManager[AsyncSession]:
        """As `WorkLanes.held`."""
        return self.lanes.held(self.lane, self.owner)

    @asynccontextmanager
    async def leaving(self) -> AsyncIterator[AsyncSession]:
        """The same for what is written last: the lane is left by it."""
        async with self.lanes.held(self.lane, self.owner, leaves=True) as session:
            yield session
        self.is_left = True

    async def give_back(self, is_empty: Check) -> bool:
        """As `WorkLanes.give_back`."""
        self.is_left = await self.lanes.give_back(self.lane, self.owner, is_empty)
        self.has_more = not self.is_left
        return self.is_left


async def remove_lanes(session: AsyncSession, lanes: Collection[str]) -> None:
    """Whoever works in one of them writes nothing any more."""
    await session.execute(delete(StoredLane).where(StoredLane.lane.in_(lanes)))
