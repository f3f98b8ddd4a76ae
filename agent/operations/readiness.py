"""Whether this worker could take a call now.

LiveKit's own health endpoint says that the process is alive: it answers from the moment the process listens, long before a LiveKit server
knows of the worker, and it knows nothing of our storage. Redis and the shared database are not checked, because a call goes on without
them.
"""

import asyncio
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


class StorageProbe:
    """Whether the embedded database answers and has today's schema; it is migrated once."""

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


async def readiness_of(server: AgentServer, storage: StorageProbe) -> WorkerReadiness:
    """Takes some seconds at most."""
    # There is no event for a connection that was lost, so LiveKit's own note of it is read (livekit-agents 1.8.9).
    registered = server.id != UNREGISTERED and not server._connecting
    return WorkerReadiness(registered=registered, storage=await storage.works(), draining=server.draining)
