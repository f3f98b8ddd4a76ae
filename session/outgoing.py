"""The user's outgoing mails as one call knows them: those that "stop" can still hold back, and those that are scheduled.

    HELD -------.-- leaves ----> LEFT -- told --> OVER
                |-- cancelled -> OVER
    SCHEDULED --'
    HELD -- taken back --> TAKEN_BACK -- cancelled, told --> OVER

TAKEN_BACK is a mail that certainly does not leave any more, because of words that are still to be answered: see
`session.skills.writing.holding_at_once`.

The outbox alone decides what leaves, and other processes use it as well; this follows it. It is separate because "stop" has to be
understood before a database can be asked, and means exactly the mails that are held at that moment.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType

from actions.sending.drafts import Drafts
from actions.sending.outbox import Outbox, SendingNews
from actions.sending_states import SendingState
from briefing.mail_action import MailAction

JUST_LEFT = timedelta(seconds=10)
"""How long after a mail has left "stop" may still be meant for it, unless the user was told that it has left."""
ANSWERED_WITHIN = timedelta(seconds=5)
"""How long the words that took a mail back have to be answered before the user is told of it unasked."""


class OutgoingStage(StrEnum):
    """The stage of a mail on its way out."""

    HELD = "held"
    SCHEDULED = "scheduled"
    LEFT = "left"
    TAKEN_BACK = "taken_back"
    OVER = "over"


class OutgoingEvent(StrEnum):
    LEAVES = "leaves"
    TAKEN_BACK = "taken_back"
    CANCELLED = "cancelled"
    TOLD = "told"


TRANSITIONS: Mapping[tuple[OutgoingStage, OutgoingEvent], OutgoingStage] = MappingProxyType(
    {
        (OutgoingStage.HELD, OutgoingEvent.LEAVES): OutgoingStage.LEFT,
        (OutgoingStage.HELD, OutgoingEvent.CANCELLED): OutgoingStage.OVER,
        (OutgoingStage.HELD, OutgoingEvent.TAKEN_BACK): OutgoingStage.TAKEN_BACK,
        (OutgoingStage.TAKEN_BACK, OutgoingEvent.CANCELLED): OutgoingStage.OVER,
        (OutgoingStage.TAKEN_BACK, OutgoingEvent.TOLD): OutgoingStage.OVER,
        (OutgoingStage.SCHEDULED, OutgoingEvent.LEAVES): OutgoingStage.LEFT,
        (OutgoingStage.SCHEDULED, OutgoingEvent.CANCELLED): OutgoingStage.OVER,
        (OutgoingStage.LEFT, OutgoingEvent.TOLD): OutgoingStage.OVER,
    }
)
"""Any other event changes nothing: the same news may come twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnItsWay:
    """One mail. `draft_id` is the draft that it was made of; empty for a mail that unsubscribes. `to` are addresses.

    `by` is when it leaves, or when we saw that it had left; `agreed_for_now`: it was not scheduled;
    `dry_run`: it goes to nobody.
    """

    sending_id: str
    stage: OutgoingStage
    by: datetime
    draft_id: str = ""
    to: tuple[str, ...] = field(default=(), repr=False)
    agreed_for_now: bool = True
    dry_run: bool = False


class Outgoing:
    """The outgoing mails of one call's user, oldest first.

    `stirred` is set when there is something new to look after. `being_put` is locked while a mail is put into the outbox, and
    `being_taken_back` while words are looked at that may take one out again. `agreed` are those that the user said yes to in this call, as
    they were last seen; `ended` says what became of those whose end is known.
    """

    def __init__(self) -> None:
        self._mails: dict[str, OnItsWay] = {}
        self._over: set[str] = set()
        self.agreed: dict[str, OnItsWay] = {}
        self.ended: dict[str, SendingState] = {}
        self.stirred = asyncio.Event()
        self.being_put = asyncio.Lock()
        self.being_taken_back = asyncio.Lock()
        self._latest = ""
        self._latest_at: datetime | None = None

    @property
    def held(self) -> tuple[OnItsWay, ...]:
        """The mails within their hold: "stop" holds back all of them."""
        return self._in(OutgoingStage.HELD)

    @property
    def taken_back(self) -> tuple[OnItsWay, ...]:
        """The mails that were kept from leaving, and of which the user is still to be told."""
        return self._in(OutgoingStage.TAKEN_BACK)

    @property
    def scheduled(self) -> tuple[OnItsWay, ...]:
        """The mails that wait for a time that the user named; "stop" does not mean these."""
        return self._in(OutgoingStage.SCHEDULED)

    def just_left(self, now: datetime) -> bool:
        """Whether a mail has left so recently that "stop" may be meant for it."""
        return any(mail.agreed_for_now and now - mail.by < JUST_LEFT for mail in self._in(OutgoingStage.LEFT))

    def latest(self, now: datetime) -> str:
        """The id of the mail that was put in or has left last, if that was just now; empty otherwise. The user may know of it."""
        return self._latest if self._latest_at is not None and now - self._latest_at < JUST_LEFT else ""

    def heeds_stop(self, now: datetime) -> bool:
        """Whether "stop" means more than silence."""
        return self.can_be_held or self.just_left(now)

    @property
    def can_be_held(self) -> bool:
        """Whether a mail has not left that "stop" means."""
        return self.being_put.locked() or bool(self.held or self.taken_back)

    def draft_of(self, sending_id: str) -> str:
        """The id of the draft that a mail was made of, or empty."""
        mail = self._mails.get(sending_id)
        return mail.draft_id if mail else ""

    def is_over(self, sending_id: str) -> bool:
        """Whether nothing is to be told of this mail any more."""
        return sending_id in self._over

    def was_left_unanswered(self, sending_id: str, now: datetime) -> bool:
        """Whether nobody has told the user that this mail was kept from leaving: the words were not answered, or the call before ended."""
        mail = self._mails.get(sending_id)
        if mail is None:
            return sending_id not in self._over
        return mail.stage is OutgoingStage.TAKEN_BACK and now - mail.by >= ANSWERED_WITHIN

    def put(self, mail: OnItsWay, now: datetime) -> None:
        self._mails[mail.sending_id] = self.agreed[mail.sending_id] = mail
        self._latest, self._latest_at = mail.sending_id, now
        self.stirred.set()

    def happened(self, sending_id: str, step: OutgoingEvent, now: datetime) -> None:
        mail = self._mails.get(sending_id)
        stage = TRANSITIONS.get((mail.stage, step)) if mail else None
        if mail is None or stage is None:
            return
        self._mails[sending_id] = replace(mail, stage=stage, by=now)
        if sending_id in self.agreed and mail.stage is not OutgoingStage.LEFT:  # what has left stays so, whether it is told or not
            self.agreed[sending_id] = self._mails[sending_id]
        if step is OutgoingEvent.LEAVES:
            self._latest, self._latest_at = sending_id, now
        if stage is OutgoingStage.OVER:
            del self._mails[sending_id]
            self._over.add(sending_id)

    def gave_way(self, draft_id: str) -> None:
        """The mail made of this draft that was to leave later is to leave at another time: of what was agreed before nothing is told."""
        for mail in self.scheduled:
            if mail.draft_id == draft_id:
                self._over.add(mail.sending_id)
                self.agreed.pop(mail.sending_id, None)
                del self._mails[mail.sending_id]

    async def look(self, outbox: Outbox, drafts: Drafts, now: datetime) -> tuple[SendingNews, ...]:
        """Read the state of all mails from the outbox, including those that other calls put in; returns the unfinished ones.

        Raises `DatabaseUnavailableError`.
        """
        waiting = await outbox.waiting()
        if any(news.sending_id not in self._mails for news in waiting):
            made_of = {draft.message_id: draft.draft_id for draft in await drafts.all()}
            for news in waiting:
                if news.sending_id not in self._over:  # what was read may be outdated by now
                    self._mails.setdefault(news.sending_id, _seen(news, made_of))
        for news in waiting:
            if news.state is not SendingState.HELD:
                self.happened(news.sending_id, OutgoingEvent.LEAVES, now)
        under_way = {news.sending_id for news in waiting}
        async with self.being_taken_back:  # words that take a mail out just now are still to be answered
            for mail in (*self.held, *self.scheduled):
                if mail.sending_id not in under_way:
                    await self._look_after(mail.sending_id, outbox, now)
        return waiting

    async def _look_after(self, sending_id: str, outbox: Outbox, now: datetime) -> None:
        """The mail was put in while we looked, or it is finished."""
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
        dry_run=news.dry_run,
    )
