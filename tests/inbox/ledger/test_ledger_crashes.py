"""Kill -9, of Redis and of ourselves, wherever it hurts: no mark is lost, none is there twice."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from briefing.mail import MailId, MailStatus, Mark
from briefing.mail_action import MailAction
from inbox.ledger.backlog import Backlog
from inbox.ledger.redis_ledger import RedisLedger
from inbox.ledger.reliable_ledger import ReliableLedger
from storage.database import Database
from tests.inbox.ledger_contract import NOW, USER, mark, withdrawn
from tests.servers.redis import RedisServer
from tests.storage.migrated import migrated

pytestmark = pytest.mark.server

SOON_S = 15.0
LATER = NOW + timedelta(minutes=20)
MAILS = [MailId(f"work:{number}") for number in range(10)]

RECALL: list[Mark] = []
CALL: tuple[list[Mark], ...] = (
    RECALL,
    [mark("work:1", at=NOW - timedelta(hours=1))],
    [mark("work:2", MailStatus.ACTIONED, NOW, MailAction.ARCHIVE)],
    [withdrawn("work:1", NOW)],
    RECALL,
    [mark("work:3", MailStatus.SKIPPED), mark("work:4", MailStatus.SKIPPED), mark("work:5")],
    [withdrawn("work:3"), withdrawn("work:4")],
    [mark("work:1", MailStatus.BRIEFED, NOW + timedelta(minutes=2), MailAction.FLAG)],
    RECALL,
    [mark("work:3")],
    [mark("work:6"), mark("work:7", MailStatus.ACTIONED, NOW, MailAction.MARK_READ)],
)
"""One call with everything that happens to a mail; an operation without marks recalls."""


@pytest.fixture
def server() -> Iterator[RedisServer]:
    with RedisServer() as server:
        yield server


@pytest.fixture
def disk_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/disk.db"


@pytest.fixture
async def ledger(server: RedisServer, disk_url: str) -> AsyncIterator[ReliableLedger]:
    await migrated(disk_url)
    async with Database(disk_url) as disk, ReliableLedger(RedisLedger.from_url(server.url), Backlog(disk), first_pause_s=0.02) as ledger:
        yield ledger


class Model:
    """What a ledger that nothing ever happens to would remember."""

    def __init__(self) -> None:
        self.known: dict[MailId, Mark] = {}

    def mark(self, marks: list[Mark]) -> None:
        for one in marks:
            self.known.pop(one.mail_id, None)
            if one.status is not MailStatus.PENDING:
                self.known[one.mail_id] = one


async def play(ledger: ReliableLedger, model: Model, operation: list[Mark], *, away: bool = False) -> None:
    if operation:
        await ledger.mark(USER, operation)
        model.mark(operation)
        return
    recall = await ledger.recall(USER, MAILS, now=LATER)
    async with asyncio.timeout(SOON_S):
        while recall.partial and not away:  # a server that is just back may be slower on a busy machine than a recall waits for it
            recall = await ledger.recall(USER, MAILS, now=LATER)
    assert recall.partial is away
    if not away:
        assert recall.marks == model.known


async def check_redis_holds_exactly(model: Model, server: RedisServer) -> None:
    plain = RedisLedger.from_url(server.url)
    assert await plain.records(USER, now=LATER) == model.known
    assert await plain.forget(USER) == len(model.known)
    await plain.aclose()


@pytest.mark.parametrize("position", range(len(CALL)))
async def test_redis_is_killed_and_restarted_between_two_operations(server: RedisServer, ledger: ReliableLedger, position: int) -> None:
    model = Model()
    for number, operation in enumerate(CALL):
        if number == position:
            server.restart()
        await play(ledger, model, operation)
    await asyncio.wait_for(ledger.delivered(), SOON_S)
    await check_redis_holds_exactly(model, server)


async def test_redis_is_killed_and_restarted_between_every_two_operations(server: RedisServer, ledger: ReliableLedger) -> None:
    model = Model()
    for operation in CALL:
        server.restart()
        await play(ledger, model, operation)
    await asyncio.wait_for(ledger.delivered(), SOON_S)
    await check_redis_holds_exactly(model, server)


@pytest.mark.part(0.4)
@pytest.mark.parametrize("length", [1, 3, len(CALL)])
@pytest.mark.parametrize("position", range(len(CALL)))
async def test_redis_is_away_for_some_operations(server: RedisServer, ledger: ReliableLedger, position: int, length: int) -> None:
    model = Model()
    for number, operation in enumerate(CALL):
        if number == position:
            server.kill()
        if number == position + length:
            server.start()
        await play(ledger, model, operation, away=position <= number < position + length)
    if position + length >= len(CALL):
        server.start()
    await asyncio.wait_for(ledger.delivered(), SOON_S)
    await check_redis_holds_exactly(model, server)


async def test_redis_is_killed_in_the_middle_of_writes(server: RedisServer, ledger: ReliableLedger) -> None:
    model = Model()

    async def kill_again_and_again() -> None:
        for _ in range(6):
            await asyncio.to_thread(server.restart)

    killer = asyncio.create_task(kill_again_and_again())
    number = 0
    while not killer.done():
        marks = [mark(f"work:{number}"), mark(f"work:{number + 1}"), withdrawn(f"work:{number + 1}")]
        await ledger.mark(USER, marks)
        model.mark(marks)
        number += 1
    await killer
    await asyncio.wait_for(ledger.delivered(), SOON_S)
    await check_redis_holds_exactly(model, server)


def promises_of_a_killed_process(disk_url: str, redis_url: str) -> set[str]:
    command = [sys.executable, "-m", "tests.inbox.mark_until_killed", disk_url, redis_url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        promised = [child.stdout.readline() for _ in range(40)]
        child.kill()
        promised += child.stdout.readlines()
    return {line.strip() for line in promised if line.endswith("\n")}


@pytest.mark.parametrize("away", [True, False])
async def test_we_are_killed_after_marks_were_promised(server: RedisServer, ledger: ReliableLedger, disk_url: str, away: bool) -> None:
    if away:
        server.kill()
    promised = await asyncio.to_thread(promises_of_a_killed_process, disk_url, server.url)
    if away:
        server.start()
    recall = await ledger.recall(USER, [MailId(mail) for mail in promised], now=LATER)
    assert (set(recall.marks), recall.partial) == (promised, False)
