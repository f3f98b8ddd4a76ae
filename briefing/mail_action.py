"""What can be done to a mailbox or sent from it: one table of all actions, with what each takes and what is said of it.

The tier is a property of the action and stands in one table, so that no caller can judge its own action to be harmless. An action that is
not in the table is treated as the worst: it can never be taken back. How people ask for an action stands in `briefing.understanding.verbs`,
and how a mailbox does it in its writer.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Tier(StrEnum):
    """What an action needs before it happens."""

    REVERSIBLE = "reversible"  # the user's own words that ask for it
    IRREVERSIBLE = "irreversible"  # a yes to the sentence that says exactly what
    OUTGOING = "outgoing"  # the same: what has left cannot be fetched back


class MailAction(StrEnum):
    """Everything that can be done, as the journal, the marks and the page name it."""

    ARCHIVE = "archive"
    MARK_READ = "mark_read"
    MARK_UNREAD = "mark_unread"
    FLAG = "flag"
    UNFLAG = "unflag"
    MARK_IMPORTANT = "mark_important"
    MARK_NOT_IMPORTANT = "mark_not_important"
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

    @classmethod
    def _missing_(cls, value: object) -> "MailAction | None":
        """What marks and saved calls were written with before; a mark is forgotten after seven days."""
        return _FORMER_NAMES.get(str(value))


_FORMER_NAMES = {
    "archived": MailAction.ARCHIVE,
    "read": MailAction.MARK_READ,
    "unread": MailAction.MARK_UNREAD,
    "flagged": MailAction.FLAG,
    "unflagged": MailAction.UNFLAG,
    "labelled": MailAction.LABEL,
    "unlabelled": MailAction.UNLABEL,
    "moved": MailAction.MOVE,
    "deleted": MailAction.DELETE,
    "spam": MailAction.REPORT_SPAM,
    "snoozed": MailAction.SNOOZE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionOnMails:
    """What is done to mails in a mailbox, and said of it.

    - `code` is one letter, for stores; no two actions share one.
    - `question` stands before and behind the mails: `Mark it as read?`; `{label}` is the name of a label or folder, or the time.
    - `did` is what the user did, as a call tells it later, with `{}` for how many: `marked {} as read`. No two share one.
    - `done` is said with a receipt; `place` is what stands between it and the label, folder or time: `Moved to receipts.` None for an
      action that has none.
    - `was_so` is said if there was nothing to change, where that makes a difference to the user; `still` if it did not go through.
    - `takes_out`: the mail has left the briefing for good. `shown` is the outcome on the page, unless `done` is.
    - `inverse_of` is the action that this one takes back by itself, as the user may also ask for it; "undo" takes back any.
    """

    code: str
    question: tuple[str, str]
    did: str
    done: str
    place: str | None = None
    was_so: str = ""
    still: str = "the mail is where it was"
    takes_out: bool = False
    shown: str = ""
    inverse_of: MailAction | None = None

    @property
    def outcome(self) -> str:
        """What became of a mail, as a page lists it."""
        return self.shown or self.done


ON_MAILS: Mapping[MailAction, ActionOnMails] = MappingProxyType(
    {
        MailAction.ARCHIVE: ActionOnMails(code="a", question=("Archive", ""), did="archived {}", done="Archived", takes_out=True),
        MailAction.MARK_READ: ActionOnMails(
            code="r",
            question=("Mark", " as read"),
            did="marked {} as read",
            done="Marked as read",
            was_so="It was marked as read already.",
            still="the mail is still unread",
            takes_out=True,
        ),
        MailAction.MARK_UNREAD: ActionOnMails(
            code="n",
            question=("Mark", " as unread"),
            did="marked {} as unread",
            done="Marked as unread",
            was_so="It is unread already.",
            still="the mail is still read",
        ),
        MailAction.FLAG: ActionOnMails(
            code="f",
            question=("Flag", ""),
            did="flagged {}",
            done="Flagged",
            was_so="It was flagged already.",
            still="the mail is not flagged",
        ),
        MailAction.UNFLAG: ActionOnMails(
            code="u",
            question=("Take the flag off", ""),
            did="took the flag off {}",
            done="The flag is gone",
            shown="Flag removed",
            was_so="It was not flagged.",
            still="the flag is still there",
            inverse_of=MailAction.FLAG,
        ),
        MailAction.MARK_IMPORTANT: ActionOnMails(
            code="i",
            question=("Mark", " as important"),
            did="marked {} as important",
            done="Marked as important",
            was_so="It was marked as important already.",
            still="the mail is not marked as important",
        ),
        MailAction.MARK_NOT_IMPORTANT: ActionOnMails(
            code="o",
            question=("Mark", " as not important"),
            did="marked {} as not important",
            done="Marked as not important",
            was_so="It was not marked as important.",
            still="the mail is still marked as important",
            inverse_of=MailAction.MARK_IMPORTANT,
        ),
        MailAction.LABEL: ActionOnMails(
            code="l",
            question=("Put the label {label} on", ""),
            did="labelled {}",
            done="Labelled",
            place="",
            still="there may be no label of that name",
        ),
        MailAction.UNLABEL: ActionOnMails(
            code="k",
            question=("Take the label {label} off", ""),
            did="took a label off {}",
            done="Taken off: the label",
            shown="Label removed",
            place="",
            still="the label is still there",
        ),
        MailAction.MOVE: ActionOnMails(
            code="m",
            question=("Move", " to {label}"),
            did="moved {}",
            done="Moved",
            place="to ",
            still="there may be no folder of that name",
            takes_out=True,
        ),
        MailAction.DELETE: ActionOnMails(code="d", question=("Delete", ", to the trash"), did="deleted {}", done="Deleted", takes_out=True),
        MailAction.REPORT_SPAM: ActionOnMails(
            code="x", question=("Report", " as spam"), did="reported {} as spam", done="Reported as spam", takes_out=True
        ),
        MailAction.SNOOZE: ActionOnMails(
            code="s",
            question=("Snooze", " until {label}"),
            did="put {} off",
            done="Put off",
            shown="Snoozed",
            place="until ",
            takes_out=True,
        ),
    }
)
"""What the user's own words in this or the previous turn are enough for: all of it can be taken back."""

TIER_OF: Mapping[MailAction, Tier] = MappingProxyType(
    {
        **dict.fromkeys(ON_MAILS, Tier.REVERSIBLE),
        MailAction.UNDO: Tier.REVERSIBLE,
        MailAction.UNSUBSCRIBE: Tier.OUTGOING,
        MailAction.SEND: Tier.OUTGOING,
        MailAction.SEND_LATER: Tier.OUTGOING,
    }
)

MOST_UNASKED = 5
"""More mails than that are asked about once, however plainly the user asked for it."""

TAKES_OUT = frozenset(action for action, its in ON_MAILS.items() if its.takes_out)


def tier_of(action: str) -> Tier:
    """The tier of an action by its name; a name nobody has judged is irreversible."""
    try:
        return TIER_OF[MailAction(action)]
    except ValueError:
        return Tier.IRREVERSIBLE
