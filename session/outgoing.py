"""What of the user's mail is on its way out, as one call knows it: what a word still holds back, and what waits for a time of the user's.

    HELD -------.-- leaves ----> LEFT -- told --> OVER
    SCHEDULED --'-- cancelled -> OVER

What leaves is decided by the outbox alone, which other processes use as well; this follows it. It is kept apart from that because a "stop"
has to be understood before anybody can ask a database, and means the mails that are within their hold at that moment and no others.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType

from actions.sending.drafts import Drafts
from actions.sending.outbox import Outbox, SendingNews
from actions.sending.sending_states import SendingState
from briefing.mail_action import MailAction

JUST_LEFT = timedelta(seconds=10)
"""So long after a mail has left "stop" may still be meant for it, unless the user knows by then that it has."""


class OutgoingStage(StrEnum):
    """Where a mail is, as far as words can change it."""

    HELD = "held"
    SCHEDULED = "scheduled"
    LEFT = "left"
    OVER = "over"


class OutgoingEvent(StrEnum):
    LEAVES = "leaves"
    CANCELLED = "cancelled"
    TOLD = "told"


TRANSITIONS: Mapping[tuple[OutgoingStage, OutgoingEvent], OutgoingStage] = MappingProxyType(
    {
        (OutgoingStage.HELD, OutgoingEvent.LEAVES): OutgoingStage.LEFT,
        (OutgoingStage.HELD, OutgoingEvent.CANCELLED): OutgoingStage.OVER,
        (OutgoingStage.SCHEDULED, OutgoingEvent.LEAVES): OutgoingStage.LEFT,
        (OutgoingStage.SCHEDULED, OutgoingEvent.CANCELLED): OutgoingStage.OVER,
        (OutgoingStage.LEFT, OutgoingEvent.TOLD): OutgoingStage.OVER,
    }
)
"""Anything else changes nothing: news of the same thing may come twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnItsWay:
    """One mail. `draft_id` is the draft that it was made of; empty for one that leaves a list. `to` are addresses.

    `by` is when it leaves, or when it was seen to have left; `agreed_for_now`: no time was named for it.
    """

    sending_id: str
    stage: OutgoingStage
    by: datetime
    draft_id: str = ""
    to: tuple[str, ...] = field(default=(), repr=False)
    agreed_for_now: bool = True


class Outgoing:
    """The mails of one call's user that are on their way, those put in last at the end.

    `stirred` is set when there is something new to look after. `asked_about` are the scheduled mails that the user is asked about, the next
    one first.
    """

    def __init__(self) -> None:
        self._mails: dict[str, OnItsWay] = {}
        self._over: set[str] = set()
        self.stirred = asyncio.Event()
        self.asked_about: tuple[str, ...] = ()

    @property
    def held(self) -> tuple[OnItsWay, ...]:
        """What is within its hold: "stop" holds back all of it."""
        return self._in(OutgoingStage.HELD)

    @property
    def scheduled(self) -> tuple[OnItsWay, ...]:
        """What waits for a time that the user named; no "stop" is about that."""
        return self._in(OutgoingStage.SCHEDULED)

    def just_left(self, now: datetime) -> bool:
        """Whether a mail has left so shortly ago that somebody may still want to hold it back."""
        return any(mail.agreed_for_now and now - mail.by < JUST_LEFT for mail in self._in(OutgoingStage.LEFT))

    def heeds_stop(self, now: datetime) -> bool:
        """Whether "stop" means more than silence."""
        return bool(self.held) or self.just_left(now)

    def draft_of(self, sending_id: str) -> str:
        """The id of the draft that a mail was made of, or empty."""
        mail = self._mails.get(sending_id)
        return mail.draft_id if mail else ""

    def put(self, mail: OnItsWay) -> None:
        self._mails[mail.sending_id] = mail
        self.stirred.set()

    def happened(self, sending_id: str, step: OutgoingEvent, now: datetime) -> None:
        mail = self._mails.get(sending_id)
        stage = TRANSITIONS.get((mail.stage, step)) if mail else None
        if mail is None or stage is None:
            return
        self._mails[sending_id] = replace(mail, stage=stage, by=now)
        if stage is OutgoingStage.OVER:
            del self._mails[sending_id]
            self._over.add(sending_id)

    async def look(self, outbox: Outbox, drafts: Drafts, now: datetime) -> tuple[SendingNews, ...]:
        """See in the outbox where everything is, what was put in elsewhere included; returns what has not come to its end.

        Raises `DatabaseUnavailableError`.
        """
        waiting = await outbox.waiting()
        if any(news.sending_id not in self._mails for news in waiting):
            made_of = {draft.message_id: draft.draft_id for draft in await drafts.all()}
            for news in waiting:
                if news.sending_id not in self._over:  # what was read may be older than what has happened since
                    self._mails.setdefault(news.sending_id, _seen(news, made_of))
        for news in waiting:
            if news.state is not SendingState.HELD:
                self.happened(news.sending_id, OutgoingEvent.LEAVES, now)
        under_way = {news.sending_id for news in waiting}
        for mail in (*self.held, *self.scheduled):
            if mail.sending_id not in under_way:
                await self._look_after(mail.sending_id, outbox, now)
        return waiting

    async def _look_after(self, sending_id: str, outbox: Outbox, now: datetime) -> None:
        """It was put in while we looked, or it has come to an end."""
        match await outbox.state(sending_id):
            case SendingState.HELD:
                return
            case SendingState.CANCELLED | None:
                self.happened(sending_id, OutgoingEvent.CANCELLED, now)
            case _:
                self.happened(sending_id, OutgoingEvent.LEAVES, now)

    def _in(self, stage: OutgoingStage) -> tuple[OnItsWay, ...]:
        return tuple(mail for mail in self._mails.values() if mail.stage is stage)


def _seen(news: SendingNews, made_of: Mapping[str, str]) -> OnItsWay:
    """A mail that was put in by another call, or by this user's call before this one."""
    later = news.action is MailAction.SEND_LATER
    return OnItsWay(
        sending_id=news.sending_id,
        stage=OutgoingStage.SCHEDULED if later else OutgoingStage.HELD,
        by=news.leaves_at,
        draft_id=made_of.get(news.message_id, ""),
        to=news.to,
        agreed_for_now=not later,
    )
