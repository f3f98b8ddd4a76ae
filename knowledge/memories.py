"""What is known about the user from their own words: how they like things, what they asked for, who is who to them.

Memories are for talking with the user, and no background work ever sees one: `team/` may not import this module. Each is there because the
user said so; nothing makes one of a mail.
"""

import logging
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol
from uuid import uuid4

from sqlalchemy import BigInteger, ColumnElement, Index, delete, select
from sqlalchemy.orm import Mapped, mapped_column

from actions.sending.sealing import SealedWords
from briefing.words import split_words
from providers.connections.credentials import SealBrokenError, Vault
from storage.database import Base, Database
from storage.epoch import moment_of_ms, ms_of


class StoredMemory(Base):
    """`content` is sealed; times are milliseconds since the epoch."""

    __tablename__ = "memory"

    memory_id: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[str]
    organisation_id: Mapped[str | None]
    content: Mapped[str]
    created_at: Mapped[int] = mapped_column(BigInteger)
    changed_at: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index(None, "user_id", "organisation_id", "created_at"),)


logger = logging.getLogger(__name__)

LONGEST_MEMORY = 500
MOST_MEMORIES = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    memory_id: str
    content: str = field(repr=False)
    created_at: datetime
    changed_at: datetime


def fitting_memories(contents: Sequence[str], telling: Set[str], most: int) -> list[str]:
    """Of memories, the oldest first, those that a model is told: first what these words may be about, then the newest."""
    newest = list(reversed(contents))
    newest.sort(key=lambda each: telling.isdisjoint(split_words(each)))
    return newest[:most]


class MemoryOwner(Protocol):
    """Whose memories these are: a user, signed in for an organisation or for none."""

    @property
    def user_id(self) -> str: ...

    @property
    def organisation_id(self) -> str | None: ...


class MemoryStore:
    """The memories of all users. What is another owner's is as if it were not there. Every method may raise `DatabaseUnavailableError`."""

    def __init__(self, database: Database, vault: Vault, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._contents = SealedWords(vault, "memory")
        self._now = now

    async def add(self, owner: MemoryOwner, content: str) -> Memory:
        """The same once more is the one that is there. Raises `ValueError` where there are no words, or too many memories."""
        words = _words(content)
        there = await self.all(owner)
        if (same := next((each for each in there if each.content.casefold() == words.casefold()), None)) is not None:
            return same
        if len(there) >= MOST_MEMORIES:
            raise ValueError("there are too many memories")
        memory_id, at = uuid4().hex, ms_of(self._now())
        row = StoredMemory(
            memory_id=memory_id,
            user_id=owner.user_id,
            organisation_id=owner.organisation_id,
            content=self._contents.seal(words, owner.user_id, memory_id),
            created_at=at,
            changed_at=at,
        )
        async with self._database.session() as session:
            session.add(row)
        return self._opened(row)

    async def all(self, owner: MemoryOwner) -> list[Memory]:
        """The oldest first, without those that today's key does not open."""
        mine = select(StoredMemory).where(*_of(owner)).order_by(StoredMemory.created_at, StoredMemory.memory_id)
        async with self._database.reading() as session:
            rows: Sequence[StoredMemory] = (await session.scalars(mine)).all()
        found = []
        for row in rows:
            try:
                found.append(self._opened(row))
            except SealBrokenError:
                continue
        if len(found) < len(rows):
            logger.warning("memories do not open with today's key", extra={"memories": len(rows) - len(found)})
        return found

    async def about(self, owner: MemoryOwner, words: str) -> list[Memory]:
        """Those in which each of these words occurs, in whatever form of letters."""
        wanted = words.casefold().split()
        return [each for each in await self.all(owner) if all(word in each.content.casefold() for word in wanted)]

    async def correct(self, owner: MemoryOwner, memory_id: str, content: str) -> Memory | None:
        """What it says from now on; None if there is no such memory. Raises `ValueError` where there are no words."""
        words = _words(content)
        async with self._database.session() as session:
            row = await session.scalar(select(StoredMemory).where(*_of(owner), StoredMemory.memory_id == memory_id))
            if row is None:
                return None
            row.content, row.changed_at = self._contents.seal(words, owner.user_id, memory_id), ms_of(self._now())
        return self._opened(row)

    async def remove(self, owner: MemoryOwner, memory_id: str) -> bool:
        """Whether there was such a one."""
        gone = delete(StoredMemory).where(*_of(owner), StoredMemory.memory_id == memory_id).returning(StoredMemory.memory_id)
        async with self._database.session() as session:
            return await session.scalar(gone) is not None

    def _opened(self, row: StoredMemory) -> Memory:
        return Memory(
            memory_id=row.memory_id,
            content=self._contents.open(row.content, row.user_id, row.memory_id),
            created_at=moment_of_ms(row.created_at),
            changed_at=moment_of_ms(row.changed_at),
        )


def _of(owner: MemoryOwner) -> tuple[ColumnElement[bool], ...]:
    return StoredMemory.user_id == owner.user_id, StoredMemory.organisation_id == owner.organisation_id


def _words(content: str) -> str:
    if not (words := " ".join(content.split())[:LONGEST_MEMORY]):
        raise ValueError("a memory needs words")
    return words
