"""Whether this worker would take a call now, and take it well.

LiveKit's own health endpoint says that the process is alive: it answers from the moment the process listens, long before a LiveKit server
knows of the worker, and it knows nothing of our storage. What is needed for a call is here; Redis and the shared database are not among
it, because a call goes on without them.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass

from livekit.agents import AgentServer
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from storage.database import Database, DatabaseUnavailableError
from storage.migrate import NewerSchemaError, migrate

PROBE_TIMEOUT_S = 3.0
UNREGISTERED = "unregistered"
"""What `AgentServer.id` is before a LiveKit server has given it one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerReadiness:
    """The parts that a call needs, each working or not."""

    registered: bool
    storage: bool
    draining: bool

    @property
    def ready(self) -> bool:
        return self.registered and self.storage and not self.draining

    def as_json(self) -> dict[str, bool]:
        return {"ready": self.ready, **asdict(self)}


class WorkerProbe:
    def __init__(self, server: AgentServer, storage_works: Callable[[], Awaitable[bool]]) -> None:
        self._server = server
        self._storage_works = storage_works

    async def look(self) -> WorkerReadiness:
        """How it is now; takes at most some seconds."""
        # There is no event for a connection that was lost, so LiveKit's own note of it is read (livekit-agents 1.8.9).
        registered = self._server.id != UNREGISTERED and not self._server._connecting
        return WorkerReadiness(registered=registered, storage=await self._storage_works(), draining=self._server.draining)


class StorageProbe:
    """Whether the embedded database answers and has today's schema, which is looked after once."""

    def __init__(self, database_url: str) -> None:
        self._database_url = database_url
        self._is_of_today = False

    async def works(self) -> bool:
        try:
            async with asyncio.timeout(PROBE_TIMEOUT_S):
                if not self._is_of_today:
                    await migrate(self._database_url)
                    self._is_of_today = True
                async with Database(self._database_url) as database, database.reading() as session:
                    await session.execute(text("SELECT 1 FROM aloud_schema_version"))
        except (DatabaseUnavailableError, NewerSchemaError, SQLAlchemyError, OSError, TimeoutError):
            return False
        return True
