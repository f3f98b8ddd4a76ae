"""The text of a statement, made once for all databases of a process.

SQLAlchemy keeps what it has compiled for each engine, and every call, like every typed turn, opens a database of its own: all of its
statements were compiled again, which was up to a third of the work of a short one. Nothing in the text depends on which database it is for,
so the dialects of all engines of one kind count as the same one.
"""

from sqlalchemy.dialects import registry
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.util import LRUCache

COMPILED = LRUCache[object, object](500)  # as many as SQLAlchemy keeps for an engine
"""For the execution option `compiled_cache`."""

SQLITE, POSTGRESQL = "sqlite+shared", "postgresql+shared"
"""Names of drivers, as they stand in an address."""


class _OneForAll:
    """Equal to every other of its class: SQLAlchemy looks for a compiled statement by its dialect and what it says."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))


class SharedSqlite(_OneForAll, SQLiteDialect_aiosqlite):
    supports_statement_cache = True  # each class has to say so itself


class SharedPostgres(_OneForAll, PGDialect_asyncpg):
    supports_statement_cache = True


registry.register(SQLITE.replace("+", "."), __name__, SharedSqlite.__name__)
registry.register(POSTGRESQL.replace("+", "."), __name__, SharedPostgres.__name__)
