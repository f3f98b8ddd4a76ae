"""What tests of sending are made of: a clock that is set by hand, consent as it would have been given, and senders that do as arranged."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from actions.consent.grants import GrantRegister, Rule, SingleUseGrant
from actions.consent.payloads import Payload, action_of, digest, mails_of
from actions.sending.dispatch import sendings
from actions.sending.drafts import Draft, Drafts, payload_of
from actions.sending.outbox import Held, Outbox
from actions.sending.sending_store import SendingStore
from actions.sending_states import SendingState
from briefing.mail import Address, MailId, ThreadId, mail_id
from providers.connections.credentials import Vault
from providers.connections.secret_key import GivenKeys
from providers.durable.due_work import DueClock
from providers.mailbox import MailGoneError
from providers.mime.original import Original
from providers.sender import MailSender, OutgoingMail, Refusal, Senders, SendRefusedError, Sent
from storage.database import Database

USER = "sam"
VAULT = Vault(GivenKeys(bytes(range(32))))
ACCOUNT = "work"
OWN = "sam@example.com"
ANNA = Address(name="Anna Keller", email="anna@example.org")
MORNING = datetime(2026, 3, 4, 9, 0, tzinfo=UTC)
MAIL = mail_id(ACCOUNT, "m1")
THREAD = ThreadId(f"{ACCOUNT}:t1")
ORIGINAL = Original(
    message_id="question@example.org", links=("root@example.org",), sender=ANNA, to=(Address(email=OWN),), subject="Lunch", text="Tuesday?"
)


@dataclass
class Clock:
    """The wall clock of all processes of a test."""

    now: datetime = MORNING

    def __call__(self) -> datetime:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


def granted(register: GrantRegister, payload: Payload) -> SingleUseGrant:
    """What consent hands out for a yes to the question about this payload."""
    grant = SingleUseGrant(
        action=action_of(payload),
        mails=mails_of(payload),
        digest=digest(payload),
        words_hash="5" * 64,
        rule=Rule.YES_TO_QUESTION,
        number=register.next_number(),
        label="",
    )
    return register.enter(grant)


@dataclass
class ArrangedSender:
    """A server that takes mail, fails as told, and shows what it took; `during` happens while it takes one."""

    taken: list[OutgoingMail] = field(default_factory=list)
    shown: dict[str, MailId] = field(default_factory=dict)
    originals: dict[MailId, bytes] = field(default_factory=dict)
    not_ready: Exception | None = None
    fails: Exception | None = None
    takes_and_fails: Exception | None = None
    looking_fails: Exception | None = None
    during: Callable[[], Awaitable[object]] | None = None

    @property
    def address(self) -> Address:
        return Address(email=OWN)

    async def ready(self) -> None:
        if self.not_ready:
            raise self.not_ready

    async def send(self, mail: OutgoingMail) -> Sent:
        if self.during:
            await self.during()
        if self.fails:
            raise self.fails
        self.taken.append(mail)
        self.shown[mail.message_id] = mail_id(ACCOUNT, f"sent-{len(self.taken)}")
        if self.takes_and_fails:
            raise self.takes_and_fails
        return Sent(mail_id=self.shown[mail.message_id])

    async def find_sent(self, message_id: str) -> MailId | None:
        if self.looking_fails:
            raise self.looking_fails
        return self.shown.get(message_id)

    async def original(self, mail: MailId) -> bytes:
        if mail not in self.originals:
            raise MailGoneError("gone")
        return self.originals[mail]


@dataclass
class OneAccount:
    """`Senders` with one account, whoever asks; none of another name."""

    sender: MailSender
    dry_run = False

    @asynccontextmanager
    async def open(self, user_id: str, account: str) -> AsyncIterator[MailSender]:
        if account != ACCOUNT:
            raise SendRefusedError(Refusal.NO_ACCOUNT)
        yield self.sender

    async def accounts(self, user_id: str) -> Sequence[str]:
        return (ACCOUNT,)


@dataclass
class Desk:
    """One user's drafts and outbox over a database, and the process that looks after it."""

    database: Database
    clock: Clock = field(default_factory=Clock)
    server: ArrangedSender = field(default_factory=ArrangedSender)
    register: GrantRegister = field(default_factory=GrantRegister)
    user: str = USER

    @property
    def drafts(self) -> Drafts:
        return Drafts(self.database, VAULT, user_id=self.user, own_addresses=frozenset({OWN}), now=self.clock)

    @property
    def outbox(self) -> Outbox:
        return Outbox(self.database, VAULT, user_id=self.user, now=self.clock, register=self.register)

    def looking(self, senders: Senders | None = None, *, vault: Vault = VAULT, look_every_s: float = 1.0) -> DueClock:
        """That of a process which looks after the outbox."""
        outbox = sendings(SendingStore(self.database, vault), senders or self.senders, now=self.clock, look_pauses_s=(0.0, 0.0))
        return DueClock(self.database, [outbox], now=self.clock, look_every_s=look_every_s)

    @property
    def senders(self) -> OneAccount:
        return OneAccount(self.server)

    async def reply(self, body: str = "Tuesday works.") -> Draft:
        return await self.drafts.reply(MAIL, THREAD, ORIGINAL, address=OWN, body=body)

    async def put(self, draft: Draft, *, send_at: datetime | None = None) -> Held:
        payload = payload_of(draft, send_at=send_at)
        return await self.outbox.put(granted(self.register, payload), payload)

    async def run_due(self) -> int:
        return await self.looking().work_due()

    async def end(self) -> None:
        """Let so much time pass, and look so often, that everything has come to an end."""
        for _ in range(30):
            if not await self.outbox.waiting():
                return
            self.clock.advance(60)
            await self.run_due()

    async def outcome(self) -> tuple[SendingState, Refusal | None]:
        (news,) = await self.outbox.news()
        return news.state, news.refusal
