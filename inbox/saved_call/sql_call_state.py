"""Saved calls in SQL: their table, and `SqlCallState`, the embedded default and the store of those who run PostgreSQL without Redis.

The user's row is locked before it is read: that makes the check of the owner and the write one step.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

from sqlalchemy import BigInteger, delete, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from inbox.saved_call.call_state import CallStateUnavailableError, SavedCall, saved_call
from storage.database import Base, Database, DatabaseUnavailableError
from storage.epoch import ms_of


class CallState(Base):
    """One user's state. `number` is the last write of the owner, none before it has saved; times are milliseconds since the epoch."""

    __tablename__ = "call_state"

    user_id: Mapped[str] = mapped_column(primary_key=True)
    owner: Mapped[str]
    owned_since: Mapped[int] = mapped_column(BigInteger)
    number: Mapped[int | None]
    saved_by: Mapped[str | None]
    saved_at: Mapped[int | None] = mapped_column(BigInteger)
    ended: Mapped[bool]
    snapshot: Mapped[str | None] = mapped_column(deferred=True)  # half a megabyte at most, and read once a call


class SqlCallState:
    """`CallStateStore` on a `Database`, which belongs to the caller and is not closed here."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def take_over(self, user_id: str, call_id: str, *, now: datetime) -> SavedCall | None:
        owning = {"owner": call_id, "owned_since": ms_of(now), "number": None}
        new = self._database.insert(CallState).values(user_id=user_id, ended=False, **owning)
        async with self._session(writes=True) as session:
            await session.execute(new.on_conflict_do_update(index_elements=[CallState.user_id], set_=owning))
            state = await session.get_one(CallState, user_id)
            snapshot = await session.scalar(select(CallState.snapshot).where(CallState.user_id == user_id))
        return saved_call(snapshot=snapshot, saved_at=state.saved_at, ended=state.ended, call_id=state.saved_by, now=now)

    async def save(self, user_id: str, call: SavedCall, *, number: int, began_at: datetime | None = None) -> bool:
        since = ms_of(began_at or call.saved_at)
        new = self._database.insert(CallState).values(user_id=user_id, owner=call.call_id, owned_since=since, ended=False)
        async with self._session(writes=True) as session:
            await session.execute(new.on_conflict_do_nothing())
            state = await session.get_one(CallState, user_id, with_for_update=True)
            if state.owner != call.call_id:
                if began_at is None or state.owned_since > since:
                    return False
                state.owner, state.owned_since, state.number = call.call_id, since, None
            if state.number is None or number > state.number:
                state.number, state.ended, state.snapshot = number, call.ended, call.snapshot.to_json()
                state.saved_by, state.saved_at = call.call_id, ms_of(call.saved_at)
        return True

    async def owner(self, user_id: str) -> str | None:
        async with self._session(writes=False) as session:
            return await session.scalar(select(CallState.owner).where(CallState.user_id == user_id))

    async def forget(self, user_id: str) -> int:
        gone = delete(CallState).where(CallState.user_id == user_id).returning(CallState.saved_at)
        async with self._session(writes=True) as session:
            return sum(saved_at is not None for saved_at in await session.scalars(gone))

    async def aclose(self) -> None:
        """Nothing to close: the database belongs to the caller."""

    @asynccontextmanager
    async def _session(self, *, writes: bool) -> AsyncIterator[AsyncSession]:
        try:
            async with self._database.session() if writes else self._database.reading() as session:
                yield session
        except DatabaseUnavailableError:
            raise CallStateUnavailableError("the database of saved calls cannot be used right now") from None
