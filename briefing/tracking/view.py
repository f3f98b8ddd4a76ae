"""What can be asked of a running briefing: questions only, none of which changes anything.

A class of its own, because most users of a tracker only read: a position, a greeting or a board is filled from here, and
`briefing.tracking.tracker` adds what moves the briefing.
"""

from collections import Counter
from collections.abc import Callable

from briefing.agenda import MailRef
from briefing.mail import MailId, account_of
from briefing.mail_action import ON_MAILS
from briefing.tracking.mail_state import MailState
from briefing.tracking.mail_states import MailStates
from briefing.tracking.navigation import Navigation
from briefing.tracking.position import CompactReference, CursorContext, HeldBackMails, NextStep, Progress, TopicOverview
from briefing.tracking.running_order import Column, Heading, RunningOrder
from briefing.tracking.snapshot import Snapshot


class BriefingView:
    def __init__(self, navigation: Navigation) -> None:
        self._navigation = navigation
        self._arrivals_waiting = 0

    @property
    def _mail_states(self) -> MailStates:
        return self._navigation.mail_states

    @property
    def _order(self) -> RunningOrder:
        return self._mail_states.order

    @property
    def version(self) -> int:
        """Another number after every move of the cursor and every change of a mail or the order."""
        return self._mail_states.version + self._navigation.moves

    def current(self) -> MailRef | None:
        """The mail under the cursor; None at the end and in an empty briefing."""
        return self._navigation.current()

    def is_complete(self) -> bool:
        """Whether nothing is pending, held back or not. The cursor may still be on the last mail, waiting for what the user wants done."""
        return self._order.total(Column.PENDING) == 0

    @property
    def left_for_arrivals(self) -> tuple[MailId, ...]:
        """The mails to return to once the arrivals that began in front of them are over, the first one last. Not part of a snapshot."""
        return tuple(self._navigation.left_for_arrivals)

    def state_of(self, mail_id: MailId) -> MailState | None:
        """What became of a mail; None when it is unknown or was handled elsewhere."""
        return self._mail_states.state(mail_id)

    def progress(self) -> Progress:
        """The position and true counts."""
        order, here = self._order, self._navigation.here
        heading = None if here is None else order.heading_of(here)
        mails, active, pending, skipped, due = (
            order.total(column) for column in (Column.MAILS, Column.ACTIVE, Column.PENDING, Column.SKIPPED, Column.DUE)
        )
        return Progress(
            topic_number=0 if heading is None else order.number_of(heading),
            topics=len(order.counted_topics()),
            topic_label="" if heading is None else heading.label,
            mail_number=0 if here is None else order.index_in_topic(here, Column.ACTIVE) + 1,
            topic_mails=0 if heading is None else heading.counts[Column.ACTIVE],
            mail=self.current(),
            mails=mails,
            briefed=active - due,
            actioned=mails - active - (pending - due) - skipped,
            skipped=skipped,
            remaining=pending,
            held_back=pending - due,
            actions={kind: count for kind in ON_MAILS if (count := self._mail_states.actions[kind])},
        )

    def active_mails(self) -> tuple[MailRef, ...]:
        """The mails of the current topic that are pending or briefed, in order."""
        here = self._navigation.here
        return () if here is None else self._mail_states.mails(self._order.in_topic(self._order.heading_of(here), Column.ACTIVE))

    def pending_mails(self) -> tuple[MailRef, ...]:
        """What is still to be told and comes next, in agenda order."""
        return self._mail_states.mails(self._order.all_in(Column.DUE))

    def skipped_mails(self) -> tuple[MailRef, ...]:
        """What the user skipped, in agenda order."""
        return self._mail_states.mails(self._order.all_in(Column.SKIPPED))

    def topic_of(self, mail_id: MailId) -> TopicOverview | None:
        """The topic of a mail; None when the mail is unknown or was handled elsewhere."""
        if self.state_of(mail_id) is None:
            return None
        heading = self._order.heading_of(mail_id)
        return _overview(heading, self._order.number_of(heading))

    def topics(self, *, limit: int, start: int = 1) -> tuple[TopicOverview, ...]:
        """At most `limit` topics from the one with number `start` on."""
        headings = self._order.counted_topics()[start - 1 : start - 1 + limit]
        return tuple(_overview(heading, number) for number, heading in enumerate(headings, start))

    def upcoming(self, *, limit: int) -> tuple[MailRef, ...]:
        """Where `advance` leads, mail by mail, if nothing else happens; at most `limit` mails, and none twice."""
        return self._navigation.upcoming(limit=limit)

    def cursor_context(self) -> CursorContext:
        """Everything one model call has to know about the position."""
        navigation, progress = self._navigation, self.progress()
        state = None if navigation.here is None else self.state_of(navigation.here)
        at_a_mail = NextStep.AWAIT_INTENT if navigation.presented else NextStep.PRESENT
        return CursorContext(
            next_step=NextStep.CLOSE if state is None else at_a_mail,
            progress=progress,
            mail=progress.mail,
            status=None if state is None else state.status,
            heard=navigation.heard,
            arrivals_waiting=self._arrivals_waiting,
        )

    def compact_reference(self, *, mails: int = 8, topics: int = 8) -> CompactReference:
        """The mails that may be named: active neighbours in the current topic, and other topics with pending mails.

        A quarter of the mails named lie behind the current one, the rest ahead, so far as the topic has them.
        """
        order, here = self._order, self._navigation.here
        if here is None:
            return CompactReference(topic=None, mails=(), topics=())
        heading, numbered = order.heading_of(here), order.counted_topics()
        latest_start = heading.counts[Column.ACTIVE] - mails
        start = max(0, min(order.index_in_topic(here, Column.ACTIVE) - mails // 4, latest_start))
        return CompactReference(
            topic=_overview(heading, numbered.index(heading) + 1),
            mails=self._mail_states.mails(order.in_topic(heading, Column.ACTIVE)[start : start + mails]),
            topics=tuple(_overview(one, numbered.index(one) + 1) for one in order.due_topics(heading, topics)),
        )

    def held_back(self) -> HeldBackMails:
        """What is held back: mails of accounts that are not wanted, by account, others left for later, and those not loaded."""
        order, held_back = self._order, self._mail_states.held_back
        if order.total(Column.PENDING) == order.total(Column.DUE):
            return HeldBackMails()
        held = [mail_id for mail_id in order.all_in(Column.PENDING) if held_back.holds(mail_id)]
        elsewhere = Counter(account_of(mail_id) for mail_id in held if not held_back.wants_account(account_of(mail_id)))
        others = sum(1 for mail_id in held if account_of(mail_id) not in elsewhere and not held_back.fits(mail_id))
        return HeldBackMails(elsewhere=elsewhere, others=others, not_loaded=len(held) - elsewhere.total() - others)

    def touched(self, *, limit: int) -> tuple[MailId, ...]:
        """The mails to which something happened last, newest first; some may be pending again or have left."""
        return self._mail_states.touched(limit=limit)

    def snapshot(self) -> Snapshot:
        """The whole state, to be kept."""
        navigation = self._navigation
        return Snapshot(
            topics=self._mail_states.topic_records(),
            mails=self._mail_states.mail_records(),
            cursor=navigation.here,
            history=tuple(navigation.history),
            just_skipped=navigation.just_skipped,
        )

    @property
    def wanted_accounts(self) -> frozenset[str] | None:
        """The accounts whose mail comes next, by slug; None for all."""
        return self._mail_states.held_back.accounts

    @property
    def fitting(self) -> Callable[[MailId], bool] | None:
        """What tells which mails come next; None for all."""
        return self._mail_states.held_back.fitting

    def wants_account_of(self, mail_id: MailId) -> bool:
        return self._mail_states.held_back.wants_account(account_of(mail_id))


def _overview(heading: Heading, number: int) -> TopicOverview:
    return TopicOverview(
        number=number,
        label=heading.label,
        pending=heading.counts[Column.DUE],
        active=heading.counts[Column.ACTIVE],
        mails=heading.counts[Column.MAILS],
        remaining=heading.counts[Column.PENDING],
    )
