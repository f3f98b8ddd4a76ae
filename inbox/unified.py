"""One user's mail as one: several mailboxes merged, ids routed by the account they carry.

A mailbox that fails does not stop the others: it is remembered as away, or as one that needs a new sign-in, and named once. Callers of a
`Mailbox` own its timeout, so this is where every question gets one; how they are asked stands in `inbox.mailbox_questions`.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial

from briefing.mail import Envelope, MailId, MailText, account_of
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
"""The envelope and the text of a mail are asked one after the other, and the caller hears nothing meanwhile."""

GREETING_TIMEOUT_S = 4.0
"""For the questions that a caller waits for in silence. An account that is slower is asked again behind the greeting."""

AHEAD_TIMEOUT_S = 90.0
"""For envelopes that nobody waits for: a quota is counted by the minute, and whoever waits for the next one is not away."""

LOOK_TIMEOUT_S = 35.0
"""For looks that nobody waits for: after much has happened a list is read through. More than the 30 seconds after which a provider that
does not answer one question says so itself, so that running out of it means that there was much to ask."""

PEOPLE_TIMEOUT_S = 300.0
"""For reading through sent mail, which may cost several minutes' quota."""


MOST_COUNTED = 50
"""Mails that a search counts; of more it only says that there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """What a search found: the `newest` mails, and how many there are in all, in every account that answered."""

    newest: tuple[Envelope, ...] = ()
    total: int = 0


class UnifiedInbox:
    """Several mailboxes of one user. Raises `ValueError` if two of them share a slug.

    Questions to all of them never fail: who does not answer is away, and missing from the answer. A question about one mail raises what
    its mailbox raised.
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
        """All accounts, those that are away included."""
        return tuple(mailbox.account for mailbox in self._mailboxes.values())

    @property
    def away(self) -> Mapping[str, Account]:
        """Accounts that failed when they were last asked, and those whose unread mail could not be listed to its end, by slug.

        Without those that need a new sign-in: asking them again is of no use.
        """
        return self._named((self._reach.silent | self._listing.behind) - self._reach.refused)

    @property
    def behind(self) -> frozenset[str]:
        """Accounts whose unread mail could not be listed to its end so far, by slug."""
        return self._listing.behind

    @property
    def sign_in_needed(self) -> Mapping[str, Account]:
        """Accounts whose credentials were refused when they were last asked, by slug."""
        return self._named(self._reach.refused)

    @property
    def answering(self) -> frozenset[str]:
        """Accounts that answered when they were last asked, by slug. One that was never asked is not among them."""
        return self._reach.answering

    def account(self, mail: MailId) -> Account | None:
        mailbox = self._mailboxes.get(account_of(mail))
        return mailbox.account if mailbox else None

    def is_away(self, mail: MailId) -> bool:
        """Whether the mail's account failed when it was last asked, for whatever reason."""
        return account_of(mail) in self._reach.silent

    def answers(self, slug: str) -> bool:
        """Whether an account answered when it was last asked, or was never asked."""
        return slug not in self._reach.silent

    def reads_at_once(self, slug: str) -> int:
        """How many envelopes one question to this account should ask for at most."""
        return max(1, self._mailboxes[slug].reads_at_once)

    def label_of(self, mail: MailId) -> str:
        """What to call the mail's account where there is more than one, else nothing."""
        account = self.account(mail)
        return account.label if account and len(self._mailboxes) > 1 else ""

    def unread(self) -> Listing:
        """Ids of unread mail, newest first in each account; the first page of all accounts comes as one item, even if it is empty.

        The change tokens are taken before listing, so that mail which arrives meanwhile is found by `look`.
        """
        self._listing = Listing(self._mailboxes, self._pages)
        return self._listing

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
        """Envelopes in the order asked for; what is gone is missing, and what is in a mailbox that is away was not loaded.

        `ahead`: nobody waits for these. An account that takes long then is not away: its envelopes just did not load.
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

    async def text(self, mail: MailId) -> MailText:
        """The words of a mail. Raises `MailGoneError`, `MailboxUnavailableError` or `SignInNeededError`."""
        return await self._questions.to_one(self._mailbox(mail), lambda mailbox: mailbox.text(mail), self._timeout_s)

    async def original(self, mail: MailId) -> bytes:
        """A mail as it came. Raises as `text`."""
        return await self._questions.to_one(self._mailbox(mail), lambda mailbox: mailbox.original(mail), self._timeout_s)

    async def search(self, query: str, *, limit: int) -> SearchResult:
        """Mails that hold every word of the query, over all accounts, the newest `limit` with envelopes; none for a query without words.

        Where there are more than `MOST_COUNTED`, so is the total, and no more is known of it.
        """
        if not any(map(str.isalnum, query)):
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
        """Ask one mailbox, or all, what happened since its listing or the last look, for `drain_changes`; whether all asked answered.

        An account that was never listed is not asked: nothing of it could be called new. `ahead`: nobody waits for this. An account that
        takes long then is not away.
        """
        asked = [one for one in (self._mailboxes if slug is None else [slug]) if self._changes.follows(one)]
        timeout_s = LOOK_TIMEOUT_S if ahead else self._timeout_s
        answers = await self._questions.to_several(asked, partial(self._changes.look, ahead=ahead), timeout_s, ahead=ahead)
        return len(answers) == len(asked)

    def drain_changes(self) -> InboxChanges:
        """What happened since this was last asked, as far as somebody has looked. Whoever asks has to tell it: it comes only once."""
        return self._changes.drain()

    @property
    def changes_wait(self) -> bool:
        """Whether there is something to drain."""
        return self._changes.happened.is_set()

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
        except Exception as error:  # as in every other question to a mailbox: a defect in one provider is its own
            failure = own_failure(error)
            self._reach.failed(slug, failure)
            raise failure from None
        finally:
            await watch.aclose()

    async def aclose(self) -> None:
        """Close every mailbox; one that hangs is left to itself."""
        closing = (timed(mailbox.aclose, self._timeout_s) for mailbox in self._mailboxes.values())
        await asyncio.gather(*closing, return_exceptions=True)  # nobody can be told any more

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
