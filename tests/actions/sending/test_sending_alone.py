"""What sends when nobody is on the line: by itself, on and on, and to an end when it is asked to stop."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from actions.sending_states import SendingState
from providers.sender import MailSender
from storage.database import Database
from tests.actions.sending_desk import Desk, OneAccount
from tests.storage.migrated import migrated

OFTEN_S = 0.01
SOON_S = 10.0


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    url = f"sqlite:///{tmp_path}/aloud.db"
    await migrated(url)
    async with Database(url) as database:
        yield Desk(database)


class Sudden(OneAccount):
    """Fails at the first mail in a way that nobody has thought of."""

    def __init__(self, sender: MailSender) -> None:
        super().__init__(sender)
        self.failed = asyncio.Event()

    @asynccontextmanager
    async def open(self, user_id: str, account: str) -> AsyncIterator[MailSender]:
        self.failed.set()
        raise LookupError("a fault of ours")
        yield self.sender


async def test_a_mail_whose_call_has_ended_leaves_when_its_hold_is_over(desk: Desk) -> None:
    left = asyncio.Event()

    async def leaving() -> None:
        left.set()

    desk.server.during = leaving
    await desk.put(await desk.reply())
    async with desk.looking(look_every_s=OFTEN_S):
        assert not left.is_set()
        desk.clock.advance(10)
        async with asyncio.timeout(SOON_S):
            await left.wait()
    assert await desk.outcome() == (SendingState.SENT, None)
    assert len(desk.server.taken) == 1


async def test_what_is_under_way_comes_to_its_end_before_it_stops(desk: Desk) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def hold_up() -> None:
        begun.set()
        await go_on.wait()

    desk.server.during = hold_up
    await desk.put(await desk.reply())
    desk.clock.advance(10)
    async with asyncio.timeout(SOON_S), AsyncExitStack() as stack:
        await stack.enter_async_context(desk.looking(look_every_s=OFTEN_S))
        await begun.wait()
        closing = asyncio.create_task(stack.aclose())
        await asyncio.sleep(0)
        assert not closing.done()
        go_on.set()
        await closing
    assert await desk.outcome() == (SendingState.SENT, None)


async def test_a_fault_with_one_mail_is_logged_without_what_it_said(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    await desk.put(await desk.reply())
    desk.clock.advance(10)
    senders = Sudden(desk.server)
    async with desk.looking(senders, look_every_s=OFTEN_S), asyncio.timeout(SOON_S):
        await senders.failed.wait()
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == ["work failed"]
    assert "a fault of ours" not in caplog.text
    await desk.end()
    assert await desk.outcome() == (SendingState.SENT, None)
