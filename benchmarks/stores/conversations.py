"""The list of conversations: how long the newest 10 of 10,000 take, with 1,000,000 messages beside them, on both databases; and what a turn
takes on the disk."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from sqlalchemy import insert, text

from benchmarks.record import Figure, Measured
from conversations.conversation_rows import StoredConversation
from conversations.store import IN_A_DIGEST
from storage.database import Database
from storage.migrate import migrate
from tests.conversations.talks import ANNA, NOW, exchange, later, store_on
from tests.servers.postgres import PostgresServer

CONVERSATIONS, MESSAGES = 10_000, 1_000_000
AT_MOST_MS = 5.0
ROUNDS = 60
TURNS = 500

_ROWS = "SELECT 'anna', 'talk ' || (i / 100), 'call', i % 100, NULL, i, 'sealed:' || i FROM"
_COLUMNS = "conversation_message (user_id, conversation_id, call_id, number, organisation_id, at, content)"
FILL = {
    "sqlite": f"WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {MESSAGES - 1}) INSERT INTO {_COLUMNS} {_ROWS} n",  # noqa: S608
    "postgresql": f"INSERT INTO {_COLUMNS} {_ROWS} generate_series(0, {MESSAGES - 1}) AS i",
}


async def filled(database: Database) -> None:
    """What one user talked about in some decades."""
    store = store_on(database)
    rows = [
        {
            "user_id": "anna",
            "conversation_id": f"talk {number}",
            "call_id": f"call {number}",
            "began_at": number,
            "last_activity_at": number,
        }
        for number in range(CONVERSATIONS)
    ]
    async with database.session() as session:
        await session.execute(insert(StoredConversation), rows)
        await session.execute(text(FILL[database.dialect]))
        await session.execute(text("ANALYZE"))
    for number in range(CONVERSATIONS - IN_A_DIGEST, CONVERSATIONS):
        await store.write(ANNA, f"talk {number}", "new", exchange("The lease", "", at=later(number)), title="What about the lease?")
        await store.update_summary(ANNA, f"talk {number}", "It ends in May, says Mr Petrov. " * 8)


async def digest_ms(database: Database) -> list[float]:
    """Each round's milliseconds, what is sealed opened."""
    store, took = store_on(database), []
    for _ in range(ROUNDS):
        began = perf_counter()
        entries = await store.list_digest(ANNA)
        took.append(1_000 * (perf_counter() - began))
        assert len(entries) == IN_A_DIGEST
        assert all(entry.summary for entry in entries)
    return sorted(took)


async def bytes_of_a_turn(folder: Path) -> float:
    """A question and its answer, in a file of SQLite."""
    url = f"sqlite:///{folder}/turns.db"
    await migrate(url)
    async with Database(url) as database:
        store = store_on(database)
        conversation = await store.begin(ANNA, call_id="call", now=NOW)
        sizes = []
        for turn in range(2 * TURNS):
            if turn in {TURNS, 0}:
                sizes.append(await _size(database))
            said = exchange("What about the lease?", "It ends in May, says Mr Petrov. What shall I do with it?", number=2 * turn + 1)
            await store.write(ANNA, conversation, "call", said)
        sizes.append(await _size(database))
    return (sizes[-1] - sizes[1]) / TURNS


async def _size(database: Database) -> int:
    async with database.reading() as session:
        pages, of_bytes = [int(str(await session.scalar(text(f"PRAGMA {what}")))) for what in ("page_count", "page_size")]
    return pages * of_bytes


async def measured() -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    with TemporaryDirectory() as folder, PostgresServer() as server:
        url = f"sqlite:///{folder}/aloud.db"
        await migrate(url)
        async with Database(url) as database:
            await filled(database)
            found["SQLite"] = await digest_ms(database)
        async with server.migrated_database() as there, Database(there) as database:
            await filled(database)
            found["PostgreSQL"] = await digest_ms(database)
    return found


def main() -> Measured:
    """Run it."""
    took = asyncio.run(measured())
    with TemporaryDirectory() as folder:
        of_a_turn = asyncio.run(bytes_of_a_turn(Path(folder)))
    figures = [
        Figure(what=f"the newest 10 of 10,000 conversations in {name}, median, ms", measured=ms[len(ms) // 2], at_most=AT_MOST_MS)
        for name, ms in took.items()
    ]
    return Measured(
        figures=[*figures, Figure(what="a turn of both sides in SQLite, bytes", measured=of_a_turn)],
        numbers={"digest_ms": took, "bytes_of_a_turn": of_a_turn},
    )
