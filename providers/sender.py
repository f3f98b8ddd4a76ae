"""Sending from one account: the seam that every way of sending implements. Only `actions/` makes an `OutgoingMail` (a test holds that).

Sending cannot be repeated safely, so the errors say above all whether the mail can have been sent:

    SendingError
    ├── SendRefusedError    certainly not sent; `refusal` says why
    └── SendUnknownError    perhaps sent: look for its Message-ID, and never send it again unasked
    MailboxUnavailableError, SignInNeededError    before the attempt only: nothing has been tried

`ready` is a step of its own, so that an account that is away shows before the sending, where trying again is safe.
"""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from briefing.mail import Address, MailId


@dataclass(frozen=True, slots=True, kw_only=True)
class Enclosure:
    """A mail that is forwarded whole: the name of its file, and the message as it came."""

    name: str = field(repr=False)
    content: bytes = field(repr=False)


class FurtherField(StrEnum):
    """The header fields that a mail may have besides the usual ones: a closed list, so that none of them adds a recipient."""

    LIST_ID = "List-Id"
    AUTO_SUBMITTED = "Auto-Submitted"


@dataclass(frozen=True, slots=True, kw_only=True)
class OutgoingMail:
    """All that a mail says. Message ids stand without angle brackets; `thread` is the provider's id of the mail thread, or empty.

    `references` are oldest first, and hold `in_reply_to`. `date` has a time zone. `html` is the same words as `body` for programs that
    show HTML. `headers` are further fields, each with its value.
    """

    message_id: str = field(repr=False)
    from_: Address = field(repr=False)
    to: tuple[Address, ...] = field(repr=False)
    cc: tuple[Address, ...] = field(default=(), repr=False)
    bcc: tuple[Address, ...] = field(default=(), repr=False)
    subject: str = field(repr=False)
    body: str = field(repr=False)
    html: str = field(default="", repr=False)
    headers: tuple[tuple[FurtherField, str], ...] = field(default=(), repr=False)
    in_reply_to: str = field(default="", repr=False)
    references: tuple[str, ...] = field(default=(), repr=False)
    thread: str = ""
    attachments: tuple[Enclosure, ...] = ()
    date: datetime

    @property
    def recipients(self) -> tuple[Address, ...]:
        """All recipients, without duplicates."""
        return tuple({address.email: address for address in (*self.to, *self.cc, *self.bcc)}.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """Proof that the provider accepted the mail. `mail_id` is its copy among the sent mails, if that is known."""

    mail_id: MailId | None


class Refusal(StrEnum):
    """Why a mail was not sent."""

    ADDRESS = "address"  # a recipient that cannot be written to, or that the server does not take
    SENDER = "sender"  # the server does not take mail from this address, or from us
    TOO_LARGE = "too large"
    CONTENT = "content"  # the server took everything but the mail itself
    LATE = "late"  # nobody was there to send it when it should have left
    UNAVAILABLE = "unavailable"  # the server went away, or was away for too long
    SIGN_IN = "sign in"  # the account has to be connected again
    NO_ACCOUNT = "no account"  # nothing is set up to send from it
    PASSWORD = "password"  # noqa: S105 - a word: the mail server does not accept the user or the password
    UNTRUSTED = "untrusted"  # nobody whom this machine trusts vouches for the mail server
    OTHER_NAME = "other name"  # it is another server than the one that is set
    NOT_ENCRYPTED = "not encrypted"  # it offers no encryption
    SEALED = "sealed"  # it does not open with today's key
    DRY_RUN = "dry run"  # it was agreed to in a dry run, and this is none
    DRY_RUN_NOW = "dry run now"  # it was agreed to before, and its time came in a dry run
    ORIGINAL_GONE = "original gone"  # the mail to be forwarded is not there any more


class SendingError(Exception):
    """An attempt to send failed. `str()` is fit for a log: no address, subject or text of the server."""


class SendRefusedError(SendingError):
    """Certainly not sent."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal


class SendUnknownError(SendingError):
    """It may have been sent, or not."""


class MailSender(Protocol):
    """Sends from one account of one user.

    An implementation keeps time by itself and never sends anything twice: each method is one attempt.
    """

    @property
    def address(self) -> Address:
        """Whom mail from this account comes from."""

    async def ready(self) -> None:
        """Return if a mail could be sent now; nothing leaves.

        Raises `MailboxUnavailableError` or `SignInNeededError`; `SendRefusedError` for what waiting does not mend.
        """

    async def send(self, mail: OutgoingMail) -> Sent:
        """Send to all recipients or to none. Raises `SendRefusedError` or `SendUnknownError`."""

    async def find_sent(self, message_id: str) -> MailId | None:
        """The mail with that Message-ID among those sent from here; none says nothing. Raises `MailboxUnavailableError` and the like."""

    async def original(self, mail: MailId) -> bytes:
        """A mail of this account as it came. Raises `MailGoneError`, `MailboxUnavailableError` or `SignInNeededError`."""


class Senders(Protocol):
    @property
    def dry_run(self) -> bool:
        """Whether nothing leaves: what is sent is kept as the user's copy, and goes to nobody."""

    def open(self, user_id: str, account: str) -> AbstractAsyncContextManager[MailSender]:
        """The sender of an account, by its slug, until the block ends.

        Entering raises `SendRefusedError` (with NO_ACCOUNT or SIGN_IN) or `MailboxUnavailableError`.
        """

    async def accounts(self, user_id: str) -> Sequence[str]:
        """Slugs of the accounts that the user can send from."""
