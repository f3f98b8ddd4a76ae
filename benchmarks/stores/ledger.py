"""The ledger in Redis: bytes per mail of the day hashes against one hash of JSON, and what a start costs when much is stored.

Both layouts stand in the same real server, filled with the same marks spread over seven days; the bytes are the server's own
(`MEMORY USAGE` of every key, all samples). The JSON value is what one would write without thinking: status, action, ISO time.
"""

import asyncio
import json
import random
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from time import perf_counter

from redis.asyncio import Redis

from benchmarks.arms import Report, compare
from benchmarks.record import Figure, Measured, Picture
from briefing.mail import MailId, MailStatus, Mark
from briefing.mail_action import MailAction
from inbox.ledger.redis_ledger import RedisLedger
from tests.servers.redis import RedisServer

SIZES = (100, 500, 2_000, 10_000)
TARGET_RATIO, TARGET_UP_TO = 0.35, 2_000
CANDIDATES = 200
STORED = (100, 100_000)
ROUNDS = 30
RECALLS_PER_RUN = 5
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
WEEK_MINUTES = 7 * 24 * 60

ID_LENGTHS = {"Gmail": 16, "Maildir": 40, "Graph": 152}
"""How long a provider's ids are, in characters. What both layouts must store, the id itself, weighs the more the longer it is."""

KINDS = (
    (MailStatus.BRIEFED, None),
    (MailStatus.SKIPPED, None),
    (MailStatus.ACTIONED, MailAction.ARCHIVE),
    (MailStatus.ACTIONED, MailAction.MARK_READ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BytesPerId:
    """What one mail costs in each layout."""

    ids: str
    marks: int
    days: float
    json: float

    @property
    def ratio(self) -> float:
        """The day hashes by the hash of JSON."""
        return self.days / self.json


def made_up_marks(number: int, id_length: int = 16) -> list[Mark]:
    """Marks of a week, newest first, half of them acted on; the same for the same arguments."""
    chance = random.Random(number)
    return [
        Mark(
            mail_id=MailId(f"work:{chance.getrandbits(4 * id_length):0{id_length}x}"),
            status=status,
            action=action,
            at=NOW - timedelta(minutes=position * (WEEK_MINUTES - 1) // number),
        )
        for position, (status, action) in enumerate(chance.choices(KINDS, k=number))
    ]


def as_json(mark: Mark) -> str:
    """What the plain layout stores per mail."""
    return json.dumps({"status": mark.status, "action": mark.action, "timestamp": mark.at.isoformat()}, separators=(",", ":"))


async def bytes_of(client: Redis, pattern: str) -> int:
    """The server's own count over all keys of that pattern."""
    total = 0
    async for key in client.scan_iter(match=pattern, count=1_000):
        total += await client.memory_usage(key, samples=0) or 0
    return total


async def bytes_per_id(server: RedisServer) -> list[BytesPerId]:
    """One row per kind of id and size."""
    async with Redis.from_url(server.url, decode_responses=True) as client:
        return [await measured(server, client, ids, marks) for ids in ID_LENGTHS for marks in SIZES]


async def measured(server: RedisServer, client: Redis, ids: str, number: int) -> BytesPerId:
    """Fill the empty server with both layouts and ask it."""
    await client.flushall()
    marks = made_up_marks(number, ID_LENGTHS[ids])
    ledger = RedisLedger.from_url(server.url)
    for start in range(0, number, 50):
        await ledger.mark("anna", marks[start : start + 50])
    assert len(await ledger.records("anna", now=NOW)) == number
    await ledger.aclose()
    await client.hset("json:anna", mapping={mark.mail_id: as_json(mark) for mark in marks})
    days, plain = await bytes_of(client, "aloud:*"), await bytes_of(client, "json:*")
    return BytesPerId(ids=ids, marks=number, days=days / number, json=plain / number)


def start_times(server: RedisServer) -> Report:
    """Wall time of recalls of 200 candidates, for a user with few marks and for one with many."""
    with asyncio.Runner() as runner:
        ledger = RedisLedger.from_url(server.url)
        arms = {}
        for stored in STORED:
            user, marks = f"user with {stored}", made_up_marks(stored)
            for start in range(0, stored, 1_000):
                runner.run(ledger.mark(user, marks[start : start + 1_000]))
            asked = [mark.mail_id for mark in marks[: CANDIDATES // 2]] + [MailId(f"work:new{n}") for n in range(CANDIDATES // 2)]

            def recall(user: str = user, asked: list[MailId] = asked) -> None:
                for _ in range(RECALLS_PER_RUN):
                    recall = runner.run(ledger.recall(user, asked, now=NOW))
                    assert len(recall.marks) == CANDIDATES // 2

            arms[f"{stored:,} ids stored"] = recall
        report = compare(arms, ROUNDS, clock=perf_counter)
        runner.run(ledger.aclose())
    return report


def main() -> Measured:
    """Both layouts at every size, and recalls from few and from many marks."""
    with RedisServer() as server:
        rows = asyncio.run(bytes_per_id(server))
        starts = start_times(server)
    for row in rows:
        print(f"{row.ids:<8}{row.marks:>7,} marks: {row.days:6.1f} bytes per id, JSON {row.json:6.1f}, ratio {row.ratio:.2f}")
    print(f"recall of {CANDIDATES} candidates, {RECALLS_PER_RUN} times:", *starts.lines(), sep="\n")
    worst = max(row.ratio for row in rows if row.ids == "Gmail" and row.marks <= TARGET_UP_TO)
    few, many = (f"{stored:,} ids stored" for stored in STORED)
    series = {f"days, {ids}": [(row.marks, row.days) for row in rows if row.ids == ids] for ids in ID_LENGTHS}
    series |= {f"JSON, {ids}": [(row.marks, row.json) for row in rows if row.ids == ids] for ids in ID_LENGTHS}
    return Measured(
        figures=[
            Figure(what=f"bytes per id against JSON, Gmail's, up to {TARGET_UP_TO:,} marks", measured=worst, at_most=TARGET_RATIO),
            Figure(
                what=f"recall with {many}, times with {few}",
                measured=starts[many].median_ratio,
                same_again=starts.same_again.median_ratio,
            ),
        ],
        numbers={"bytes_per_id": [{**asdict(row), "ratio": row.ratio} for row in rows], "recall": starts.as_json()},
        picture=Picture(series=series, title="Ledger in Redis: bytes per mail", x="marks of one user in seven days", y="bytes per mail"),
    )
