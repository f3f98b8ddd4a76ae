"""One user's mail as one: several mailboxes merged, ids routed by the account they carry.

A mailbox that fails does not stop the others: it is noted as away, or as needing a new sign-in, and the user is told once. Callers of a
`Mailbox` own its timeout, so every request gets one here; `inbox.mailbox_questions` makes the requests.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from briefing.mail import Envelope, MailId, MailText, ThreadId, account_of
from briefing.mail_query import MailQuery
from inbox.arrivals.changes import ChangeLog, InboxChanges
from inbox.listing.reachability import Reachability
from inbox.listing.unread_ids import Listing, Pages
from inbox.mailbox_questions import MailboxQuestions, own_failure, timed
from providers.mailbox import (
    Account,
    Envelopes,
    IdSet,
    Mailbox,
    MailboxError,
    MailGoneError,
    SignInNeededError,
    UnreadPage,
)

logger = logging.getLogger(__name__)

CALL_TIMEOUT_S = 3.5
"""The envelope and the text of a mail are requested one after the other, and the caller hears nothing meanwhile."""

GREETING_TIMEOUT_S = 4.0
"""For requests that a caller waits for in silence. A slower account is asked again after the greeting."""

COUNT_TIMEOUT_S = 1.0
"""For a count that is nice to say, asked while the first mails are read."""

AHEAD_TIMEOUT_S = 90.0
"""For envelopes that nobody waits for: quotas are per minute, and an account that waits for the next minute is not away."""

LOOK_TIMEOUT_S = 35.0
"""For looks that nobody waits for, which may read a whole list. More than the 30 seconds after which a provider gives up one request
itself, so running out of time means that there was much to read."""

PEOPLE_TIMEOUT_S = 300.0
"""For reading through sent mail, which may cost several minutes' quota."""


MOST_COUNTED = 50
"""Mails that a search counts; of more it only says that there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """What a search found: the `newest` mails, and how many there are in all, in every account that answered."""

    newest: tuple[Envelope, ...] = ()
    total: int = 0


class LettersAmong(Protocol):
    async def __call__(self, inbox: "UnifiedInbox", envelopes: Sequence[Envelope], /) -> Set[MailId]: ...


class UnifiedInbox:
    """Several mailboxes of one user. Raises `ValueError` if two of them share a slug.

    Requests to all of them never fail: a mailbox that does not answer is away, and missing from the answer. A request about one mail raises
    what its mailbox raised.
    """

    def __init__(
        self,
        mailboxes: Sequence[Mailbox],
        *,
        timeout_s: float = CALL_TIMEOUT_S,
        greeting_timeout_s: float = GREETING_TIMEOUT_S,
        on_sign_in_needed: Callable[[str], None] | None = None,
    ) -> None:
        """`on_sign_in_needed` is called with the slug of an account whose credentials were refused, once until they work again."""
        self.our_letters: LettersAmong | None = None
        self._mailboxes = {mailbox.account.slug: mailbox for mailbox in mailboxes}
        if len(self._mailboxes) < len(mailboxes):
            raise ValueError("two mailboxes have the same slug, so that their ids could not be told apart")
        self._timeout_s = timeout_s
        self._greeting_timeout_s = greeting_timeout_s
        self._reach = Reachability(on_sign_in_needed)
        self._questions = MailboxQuestions(self._mailboxes, self._reach)
        self._listing = Listing((), self._pages)
        self._changes = ChangeLog()

    @property
    def accounts(self) -> tuple[Account, ...]:
        """All accounts, also those that are away."""
        return tuple(mailbox.account for mailbox in self._mailboxes.values())

    @property
    def away(self) -> Mapping[str, Account]:
        """Accounts that failed when last asked, or whose unread mail could not be listed to its end, by slug.

        Without those that need a new sign-in: asking them again does not help.
        """
        return self._named((self._reach.silent | self._listing.behind) - self._reach.refused)

    @property
    def behind(self) -> frozenset[str]:
        """Accounts whose unread mail is not listed to its end yet, by slug."""
        return self._listing.behind

    @property
    def sign_in_needed(self) -> Mapping[str, Account]:
        """Accounts that refused our credentials when last asked, by slug."""
        return self._named(self._reach.refused)

    @property
    def answering(self) -> frozenset[str]:
        """Accounts that answered when last asked, by slug; without those that were never asked."""
        return self._reach.answering

    def account(self, mail: MailId) -> Account | None:
        mailbox = self._mailboxes.get(account_of(mail))
        return mailbox.account if mailbox else None

    def is_away(self, mail: MailId) -> bool:
        """Whether the mail's account failed when last asked, for any reason."""
        return account_of(mail) in self._reach.silent

    def answers(self, slug: str) -> bool:
        """Whether an account answered when last asked, or was never asked."""
        return slug not in self._reach.silent

    def reads_at_once(self, slug: str) -> int:
        """The largest number of envelopes for one request to this account."""
        return max(1, self._mailboxes[slug].reads_at_once)

    def label_of(self, mail: MailId) -> str:
        """The label of the mail's account if there is more than one account, else empty."""
        account = self.account(mail)
        return account.label if account and len(self._mailboxes) > 1 else ""

    def unread(self) -> Listing:
        """Ids of unread mail, newest first in each account; the first page of all accounts comes as one item, even if it is empty.

        The change tokens are taken before listing, so that mail which arrives meanwhile is found by `look`.
        """
        self._listing = Listing(self._mailboxes, self._pages)
        return self._listing

    async def unread_in_all(self, page: Sequence[MailId]) -> int | None:
        """How many unread mails there are if the list goes on after this first page; None if not, or if an account does not say in time.

        It is away for that no more than it is for not saying whom the user wrote to.
        """
        listing, ahead = self._listing, self._listing.ahead
        if not ahead or listing.behind:
            return None
        asked = (timed(self._mailboxes[slug].unread_count, COUNT_TIMEOUT_S) for slug in ahead)
        try:
            return sum(await asyncio.gather(*asked)) + sum(account_of(mail) not in ahead for mail in page)
        except MailboxError:
            return None

    async def id_set(self, kind: IdSet, vips: frozenset[str]) -> frozenset[MailId]:
        """The unread ids of a set, over all accounts that answer while a greeting can wait."""
        answers = await self._questions.to_several(
            self._mailboxes,
            lambda mailbox: mailbox.id_set(kind, vips=vips),
            self._greeting_timeout_s,
            proves=kind is not IdSet.FROM_VIPS or bool(vips),  # of no people no provider is asked
        )
        return frozenset().union(*answers.values())

    async def written_to(self, slug: str, *, limit: int = 500) -> frozenset[str] | None:
        """Addresses the user wrote to from one account; None where it does not say. May take minutes. Raises `SignInNeededError`.

        An account that does not say is not away for that: reading sent mail asks more of it than anything else, and serves an order only.
        """
        try:
            return await timed(lambda: self._mailboxes[slug].written_to(limit=limit), PEOPLE_TIMEOUT_S)
        except SignInNeededError:
            raise
        except MailboxError:
            return None

    async def envelopes(self, ids: Sequence[MailId], *, ahead: bool = False) -> Envelopes:
        """Envelopes in the order requested. Mail that is gone is missing; mail in a mailbox that is away was not loaded.

        `ahead`: nobody waits for these, so a slow account does not count as away: its envelopes just did not load.
        """
        by_account: dict[str, list[MailId]] = {}
        for mail in ids:
            by_account.setdefault(account_of(mail), []).append(mail)
        timeout_s = AHEAD_TIMEOUT_S if ahead else self._timeout_s
        answers = await self._questions.for_envelopes(by_account, timeout_s, ahead=ahead)
        found = {envelope.mail_id: envelope for read in answers.values() for envelope in read.found}
        later = {mail for read in answers.values() for mail in read.not_loaded}
        later |= {mail for slug in by_account.keys() & self._mailboxes.keys() - answers.keys() for mail in by_account[slug]}
        return Envelopes(
            found=tuple(found[mail] for mail in ids if mail in found),
            not_loaded=tuple(mail for mail in ids if mail in later and mail not in found),
        )

    async def news(self, ids: Sequence[MailId], *, ahead: bool = False) -> Envelopes:
        """The same of mail that is to be told: what we wrote to the user ourselves (`our_letters`) is missing too."""
        read = await self.envelopes(ids, ahead=ahead)
        ours = await self.our_letters(self, read.found) if self.our_letters is not None else frozenset()
        return replace(read, found=tuple(each for each in read.found if each.mail_id not in ours))

    async def text(self, mail: MailId) -> MailText:
        """The words of a mail. Raises `MailGoneError`, `MailboxUnavailableError` or `SignInNeededError`."""
        return await self._questions.to_one(self._mailbox(mail), lambda mailbox: mailbox.text(mail), self._timeout_s)

    async def original(self, mail: MailId) -> bytes:
        """A mail as it came. Raises as `text`."""
        return await self._questions.to_one(self._mailbox(mail), lambda mailbox: mailbox.original(mail), self._timeout_s)

    async def is_sent(self, mail: MailId) -> bool:
        """Whether it lies in its account's own folder of sent mail. Raises as `text`."""
        return await self._questions.to_one(self._mailbox(mail), lambda mailbox: mailbox.is_sent(mail), self._timeout_s)

    async def thread(self, mail: MailId, thread: ThreadId) -> list[Envelope]:
        """The exchange that a mail stands in, in its own account, oldest first. Raises as `text`."""
        return await self._questions.to_one(self._mailbox(mail), lambda mailbox: mailbox.thread(thread), self._timeout_s)

    async def search(self, query: MailQuery, *, limit: int) -> SearchResult:
        """Mails for which the query holds, over all accounts, the newest `limit` with envelopes; none for one that asks for nothing.

        Where there are more than `MOST_COUNTED`, so is the total, and no more is known of it.
        """
        if not query.asks_for_something:
            return SearchResult()
        most = max(limit, MOST_COUNTED + 1)
        answers = await self._questions.to_several(self._mailboxes, lambda mailbox: mailbox.search(query, limit=most), self._timeout_s)
        asked = [mail for found in answers.values() for mail in found[:limit]]
        envelopes = await self.envelopes(asked)
        gone = len(asked) - len(envelopes.found) - len(envelopes.not_loaded)
        return SearchResult(
            newest=tuple(sorted(envelopes.found, key=lambda envelope: envelope.received_at, reverse=True)[:limit]),
            total=sum(map(len, answers.values())) - gone,
        )

    async def look(self, slug: str | None = None, *, ahead: bool = False) -> bool:
        """Ask one mailbox or all what happened since the listing or the last look, for `drain_changes`; returns whether all answered.

        An account that was never listed is not asked, because none of its mail could be called new. `ahead`: nobody waits for this, so a
        slow account does not count as away.
        """
        asked = [one for one in (self._mailboxes if slug is None else [slug]) if self._changes.follows(one)]
        timeout_s = LOOK_TIMEOUT_S if ahead else self._timeout_s
        answers = await self._questions.to_several(asked, partial(self._changes.look, ahead=ahead), timeout_s, ahead=ahead)
        return len(answers) == len(asked)

    def drain_changes(self) -> InboxChanges:
        """What the looks found since the last call of this. Each change comes only once, so the caller has to tell it."""
        return self._changes.drain()

    async def changed(self) -> None:
        await self._changes.happened.wait()

    async def watch(self, slug: str) -> AsyncGenerator[None]:
        """Yields whenever something may have changed in one mailbox, until that is closed. Raises `MailboxError` when it is away."""
        watch = self._mailboxes[slug].watch()
        try:
            async for _ in watch:
                yield None
        except MailboxError as error:
            self._reach.failed(slug, error)
            raise
        except Exception as error:  # as in every request: a defect in one provider must not affect the others
            failure = own_failure(error)
            self._reach.failed(slug, failure)
            raise failure from None
        finally:
            await watch.aclose()

    async def aclose(self) -> None:
        """Close every mailbox, without waiting for one that hangs."""
        closing = (timed(mailbox.aclose, self._timeout_s) for mailbox in self._mailboxes.values())
        await asyncio.gather(*closing, return_exceptions=True)  # there is nobody left to tell

    async def _pages(self, pages: Pages, first: bool) -> Mapping[str, UnreadPage]:
        timeout_s = self._greeting_timeout_s if first else self._timeout_s
        looks = {slug: self._changes.looks(slug) for slug in pages}
        answers = await self._questions.to_several(pages, lambda mailbox: mailbox.unread(page=pages[mailbox.account.slug]), timeout_s)
        for slug, page in answers.items():
            self._changes.note_page(slug, page, first=pages[slug] is None, looks=looks[slug])
        return answers

    def _mailbox(self, mail: MailId) -> Mailbox:
        try:
            return self._mailboxes[account_of(mail)]
        except KeyError:
            raise MailGoneError("no such account") from None

    def _named(self, slugs: Set[str]) -> Mapping[str, Account]:
        return {slug: mailbox.account for slug, mailbox in self._mailboxes.items() if slug in slugs}
