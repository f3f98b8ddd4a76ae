"""Sending by Gmail, the real client before the third-party server: in the right thread, once, and looked for where nobody knows."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import pytest_asyncio

from actions.sending.drafts import Draft, DraftChange
from actions.sending_states import SendingState
from briefing.mail import Address, MailId, ThreadId, mail_id, provider_id_of
from providers.gmail.api import GmailApi
from providers.gmail.quota import QuotaBudget
from providers.gmail.sender import MOST_BYTES, GmailSender
from providers.google.access import GoogleAccess
from providers.mailbox import Account, MailGoneError
from providers.mime.original import read_original
from providers.sender import Refusal
from storage.database import Database
from tests.actions import boundaries
from tests.actions.boundaries import BreakingSenders, Killed, Steps
from tests.actions.sending_desk import ACCOUNT, OWN, Desk, OneAccount
from tests.providers.gmail.doubles.arranged import SLUG, ArrangedGmail, NoBackoff, arranged_gmail, client_at
from tests.providers.messages import message
from tests.servers.gmail.calls import CallKind
from tests.servers.gmail.faults import Fault
from tests.servers.gmail.server import RunningGmail, running_gmail
from tests.storage.migrated import migrated

pytestmark = pytest.mark.server

LOST = [Fault.CUT_BEFORE, Fault.CUT_AFTER, Fault.CUT_WITHIN, Fault.SERVER_ERROR, Fault.GARBAGE]
REFUSED = {
    Fault.TOO_MANY_REQUESTS: Refusal.UNAVAILABLE,
    Fault.RATE_LIMITED: Refusal.UNAVAILABLE,
    Fault.FORBIDDEN: Refusal.SIGN_IN,
}
STEPS = ["open", "ready", "send"]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningGmail]:
    with running_gmail(tmp_path_factory.mktemp("gmail")) as gmail:
        yield gmail


@pytest_asyncio.fixture
async def gmail(running: RunningGmail) -> AsyncIterator[ArrangedGmail]:
    async with arranged_gmail(running) as gmail:
        yield gmail


@dataclass
class Bench:
    """A reply to a mail at Gmail, that the user has said yes to."""

    gmail: ArrangedGmail
    desk: Desk
    mail: MailId
    steps: Steps = field(default_factory=Steps)

    @asynccontextmanager
    async def sender(self, *, within_s: float = 5.0) -> AsyncIterator[GmailSender]:
        """As each process has its own: it signs in first."""
        api = GmailApi(GoogleAccess(self.gmail.grant, client_at(self.gmail.proxy)), QuotaBudget(), clock=NoBackoff())
        try:
            yield GmailSender(api, account=Account(slug=SLUG, label="Gmail"), address=Address(email=OWN), within_s=within_s)
        finally:
            await api.aclose()

    async def put(self) -> Draft:
        async with self.sender() as sender:
            original = read_original(await sender.original(self.mail))
        thread = (await self.gmail.mailbox.envelopes([self.mail])).found[0].thread_id
        draft = await self.desk.drafts.reply(self.mail, thread, original, address=OWN, body="Tuesday works.")
        await self.desk.put(draft)
        self.desk.clock.advance(10)
        self.gmail.proxy.reset()
        return draft

    async def a_process(self, *, within_s: float = 5.0) -> None:
        async with self.sender(within_s=within_s) as sender:
            await self.desk.looking(BreakingSenders(AtGmail(sender), self.steps)).work_due()

    async def ends(self) -> SendingState:
        """Other processes look after it until it has come to an end; what the user is told, and whether it is true."""
        self.steps = Steps()
        self.gmail.proxy.faults.clear()
        for _ in range(20):
            if not await self.desk.outbox.waiting():
                break
            self.desk.clock.advance(60)
            await self.a_process()
        (news,) = await self.desk.outbox.news()
        sent = await self.gmail.hands.ids("SENT")
        assert len(sent) <= 1
        assert news.state is not SendingState.SENT or len(sent) == 1
        assert news.state is not SendingState.NOT_SENT or not sent
        assert (await self.desk.drafts.all() == ()) is (news.state is SendingState.SENT)
        return news.state


class AtGmail(OneAccount):
    """The one account is that of the mail."""

    @asynccontextmanager
    async def open(self, user_id: str, account: str) -> AsyncIterator[GmailSender]:
        assert (user_id, account) == ("sam", SLUG)
        assert isinstance(self.sender, GmailSender)
        yield self.sender


@pytest_asyncio.fixture
async def bench(gmail: ArrangedGmail, tmp_path: Path) -> AsyncIterator[Bench]:
    url = f"sqlite:///{tmp_path}/aloud.db"
    await migrated(url)
    mail = await gmail.deliver(message("question", subject="Lunch", answers=("root",), headers={"Reply-To": "desk@example.org"}))
    async with Database(url) as database:
        yield Bench(gmail, Desk(database), mail)


class TestSending:
    async def test_a_reply_stands_in_its_thread_and_takes_three_requests(self, bench: Bench) -> None:
        draft = await bench.put()
        await bench.a_process()
        assert [call.kind for call in bench.gmail.proxy.requests] == [CallKind.TOKEN, CallKind.PROFILE, CallKind.SEND]
        assert await bench.ends() is SendingState.SENT
        (sent,) = await bench.gmail.hands.ids("SENT")
        thread = ThreadId(draft.thread)
        assert {each.mail_id for each in await bench.gmail.mailbox.thread(thread)} == {bench.mail, mail_id(SLUG, sent)}
        async with bench.sender() as sender:
            raw = await sender.original(mail_id(SLUG, sent))
        written = read_original(raw)
        assert (written.message_id, written.subject) == (draft.message_id, "Re: Lunch")
        assert written.links == ("root@example.org", "question@example.org")
        assert [each.email for each in written.to] == ["desk@example.org"]
        assert written.text == "Tuesday works."

    async def test_blind_recipients_are_named_to_gmail_which_takes_them_out(self, bench: Bench) -> None:
        draft = await bench.put()
        await bench.desk.outbox.cancel()
        draft = next(iter(await bench.desk.drafts.all()))
        await bench.desk.put(
            await bench.desk.drafts.change(draft.draft_id, draft.version, DraftChange(bcc=(Address(email="bob@example.org"),)))
        )
        bench.desk.clock.advance(10)
        assert await bench.ends() is SendingState.SENT
        (sent,) = await bench.gmail.hands.ids("SENT")
        async with bench.sender() as sender:
            assert b"Bcc: bob@example.org" in await sender.original(mail_id(SLUG, sent))

    async def test_it_is_found_by_its_message_id_and_nothing_else_is(self, bench: Bench) -> None:
        draft = await bench.put()
        await bench.a_process()
        (sent,) = await bench.gmail.hands.ids("SENT")
        async with bench.sender() as sender:
            assert await sender.find_sent(draft.message_id) == mail_id(SLUG, sent)
            assert await sender.find_sent("question@example.org") is None
            assert await sender.find_sent("nobody@example.org") is None

    async def test_a_mail_of_another_account_or_one_that_is_gone_is_no_original(self, bench: Bench) -> None:
        async with bench.sender() as sender:
            for mail in (mail_id(ACCOUNT, provider_id_of(bench.mail)), mail_id(SLUG, "no-such-mail")):
                with pytest.raises(MailGoneError):
                    await sender.original(mail)

    async def test_a_mail_that_is_too_large_is_not_even_tried(self, bench: Bench) -> None:
        draft = await bench.put()
        await bench.desk.outbox.cancel()
        draft = next(iter(await bench.desk.drafts.all()))
        await bench.desk.put(
            await bench.desk.drafts.change(draft.draft_id, draft.version, DraftChange(body="A line of it.\n" * (MOST_BYTES // 14)))
        )
        bench.desk.clock.advance(10)
        assert await bench.ends() is SendingState.NOT_SENT
        assert bench.gmail.proxy.counted(CallKind.SEND) == 0


class TestBreaks:
    @pytest.mark.part(0.5)
    @pytest.mark.parametrize("fault", LOST, ids=[fault.name.lower() for fault in LOST])
    @pytest.mark.parametrize("request_number", [1, 2, 3, 4])
    async def test_any_request_may_fail_and_it_is_sent_once_or_nobody_knows(self, bench: Bench, request_number: int, fault: Fault) -> None:
        """The fourth is the one that looks for it, after the third has failed as well."""
        await bench.put()
        if request_number == 4:
            bench.gmail.proxy.faults.fail(3, Fault.CUT_AFTER)
        bench.gmail.proxy.faults.fail(request_number, fault)
        await bench.a_process()
        assert bench.gmail.proxy.faults.happened
        unknown = request_number == 3 and fault in {Fault.CUT_BEFORE, Fault.SERVER_ERROR}
        assert await bench.ends() is (SendingState.UNKNOWN if unknown else SendingState.SENT)
        assert bench.gmail.proxy.counted(CallKind.SEND) == 1

    @pytest.mark.parametrize("fault", REFUSED, ids=[fault.name.lower() for fault in REFUSED])
    async def test_a_refusal_is_not_sent_and_said(self, bench: Bench, fault: Fault) -> None:
        await bench.put()
        bench.gmail.proxy.faults.fail(CallKind.SEND, fault)
        await bench.a_process()
        assert await bench.desk.outcome() == (SendingState.NOT_SENT, REFUSED[fault])
        assert await bench.ends() is SendingState.NOT_SENT
        assert bench.gmail.proxy.counted(CallKind.SEND) == 1

    async def test_no_answer_in_time_is_looked_for_and_not_asked_again(self, bench: Bench) -> None:
        await bench.put()
        bench.gmail.proxy.faults.fail(CallKind.SEND, Fault.NO_ANSWER)
        await bench.a_process(within_s=2.0)
        assert await bench.ends() is SendingState.UNKNOWN
        assert bench.gmail.proxy.counted(CallKind.SEND) == 1

    async def test_an_answer_that_comes_too_late_is_found(self, bench: Bench) -> None:
        await bench.put()
        bench.gmail.proxy.faults.fail(CallKind.SEND, Fault.CUT_AFTER)
        await bench.a_process(within_s=2.0)
        assert await bench.ends() is SendingState.SENT

    async def test_a_token_that_ran_out_is_renewed_without_sending_twice(self, bench: Bench) -> None:
        await bench.put()
        bench.gmail.proxy.faults.fail(CallKind.SEND, Fault.UNAUTHORIZED)
        await bench.a_process()
        assert await bench.ends() is SendingState.SENT
        assert bench.gmail.proxy.counted(CallKind.SEND) == 2  # the first was refused at the door

    async def test_a_thread_that_is_gone_does_not_keep_a_reply_from_leaving(self, bench: Bench) -> None:
        await bench.put()
        bench.gmail.proxy.faults.fail(CallKind.SEND, Fault.NOT_FOUND)
        await bench.a_process()
        assert await bench.ends() is SendingState.SENT

    @pytest.mark.part(0.5)
    @pytest.mark.parametrize("how", boundaries.Break)
    @pytest.mark.parametrize("step", range(len(STEPS)))
    async def test_a_process_may_die_at_any_question(self, bench: Bench, step: int, how: boundaries.Break) -> None:
        await bench.put()
        bench.steps = Steps(break_at=step, how=how)
        with suppress(Killed):
            await bench.a_process()
        assert bench.steps.broken
        assert bench.steps.names[: step + 1] == STEPS[: step + 1]
        lost = STEPS[step] == "send" and how in {boundaries.Break.KILLED_BEFORE, boundaries.Break.LOST_BEFORE}
        assert await bench.ends() is (SendingState.UNKNOWN if lost else SendingState.SENT)


async def test_a_grant_that_was_taken_back_is_said_before_anything_is_tried(bench: Bench) -> None:
    await bench.put()
    bench.gmail.proxy.faults.fail(CallKind.TOKEN, Fault.INVALID_GRANT, times=None)
    await bench.a_process()
    assert await bench.desk.outcome() == (SendingState.NOT_SENT, Refusal.SIGN_IN)
    assert bench.gmail.proxy.counted(CallKind.SEND) == 0
