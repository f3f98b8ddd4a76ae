"""What can be done to a mailbox or sent from it, and how much it takes before it is done.

The tier is a property of the deed and stands in one table, so that no caller can judge its own deed to be harmless. A deed that is not in
the table is treated as the worst: it can never be taken back.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class Tier(StrEnum):
    """What a deed needs before it happens."""

    READ = "read"  # nothing
    REVERSIBLE = "reversible"  # the user's own words that ask for it
    IRREVERSIBLE = "irreversible"  # a yes to the sentence that says exactly what
    OUTGOING = "outgoing"  # the same: what has left cannot be fetched back


class Deed(StrEnum):
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


TIER_OF: Mapping[Deed, Tier] = MappingProxyType(
    {
        Deed.ARCHIVE: Tier.REVERSIBLE,
        Deed.MARK_READ: Tier.REVERSIBLE,
        Deed.MARK_UNREAD: Tier.REVERSIBLE,
        Deed.FLAG: Tier.REVERSIBLE,
        Deed.UNFLAG: Tier.REVERSIBLE,
        Deed.LABEL: Tier.REVERSIBLE,
        Deed.UNLABEL: Tier.REVERSIBLE,
        Deed.MOVE: Tier.REVERSIBLE,
        Deed.DELETE: Tier.REVERSIBLE,
        Deed.REPORT_SPAM: Tier.REVERSIBLE,
        Deed.SNOOZE: Tier.REVERSIBLE,
        Deed.UNSUBSCRIBE: Tier.OUTGOING,
        Deed.SEND: Tier.OUTGOING,
        Deed.SEND_LATER: Tier.OUTGOING,
        Deed.UNDO: Tier.REVERSIBLE,
    }
)

MOST_UNASKED = 5
"""More mails than that are asked about once, however plainly the user asked for it."""


def tier_of(deed: str) -> Tier:
    """The tier of a deed by its name; a name nobody has judged is irreversible."""
    try:
        return TIER_OF[Deed(deed)]
    except ValueError:
        return Tier.IRREVERSIBLE
