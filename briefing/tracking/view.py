"""What can be asked of a running briefing: questions only, none of which changes anything.

A class of its own, because most who hold a tracker only look: what a position, a greeting or a board is filled from stands here, and what
moves the briefing stands in `briefing.tracking.tracker`.
"""

from briefing.agenda import MailRef
from briefing.mail import MailId
from briefing.tracking.mail_state import MailState
from briefing.tracking.navigation import Navigation
from briefing.tracking.overview import compact_reference_at, context_at, held_back_in, overview_of, progress_at, topics_from
from briefing.tracking.position import CompactReference, CursorContext, HeldBackMails, Progress, TopicOverview
from briefing.tracking.running_order import Column
from briefing.tracking.snapshot import Snapshot


class BriefingView:
    def __init__(self, navigation: Navigation) -> None:
        self._navigation = navigation
        self._arrivals_waiting = 0

    @property
    def version(self) -> int:
        """Another number after every move of the cursor and every change of a mail or the order."""
        return self._navigation.mail_states.version + self._navigation.history.moves

    def current(self) -> MailRef | None:
        """The mail under the cursor; None at the end and in an empty briefing."""
        return self._navigation.current()

    def is_complete(self) -> bool:
        """Whether nothing is pending, held back or not. The cursor may still be on the last mail, waiting for what the user wants done."""
        return self._navigation.mail_states.order.total(Column.PENDING) == 0

    @property
    def left_for_arrivals(self) -> tuple[MailId, ...]:
        """The mails to return to once the arrivals that began in front of them are over, the first one last. Not part of a snapshot."""
        return tuple(self._navigation.left_for_arrivals)

    def state_of(self, mail_id: MailId) -> MailState | None:
        """What became of a mail; None when it is unknown or was handled elsewhere."""
        return self._navigation.mail_states.state(mail_id)

    def progress(self) -> Progress:
        """The position and true counts."""
        return progress_at(self._navigation.mail_states, self._navigation.here)

    def active_mails(self, *, limit: int | None = None) -> tuple[MailRef, ...]:
        """The first mails of the current topic that are pending or briefed, in order."""
        mail_states, here = self._navigation.mail_states, self._navigation.here
        if here is None:
            return ()
        return mail_states.mails(mail_states.order.in_topic(mail_states.order.heading_of(here), Column.ACTIVE)[:limit])

    def pending_mails(self) -> tuple[MailRef, ...]:
        """What is still to be told and comes next, in agenda order."""
        return self._all_in(Column.DUE)

    def skipped_mails(self) -> tuple[MailRef, ...]:
        """What the user skipped, in agenda order."""
        return self._all_in(Column.SKIPPED)

    def topic_of(self, mail_id: MailId) -> TopicOverview | None:
        """The topic of a mail; None when the mail is unknown or was handled elsewhere."""
        mail_states = self._navigation.mail_states
        return None if mail_states.state(mail_id) is None else overview_of(mail_states, mail_states.order.heading_of(mail_id))

    def topics(self, *, limit: int, start: int = 1) -> tuple[TopicOverview, ...]:
        """At most `limit` topics from the one with number `start` on."""
        return topics_from(self._navigation.mail_states, start, limit)

    def upcoming(self, *, limit: int) -> tuple[MailRef, ...]:
        """Where `advance` leads, mail by mail, if nothing else happens; at most `limit` mails, and none twice."""
        return self._navigation.upcoming(limit=limit)

    def cursor_context(self) -> CursorContext:
        """Everything one model call has to know about the position."""
        navigation = self._navigation
        return context_at(
            navigation.mail_states,
            navigation.here,
            presented=navigation.presented,
            heard=navigation.heard,
            arrivals_waiting=self._arrivals_waiting,
        )

    def compact_reference(self, *, mails: int = 8, topics: int = 8) -> CompactReference:
        """The mails that may be named: active neighbours in the current topic, and other topics with pending mails."""
        return compact_reference_at(self._navigation.mail_states, self._navigation.here, mails=mails, topics=topics)

    def held_back(self) -> HeldBackMails:
        """What is held back, and why."""
        return held_back_in(self._navigation.mail_states)

    def touched(self, *, limit: int) -> tuple[MailId, ...]:
        """The mails to which something happened last, newest first; some may be pending again or have left."""
        return self._navigation.mail_states.touched(limit=limit)

    def snapshot(self) -> Snapshot:
        """The whole state, to be kept."""
        mail_states, history = self._navigation.mail_states, self._navigation.history
        return Snapshot(
            topics=mail_states.topic_records(),
            mails=mail_states.mail_records(),
            cursor=history.cursor,
            history=history.positions,
            just_skipped=history.just_skipped,
        )

    @property
    def wanted_accounts(self) -> frozenset[str] | None:
        """The accounts whose mail comes next, by slug; None for all."""
        return self._navigation.mail_states.held_back.accounts

    def wants(self, mail_id: MailId) -> bool:
        return self._navigation.mail_states.held_back.wants(mail_id)

    def _all_in(self, column: Column) -> tuple[MailRef, ...]:
        return self._navigation.mail_states.mails(self._navigation.mail_states.order.all_in(column))
