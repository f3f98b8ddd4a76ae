"""Wakes work from any process, in the transaction that gives it something to do.

What is stored of a wake-up is the lane to work in. DBOS takes a second to load, which is begun before anything is queued, and its tables
are there once a worker has run. Until both are so, and where it fails, nothing is enqueued, and a worker's clock finds the work a second
later; whoever queues next has it tried again.
"""

import asyncio
import importlib
import logging
import secrets
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, Self

from sqlalchemy import inspect
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession

from storage.database import Database, DatabaseUnavailableError, driver_url

if TYPE_CHECKING:
    from dbos import DBOSClient, EnqueueOptions

logger = logging.getLogger(__name__)

NAME = "aloud"
QUEUE = "aloud-work"
WORKFLOW = "work"
VERSION = "1"
"""Of what is stored of a wake-up: workers of all versions of Aloud take one another's."""


class WakeUp(Protocol):
    """Has a lane worked in as soon as the transaction is committed that queues work for it. Never fails: a clock finds the work as well."""

    async def __call__(self, session: AsyncSession, lane: str, /) -> None: ...


async def by_the_clock(_session: AsyncSession, _lane: str, /) -> None:
    """For a process without the engine: the clock of one that works finds it within a second."""


def enqueued(lane: str) -> "EnqueueOptions":
    """As a workflow whose id begins with the lane, by which it is found when what the lane is for is forgotten."""
    return {"workflow_name": WORKFLOW, "queue_name": QUEUE, "workflow_id": f"{lane}.{secrets.token_hex(8)}", "app_version": VERSION}


def plain_url(url: str) -> str:
    """For DBOS, which chooses its drivers itself."""
    target = driver_url(url)
    name = "sqlite" if target.get_backend_name() == "sqlite" else "postgresql"
    ssl_mode = target.query.get("ssl")
    plain = target.set(drivername=name).difference_update_query(["ssl"])
    return (plain.update_query_dict({"sslmode": ssl_mode}) if ssl_mode else plain).render_as_string(hide_password=False)


class DurableWakeUp:
    """Enqueues in transactions of the caller, which are in the database of the engine, and connects to nothing by itself.

    An async context manager: it begins to load DBOS, unless the process has it, and waits for nothing.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._client: DBOSClient | None = None
        self._loading: asyncio.Task[object] | None = None

    async def __call__(self, session: AsyncSession, lane: str, /) -> None:
        """Never fails; what is done is undone with the caller's transaction."""
        if not _is_loaded():
            self._load_aside()
            return
        if self._client is None:
            self._client = await asyncio.to_thread(_client_of, self._url)
        client = self._client
        try:
            async with session.begin_nested():
                connection = await session.connection()
                await connection.run_sync(lambda there: client.enqueue_in_transaction(there, enqueued(lane), lane))
        except SQLAlchemyError as error:
            logger.warning("work was not enqueued; the clock finds it", extra={"error": type(error).__name__})

    async def loaded(self) -> None:
        """Wait until it enqueues."""
        self._load_aside()
        if self._loading is not None:
            await asyncio.shield(self._loading)

    async def __aenter__(self) -> Self:
        self._load_aside()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._loading is not None:
            await asyncio.gather(self._loading, return_exceptions=True)
        if self._client is not None:
            await asyncio.to_thread(self._client.destroy)

    def _load_aside(self) -> None:
        if self._loading is None and not _is_loaded():
            self._loading = asyncio.create_task(asyncio.to_thread(importlib.import_module, "dbos"), name="load what enqueues")


def _is_loaded() -> bool:
    return getattr(sys.modules.get("dbos"), "DBOSClient", None) is not None


def _client_of(url: str) -> "DBOSClient":
    client: DBOSClient = importlib.import_module("dbos").DBOSClient(
        system_database_url=plain_url(url), application_name=NAME, system_database_pool_size=1, lazy=True, retry_connection_errors=False
    )
    return client


async def forget_wake_ups(database: Database, url: str, lanes: Sequence[str]) -> None:
    """Delete all wake-ups for these lanes, done or not. The database is that of the address. Raises `DatabaseUnavailableError`."""
    schema = "dbos" if database.dialect == "postgresql" else None
    async with database.reading() as session:
        there = await session.connection()
        if not lanes or not await there.run_sync(lambda connection: inspect(connection).has_table("workflow_status", schema=schema)):
            return
    try:
        await asyncio.to_thread(_forget, url, [f"{lane}." for lane in lanes])
    except Exception as error:  # whatever DBOS raises: nothing is lost by trying again
        raise DatabaseUnavailableError("wake-ups could not be deleted") from error


def _forget(url: str, prefixes: Sequence[str]) -> None:
    client = _client_of(url)
    try:
        found = client.list_workflows(workflow_id_prefix=list(prefixes), load_input=False, load_output=False)
        client.delete_workflows([each.workflow_id for each in found])
    finally:
        client.destroy()
