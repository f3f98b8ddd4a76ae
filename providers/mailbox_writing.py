"""Changing a mailbox: the only protocol that can. Only `actions/` may import it (import-linter holds that).

A change is done when the provider, asked again, says so: `apply` reads back and hands out a `Receipt`, or raises.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from briefing.mail import MailId
from providers.mailbox import MailboxError


class ChangeKind(StrEnum):
    """The changes a mailbox may know. Each is idempotent."""

    ARCHIVE = "archive"
    MARK_READ = "mark_read"
    MARK_UNREAD = "mark_unread"
    FLAG = "flag"
    UNFLAG = "unflag"
    TRASH = "trash"
    LABEL = "label"
    UNLABEL = "unlabel"


EVERYWHERE = frozenset({ChangeKind.ARCHIVE, ChangeKind.MARK_READ, ChangeKind.MARK_UNREAD, ChangeKind.FLAG, ChangeKind.UNFLAG})
"""What every mailbox can do; the others are refused with `ChangeRefusedError` where a mailbox has nothing of the kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change of one mail; `label` is the name of a label, as the user sees it, for the two kinds that are about one."""

    mail_id: MailId
    kind: ChangeKind
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """Proof, read back from the provider, that the change is there.

    `mail_id` is the mail's id *after* the change: some providers give a moved mail a new one.
    """

    change: Change
    mail_id: MailId


class ChangeNotConfirmedError(MailboxError):
    """The provider took the change, but reading back does not show it."""


class ChangeRefusedError(MailboxError):
    """This mailbox cannot do that, now or later: it has no such change, or no label of that name."""


class MailboxWriter(Protocol):
    """Applies one change at a time and proves it."""

    async def apply(self, change: Change) -> Receipt:
        """Apply and read back.

        Raises `MailGoneError`, `MailboxUnavailableError`, `SignInNeededError`, `ChangeRefusedError` or `ChangeNotConfirmedError`; then
        nothing may be claimed, and asking the mailbox again tells what is true.
        """
