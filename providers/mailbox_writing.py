"""Changing a mailbox: the only protocol that can. Only `actions/` may import it (import-linter holds that).

A change is done when the provider, asked again, says so: `apply` reads back and hands out a `Receipt`, or raises.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from briefing.mail import MailId
from providers.mailbox import MailboxError


class ChangeKind(StrEnum):
    """The changes a mailbox knows. Each is idempotent."""

    ARCHIVE = "archive"
    MARK_READ = "mark_read"
    MARK_UNREAD = "mark_unread"
    FLAG = "flag"
    UNFLAG = "unflag"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change of one mail."""

    mail_id: MailId
    kind: ChangeKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """Proof, read back from the provider, that the change is there.

    `mail_id` is the mail's id *after* the change: some providers give a moved mail a new one.
    """

    change: Change
    mail_id: MailId


class ChangeNotConfirmedError(MailboxError):
    """The provider took the change, but reading back does not show it."""


class MailboxWriter(Protocol):
    """Applies one change at a time and proves it."""

    async def apply(self, change: Change) -> Receipt:
        """Apply and read back.

        Raises `MailGoneError`, `MailboxUnavailableError`, `SignInNeededError` or `ChangeNotConfirmedError`; then nothing may be
        claimed, and asking the mailbox again tells what is true.
        """
