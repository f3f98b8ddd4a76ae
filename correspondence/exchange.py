"""The values of a correspondence: one briefing by mail, and all replies and answers to it."""

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

from briefing.mail import MailId
from correspondence.briefing_mail.material import Research, ToldMail
from correspondence.new_words import NewWords

BRIEFING = 0
"""The number of the letter that is the briefing; answers bear those of replies, which begin with 1."""


class CorrespondenceError(Exception):
    """Something about a correspondence cannot be done. `str()` is fit for a log."""


class AlreadySentError(CorrespondenceError):
    """There is a briefing of that date."""


class NoRecordError(CorrespondenceError):
    """The briefing has not left, so that there is nothing to answer."""


class CannotAnswerError(CorrespondenceError):
    """Whoever answers in words is away: it is tried again later."""


class LetterState(StrEnum):
    """What became of a mail of ours to the user."""

    LEAVING = "leaving"
    SENT = "sent"
    FAILED = "failed"  # certainly not sent: it is tried again
    UNKNOWN = "unknown"  # perhaps sent: it is never tried again
    NONE = "none"  # nothing had to be said


ANSWERED = frozenset({LetterState.SENT, LetterState.NONE})
"""States of an answer that close the replies up to its number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnLetter:
    """A mail of ours: the briefing, or an answer. `provider_id` is the user's copy where the provider told of one, and `thread` the
    provider's own name of the mail thread."""

    number: int
    message_id: str = field(repr=False)
    state: LetterState
    subject: str = field(repr=False)
    text: str = field(repr=False)
    html: str = field(default="", repr=False)
    thread: str = ""
    in_reply_to: str = field(default="", repr=False)
    references: tuple[str, ...] = field(default=(), repr=False)
    sent_at: datetime | None = None
    provider_id: MailId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A reply of the user: only what is new in it. `to_letter` is the number of our letter that it answers, and `links` are the
    Message-IDs that it refers to, oldest first."""

    number: int
    message_id: str = field(repr=False)
    mail_id: MailId
    sender: str = field(repr=False)
    said: NewWords = field(repr=False)
    to_letter: int = BRIEFING
    links: tuple[str, ...] = field(default=(), repr=False)
    thread: str = ""
    at: datetime

    @property
    def words(self) -> str:
        """All of it, as it is shown: also what may be quoted."""
        return "\n\n".join((self.said.text, *self.said.doubtful)).strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class NotFromYou:
    """A mail in the thread that did nothing, since it is not from the user. `why` is said on the page."""

    mail_id: MailId
    message_id: str = field(repr=False)
    sender: str = field(repr=False)
    subject: str = field(repr=False)
    why: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Correspondence:
    """`letters` begin with the briefing; `zone` is the name of the user's time zone when it was written."""

    correspondence_id: str
    user_id: str
    day: date
    account: str
    zone: str
    mails: tuple[ToldMail, ...] = ()
    research: tuple[Research, ...] = ()
    letters: tuple[OwnLetter, ...] = ()
    replies: tuple[Reply, ...] = ()

    @property
    def briefing(self) -> OwnLetter | None:
        return next((each for each in self.letters if each.number == BRIEFING), None)

    @property
    def answers(self) -> tuple[OwnLetter, ...]:
        return tuple(each for each in self.letters if each.number != BRIEFING)

    @property
    def answered(self) -> tuple[int, ...]:
        """The numbers of the answers that have left, or that were not needed."""
        return tuple(each.number for each in self.answers if each.state in ANSWERED)

    @property
    def new_replies(self) -> tuple[Reply, ...]:
        """Those that wait for an answer."""
        done = max(self.answered, default=0)
        return tuple(each for each in self.replies if each.number > done)

    @property
    def own_ids(self) -> frozenset[str]:
        """The Message-IDs of our letters."""
        return frozenset(each.message_id for each in self.letters)

    def mail(self, number: int) -> ToldMail | None:
        return next((each for each in self.mails if each.number == number), None)
