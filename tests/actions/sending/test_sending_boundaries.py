"""Sending broken off at every single step, with a real SMTP server that counts: sent once, or not sent and said, or unknown and said."""

import asyncio
import itertools
import os
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pytest

from actions.sending.outbox import Outbox, SendingNews
from actions.sending_states import SendingState
from briefing.mail import Address, mail_id
from providers.mailbox import Account
from providers.sender import Senders
from providers.smtp import SmtpSender, SmtpServer, SmtpTimeouts
from storage.database import Database, DatabaseUnavailableError
from tests.actions import boundaries
from tests.actions.boundaries import BreakingDatabase, BreakingSenders, Killed, Steps
from tests.actions.send_until_killed import Task
from tests.actions.sending_desk import ACCOUNT, ANNA, ORIGINAL, OWN, THREAD, USER, VAULT, Clock, Desk, OneAccount
from tests.providers.arranged_maildir import ArrangedMaildir, make_maildir
from tests.providers.messages import message
from tests.servers.postgres import PostgresServer
from tests.servers.smtp import SILENT, Break, SmtpDesk, line_to, smtp_server
from tests.storage.migrated import migrated

pytestmark = pytest.mark.slow
pytest_plugins = ["tests.servers.both_databases"]

PATIENT = SmtpTimeouts()
HASTY = SmtpTimeouts(connect_s=2.0, answer_s=2.0, taken_s=2.0)
"""Only where an answer never comes; a busy machine may take a second for one that does."""
STEPS_OF_ONE_MAIL = ["read", "write", "read", "write", "read", "open", "ready", "original", "write", "send", "write"]
"""The draft, the outbox; what is due, its lane, the mail; the server, the one that goes along; "it may have left", the sending, its end."""
SENDING = STEPS_OF_ONE_MAIL.index("send")
STEPS_OF_LOOKING = ["read", "read", "write", "read", "open", "find", "write"]
"""What is there, what is due, its lane, the mail; the mailbox, the search; the end."""
EXCHANGES = 7
"""Of the mail that is sent here, to one recipient, the greeting included: see `tests.servers.smtp`."""


@dataclass
class Bench:
    """A server, a mailbox, and one mail that the user has said yes to: with another one along, so that there is something to fetch."""

    url: str
    folder: Path
    server: SmtpDesk
    clock: Clock
    port: int
    timeouts: SmtpTimeouts = PATIENT

    @asynccontextmanager
    async def senders(self) -> AsyncIterator[OneAccount]:
        server = SmtpServer(host="127.0.0.1", port=self.port, timeouts=self.timeouts)
        account = Account(slug=ACCOUNT, label="work")
        async with SmtpSender.opened(server, account=account, address=Address(email=OWN), folder=self.folder) as sender:
            yield OneAccount(sender)

    async def a_process(self, steps: Steps) -> None:
        """The call puts the mail in, and then something looks after it, once its hold is over."""
        async with BreakingDatabase(self.url, steps) as database, self.senders() as senders:
            await self._put(database)
            await self.looked_after(database, BreakingSenders(senders, steps))

    async def put(self) -> None:
        """The call puts the mail in; it is due now."""
        async with Database(self.url) as database:
            await self._put(database)

    async def _put(self, database: Database) -> None:
        desk = Desk(database, clock=self.clock)
        draft = await desk.drafts.current()
        assert draft is not None
        await desk.put(draft)
        self.clock.advance(10)

    async def another_process(self, steps: Steps) -> None:
        """Looks after what one that died has left."""
        async with BreakingDatabase(self.url, steps) as database, self.senders() as senders:
            assert len(await Outbox(database, VAULT, user_id=USER, now=self.clock).waiting()) == 1
            self.clock.advance(200)
            await self.looked_after(database, BreakingSenders(senders, steps))

    async def looked_after(self, database: Database, senders: Senders) -> None:
        await Desk(database, clock=self.clock).looking(senders).work_due()

    async def restarted(self) -> tuple[SendingNews, ...]:
        """Other processes look after it until it has come to an end; what the user is told then."""
        async with Database(self.url) as database:
            outbox = Outbox(database, VAULT, user_id=USER, now=self.clock)
            for _ in range(30):
                if not await outbox.waiting():
                    break
                self.clock.advance(60)
                async with self.senders() as senders:
                    await self.looked_after(database, senders)
            assert await outbox.waiting() == ()
            return await outbox.news()

    async def drafts(self) -> int:
        async with Database(self.url) as database:
            return len(await Desk(database).drafts.all())


@asynccontextmanager
async def bench(tmp_path: Path, url: str | None = None) -> AsyncIterator[Bench]:
    url, clock = url or f"sqlite:///{tmp_path}/aloud.db", Clock()
    await migrated(url)
    folder = make_maildir(tmp_path / "Mail")
    arranged = ArrangedMaildir(folder)
    delivered = (await arranged.deliver(message("a"))).partition(":")[2]
    async with smtp_server() as server, Database(url) as database:
        original = replace(ORIGINAL, attachments=("plan.pdf",))
        await Desk(database, clock=clock).drafts.forward(mail_id(ACCOUNT, delivered), THREAD, original, address=OWN, to=(ANNA,))
        yield Bench(url, folder, server, clock, server.port)


def holds(at: Bench, news: tuple[SendingNews, ...], drafts: int) -> None:
    """0 duplicates, 0 silent losses: what the user is told is what the server took, or that nobody knows."""
    taken = len(at.server.taken)
    assert taken <= 1
    if not news:  # the call died before the mail was in the outbox: the user never heard that it would be sent, and the draft is there
        assert (taken, drafts) == (0, 1)
        return
    (told,) = news
    assert told.to == (ANNA.email,)
    match told.state:
        case SendingState.SENT:
            assert (taken, drafts) == (1, 0)
        case SendingState.NOT_SENT:
            assert (taken, drafts) == (0, 1)
        case state:
            assert state is SendingState.UNKNOWN
            assert drafts == 1


async def test_the_steps_of_a_mail_that_goes_well(tmp_path: Path) -> None:
    steps = Steps()
    async with bench(tmp_path) as at:
        await at.a_process(steps)
        assert steps.names == STEPS_OF_ONE_MAIL
        news = await at.restarted()
        assert [one.state for one in news] == [SendingState.SENT]
        holds(at, news, await at.drafts())


@pytest.mark.parametrize("how", boundaries.Break)
@pytest.mark.parametrize("step", range(len(STEPS_OF_ONE_MAIL)))
async def test_a_break_at_any_step_is_never_a_second_mail_and_never_silence(tmp_path: Path, step: int, how: boundaries.Break) -> None:
    steps = Steps(break_at=step, how=how)
    async with bench(tmp_path) as at:
        with suppress(Killed, DatabaseUnavailableError):
            await at.a_process(steps)
        assert steps.broken
        news = await at.restarted()
        holds(at, news, await at.drafts())
        if news and step < SENDING - 1:
            assert news[0].state is SendingState.SENT, "nothing had left, so another process sends it"


@pytest.mark.parametrize("sent", [True, False])
async def test_the_steps_of_looking_for_a_mail_that_may_have_left(tmp_path: Path, sent: bool) -> None:
    steps = Steps()
    async with bench(tmp_path) as at:
        with suppress(Killed):
            await at.a_process(Steps(break_at=SENDING, how=boundaries.Break.KILLED_AFTER if sent else boundaries.Break.KILLED_BEFORE))
        await at.another_process(steps)
        assert steps.names == (STEPS_OF_LOOKING if sent else [*STEPS_OF_LOOKING[:-1], "find", "write"])
        news = await at.restarted()
        assert [one.state for one in news] == [SendingState.SENT if sent else SendingState.UNKNOWN]
        holds(at, news, await at.drafts())


@pytest.mark.parametrize("how", boundaries.Break)
@pytest.mark.parametrize("step", range(1, len(STEPS_OF_LOOKING)))
async def test_a_second_break_while_looking_for_it_changes_nothing(tmp_path: Path, step: int, how: boundaries.Break) -> None:
    steps = Steps(break_at=step, how=how)
    async with bench(tmp_path) as at:
        with suppress(Killed):
            await at.a_process(Steps(break_at=SENDING, how=boundaries.Break.KILLED_AFTER))
        with suppress(Killed, DatabaseUnavailableError):
            await at.another_process(steps)
        assert steps.broken
        news = await at.restarted()
        assert [one.state for one in news] == [SendingState.SENT]
        holds(at, news, await at.drafts())


@pytest.mark.parametrize("what", Break)
@pytest.mark.parametrize("exchange", range(EXCHANGES - 1))
async def test_a_line_that_breaks_is_never_a_second_mail_and_never_silence(tmp_path: Path, exchange: int, what: Break) -> None:
    async with bench(tmp_path) as at, line_to(at.server) as line:
        at.port = line.port
        line.break_at = (exchange, what)
        at.timeouts = HASTY if what in SILENT else PATIENT
        await at.a_process(Steps())
        news = await at.restarted()
        assert line.broken == 1
        holds(at, news, await at.drafts())
        unclear = exchange == EXCHANGES - 2
        assert news[0].state is (SendingState.UNKNOWN if unclear else SendingState.SENT if exchange <= 1 else SendingState.NOT_SENT)


@pytest.mark.slow
async def test_a_process_that_is_killed_at_any_exchange_is_never_a_second_mail_and_never_silence(
    tmp_path: Path, database_server: PostgresServer | None
) -> None:
    """The same with a real process and a real SIGKILL, while the server has heard so much of it and no more."""
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.actions.send_until_killed", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    assert program.stdin is not None
    assert program.stdout is not None
    ends: Counter[SendingState] = Counter()
    try:
        for exchange, what in itertools.product(range(EXCHANGES - 1), (Break.CUT_BEFORE, Break.CUT_AFTER)):
            async with (
                nullcontext() if database_server is None else database_server.migrated_database() as url,
                bench(tmp_path / f"{exchange}-{what.name}", url) as at,
                line_to(at.server) as line,
            ):
                await at.put()
                line.break_at = (exchange, what)
                task = Task(url=at.url, folder=at.folder, port=line.port, now=at.clock.now)
                program.stdin.write(f"{task.model_dump_json()}\n".encode())
                process = int(await program.stdout.readline())
                line.at_break = partial(os.kill, process, signal.SIGKILL)
                assert int(await program.stdout.readline()) == -signal.SIGKILL
                news = await at.restarted()
                holds(at, news, await at.drafts())
                ends[news[0].state] += 1
                if what is Break.CUT_AFTER and exchange == EXCHANGES - 2:
                    assert len(at.server.taken) == 1
    finally:
        program.stdin.close()
        await program.wait()
    assert ends == {SendingState.UNKNOWN: 2 * (EXCHANGES - 3), SendingState.SENT: 4}
