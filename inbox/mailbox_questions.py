"""Requests to a user's mailboxes, each with a timeout. Failures are noted, so one mailbox never delays or breaks the others."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from briefing.mail import Envelope, MailId
from inbox.listing.reachability import Reachability
from providers.mailbox import Envelopes, Mailbox, MailboxError, MailboxUnavailableError, MailGoneError

logger = logging.getLogger(__name__)

T = TypeVar("T")


class NotInTimeError(MailboxUnavailableError):
    """The time was up; the mailbox itself may be well."""


class MailboxQuestions:
    """Asks `mailboxes`, by slug, and notes in `reach` which of them answer.

    `ahead`: nobody waits for the answer, so a slow account does not count as away.
    """

    def __init__(self, mailboxes: Mapping[str, Mailbox], reach: Reachability) -> None:
        self._mailboxes = mailboxes
        self._reach = reach

    async def to_one(self, mailbox: Mailbox, question: Callable[[Mailbox], Awaitable[T]], timeout_s: float) -> T:
        """The answer. Raises what the mailbox raises."""
        slug = mailbox.account.slug
        refusals = self._reach.refusals(slug)
        try:
            answer = await timed(partial(question, mailbox), timeout_s)
        except MailGoneError:
            raise
        except MailboxError as error:
            self._reach.failed(slug, error)
            raise
        self._reach.answered(slug, refusals=refusals)
        return answer

    async def to_several(
        self,
        slugs: Iterable[str],
        question: Callable[[Mailbox], Awaitable[T]],
        timeout_s: float | None,
        *,
        ahead: bool = False,
        proves: bool = True,
    ) -> dict[str, T]:
        """The answers that came, by slug. `proves`: an answer shows that the provider can be reached."""
        mailboxes = [self._mailboxes[slug] for slug in slugs if slug in self._mailboxes]
        refusals = {mailbox.account.slug: self._reach.refusals(mailbox.account.slug) for mailbox in mailboxes}
        asked = (timed(partial(question, mailbox), timeout_s) for mailbox in mailboxes)
        result: dict[str, T] = {}
        for mailbox, answer in zip(mailboxes, await asyncio.gather(*asked, return_exceptions=True), strict=True):
            slug = mailbox.account.slug
            if isinstance(answer, NotInTimeError) and ahead:
                continue
            if isinstance(answer, MailboxError):
                self._reach.failed(slug, answer)
            elif isinstance(answer, BaseException):
                raise answer
            else:
                if proves:
                    self._reach.answered(slug, refusals=refusals[slug])
                result[slug] = answer
        return result

    async def for_envelopes(self, by_account: Mapping[str, Sequence[MailId]], timeout_s: float, *, ahead: bool) -> dict[str, Envelopes]:
        """In batches of each mailbox's own size. Mails that were not read before the time was up or a failure were not loaded."""
        until = asyncio.get_running_loop().time() + timeout_s

        async def read(mailbox: Mailbox) -> Envelopes:
            return await _read(mailbox, by_account[mailbox.account.slug], until, ahead=ahead)

        return await self.to_several(by_account, read, None, ahead=ahead)


async def _read(mailbox: Mailbox, ids: Sequence[MailId], until: float, *, ahead: bool) -> Envelopes:
    found: list[Envelope] = []
    later: list[MailId] = []
    read = 0
    while read < len(ids):
        asked = ids[read : read + max(1, mailbox.reads_at_once)]
        try:
            answer = await timed(partial(mailbox.envelopes, asked, ahead=ahead), until - asyncio.get_running_loop().time())
        except MailboxUnavailableError:
            if not read:
                raise
            break
        found += answer.found
        later += answer.not_loaded
        read += len(asked)
    return Envelopes(found=tuple(found), not_loaded=(*later, *ids[read:]))


async def timed(question: Callable[[], Awaitable[T]], timeout_s: float | None) -> T:
    """The answer. Raises `MailboxError`: `NotInTimeError` when the time is up, and of a defect in one provider that it is unavailable."""
    try:
        async with asyncio.timeout(timeout_s):
            return await question()
    except MailboxError:
        raise
    except TimeoutError:
        raise NotInTimeError("the mailbox did not answer in time") from None
    except Exception as error:  # a defect in one provider must not take the mail of the other accounts with it
        raise own_failure(error) from None


def own_failure(error: Exception) -> MailboxUnavailableError:
    """The error that callers get for a defect in a provider; only its type is logged, because its text may quote a mail."""
    logger.error("mailbox failed", extra={"error": type(error).__name__})
    return MailboxUnavailableError("the mailbox failed in a way of its own")
