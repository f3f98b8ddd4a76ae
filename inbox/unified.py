"""One user's mail as one: several mailboxes merged, ids routed by the account they carry.

A mailbox that fails does not stop the others: it is remembered as away and named once. Callers of a `Mailbox` own its timeout, so this
is where every call gets one.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from briefing.mail import Envelope, MailId, MailText, account_of
from inbox.changes import ChangeLog, InboxChanges
from inbox.listing import Listing, Pages
from providers.mailbox import (
    Account,
    IdSet,
    Mailbox,
    MailboxError,
    MailboxUnavailableError,
    MailGoneError,
    UnreadPage,
)

logger = logging.getLogger(__name__)

CALL_TIMEOUT_S = 3.5
"""The envelope and the text of a mail are asked one after the other, and the caller hears nothing meanwhile."""

GREETING_TIMEOUT_S = 4.0
"""For the questions that a caller waits for in silence. An account that is slower is asked again behind the greeting."""

T = TypeVar("T")


class UnifiedInbox:
    """Several mailboxes of one user. Raises `ValueError` if two of them share a slug.

    Questions to all of them never fail: who does not answer is away, and missing from the answer. A question about one mail raises what
    its mailbox raised.
    """

    def __init__(
        self, mailboxes: Sequence[Mailbox], *, timeout_s: float = CALL_TIMEOUT_S, greeting_timeout_s: float = GREETING_TIMEOUT_S
    ) -> None:
        self._mailboxes = {mailbox.account.slug: mailbox for mailbox in mailboxes}
        if len(self._mailboxes) < len(mailboxes):
            raise ValueError("two mailboxes have the same slug, so that their ids could not be told apart")
        self._timeout_s = timeout_s
        self._greeting_timeout_s = greeting_timeout_s
        self._listing = Listing((), self._pages)
        self._changes = ChangeLog()
        self._silent: set[str] = set()

    @property
    def accounts(self) -> tuple[Account, ...]:
        """All accounts, those that are away included."""
        return tuple(mailbox.account for mailbox in self._mailboxes.values())

    @property
    def away(self) -> Mapping[str, Account]:
        """Accounts that failed when they were last asked, and those whose unread mail could not be listed to its end, by slug."""
        away = self._silent | self._listing.behind
        return {slug: mailbox.account for slug, mailbox in self._mailboxes.items() if slug in away}

    def account(self, mail: MailId) -> Account | None:
        """The account a mail belongs to."""
        mailbox = self._mailboxes.get(account_of(mail))
        return mailbox.account if mailbox else None

    def is_away(self, mail: MailId) -> bool:
        """Whether the mail's account failed when it was last asked."""
        return account_of(mail) in self._silent

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
        answers = await self._ask(self._mailboxes, lambda mailbox: mailbox.id_set(kind, vips=vips), self._greeting_timeout_s)
        return frozenset().union(*answers.values())

    async def written_to(self, *, limit: int = 500) -> frozenset[str]:
        """Addresses the user wrote to, from any account that answers while a greeting can wait."""
        answers = await self._ask(self._mailboxes, lambda mailbox: mailbox.written_to(limit=limit), self._greeting_timeout_s)
        return frozenset().union(*answers.values())

    async def envelopes(self, ids: Sequence[MailId]) -> list[Envelope]:
        """Envelopes in the order asked for; what is gone, or in a mailbox that is away, is missing."""
        by_account: dict[str, list[MailId]] = {}
        for mail in ids:
            by_account.setdefault(account_of(mail), []).append(mail)
        answers = await self._ask(by_account, lambda mailbox: mailbox.envelopes(by_account[mailbox.account.slug]))
        found = {envelope.mail_id: envelope for envelopes in answers.values() for envelope in envelopes}
        return [found[mail] for mail in ids if mail in found]

    async def text(self, mail: MailId) -> MailText:
        """The words of a mail. Raises `MailGoneError`, `MailboxUnavailableError` or `SignInNeededError`."""
        mailbox = self._mailboxes.get(account_of(mail))
        if mailbox is None:
            raise MailGoneError("no such account")
        try:
            text = await self._timed(lambda: mailbox.text(mail), self._timeout_s)
        except MailGoneError:
            raise
        except MailboxError:
            self._silent.add(mailbox.account.slug)
            raise
        self._silent.discard(mailbox.account.slug)
        return text

    async def search(self, query: str, *, limit: int) -> list[Envelope]:
        """The newest mails that hold every word of the query, over all accounts."""
        answers = await self._ask(self._mailboxes, lambda mailbox: mailbox.search(query, limit=limit))
        envelopes = await self.envelopes([mail for found in answers.values() for mail in found])
        return sorted(envelopes, key=lambda envelope: envelope.received_at, reverse=True)[:limit]

    async def look(self, slug: str | None = None) -> bool:
        """Ask one mailbox, or all, what happened since its listing or the last look, for `drain_changes`; whether all asked answered.

        An account that was never listed is not asked: nothing of it could be called new.
        """
        asked = [one for one in (self._mailboxes if slug is None else [slug]) if self._changes.follows(one)]
        return len(await self._ask(asked, self._changes.look)) == len(asked)

    def drain_changes(self) -> InboxChanges:
        """What happened since this was last asked, as far as somebody has looked. Whoever asks has to tell it: it comes only once."""
        return self._changes.drain()

    async def changed(self) -> None:
        """Return once there is something to drain."""
        await self._changes.happened.wait()

    async def watch(self, slug: str) -> AsyncGenerator[None]:
        """Yields whenever something may have changed in one mailbox, until that is closed. Raises `MailboxError` when it is away."""
        watch = self._mailboxes[slug].watch()
        try:
            async for _ in watch:
                yield None
        except MailboxError:
            self._silent.add(slug)
            raise
        except Exception as error:  # as in every other question to a mailbox: a defect in one provider is its own
            self._silent.add(slug)
            logger.error("mailbox failed", extra={"error": type(error).__name__})  # noqa: TRY400 its text may quote a mail
            raise MailboxUnavailableError("the mailbox failed in a way of its own") from None
        finally:
            await watch.aclose()

    async def aclose(self) -> None:
        """Close every mailbox; one that hangs is left to itself."""
        await self._ask(self._mailboxes, lambda mailbox: mailbox.aclose())

    async def _pages(self, pages: Pages, first: bool) -> Mapping[str, UnreadPage]:
        patience = self._greeting_timeout_s if first else self._timeout_s
        answers = await self._ask(pages, lambda mailbox: mailbox.unread(page=pages[mailbox.account.slug]), patience)
        for slug, page in answers.items():
            self._changes.note_page(slug, page, first=pages[slug] is None)
        return answers

    async def _ask(self, slugs: Iterable[str], question: Callable[[Mailbox], Awaitable[T]], timeout_s: float | None = None) -> dict[str, T]:
        """Ask several mailboxes at once; who fails is away, the rest counts."""
        mailboxes = [self._mailboxes[slug] for slug in slugs if slug in self._mailboxes]
        patience = self._timeout_s if timeout_s is None else timeout_s
        questions = (self._timed(partial(question, mailbox), patience) for mailbox in mailboxes)
        answers = await asyncio.gather(*questions, return_exceptions=True)
        result: dict[str, T] = {}
        for mailbox, answer in zip(mailboxes, answers, strict=True):
            if isinstance(answer, MailboxError):
                self._silent.add(mailbox.account.slug)
            elif isinstance(answer, BaseException):
                raise answer
            else:
                self._silent.discard(mailbox.account.slug)
                result[mailbox.account.slug] = answer
        return result

    @staticmethod
    async def _timed(question: Callable[[], Awaitable[T]], timeout_s: float) -> T:
        try:
            async with asyncio.timeout(timeout_s):
                return await question()
        except MailboxError:
            raise
        except TimeoutError:
            raise MailboxUnavailableError("the mailbox did not answer in time") from None
        except Exception as error:  # a defect in one provider must not take the mail of the other accounts with it
            logger.error("mailbox failed", extra={"error": type(error).__name__})  # noqa: TRY400 its text may quote a mail
            raise MailboxUnavailableError("the mailbox failed in a way of its own") from None
