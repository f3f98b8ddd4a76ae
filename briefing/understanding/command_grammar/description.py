"""What describes mails, as values: which of them these mean is in `matching_mails`, and how their words are read in `described_mails`."""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

IN_NAMES = frozenset(
    """
    today tomorrow monday tuesday wednesday thursday friday saturday sunday morning afternoon evening night week month year
    mail inbox this in now
    """.split()  # noqa: SIM905 - a list would fill the screen
)
"""What names hold beside a word of their own ("The Morning Ledger", "This Week in Rust"); only a mail tells whether it is one."""


class Sort(StrEnum):
    """What sort of mail is described."""

    ANY = "mails"
    NEWSLETTERS = "newsletters"
    NOTIFICATIONS = "notifications"
    INVITATIONS = "invitations"


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """What mails must be to be meant; all of it holds together.

    `sender` and `subject` are words that must all occur there; `period` is a past stretch as it was said. `of_this_sender` and `here` mean
    the sender of the mail that is open, and the topic it stands in. `first` are so many of those that come next, the open one included;
    `uncounted`: a few of those, but not how many. `named` are words of the sender or the subject. What `without` describes is not meant,
    and `open` is the open mail, as something to leave out. `listed` are those of the list that was told last: "those", "all of them", and
    `places` those of it that are meant, see `listed_mails`. `these` are of that list where it was told last, and else of the topic. There
    must be `count` of them, where that is not zero: "both". What the `others` describe is meant as well; there must be some of each, as
    many as its `count` says, and none of them twice.
    """

    sort: Sort = Sort.ANY
    sender: tuple[str, ...] = ()
    of_this_sender: bool = False
    subject: tuple[str, ...] = ()
    older_than: timedelta | None = None
    period: tuple[str, ...] = ()
    flagged: bool = False
    with_attachments: bool = False
    here: bool = False
    first: int = 0
    uncounted: bool = False
    named: tuple[str, ...] = ()
    open: bool = False
    listed: bool = False
    places: tuple[int, ...] = ()
    these: bool = False
    count: int = 0
    others: tuple["Description", ...] = ()
    without: tuple["Description", ...] = ()

    @property
    def is_here(self) -> bool:
        """Whether they are of the topic, where "these" does not mean a list."""
        return self.here or self.these

    @property
    def of_list(self) -> tuple["Description", ...]:
        """What of it is meant by the list that was told last."""
        return tuple(each for each in (self, *self.others) if each.listed)

    @property
    def may_be_a_name(self) -> bool:
        """Whether a name in it can be one only if some mail has it: "anna today" is hardly anybody."""
        is_beside_others = any(each.named or each.listed or each.may_be_a_name for each in self.others)
        own = (*self.sender, *self.subject, *self.named)
        return not IN_NAMES.isdisjoint(own) or is_beside_others or any(each.may_be_a_name for each in self.without)
