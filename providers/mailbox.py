"""Reading one user's mail at one provider: the seam that every mailbox implements.

Writing is a second protocol in `providers.mailbox_writing`, which only `actions/` may import: who holds a `Mailbox` cannot change one.

Errors, grouped by what the caller can do:

    MailboxError
    ├── MailboxUnavailableError   try again later; the rest of the inbox goes on
    ├── SignInNeededError         the user must connect the account again
    ├── SyncTokenExpiredError     list anew and compare
    └── MailGoneError             the mail is not there any more: drop it quietly
"""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NewType, Protocol

from briefing.mail import Envelope, MailId, MailText, ThreadId, account_of, mail_id, provider_id_of
from briefing.mail_query import MailQuery

SyncToken = NewType("SyncToken", str)
"""A provider's own mark for "everything up to here", opaque to everyone else."""


class MailboxError(Exception):
    """Something about a mailbox failed. `str()` is fit for a log: no address, subject or provider text."""


class MailboxUnavailableError(MailboxError):
    """The mailbox cannot be reached now."""


class SignInNeededError(MailboxError):
    """The provider no longer accepts our credentials."""


class SyncTokenExpiredError(MailboxError):
    """The provider has forgotten the token: list anew and compare."""


class MailGoneError(MailboxError):
    """The mail is no longer in this mailbox."""


class IdSet(StrEnum):
    """Sets of unread ids that a provider can answer cheaply, without envelopes."""

    IMPORTANT = "important"
    FLAGGED = "flagged"
    TO_ME = "to_me"
    FROM_VIPS = "from_vips"


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """One connected mailbox: an opaque `slug` (no colon) for ids, a `label` that can be spoken ("work")."""

    slug: str
    label: str

    def mail_id(self, key: str) -> MailId:
        return mail_id(self.slug, key)

    def key_of(self, mail: MailId) -> str:
        """The provider's own id of a mail. Raises `MailGoneError` for a mail of another account."""
        if account_of(mail) != self.slug:
            raise MailGoneError("the mail is of another account")
        return provider_id_of(mail)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadPage:
    """One page of unread ids, newest first. `token` was taken *before* listing, so nothing falls in between."""

    ids: tuple[MailId, ...]
    token: SyncToken
    next_page: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What happened since a token: unread mail that arrived, mail that left or was read.

    A mail stands in at most one of `arrived` and `gone`, by what it is now: a provider's history is replayed to its end.
    """

    arrived: tuple[MailId, ...] = ()
    gone: tuple[MailId, ...] = ()
    token: SyncToken


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelopes:
    """`found` in the order asked for, without mail that is gone; `not_loaded` could not be read now: ask again later."""

    found: tuple[Envelope, ...] = ()
    not_loaded: tuple[MailId, ...] = ()


class Mailbox(Protocol):
    """One user's mail at one provider, for reading.

    Every method may raise `MailboxUnavailableError` or `SignInNeededError`. Callers own the timeout: an implementation may try again
    within its own short deadline. Nothing here changes the mailbox, not even a read flag.
    """

    @property
    def account(self) -> Account:
        """Which account this is."""

    @property
    def reads_at_once(self) -> int:
        """How many envelopes one question should ask for at most, 1 or more; a longer one is answered all the same, only later."""

    async def unread(self, *, page: str | None = None) -> UnreadPage:
        """Ids of unread mail in the inbox, newest first, one page at a time; `page` is the previous page's `next_page`."""

    async def unread_count(self) -> int:
        """How many unread mails the inbox holds, without listing them: what is said while a list of thousands is still read."""

    async def id_set(self, kind: IdSet, *, vips: frozenset[str] = frozenset()) -> frozenset[MailId]:
        """Unread ids that belong to a set; `vips` are addresses in lower case and matter to `FROM_VIPS` only."""

    async def envelopes(self, ids: Sequence[MailId], *, ahead: bool = False) -> Envelopes:
        """Envelopes in the order asked for. Mail that is gone is left out; a malformed mail is not (`readable` is false).

        `ahead`: nobody waits for these. They may take as long as a quota wants, and give way to everything else.
        """

    async def text(self, mail: MailId) -> MailText:
        """The words of one mail. Raises `MailGoneError`; a malformed mail comes back with `readable` false."""

    async def original(self, mail: MailId) -> bytes:
        """One mail as it came, header and all. Raises `MailGoneError`."""

    async def is_sent(self, mail: MailId) -> bool:
        """Whether it lies in the account's own folder of sent mail, where only who may use the account can put it. False for one that is
        gone."""

    async def thread(self, thread: ThreadId) -> list[Envelope]:
        """All mails of an exchange that are in this mailbox, read ones and the user's own included, oldest first."""

    async def search(self, query: MailQuery, *, limit: int) -> list[MailId]:
        """Mails, read or not, for which all of the query holds, whatever the case and accents of its words; newest first."""

    async def written_to(self, *, limit: int) -> frozenset[str]:
        """Addresses (lower case) that the user wrote to in their newest `limit` sent mails, or in fewer where reading them is dear.

        May take long: nobody waits for it in silence.
        """

    async def changes(self, since: SyncToken, *, ahead: bool = False) -> Changes:
        """What happened since the token. Raises `SyncTokenExpiredError`. Ids are hints: read again before acting on them.

        `ahead`: as in `envelopes`.
        """

    def watch(self) -> AsyncGenerator[None]:
        """Yields whenever something may have changed, until closed; several changes at once may be one item.

        The first item comes as soon as it is watching: nothing that happens from then on is missed, and what happened before shows in
        `changes`. Where a provider does not call us, an item is the time to ask again, at the provider's own pace.
        """

    async def aclose(self) -> None:
        """Let go of sockets, threads and watches."""
