"""The team for whoever talks with its user: to hand work over, ask for it, and tell what came of it. It loads nothing of what works."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from knowledge.memories import MemoryStore
from providers.durable.enqueueing import DurableWakeUp
from providers.settings import Settings
from session.opening.sending_due import writing_vault
from storage.database import Database
from storage.epoch import now_in_utc
from team.store import TeamStore


@asynccontextmanager
async def team_store(settings: Settings, database: Database, *, wakes: bool = True) -> AsyncIterator[TeamStore]:
    """The teams in the shared database. What is handed over wakes `aloud team` in the same transaction; DBOS is loaded for that, aside,
    where the process that calls are forked from has not done so. Without `wakes` it is found within a second."""
    if not wakes:
        yield TeamStore(database, writing_vault(settings), now=now_in_utc)
        return
    async with DurableWakeUp(settings.shared_database_url) as wake:
        yield TeamStore(database, writing_vault(settings), now=now_in_utc, wake=wake)


def memory_store(settings: Settings, database: Database) -> MemoryStore:
    return MemoryStore(database, writing_vault(settings), now=now_in_utc)
