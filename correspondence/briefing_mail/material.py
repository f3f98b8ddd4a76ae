"""What a briefing mail is made of, as values: the mails that are told by number, the day's meetings and documents, and true counts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from briefing.agenda import TopicKind
from briefing.mail import Address, MailId, ThreadId


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldMail:
    """A mail of the briefing, with the number that stays its own in the mail, in replies and in answers.

    `line` says who wants or tells what, by the rules and the checks of spoken summaries. `when` is the moment in words that is due or
    awaited, and stands in the mail; `why` are reasons in words. `in_short`: only who and about what is told. `is_list`: sent to many.
    `kind` is what triage takes it for by itself, and what "all newsletters" in a reply goes by.
    """

    number: int
    mail_id: MailId
    thread_id: ThreadId
    sender: Address = field(repr=False)
    subject: str = field(repr=False)
    line: str = field(default="", repr=False)
    when: str = ""
    why: tuple[str, ...] = field(default=(), repr=False)
    important: bool = False
    in_short: bool = False
    is_list: bool = False
    kind: TopicKind = TopicKind.OTHER


@dataclass(frozen=True, slots=True, kw_only=True)
class Research:
    """What was found out for a meeting: who comes, what was last written with them, what is open. `name` says what it is, for whoever loads
    it later, and `meeting` which meeting it is about."""

    name: str = field(repr=False)
    meeting: str = field(repr=False)
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """One entry of the calendar. `with_` are people as they are named, without the user; an `all_day` one has no hours."""

    key: str
    title: str = field(repr=False)
    starts_at: datetime
    ends_at: datetime | None = None
    all_day: bool = False
    with_: tuple[str, ...] = field(default=(), repr=False)
    place: str = field(default="", repr=False)
    is_tentative: bool = False
    research: tuple[Research, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A file that came with a mail of the briefing, which has that `number`. `line` is how it begins, where that is known."""

    name: str = field(repr=False)
    number: int
    line: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class BriefingMaterial:
    """All that one briefing mail says. `now` is the user's own time, and `day` the day that the mail is of.

    `needing` counts those of all unread mails that need the user; `left_out`, by kind, the mails that have no number here; `not_loaded`
    those of which nothing could be read, and `at_least` says that there may be more. `away` are the labels of accounts that did not
    answer. `calendar_away`: what meetings there are could not be looked up.
    """

    day: date
    now: datetime
    mails: tuple[ToldMail, ...] = ()
    needing: int = 0
    left_out: Mapping[TopicKind, int] = field(default_factory=dict)
    not_loaded: int = 0
    at_least: bool = False
    meetings: tuple[Meeting, ...] = ()
    documents: tuple[Document, ...] = ()
    away: tuple[str, ...] = ()
    calendar_away: bool = False

    @property
    def unread(self) -> int:
        """All unread mails that no call or mail has told yet."""
        return len(self.mails) + sum(self.left_out.values()) + self.not_loaded

    @property
    def matters(self) -> bool:
        """Whether there is anything that a user who wants quiet would want to hear of."""
        return bool(self.meetings or self.needing or any(mail.when for mail in self.mails))

    @property
    def research(self) -> tuple[Research, ...]:
        return tuple(item for meeting in self.meetings for item in meeting.research)
