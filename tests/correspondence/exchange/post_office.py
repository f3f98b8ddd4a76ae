"""What tests of correspondences share: one user with a Maildir, a mail server that takes what leaves, and a clock that is set by hand.

Everything between is what `aloud team` works with. The user's mail program is played here: what it sends is kept among the sent mails.
"""

import itertools
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

from pydantic import SecretStr

from briefing.agenda import TopicKind
from briefing.mail import Address, MailId, ThreadId, mail_id
from correspondence.briefing_mail.material import ToldMail
from correspondence.briefing_post import WrittenBriefing, send_briefing
from correspondence.exchange import Correspondence, LetterState, OwnLetter
from correspondence.kept.store import CorrespondenceStore
from correspondence.message_ids import briefing_id
from correspondence.processor import CorrespondenceParts
from correspondence.recorder import Recorder
from providers.durable.due_work import DueClock
from providers.maildir import maildir_account
from providers.settings import Settings
from session.opening.briefing_due import BriefingsDue
from session.opening.correspondence_work import correspondence_parts, correspondence_work
from session.opening.letter_trust import letters_key
from storage.database import Database
from tests.actions.sending_desk import VAULT
from tests.agent.typed_call import default_settings
from tests.correspondence.exchange.imap_hands import ImapHands
from tests.servers.smtp import SmtpDesk, smtp_server
from tests.storage.migrated import migrated

ANNA = "anna"
OWN = "anna@example.com"
OURS = "briefing@aloud.example"
SERVER = "mx.aloud.example"
"""Of the installation: its address, and the server that receives for it."""
RECEIVED = f"Received: from out.example.com by {SERVER} with ESMTPS id 2; Mon, 2 Mar 2026 05:10:00 +0000\n"
PASSES = (
    f"Authentication-Results: {SERVER}; dkim=pass header.d=example.com; spf=pass smtp.mailfrom={OWN}; dmarc=pass header.from=example.com\n"
)
"""What that server writes above a reply of the user's."""
DAY = date(2026, 3, 2)
MORNING = datetime(2026, 3, 2, 5, tzinfo=UTC)
KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
BEN = Address(name="Ben Ito", email="ben@example.org")
SHOP = Address(name="Corner Shop", email="news@shop.example")
PRIYA = Address(name="Priya Rao", email="priya@example.net")
SENDERS = (BEN, SHOP, PRIYA)
SUBJECTS = ("Lunch on Tuesday", "This week's offers", "The contract")
TEXT = "Good morning.\n\n1. Ben Ito: lunch on Tuesday?\n2. Corner Shop: offers.\n3. Priya Rao: the contract, by Friday."


@dataclass(slots=True)
class HandClock:
    at: datetime = MORNING

    def __call__(self) -> datetime:
        return self.at

    def forward(self, **by: float) -> None:
        self.at += timedelta(**by)


@dataclass(slots=True, kw_only=True)
class PostOffice:
    """`work` is one look of the clock at all that is due; `desk` has what has left. `offers` are further newsletters of the shop's."""

    settings: Settings
    database: Database
    folder: Path
    clock: HandClock
    desk: SmtpDesk
    parts: CorrespondenceParts
    recorder: Recorder
    due: DueClock
    delivered: int = 0
    offers: int = 0
    by_imap: ImapHands | None = None
    numbers: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    @property
    def account(self) -> str:
        return maildir_account(self.folder).slug

    async def send(self, day: date = DAY, *, account: str = "") -> Correspondence:
        key, mails = letters_key(self.settings), tuple(self.numbered())
        written = WrittenBriefing(
            account=account or self.account,
            zone="Europe/Berlin",
            message_id=briefing_id(key, ANNA, day, "example.com"),
            subject="Your briefing",
            text=TEXT,
            html=f"<p>{TEXT}</p>",
            mails=mails,
        )
        return await send_briefing(self.parts.posting, ANNA, day, written)

    def numbered(self) -> list[ToldMail]:
        return [
            ToldMail(
                number=number,
                mail_id=self.mail(number),
                thread_id=ThreadId(f"{self.account}:m{number}@example.org"),
                sender=sender,
                subject=subject,
                is_list=sender is SHOP,
                kind=TopicKind.NEWSLETTERS if sender is SHOP else TopicKind.OTHER,
            )
            for number, (sender, subject) in enumerate(told_mails(self.offers), 1)
        ]

    def mail(self, number: int) -> MailId:
        return mail_id(self.account, f"{number}.host")

    async def work(self) -> int:
        done = await self.due.work_due()
        self.deliver()
        return done

    def rebuild(self, parts: CorrespondenceParts) -> None:
        """Work with these parts from now on."""
        self.parts = parts
        self.due = DueClock(self.database, correspondence_work(parts, self.recorder), now=self.clock)

    async def look_and_work(self) -> None:
        """Half a minute later: what came is recorded, then answered, and what left is delivered."""
        self.clock.forward(seconds=31)
        await self.work()
        await self.work()

    def deliver(self) -> None:
        """What the mail server took for the user comes into their inbox."""
        for taken in self.desk.taken[self.delivered :]:
            if OWN in taken.recipients:
                self.put("new", taken.raw)
        self.delivered = len(self.desk.taken)

    def put(self, where: str, raw: bytes, flags: str = "", *, folder: Path | None = None) -> MailId:
        if self.by_imap is not None and folder is None:
            return mail_id(self.account, self.by_imap.append("Sent" if "Sent" in where else "INBOX", raw))
        name = f"{int(self.clock().timestamp())}.M{next(self.numbers)}.host"
        path = (folder or self.folder) / where
        path.mkdir(parents=True, exist_ok=True)
        (path / f"{name}{flags}").write_bytes(raw.replace(b"\r\n", b"\n"))
        return mail_id(self.account, name)

    def reply(
        self,
        text: str,
        *,
        to: EmailMessage | None = None,
        message_id: str = "",
        sent: bool = True,
        above: str = "",
        folder: Path | None = None,
        fields: Mapping[str, str] | None = None,
        **headers: str,
    ) -> str:
        """The user answers a letter of ours, by default the last one, in their mail program; the Message-ID. `above` are the lines that
        servers have written on top of it, and `folder` is where it comes in."""
        answered = to or self.letters[-1]
        mail, number = EmailMessage(), next(self.numbers)
        message_id = message_id or f"reply-{number}@example.com"
        given = {
            "From": f"Anna <{OWN}>",
            "To": OWN,
            "Subject": f"Re: {str(answered['Subject']).removeprefix('Re: ')}",
            "Date": format_datetime(self.clock()),
            "Message-ID": f"<{message_id}>",
            "In-Reply-To": answered["Message-ID"],
            "References": f"{answered['References'] or ''} {answered['Message-ID']}".strip(),
        }
        given |= {name.replace("_", "-"): value for name, value in headers.items()} | dict(fields or {})
        for name, value in given.items():
            mail[name] = value
        mail.set_content(text)
        if sent:
            if self.by_imap is None:
                for part in ("cur", "new", "tmp"):
                    (self.folder / ".Sent" / part).mkdir(parents=True, exist_ok=True)
            self.put(".Sent/cur", mail.as_bytes(), ":2,S")
        self.put("new", above.encode() + mail.as_bytes(), folder=folder)
        return message_id

    @property
    def letters(self) -> list[EmailMessage]:
        """What has left to the user, in its order."""
        return [taken.message for taken in self.desk.taken if OWN in taken.recipients]

    @property
    def texts(self) -> list[str]:
        return [words_of(letter) for letter in self.letters]

    async def now(self, day: date = DAY) -> Correspondence:
        found = await self.parts.store.of_day(ANNA, day)
        assert found is not None
        return found

    def is_in(self, number: int, folder: str = "") -> bool:
        return any(file.name.startswith(f"{number}.host") for part in ("new", "cur") for file in (self.folder / folder / part).glob("*"))


def told_mails(offers: int = 0) -> list[tuple[Address, str]]:
    return [*zip(SENDERS, SUBJECTS, strict=True), *((SHOP, f"Offer {number}") for number in range(offers))]


def words_of(letter: EmailMessage) -> str:
    body = letter.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).strip()


def post_settings(folder: Path, mail: Path, port: int, url: str, **more: object) -> Settings:
    given = {
        "aloud_data_dir": folder,
        "aloud_maildir": (mail,),
        "aloud_user": ANNA,
        "aloud_addresses": (OWN,),
        "aloud_smtp_url": SecretStr(f"smtp://127.0.0.1:{port}"),
        "aloud_secret_key": SecretStr(KEY),
        "database_url": url,
    }
    return default_settings().model_copy(update=given | more)


def installation(folder: Path, port: int, *, address: str = OURS) -> dict[str, object]:
    """Settings with which it writes to its users from an address of its own."""
    return {
        "aloud_briefing_smtp_url": SecretStr(f"smtp://127.0.0.1:{port}"),
        "aloud_briefing_address": address,
        "aloud_briefing_maildir": folder,
        "aloud_briefing_authserv_id": SERVER,
    }


def maildir(folder: Path) -> Path:
    for part in ("cur", "new", "tmp"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    return folder


def arrives(folder: Path, number: int, sender: Address, subject: str, text: str = "Hello.", **headers: str) -> None:
    """A mail to the user, unread in the inbox."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = f"{sender.name} <{sender.email}>", OWN, subject
    mail["Message-ID"], mail["Date"] = f"<m{number}@example.org>", format_datetime(MORNING - timedelta(hours=2))
    for name, value in headers.items():
        mail[name.replace("_", "-")] = value
    mail.set_content(text)
    (folder / "new" / f"{number}.host").write_bytes(mail.as_bytes())


@asynccontextmanager
async def post_office(
    folder: Path,
    url: str,
    *,
    now: HandClock | None = None,
    offers: int = 0,
    more: Mapping[str, object] | None = None,
    by_imap: ImapHands | None = None,
    installed: bool = False,
    **parts: object,
) -> AsyncIterator[PostOffice]:
    """With three mails in the inbox and `offers` more, and no briefing yet; `more` are settings. `installed`: the installation has
    an address of its own, too."""
    mail, clock = folder / "mail" if by_imap is None else by_imap.server.maildir, now or HandClock()
    maildir(mail)
    for number, (sender, subject) in enumerate(told_mails(offers), 1):
        arrives(mail, number, sender, subject)
    async with AsyncExitStack() as stack:
        desk = await stack.enter_async_context(smtp_server())
        ours = installation(maildir(folder / "briefings"), desk.port) if installed else {}
        settings = post_settings(folder, mail, desk.port, url, **ours, **(more or {}))
        await migrated(settings.local_database_url)  # of which each machine has one beside the shared database
        database = await stack.enter_async_context(Database(url))
        made, recorder = correspondence_parts(settings, database, now=clock)
        made = replace(made, **parts)  # type: ignore[arg-type]
        briefings = BriefingsDue(settings=settings, posting=made.posting, models=None, now=clock)
        due = DueClock(database, [briefings.work, *correspondence_work(made, recorder)], now=clock)
        yield PostOffice(
            settings=settings,
            database=database,
            folder=mail,
            clock=clock,
            desk=desk,
            parts=made,
            recorder=recorder,
            due=due,
            offers=offers,
            by_imap=by_imap,
        )


async def a_correspondence(database: Database, user: str) -> None:
    """One of the user, whose briefing leaves."""
    letter = OwnLetter(
        number=0, message_id=f"briefing@of.{user}.example.com", state=LetterState.LEAVING, subject="Today", text=f"For {user}."
    )
    new = Correspondence(correspondence_id="", user_id=user, day=DAY, account="work", zone="UTC", letters=(letter,))
    async with database.session() as session:
        await CorrespondenceStore(database, VAULT).open(session, new, MORNING)
