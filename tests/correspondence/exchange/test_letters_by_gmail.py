"""The exchange of a morning at Gmail, with our real client before the third-party server: the answer stands in Gmail's own thread."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

import pytest

from actions.sending.dispatch import sendings
from actions.sending.sending_store import SendingStore
from briefing.mail import Address, MailId, provider_id_of
from correspondence.briefing_mail.material import ToldMail
from correspondence.briefing_post import WrittenBriefing, send_briefing
from correspondence.exchange import LetterState
from correspondence.message_ids import briefing_id
from correspondence.processor import CorrespondenceParts
from correspondence.recorder import Recorder, UserPost
from correspondence.wishing.hands import Hands, UserDesk
from inbox.carrying_out import MailActions
from inbox.ledger.marks import MarkWriter
from inbox.ledger.sql_ledger import SqlLedger
from inbox.unified import UnifiedInbox
from providers.durable.due_work import DueClock
from providers.gmail.api import GmailApi
from providers.gmail.quota import QuotaBudget
from providers.gmail.sender import GmailSender
from providers.google.access import GoogleAccess
from providers.mailbox import Account
from providers.mime.authentication import ResultsServer
from providers.mime.original import read_original
from providers.sender import MailSender
from session.acting import ActingParts, acting_of
from session.opening.correspondence_work import correspondence_parts, correspondence_work
from session.opening.letter_trust import SendingAccount, letters_key, trust_in
from session.opening.sending_due import writing_vault
from storage.database import Database
from tests.correspondence.exchange.post_office import ANNA, DAY, HandClock, post_settings
from tests.providers.gmail.doubles.arranged import SLUG, ArrangedGmail, NoBackoff, arranged_gmail, client_at
from tests.providers.messages import message
from tests.servers.gmail.server import RunningGmail, running_gmail
from tests.storage.migrated import migrated

pytestmark = pytest.mark.server


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningGmail]:
    with running_gmail(tmp_path_factory.mktemp("gmail")) as gmail:
        yield gmail


@dataclass(frozen=True, slots=True)
class GmailOfUser:
    """`Senders` with the one account."""

    gmail: ArrangedGmail
    dry_run = False

    @asynccontextmanager
    async def open(self, user_id: str, account: str) -> AsyncIterator[MailSender]:
        assert (user_id, account) == (ANNA, SLUG)
        api = GmailApi(GoogleAccess(self.gmail.grant, client_at(self.gmail.proxy)), QuotaBudget(), clock=NoBackoff())
        try:
            yield GmailSender(api, account=Account(slug=SLUG, label="Gmail"), address=Address(email=self.gmail.hands.user))
        finally:
            await api.aclose()

    async def accounts(self, user_id: str) -> Sequence[str]:
        return (SLUG,)


@dataclass(slots=True, kw_only=True)
class Morning:
    gmail: ArrangedGmail
    parts: CorrespondenceParts
    due: DueClock
    clock: HandClock
    mails: list[MailId]

    @property
    def own(self) -> str:
        return self.gmail.hands.user

    async def look_and_work(self) -> None:
        self.clock.forward(seconds=31)
        await self.due.work_due()
        await self.due.work_due()

    async def reply(self, text: str, to: str, chain: Sequence[str], *, labels: Sequence[str] = ("SENT", "INBOX", "UNREAD")) -> str:
        mail = EmailMessage()
        mail["From"] = mail["To"] = self.own
        mail["Subject"], mail["Date"], mail["Message-ID"] = "Re: Your briefing", format_datetime(self.clock()), f"<{text[:1]}r@example.com>"
        mail["In-Reply-To"], mail["References"] = f"<{to}>", " ".join(f"<{each}>" for each in (*chain, to))
        mail.set_content(text)
        return await self.gmail.hands.insert(mail.as_bytes(), *labels)


@pytest.fixture
async def morning(running: RunningGmail, tmp_path: Path) -> AsyncIterator[Morning]:
    url, clock = f"sqlite:///{tmp_path}/aloud.db", HandClock()
    await migrated(url)
    async with arranged_gmail(running) as gmail, Database(url) as database:
        settings = post_settings(tmp_path, tmp_path / "mail", 1, url)
        made, recorder = correspondence_parts(settings, database, now=clock)
        senders, inbox = GmailOfUser(gmail), UnifiedInbox([gmail.mailbox], timeout_s=60)
        own, results = gmail.hands.user, ResultsServer.of("mx.google.com")
        account = SendingAccount(slug=SLUG, address=own, own=frozenset({own}), results=results)
        trust = trust_in(account, ANNA, letters_key(settings))
        ledger = SqlLedger(database)

        @asynccontextmanager
        async def desk(user_id: str) -> AsyncIterator[UserDesk]:
            acting = ActingParts(
                writers={SLUG: gmail.writer},
                senders=senders,
                database=database,
                vault=writing_vault(settings),
                own_addresses=frozenset({gmail.hands.user}),
                hold_s=0,
                clock=lambda: 0.0,
            )
            async with MarkWriter(ledger, user_id) as marks:

                def hands() -> Hands:
                    one = acting_of(acting, user_id, call_id="mail", now=clock)
                    actions = MailActions(changer=one.changer, undo=one.undo, marks=marks, now=clock)
                    return Hands(
                        consent=one.consent,
                        actions=actions,
                        undo=one.undo,
                        drafts=one.drafts,
                        outbox=one.outbox,
                        unsubscriber=one.unsubscriber,
                    )

                own = frozenset({gmail.hands.user})
                yield UserDesk(user_id=user_id, inbox=inbox, own_addresses=own, hands=hands, senders=senders, ledger=ledger, now=clock)

        @asynccontextmanager
        async def post(user_id: str, account: str) -> AsyncIterator[UserPost]:
            yield UserPost(inbox=inbox, trust=trust if account == SLUG else None)

        store = SendingStore(database, writing_vault(settings))

        def outbox_of(user_id: str) -> DueClock:
            return DueClock(database, [sendings(store, senders, now=clock, user_id=user_id)], now=clock)

        parts = replace(made, posting=replace(made.posting, senders=senders, outbox_of=outbox_of), open_desk=desk)
        kinds = correspondence_work(parts, Recorder(store=made.store, watches=recorder.watches, open_post=post, now=clock))
        mails = [await gmail.deliver(message(f"m{number}", subject=f"Mail {number}")) for number in (1, 2)]
        yield Morning(gmail=gmail, parts=parts, due=DueClock(database, kinds, now=clock), clock=clock, mails=mails)


async def test_a_briefing_its_replies_and_its_answers_are_one_thread_at_gmail(morning: Morning) -> None:
    envelopes = (await morning.gmail.mailbox.envelopes(morning.mails)).found
    told = [
        ToldMail(number=number, mail_id=each.mail_id, thread_id=each.thread_id, sender=each.sender, subject=each.subject)
        for number, each in enumerate(envelopes, 1)
    ]
    key = morning.parts.ids.key  # type: ignore[attr-defined]
    message_id = briefing_id(key, ANNA, DAY, "example.com")
    written = WrittenBriefing(
        account=SLUG, zone="UTC", message_id=message_id, subject="Your briefing", text="1. Mail 1\n2. Mail 2", mails=told
    )
    await send_briefing(morning.parts.posting, ANNA, DAY, written)
    await morning.due.work_due()
    found = await morning.parts.store.of_day(ANNA, DAY)
    assert found is not None
    assert found.briefing is not None
    assert (found.briefing.state, found.briefing.message_id) == (LetterState.SENT, message_id)
    copy = found.briefing.provider_id
    assert copy is not None

    reply = await morning.reply("2 archive", message_id, [])
    await morning.look_and_work()
    found = await morning.parts.store.of_day(ANNA, DAY)
    assert found is not None
    assert [each.words for each in found.replies] == ["2 archive"]
    assert [(each.number, each.state) for each in found.answers] == [(1, LetterState.SENT)]
    assert "INBOX" not in await morning.gmail.hands.labels(provider_id_of(morning.mails[1]))
    answer = found.answers[0]
    assert answer.provider_id is not None
    thread = (await morning.gmail.mailbox.envelopes([copy])).found[0].thread_id
    exchange = [provider_id_of(each.mail_id) for each in await morning.gmail.mailbox.thread(thread)]
    assert {reply, provider_id_of(answer.provider_id)} <= {*exchange}
    original = read_original(await morning.gmail.mailbox.original(answer.provider_id))
    assert (original.links, original.to[0].email) == ((message_id, "2r@example.com"), morning.own)


async def test_a_mail_that_only_came_in_is_not_the_users_without_gmails_own_word(morning: Morning) -> None:
    key = morning.parts.ids.key  # type: ignore[attr-defined]
    message_id = briefing_id(key, ANNA, DAY, "example.com")
    written = WrittenBriefing(account=SLUG, zone="UTC", message_id=message_id, subject="Your briefing", text="Good morning.")
    await send_briefing(morning.parts.posting, ANNA, DAY, written)
    await morning.due.work_due()
    await morning.reply("1 delete", message_id, [], labels=("INBOX", "UNREAD"))
    await morning.look_and_work()
    found = await morning.parts.store.of_day(ANNA, DAY)
    assert found is not None
    assert (found.replies, found.answers) == ((), ())
    assert [each.why for each in await morning.parts.store.not_from_you(found)] == ["not_authenticated"]
