"""Where the briefing stands, as values: what a model call, a greeting or a closing sentence is filled from.

Values and no words: the words are in the prompts, so that changing how something is said never changes what is true. The size of every
value is bounded, whatever the inbox holds.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from briefing.agenda import MailRef
from briefing.mail import MailId, MailStatus
from briefing.mail_action import MailAction


class NextStep(StrEnum):
    """What is to be done at this point of the briefing."""

    PRESENT = "present"
    AWAIT_INTENT = "await_intent"
    CLOSE = "close"


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far the briefing is: `briefed + actioned + skipped + remaining == mails`, at every step.

    Numbers of topics and mails begin at 1 and are 0 at the end, where there is no current mail. `topic_mails` counts the active mails of
    the current topic. `held_back` are those of the remaining that do not come next (see `briefing.tracking.held_back`): no topic counts
    them as active. `actions` counts mails per kind from the record of actions; a flagged mail that was archived counts in both.
    """

    topic_number: int
    topics: int
    topic_label: str
    mail_number: int
    topic_mails: int
    mail: MailRef | None
    mails: int
    briefed: int
    actioned: int
    skipped: int
    remaining: int
    actions: Mapping[MailAction, int]
    held_back: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldBackMails:
    """Mails that are still to be told and do not come next: of accounts the user left for later, by slug, others left for later, and
    those not loaded."""

    elsewhere: Mapping[str, int] = field(default_factory=dict)
    others: int = 0
    not_loaded: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CursorContext:
    """What one model call must know about the position. `heard` is the share of the current mail that was played, 0 to 1."""

    next_step: NextStep
    progress: Progress
    mail: MailRef | None
    status: MailStatus | None
    heard: float
    arrivals_waiting: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicOverview:
    """One topic by its number as spoken; `active` mails are pending or briefed. What is held back counts as neither.

    `mails` are all that count in it, those taken out included; `remaining` of them are still to be told, held back or not.
    """

    number: int
    label: str
    pending: int
    active: int
    mails: int
    remaining: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactReference:
    """The mails that a model may name: neighbours in the current topic, and topics that have something pending.

    `topic` is the current one; `topics` are others, nearest first.
    """

    topic: TopicOverview | None
    mails: tuple[MailRef, ...]
    topics: tuple[TopicOverview, ...]

    @property
    def mail_ids(self) -> frozenset[MailId]:
        return frozenset(mail.mail_id for mail in self.mails)
