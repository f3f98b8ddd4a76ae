"""How many tokens a user may spend in a day off the voice path, over all processes.

A run waits for the database once a minute at most, and then for a moment; what it cost is written behind it. While the database is away
nobody is refused: the limit is against a loop that runs away, and no bill.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date
from itertools import count
from typing import Self

from sqlalchemy import BigInteger, Integer, delete, select
from sqlalchemy.orm import Mapped, mapped_column

from storage.database import Base, Database, DatabaseUnavailableError
from storage.write_behind import WriteBehind

READ_EVERY_S = 60.0
READ_WITHIN_S = 0.3
"""Where somebody waits for the answer; who works ahead or in the background may spend a share of the day, and waits to its end."""
READ_AT_MOST_S = 5.0


class StoredModelTokens(Base):
    """What one user has spent on one day, counted from year 1."""

    __tablename__ = "model_tokens"

    user_id: Mapped[str] = mapped_column(primary_key=True)
    day: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    tokens: Mapped[int] = mapped_column(BigInteger)


class TokenRecords:
    """What all users have spent, by day. Every method may raise `DatabaseUnavailableError`. The database belongs to the caller."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def spent(self, user_id: str, day: int) -> int:
        async with self._database.reading() as session:
            wanted = select(StoredModelTokens.tokens).where(StoredModelTokens.user_id == user_id, StoredModelTokens.day == day)
            return await session.scalar(wanted) or 0

    async def add(self, spent: Mapping[tuple[str, int], int]) -> None:
        """Tokens by user and day; days before these are forgotten."""
        rows = [{"user_id": user_id, "day": day, "tokens": tokens} for (user_id, day), tokens in spent.items()]
        if not rows:
            return
        new = self._database.insert(StoredModelTokens).values(rows)
        keys = [StoredModelTokens.user_id, StoredModelTokens.day]
        added = new.on_conflict_do_update(index_elements=keys, set_={"tokens": StoredModelTokens.tokens + new.excluded.tokens})
        older = StoredModelTokens.user_id.in_({user_id for user_id, _ in spent}), StoredModelTokens.day < min(day for _, day in spent)
        async with self._database.session() as session:
            await session.execute(added)
            await session.execute(delete(StoredModelTokens).where(*older))

    async def forget(self, user_id: str) -> int:
        """Returns how many days were known."""
        return await self._database.forget(StoredModelTokens, user_id)


class DailyTokens:
    """An async context manager; belongs to one event loop."""

    def __init__(self, records: TokenRecords, most: int, today: Callable[[], date]) -> None:
        self._records = records
        self._most = most
        self._today = today
        self._spent: Counter[tuple[str, int]] = Counter()
        self._read_at: dict[tuple[str, int], float] = {}
        self._reading: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._numbers = count()
        self._queue = WriteBehind[int, tuple[tuple[str, int], int]]("model tokens", self._write)

    async def are_left(self, user_id: str, *, of_day: float = 1.0) -> bool:
        """Whether less than this share of the day's tokens is spent; of a part of them, nothing while that is not known."""
        key, now = (user_id, self._today().toordinal()), asyncio.get_running_loop().time()
        if now - self._read_at.get(key, -READ_EVERY_S) >= READ_EVERY_S:
            self._read_at[key] = now
            self._reading[key] = task = asyncio.create_task(self._read(key))
            task.add_done_callback(lambda _: self._reading.pop(key, None))
        if (reading := self._reading.get(key)) is not None:  # whoever asks meanwhile would take what is not read yet for nothing
            await asyncio.wait({reading}, timeout=READ_WITHIN_S if of_day == 1.0 else None)
        return (of_day == 1.0 or key in self._spent) and self._spent[key] < self._most * of_day

    async def _read(self, key: tuple[str, int]) -> None:
        with suppress(DatabaseUnavailableError, TimeoutError):
            async with asyncio.timeout(READ_AT_MOST_S):
                self._spent[key] = max(self._spent[key], await self._records.spent(*key))

    def is_known(self, user_id: str) -> bool:
        """Whether what the user has spent today was read, or spent here."""
        return (user_id, self._today().toordinal()) in self._spent

    def spend(self, user_id: str, tokens: int) -> None:
        """Returns at once."""
        if tokens:
            key = user_id, self._today().toordinal()
            self._spent[key] += tokens
            self._queue.put(next(self._numbers), (key, tokens))

    async def __aenter__(self) -> Self:
        await self._queue.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(*self._reading.values())
        await self._queue.aclose()

    async def _write(self, put: Mapping[int, tuple[tuple[str, int], int]]) -> None:
        spent: Counter[tuple[str, int]] = Counter()
        for key, tokens in put.values():
            spent[key] += tokens
        await self._records.add(spent)
