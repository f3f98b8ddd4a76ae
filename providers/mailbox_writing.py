"""Changing a mailbox: the only protocol that can. Only `actions/` may import it (import-linter holds that).

A change is done when the provider, asked again, says so: `apply` reads back and hands out a `Receipt`, or raises.

What a change does is a pair of states, before and after, and nothing in which these two agree is ever touched. So a change can be written
down before it is made, proved afterwards, and taken back later, by the same comparison; and what somebody else does to the same mail
meanwhile is neither undone nor mistaken for ours.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Protocol

from briefing.mail import MailId
from providers.mailbox import MailboxError, MailGoneError


class ChangeKind(StrEnum):
    """The changes a mailbox may know, each idempotent. What an action of the user does has the action's name (`briefing.mail_action`)."""

    ARCHIVE = "archive"
    UNARCHIVE = "unarchive"  # into the inbox, from the archive or a folder
    MARK_READ = "mark_read"
    MARK_UNREAD = "mark_unread"
    FLAG = "flag"
    UNFLAG = "unflag"
    MARK_IMPORTANT = "mark_important"
    MARK_NOT_IMPORTANT = "mark_not_important"
    DELETE = "delete"  # into the trash
    UNTRASH = "untrash"  # into the inbox
    REPORT_SPAM = "report_spam"
    UNSPAM = "unspam"  # into the inbox
    LABEL = "label"
    UNLABEL = "unlabel"
    MOVE = "move"  # out of the inbox, into a folder or under a label that exists
    RESTORE = "restore"  # takes back the difference between two states; always planned


class Place(StrEnum):
    """Where a mail lies: in exactly one of these."""

    INBOX = "inbox"
    ARCHIVE = "archive"
    TRASH = "trash"
    SPAM = "spam"
    ELSEWHERE = "elsewhere"


@dataclass(frozen=True, slots=True, kw_only=True)
class MailAttributes:
    """All of a mail that can be changed. `folder` is its name where `place` is elsewhere, as the user sees it.

    `labels` are those of the user's own, in the provider's own names for them, which survive a renaming. The rest are marks, each set or
    not. The journal stores the values in this order: a new one comes last, and with a default, which former entries are read with.
    """

    place: Place
    folder: str = ""
    read: bool
    flagged: bool
    labels: frozenset[str] = frozenset()
    important: bool = False


MARKS = tuple(each.name for each in fields(MailAttributes) if each.type is bool)
"""The marks of a mail, by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change of one mail; `label` is the name of a label or folder, as the user sees it, for the kinds that are about one.

    A change is planned once it has `before` and `to`: then it changes what these differ in, and only that.
    """

    mail_id: MailId
    kind: ChangeKind
    label: str = field(default="", repr=False)
    before: MailAttributes | None = None
    to: MailAttributes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Located:
    mail_id: MailId
    state: MailAttributes


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """Proof, read back from the provider, that the change is there.

    `mail_id` is the mail's id *after* the change: some providers give a moved mail a new one. `before` is what it was, `after` what was
    read back: what somebody else changed meanwhile shows in it too.
    """

    change: Change
    mail_id: MailId
    before: MailAttributes
    after: MailAttributes


class ChangeNotConfirmedError(MailboxError):
    """The provider took the change, but reading back does not show it."""


class ChangeRefusedError(MailboxError):
    """This mailbox cannot do that, now or later: it has no such change, or no label or folder of that name."""


class MailboxWriter(Protocol):
    """Applies one change at a time and proves it.

    Every method raises `MailGoneError`, `MailboxUnavailableError` or `SignInNeededError`. Mail in the trash or among the spam counts as
    gone for every change that is not about its being there.
    """

    async def state(self, mail: MailId) -> MailAttributes:
        """What the mail's state is now, wherever it lies."""

    async def plan(self, change: Change) -> Change:
        """The change with its two states, for writing down before it is made; changes nothing. May raise `ChangeRefusedError`.

        The states are equal where there is nothing to do.
        """

    async def apply(self, change: Change) -> Receipt:
        """Apply a change, planned or not, and read back.

        Also raises `ChangeRefusedError` or `ChangeNotConfirmedError`; then nothing may be claimed, and asking the mailbox again tells what
        is true.
        """

    async def find(self, mail: MailId, *, before: MailAttributes) -> Located:
        """Find a mail after a change of ours whose outcome is unknown; `before` is its state before that change.

        Where a change may have given it a new id, this finds it by its old one, after a crash as well.
        """


def wanted(now: MailAttributes, change: Change) -> MailAttributes:
    """What a change that is not planned makes of a mail; `label` is taken as the provider's own name.

    Raises `MailGoneError`, and `ChangeRefusedError` for a restoring that does not say of what.
    """
    if now.place in _LEAVES and change.kind not in _LEAVES[now.place]:
        raise MailGoneError("the mail lies in the trash or among the spam")
    match change.kind:
        case ChangeKind.LABEL:
            return replace(now, labels=now.labels | {change.label})
        case ChangeKind.UNLABEL:
            return replace(now, labels=now.labels - {change.label})
        case ChangeKind.MOVE:
            return replace(now, place=Place.ELSEWHERE, folder=change.label)
        case ChangeKind.RESTORE:
            raise ChangeRefusedError("nothing says what to restore")
        case kind:
            return _MADE_OF[kind](now)


def aimed_at(now: MailAttributes, planned: Change) -> MailAttributes:
    """What a planned change makes of a mail as it is now: only that is set in which the two states of the plan differ."""
    before, to = planned.before, planned.to
    if before is None or to is None:
        raise ValueError("the change is not planned")
    moves = (before.place, before.folder) != (to.place, to.folder)
    return MailAttributes(
        place=to.place if moves else now.place,
        folder=to.folder if moves else now.folder,
        labels=(now.labels | (to.labels - before.labels)) - (before.labels - to.labels),
        **{mark: getattr(to if getattr(before, mark) != getattr(to, mark) else now, mark) for mark in MARKS},
    )


def shows(now: MailAttributes, planned: Change) -> bool:
    return aimed_at(now, planned) == now


def _moved(place: Place) -> Callable[[MailAttributes], MailAttributes]:
    return lambda now: replace(now, place=place, folder="")


_LEAVES: Mapping[Place, frozenset[ChangeKind]] = MappingProxyType(
    {
        Place.TRASH: frozenset({ChangeKind.DELETE, ChangeKind.UNTRASH}),
        Place.SPAM: frozenset({ChangeKind.REPORT_SPAM, ChangeKind.UNSPAM}),
    }
)
_MADE_OF: Mapping[ChangeKind, Callable[[MailAttributes], MailAttributes]] = MappingProxyType(
    {
        ChangeKind.ARCHIVE: _moved(Place.ARCHIVE),
        ChangeKind.UNARCHIVE: _moved(Place.INBOX),
        ChangeKind.DELETE: _moved(Place.TRASH),
        ChangeKind.UNTRASH: lambda now: _moved(Place.INBOX)(now) if now.place is Place.TRASH else now,
        ChangeKind.REPORT_SPAM: _moved(Place.SPAM),
        ChangeKind.UNSPAM: lambda now: _moved(Place.INBOX)(now) if now.place is Place.SPAM else now,
        ChangeKind.MARK_READ: lambda now: replace(now, read=True),
        ChangeKind.MARK_UNREAD: lambda now: replace(now, read=False),
        ChangeKind.FLAG: lambda now: replace(now, flagged=True),
        ChangeKind.UNFLAG: lambda now: replace(now, flagged=False),
        ChangeKind.MARK_IMPORTANT: lambda now: replace(now, important=True),
        ChangeKind.MARK_NOT_IMPORTANT: lambda now: replace(now, important=False),
    }
)
