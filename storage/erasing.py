"""Takes what was deleted out of the files of a database too: the bytes of a deleted row stay in free space until others replace them."""

import asyncio
import sqlite3
from collections.abc import Iterable
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.database import BUSY_TIMEOUT_S, create_engine, driver_url

LOCK_WITHIN_S = 5
"""How long one table may take to become free; calls wait behind us meanwhile."""


async def erase_deleted(url: str, tables: Iterable[str], *, busy_timeout_s: float = BUSY_TIMEOUT_S) -> bool:
    """Write the files of a database anew, without what was deleted; processes may go on using it.

    False if that was not possible, because somebody else was reading or may not be interrupted: then it may be there still. What a
    PostgreSQL server keeps beside its tables (its write-ahead log, backups, replicas) is out of our reach.
    """
    target = driver_url(url)
    if target.get_backend_name() == "sqlite":
        return await asyncio.to_thread(_write_file_anew, Path(str(target.database)), busy_timeout_s)
    engine = create_engine(url)
    try:
        async with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
            await _write_tables_anew(connection, tables)
    except (DBAPIError, OSError):
        return False
    finally:
        await engine.dispose()
    return True


def _write_file_anew(file: Path, busy_timeout_s: float) -> bool:
    with closing(sqlite3.connect(file, timeout=busy_timeout_s, isolation_level=None)) as connection:
        try:
            connection.execute("PRAGMA temp_store = MEMORY")  # the copy that VACUUM makes
            connection.execute("PRAGMA secure_delete = ON")
            connection.execute("VACUUM")
            (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.OperationalError:
            return False
    return not busy


async def _write_tables_anew(connection: AsyncConnection, tables: Iterable[str]) -> None:
    await connection.execute(text(f"SET lock_timeout = '{LOCK_WITHIN_S}s'"))
    for table in tables:
        await connection.execute(text(f'VACUUM (FULL, ANALYZE) "{table}"'))
    with suppress(DBAPIError):  # both are for the owner of the database, or for the server's own user
        await connection.execute(text("VACUUM (FULL) pg_catalog.pg_statistic"))  # examples of what columns hold
        await connection.execute(text("CHECKPOINT"))
