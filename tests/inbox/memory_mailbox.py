"""A mailbox in memory, arranged by the test: what is unread, in pages of what size, what is slow, what fails, what is gone.

It keeps the whole `Mailbox` protocol, so that it comes in wherever one does. Requests are counted in `asked`, by method.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from briefing.mail import Address, Envelope, MailId, MailText, ThreadId, account_of, mail_id
from briefing.mail_query import MailQuery
from providers.mailbox import (
    Account,
    Changes,
    Envelopes,
    IdSet,
    MailboxUnavailableError,
    MailGoneError,
    SignInNeededError,
    SyncToken,
    SyncTokenExpiredError,
    UnreadPage,
)

OWN_ADDRESS = "robin@fernweh.example"
NOON = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)

Failure = Callable[[], Exception]


@dataclass(slots=True)
class _Trouble:
    """Fails requests of one method, all or only the next so many, after the first so many went well."""

    failure: Failure
    after: int
    times: float


class MemoryMailbox:
    """Newest mail first, as it was given; `new_mail` makes some."""

    def __init__(
        self, slug: str = "work", mails: Iterable[Envelope] = (), *, label: str = "", page_size: int = 500, reads_at_once: int = 200
    ) -> None:
        self._account = Account(slug=slug, label=label or slug)
        self._mails = {mail.mail_id: mail for mail in mails}
        self._texts: dict[MailId, str] = {}
        self._read: set[MailId] = set()
        self._gone: set[MailId] = set()
        self._page_size = page_size
        self._reads_at_once = reads_at_once
        self._log: list[tuple[str, MailId]] = []
        self._oldest_token = 0
        self._not_now: Counter[MailId] = Counter()
        self._troubles: dict[str, _Trouble] = {}
        self._delays: dict[str, float] = {}
        self._happened = asyncio.Event()
        self.sent_to: frozenset[str] = frozenset()
        self.asked: Counter[str] = Counter()
        self.asked_for: list[MailId] = []
        self.asked_ahead: list[MailId] = []
        self.most_asked_for = 0
        self.closed = False

    def deliver(self, mail: Envelope, text: str = "") -> None:
        """A new unread mail, newest of all."""
        self._mails = {mail.mail_id: mail, **self._mails}
        self._texts[mail.mail_id] = text
        self._note("arrived", mail.mail_id)

    def say(self, mail: MailId, text: str) -> None:
        """The words of a mail."""
        self._texts[mail] = text

    def read_elsewhere(self, mail: MailId) -> None:
        """Another program marks the mail as read."""
        self._read.add(mail)
        self._note("gone", mail)

    def mark_unread_elsewhere(self, mail: MailId) -> None:
        """Another program marks the mail as unread again."""
        self._read.discard(mail)
        self._note("arrived", mail)

    def flag_elsewhere(self, mail: MailId) -> None:
        """Another program flags the mail."""
        self._mails[mail] = replace(self._mails[mail], flagged=True)
        self._note("flags", mail)

    def lose(self, mail: MailId) -> None:
        """The mail is still listed, and gone for everyone who asks for it: deleted between two requests."""
        self._gone.add(mail)

    def withhold(self, *mails: MailId, times: int = 1_000_000) -> None:
        """These cannot be read now, for so many questions."""
        self._not_now.update(dict.fromkeys(mails, times))

    def fail(self, method: str, failure: Failure, *, after: int = 0, times: float = float("inf")) -> None:
        """Requests of this method raise, from the one after `after` on, so many times."""
        self._troubles[method] = _Trouble(failure, after, times)

    def delay(self, method: str, seconds: float) -> None:
        """Requests of this method take so long."""
        self._delays[method] = seconds

    def mend(self) -> None:
        """Nothing fails, nothing is slow and nothing is withheld any more."""
        self._not_now.clear()
        self._troubles.clear()
        self._delays.clear()

    def forget_tokens(self) -> None:
        """All tokens handed out so far expire."""
        self._oldest_token = len(self._log) + 1
        self._log.append(("forgotten", mail_id(self._account.slug, "")))

    @property
    def account(self) -> Account:
        return self._account

    @property
    def reads_at_once(self) -> int:
        return self._reads_at_once

    @property
    def unread_ids(self) -> list[MailId]:
        return [mail for mail in self._mails if mail not in self._read]

    async def unread(self, *, page: str | None = None) -> UnreadPage:
        token = self._token()
        await self._request("unread")
        start = int(page or 0)
        ids = self.unread_ids
        end = start + self._page_size
        return UnreadPage(ids=tuple(ids[start:end]), token=token, next_page=str(end) if end < len(ids) else None)

    async def unread_count(self) -> int:
        await self._request("unread_count")
        return len(self.unread_ids)

    async def id_set(self, kind: IdSet, *, vips: frozenset[str] = frozenset()) -> frozenset[MailId]:
        await self._request("id_set")
        belongs: dict[IdSet, Callable[[Envelope], bool]] = {
            IdSet.IMPORTANT: lambda mail: mail.important,
            IdSet.FLAGGED: lambda mail: mail.flagged,
            IdSet.TO_ME: lambda mail: any(address.email == OWN_ADDRESS for address in mail.to),
            IdSet.FROM_VIPS: lambda mail: mail.sender.email in vips,
        }
        return frozenset(mail for mail in self.unread_ids if belongs[kind](self._mails[mail]))

    async def envelopes(self, ids: Sequence[MailId], *, ahead: bool = False) -> Envelopes:
        self.asked_for += ids
        self.asked_ahead += ids if ahead else ()
        self.most_asked_for = max(self.most_asked_for, len(ids))
        await self._request("envelopes")
        later = tuple(mail for mail in ids if self._has(mail) and self._not_now[mail] > 0)
        self._not_now.subtract(later)
        return Envelopes(found=tuple(self._mails[mail] for mail in ids if self._has(mail) and mail not in later), not_loaded=later)

    async def text(self, mail: MailId) -> MailText:
        await self._request("text")
        if not self._has(mail):
            raise MailGoneError("the mail is not here")
        return MailText(mail_id=mail, text=self._texts.get(mail, f"The words of {mail}."))

    async def original(self, mail: MailId) -> bytes:
        await self._request("original")
        if not self._has(mail):
            raise MailGoneError("the mail is not here")
        return f"\n{self._texts.get(mail, '')}".encode()

    async def is_sent(self, mail: MailId) -> bool:
        await self._request("is_sent")
        return self._has(mail) and self._mails[mail].sender.email == OWN_ADDRESS

    async def thread(self, thread: ThreadId) -> list[Envelope]:
        await self._request("thread")
        members = [mail for mail in self._mails.values() if mail.thread_id == thread and self._has(mail.mail_id)]
        return sorted(members, key=lambda mail: mail.received_at)

    async def search(self, query: MailQuery, *, limit: int) -> list[MailId]:
        await self._request("search")
        found = [mail for mail in self._mails if self._has(mail) and self._fits(mail, query)]
        return found[:limit]

    async def written_to(self, *, limit: int) -> frozenset[str]:
        await self._request("written_to")
        return frozenset(sorted(self.sent_to)[:limit])

    async def changes(self, since: SyncToken, *, ahead: bool = False) -> Changes:
        await self._request("changes")
        start = int(since)
        if start < self._oldest_token:
            raise SyncTokenExpiredError("too old")
        last = {mail: what for what, mail in self._log[start:] if what != "flags"}
        arrived, gone = (tuple(mail for mail, what in last.items() if what == kind) for kind in ("arrived", "gone"))
        return Changes(arrived=arrived, gone=gone, token=self._token())

    async def watch(self) -> AsyncGenerator[None]:
        await self._request("watch")
        self._happened.set()
        while not self.closed:
            await self._happened.wait()
            self._happened.clear()
            await self._request("watching")
            if not self.closed:
                yield None

    async def aclose(self) -> None:
        self.closed = True
        self._happened.set()
        await self._request("aclose")

    async def _request(self, method: str) -> None:
        self.asked[method] += 1
        if delay := self._delays.get(method):
            await asyncio.sleep(delay)
        trouble = self._troubles.get(method)
        if trouble is None:
            return
        trouble.after -= 1
        if trouble.after < 0 and trouble.times > 0:
            trouble.times -= 1
            raise trouble.failure()

    def _note(self, what: str, mail: MailId) -> None:
        self._log.append((what, mail))
        self._happened.set()

    def _token(self) -> SyncToken:
        return SyncToken(str(len(self._log)))

    def _has(self, mail: MailId) -> bool:
        return account_of(mail) == self._account.slug and mail in self._mails and mail not in self._gone

    def _fits(self, mail: MailId, query: MailQuery) -> bool:
        envelope, said = self._mails[mail], self._said(mail)
        sender = f"{envelope.sender.name} {envelope.sender.email}".lower()
        return (
            all(any(form.lower() in said for form in forms) for forms in query.words)
            and all(any(form.lower() in sender for form in forms) for forms in query.sender)
            and (not query.attachment or bool(envelope.attachments))
            and (query.since is None or envelope.received_at >= query.since)
            and (query.until is None or envelope.received_at < query.until)
        )

    def _said(self, mail: MailId) -> str:
        envelope = self._mails[mail]
        return f"{envelope.sender.name} {envelope.sender.email} {envelope.subject} {self._texts.get(mail, '')}".lower()


def unavailable() -> MailboxUnavailableError:
    """As a mailbox says that it cannot be reached."""
    return MailboxUnavailableError("not now")


def refused() -> SignInNeededError:
    """As a mailbox says that its credentials count no more."""
    return SignInNeededError("connect again")


def new_mail(name: str, *, slug: str = "work", hours_ago: float = 1, subject: str = "", sender: Address | None = None) -> Envelope:
    """A mail from a person of its own about a matter of its own."""
    return Envelope(
        mail_id=mail_id(slug, name),
        thread_id=ThreadId(f"{slug}:{name}"),
        subject=subject or f"Matter {name}",
        sender=sender or Address(name=f"Person {name}", email=f"{name}@people.example"),
        received_at=NOON - timedelta(hours=hours_ago),
    )


def new_mails(number: int, *, slug: str = "work") -> list[Envelope]:
    """So many mails, newest first."""
    return [new_mail(str(place), slug=slug, hours_ago=place / 60) for place in range(number)]
