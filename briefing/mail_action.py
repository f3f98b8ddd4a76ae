"""What can be done to a mailbox or sent from it, and how much it takes before it is done.

The tier is a property of the action and is set in one table, so that no caller can declare its own action harmless. An action that is not
in the table counts as irreversible.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from briefing.mail import ActionKind


class Tier(StrEnum):
    """What an action needs before it happens."""

    READ = "read"  # nothing
    REVERSIBLE = "reversible"  # the user's own words that ask for it
    IRREVERSIBLE = "irreversible"  # a yes to the sentence that says exactly what
    OUTGOING = "outgoing"  # the same: what has left cannot be fetched back


class MailAction(StrEnum):
    """Everything that can be done, as the journal writes it."""

    ARCHIVE = "archive"
    MARK_READ = "mark_read"
    MARK_UNREAD = "mark_unread"
    FLAG = "flag"
    UNFLAG = "unflag"
    LABEL = "label"
    UNLABEL = "unlabel"
    MOVE = "move"
    DELETE = "delete"  # to the trash
    REPORT_SPAM = "report_spam"
    SNOOZE = "snooze"
    UNSUBSCRIBE = "unsubscribe"
    SEND = "send"
    SEND_LATER = "send_later"
    UNDO = "undo"


TIER_OF: Mapping[MailAction, Tier] = MappingProxyType(
    {
        MailAction.ARCHIVE: Tier.REVERSIBLE,
        MailAction.MARK_READ: Tier.REVERSIBLE,
        MailAction.MARK_UNREAD: Tier.REVERSIBLE,
        MailAction.FLAG: Tier.REVERSIBLE,
        MailAction.UNFLAG: Tier.REVERSIBLE,
        MailAction.LABEL: Tier.REVERSIBLE,
        MailAction.UNLABEL: Tier.REVERSIBLE,
        MailAction.MOVE: Tier.REVERSIBLE,
        MailAction.DELETE: Tier.REVERSIBLE,
        MailAction.REPORT_SPAM: Tier.REVERSIBLE,
        MailAction.SNOOZE: Tier.REVERSIBLE,
        MailAction.UNSUBSCRIBE: Tier.OUTGOING,
        MailAction.SEND: Tier.OUTGOING,
        MailAction.SEND_LATER: Tier.OUTGOING,
        MailAction.UNDO: Tier.REVERSIBLE,
    }
)

MOST_UNASKED = 5
"""More mails than that are asked about once, however plainly the user asked for it."""


def tier_of(action: str) -> Tier:
    """The tier of an action by its name; an unknown name counts as irreversible."""
    try:
        return TIER_OF[MailAction(action)]
    except ValueError:
        return Tier.IRREVERSIBLE


ACTION_OF_KIND: Mapping[ActionKind, MailAction] = MappingProxyType(
    {
        ActionKind.ARCHIVED: MailAction.ARCHIVE,
        ActionKind.READ: MailAction.MARK_READ,
        ActionKind.UNREAD: MailAction.MARK_UNREAD,
        ActionKind.FLAGGED: MailAction.FLAG,
        ActionKind.UNFLAGGED: MailAction.UNFLAG,
        ActionKind.DELETED: MailAction.DELETE,
        ActionKind.SPAM: MailAction.REPORT_SPAM,
        ActionKind.SNOOZED: MailAction.SNOOZE,
        ActionKind.LABELLED: MailAction.LABEL,
        ActionKind.UNLABELLED: MailAction.UNLABEL,
        ActionKind.MOVED: MailAction.MOVE,
    }
)
"""The action that leaves this behind on a mail."""

KIND_OF_ACTION: Mapping[MailAction, ActionKind] = MappingProxyType({action: kind for kind, action in ACTION_OF_KIND.items()})
