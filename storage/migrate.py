"""Bring a database to the newest schema, from inside the program: no ini file, no command line, and it works from a wheel.

Several processes may start at once on one new database. All of a migration is one transaction that begins with a lock, so the first
does the work and the others find it done.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.exc import InterfaceError, OperationalError

from storage.database import DatabaseUnavailableError, create_engine

VERSION_TABLE = "aloud_schema_version"
"""Ours by name: other programs that keep tables in the same database use Alembic too."""

LOCK_TIMEOUT_S = 60.0
"""How long a process waits for another one's migration."""

_MIGRATIONS = Path(__file__).parent / "migrations"
_POSTGRESQL_LOCK = int.from_bytes(b"aloud", "big")


class NewerSchemaError(Exception):
    """The database was written by a newer version of Aloud than this one."""


async def migrate(database_url: str) -> None:
    """Upgrade to the newest schema; does nothing when it is there already.

    Raises `DatabaseUrlError`, `DatabaseUnavailableError` or `NewerSchemaError`; then the database is as it was.
    """
    await _alone(database_url, _upgrade)


async def downgrade(database_url: str, revision: str = "base") -> None:
    """Go back to `revision`. Tables that did not exist then are dropped with their rows."""
    await _alone(database_url, lambda connection: command.downgrade(_config(connection), revision))


@dataclass(frozen=True, slots=True, kw_only=True)
class Revisions:
    """The steps that this version of Aloud knows; after `newest` there is nothing to do."""

    known: frozenset[str]
    newest: str | None


@cache
def revisions() -> Revisions:
    """Read from the folder of steps, once in a process; whoever forks processes shares it with them."""
    folder = ScriptDirectory(str(_MIGRATIONS))
    return Revisions(known=frozenset(script.revision for script in folder.walk_revisions()), newest=folder.get_current_head())


def _upgrade(connection: Connection) -> None:
    current = _stored(connection)
    if not revisions().known.issuperset(current):
        raise NewerSchemaError("this database was written by a newer version of Aloud; update Aloud, or use another DATABASE_URL")
    if current != (revisions().newest,):
        command.upgrade(_config(connection), "head")


def _stored(connection: Connection) -> tuple[str, ...]:
    """The steps at which the database is, as Alembic writes them down; a job that finds the newest never runs Alembic itself."""
    if not connection.dialect.has_table(connection, VERSION_TABLE):
        return ()
    return tuple(connection.scalars(text(f"SELECT version_num FROM {VERSION_TABLE}")))  # noqa: S608 - a name of ours


def _config(connection: Connection) -> Config:
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it announces every look at the schema, one per process
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    config.attributes["version_table"] = VERSION_TABLE
    return config


async def _alone(database_url: str, work: Callable[[Connection], None]) -> None:
    # Foreign keys are off while tables are rebuilt, as SQLite asks for (https://sqlite.org/lang_altertable.html, section 7).
    engine = create_engine(database_url, busy_timeout_s=LOCK_TIMEOUT_S, foreign_keys=False)
    try:
        async with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _POSTGRESQL_LOCK})
            await connection.run_sync(work)
    except (OperationalError, InterfaceError, OSError) as error:
        raise DatabaseUnavailableError("the database cannot be reached or is locked") from error
    finally:
        await engine.dispose()
