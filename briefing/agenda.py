"""The agenda: the ordered topics of one briefing, as values.

An agenda may hold mails that are known only by their id so far (`MailRef.loaded` false): the first mail is spoken long before the last
envelope has arrived, and what loads later refines the order of what is still ahead.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from briefing.mail import UNKNOWN_SENDER, Address, MailId, ThreadId


class ReasonKind(StrEnum):
    """Why a mail matters (or does not): each can be spoken."""

    ASKED_AGAIN = "asked_again"
    VIP = "vip"
    KEYWORD = "keyword"
    KNOWN_SENDER = "known_sender"
    TO_ME = "to_me"
    ANSWERS_ME = "answers_me"
    BUSY_THREAD = "busy_thread"
    FLAGGED = "flagged"
    IMPORTANT = "important"
    QUESTION = "question"
    REQUEST = "request"
    DEADLINE = "deadline"
    APPOINTMENT = "appointment"
    NEEDS_ACTION = "needs_action"
    INVITATION = "invitation"
    BULK = "bulk"
    AUTOMATIC = "automatic"
    NAMESAKE = "namesake"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One reason behind a score; `detail` is the keyword, the number of mails in the thread, and the like."""

    kind: ReasonKind
    detail: str = ""


def is_among(kind: ReasonKind, reasons: tuple[Reason, ...]) -> bool:
    """A loop, as it is asked several times a mail: `any` takes twice as long."""
    for reason in reasons:  # noqa: SIM110
        if reason.kind is kind:
            return True
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class MailRef:
    """A mail as the agenda knows it. `important` means that its score passed the mark for being named in the greeting.

    `asks` means that it wants something of the user in person, or tells of something to be looked after, whoever sent it; `due` is when,
    and `vouched` that its sender is somebody whom the user knows.
    """

    mail_id: MailId
    thread_id: ThreadId
    subject: str = ""
    sender: Address = UNKNOWN_SENDER
    received_at: datetime | None = None
    flagged: bool = False
    important: bool = False
    score: float = 0.0
    reasons: tuple[Reason, ...] = ()
    loaded: bool = True
    asks: bool = False
    due: datetime | None = None
    vouched: bool = False


class TopicKind(StrEnum):
    IMPORTANT = "important"
    ASKS = "asks"
    THREAD = "thread"
    SIMILAR = "similar"
    NEWSLETTERS = "newsletters"
    NOTIFICATIONS = "notifications"
    OTHER = "other"
    ARRIVALS = "arrivals"


PILES = frozenset({TopicKind.OTHER, TopicKind.NEWSLETTERS, TopicKind.NOTIFICATIONS})
"""Mails that stand together because nothing else holds them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """Mails that are presented together under a label that can be read aloud."""

    label: str
    kind: TopicKind
    mails: tuple[MailRef, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Agenda:
    """The topics in the order in which they will be presented. Every mail stands in exactly one topic."""

    topics: tuple[Topic, ...] = ()
