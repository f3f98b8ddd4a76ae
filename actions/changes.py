"""One function per kind of change. Each returns a receipt that the mailbox, asked again, has confirmed; anything else raises.

Callers route nothing: the account stands in the mail's id.
"""

import asyncio
from collections.abc import Mapping

from briefing.mail import MailId, account_of
from providers.mailbox import MailboxUnavailableError, MailGoneError
from providers.mailbox_writing import Change, ChangeKind, MailboxWriter, Receipt

Writers = Mapping[str, MailboxWriter]
"""The writing half of each account, by the account's slug."""

CHANGE_TIMEOUT_S = 4.0


async def archive(writers: Writers, mail: MailId) -> Receipt:
    """Move the mail out of the inbox, into the archive."""
    return await _apply(writers, mail, ChangeKind.ARCHIVE)


async def mark_read(writers: Writers, mail: MailId) -> Receipt:
    """Set the mail's read flag."""
    return await _apply(writers, mail, ChangeKind.MARK_READ)


async def flag(writers: Writers, mail: MailId) -> Receipt:
    """Set the mail's flag (star)."""
    return await _apply(writers, mail, ChangeKind.FLAG)


async def unflag(writers: Writers, mail: MailId) -> Receipt:
    """Take the mail's flag off."""
    return await _apply(writers, mail, ChangeKind.UNFLAG)


async def _apply(writers: Writers, mail: MailId, kind: ChangeKind) -> Receipt:
    writer = writers.get(account_of(mail))
    if writer is None:
        raise MailGoneError("no such account")
    try:
        async with asyncio.timeout(CHANGE_TIMEOUT_S):
            return await writer.apply(Change(mail_id=mail, kind=kind))
    except TimeoutError:
        raise MailboxUnavailableError("the mailbox did not answer in time") from None
