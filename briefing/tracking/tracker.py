"""The live inbox model of one call: what became of each mail, which one is next, and how the user got here.

The tracker alone owns the cursor. It is told what happened, hands out values, and has no clock, no I/O and no words. Its rules:

- The cursor is on an active mail, or at the end; it is at the end only when nothing is pending but what is held back.
- Leaving a mail by the user's word settles it: advance and jump make a pending one briefed, skip makes it skipped. Going back does not.
- A skipped mail that is asked for again (by going back, jumping, undoing) is pending again, as the cursor stands on active mails only.
- What is held back (what the user left for later, mail that did not load) stays pending, and moving on passes over it.
- A mark that comes too late, for a mail that is unknown or was taken out meanwhile, changes nothing.

`briefing.tracking.navigation` decides where the cursor goes next; `briefing.tracking.view` holds the questions that change nothing.

Operations may scan the agenda, a millisecond or two for 5,000 mails; the constructor, `refine`, `relabel` and snapshots take longer.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime

from briefing.agenda import Agenda, MailRef, TopicKind
from briefing.mail import MailId, Mark
from briefing.mail_action import TAKES_OUT, MailAction
from briefing.tracking.mail_state import MailEvent
from briefing.tracking.mail_states import MailStates
from briefing.tracking.navigation import Navigation
from briefing.tracking.refinement import refined_plans
from briefing.tracking.running_order import Column, TopicPlan
from briefing.tracking.snapshot import Snapshot
from briefing.tracking.view import BriefingView
from briefing.triage.grouping import plain_label


class BriefingSessionTracker(BriefingView):
    """One briefing. What moves the cursor returns the mail to present next, or None at the end. Times are timezone-aware."""

    def __init__(self, agenda: Agenda) -> None:
        mail_states = MailStates.of(agenda)
        super().__init__(Navigation(mail_states, mail_states.order.next_due(None)))

    def advance(self, *, at: datetime) -> MailRef | None:
        """The current mail is briefed, unless it was settled already; go to the next pending one."""
        return self._move_on(MailEvent.HEAR, at=at)

    def skip_mail(self, *, at: datetime) -> MailRef | None:
        """The current mail is skipped; go to the next pending one."""
        return self._move_on(MailEvent.SKIP, at=at)

    def skip_topic(self, *, at: datetime) -> MailRef | None:
        """The current mail is briefed if it was presented or heard, what is pending in the topic is skipped; go to the next topic."""
        here = self._navigation.here
        if here is None:
            return None
        if self._navigation.is_told():
            self._mail_states.apply(here, MailEvent.HEAR, at=at)
        rest = self._order.in_topic(self._order.heading_of(here), Column.DUE)
        for mail_id in rest:
            self._mail_states.apply(mail_id, MailEvent.SKIP, at=at)
        self._navigation.leave()
        self._navigation.just_skipped = tuple(rest)
        return self._navigation.go_on_from(here)

    def go_back(self) -> MailRef | None:
        """Return to the previous position that is still on the agenda; None, and no move, at the start.

        Nothing is settled. Directly after `skip_topic` the mails it skipped are pending again; the marks that withdraw the skip bear its
        time.
        """
        returned = [mail_id for mail_id in self._navigation.just_skipped if self._unskip(mail_id)]
        landing = self._navigation.back(self._can_be_presented) or next(iter(returned), None)
        self._navigation.just_skipped = ()
        if landing is None:
            return None
        self._unskip(landing)
        return self._navigation.go_elsewhere(landing)

    def jump_to(self, mail_id: MailId, *, at: datetime, settles: bool = True) -> MailRef | None:
        """Go to a mail of the agenda; the one that is left is briefed if it was pending. None, and no move, for a mail that left.

        `settles` is false if the user has not been told of the mail that is left, and so cannot have left it on purpose.
        """
        here = self._navigation.here
        if mail_id == here:
            return self.current()
        if not self._can_be_presented(mail_id):
            return None
        if here is not None and settles:
            self._mail_states.apply(here, MailEvent.HEAR, at=at)
        self._navigation.leave()
        self._unskip(mail_id, at=at)
        return self._navigation.go_elsewhere(mail_id)

    def jump_to_topic(self, number: int, *, at: datetime, settles: bool = True) -> MailRef | None:
        """Go to the first pending mail of a topic, by its number as spoken; `settles` as in `jump_to`.

        Where nothing is pending, what was skipped there is pending again; failing that, its first active mail. None, and no move,
        when there is no such topic or all of its mails left.
        """
        order = self._order
        topics = order.counted_topics()
        if not 1 <= number <= len(topics):
            return None
        heading = topics[number - 1]
        if heading.counts[Column.PENDING] == 0:
            for mail_id in order.in_topic(heading, Column.SKIPPED):
                self._mail_states.bring_back(mail_id, at=at)
        column = next((one for one in (Column.DUE, Column.PENDING) if heading.counts[one]), Column.ACTIVE)
        first = order.in_topic(heading, column)
        return self.jump_to(first[0], at=at, settles=settles) if first else None

    def mark_briefed(self, mail_id: MailId, *, at: datetime) -> None:
        """The mail was heard to its end, so it has been presented too; the cursor stays."""
        self.note_presented(mail_id)
        self._mail_states.apply(mail_id, MailEvent.HEAR, at=at)

    def mark_skipped(self, mail_id: MailId, *, at: datetime) -> None:
        """The user does not want this mail now; the cursor moves on if it was current."""
        if mail_id == self._navigation.here:
            self.skip_mail(at=at)
        else:
            self._mail_states.apply(mail_id, MailEvent.SKIP, at=at)

    def mark_actioned(self, mail_id: MailId, action: MailAction, *, at: datetime) -> None:
        """Record what was done. If it takes the current mail out, the cursor moves on by one mail; the same action again moves nothing."""
        if action not in TAKES_OUT:
            self._mail_states.keep(mail_id, action, at=at)
        elif self._mail_states.apply(mail_id, MailEvent.TAKE_OUT, at=at, action=action) and mail_id == self._navigation.here:
            self._navigation.leave()
            self._navigation.go_on_from(mail_id)

    def take_back(self, mail_id: MailId, action: MailAction, *, at: datetime) -> bool:
        """That was undone: what had left is pending at its old place if nothing else takes it out. False for a mail that was never here."""
        if action not in TAKES_OUT:
            self._mail_states.keep(mail_id, action, at=at, undone=True)
        elif not self._mail_states.take_back(mail_id, action, at=at):
            self.restore(mail_id, at=at)
        return self._mail_states.state(mail_id) is not None

    def reopen(self, mail_id: MailId) -> bool:
        """Go back to a mail on which the cursor was before, as presented; the one that is left is gone on to behind it, heard or not.

        Nothing is settled. False, and no move, for any other mail.
        """
        here, state = self._navigation.here, self._mail_states.state(mail_id)
        if state is None or not state.active or mail_id not in (*self._navigation.history, here):
            return False
        if here is not None and here != mail_id:
            self._navigation.left_for_arrivals.append(here)
        self._navigation.go_to(mail_id)
        self.note_presented(mail_id)
        return True

    def restore(self, mail_id: MailId, *, at: datetime) -> MailRef | None:
        """Undo: a mail that left or was settled is pending again at its old place. None, and no change, for any other.

        The cursor stays, unless it was at the end.
        """
        if not self._mail_states.bring_back(mail_id, at=at):
            return None
        self._navigation.start_if_at_end()
        return self._mail_states.mail(mail_id)

    def return_skipped(self, *, at: datetime) -> MailRef | None:
        """All that was skipped is pending again, and due; go to the first of it if nothing else is. Returns the current mail."""
        complete = self._order.total(Column.DUE) == 0
        skipped = self._order.all_in(Column.SKIPPED)
        for mail_id in skipped:
            self._mail_states.bring_back(mail_id, at=at)
            self._mail_states.ask_for(mail_id)
        if skipped and complete:
            self._navigation.leave()
            self._navigation.go_elsewhere(skipped[0])
        return self.current()

    def brief_only(self, accounts: Collection[str] | None, fitting: Callable[[MailId], bool] | None = None) -> MailRef | None:
        """Only mails of these accounts that are fitting come next; other pending ones are held back. None: all. Nothing is settled.

        Returns the mail to present next: the current one, if it is wanted. `fitting` is asked again once more is known of a mail."""
        self._mail_states.want_only(accounts, fitting)
        here = self._navigation.here
        if here is not None and self._mail_states.held_back.wants(here):
            self._mail_states.ask_for(here)  # which stays so if it was put off, and asked for all the same
        elif here is not None:
            self._navigation.leave()
            self._navigation.go_elsewhere(self._order.next_due(here))
        self._navigation.start_if_at_end()
        return self.current()

    def put_off(self, mail_id: MailId) -> bool:
        """The mail cannot be loaded now: it is held back until a newer fact says that it has. False for one that is not pending."""
        if not self._mail_states.put_off(mail_id):
            return False
        if mail_id == self._navigation.here:
            self._navigation.go_on_from(mail_id)
        return True

    def note_presented(self, mail_id: MailId) -> None:
        """The current mail has been presented; forgotten when the cursor moves."""
        self._navigation.presented = self._navigation.presented or mail_id == self._navigation.here

    def note_heard(self, mail_id: MailId, fraction: float) -> None:
        """This share of the current mail, 0 to 1, has been played; the largest counts, until the cursor moves."""
        if mail_id == self._navigation.here:
            self._navigation.heard = max(self._navigation.heard, min(1.0, fraction))

    def note_arrivals_waiting(self, count: int) -> None:
        self._arrivals_waiting = count

    def add_arrivals(self, refs: Sequence[MailRef], *, accepted: bool, label: str) -> tuple[MailId, ...]:
        """New mails: a topic directly behind the current one if the user accepted them, else pending at the very end.

        Mails that are or were here already are left out; returns the ids of the others.
        """
        new = self._unknown(refs)
        if not new:
            return ()
        here = self._navigation.here if accepted else None
        plan = TopicPlan(label=label, kind=TopicKind.ARRIVALS, mails=tuple(new))
        self._ask_for(new if accepted else ())
        self._mail_states.add_topic(plan, new.values(), place=None if here is None else self._order.place_of(here) + 1)
        self._navigation.start_if_at_end()
        return plan.mails

    def begin_arrivals(self, refs: Sequence[MailRef], *, label: str) -> MailRef | None:
        """New mails as a topic that begins now, in front of the current one, which goes on behind it at the same mail. Nothing is settled.

        Mails that are or were here already are left out; where no other is left, nothing moves.
        """
        here, new = self._navigation.here, self._unknown(refs)
        if here is None or not new:
            self.add_arrivals(refs, accepted=True, label=label)
            return self.current()
        plan = TopicPlan(label=label, kind=TopicKind.ARRIVALS, mails=tuple(new))
        self._ask_for(new)
        self._mail_states.add_topic(plan, new.values(), place=self._order.place_of(here))
        self._navigation.leave()
        self._navigation.left_for_arrivals.append(here)
        return self._navigation.go_to(plan.mails[0])

    def remove_handled_elsewhere(self, mail_ids: Collection[MailId]) -> tuple[MailId, ...]:
        """These were read, archived or deleted in another program: they leave, and count nowhere. Returns those that really left.

        Mails that the user took out here stay counted as that.
        """
        removed = tuple(mail_id for mail_id in mail_ids if self._mail_states.drop(mail_id))
        here = self._navigation.here
        if here in removed:
            self._navigation.go_on_from(here)
        return removed

    def refine(self, agenda: Agenda) -> None:
        """Take a better agenda for what is still ahead. The cursor, its mail, settled mails and the history stay."""
        plans = refined_plans(self._order.plans(), agenda, settled=self._mail_states.settled, current=self._navigation.here)
        self._mail_states.reorder(plans, (ref for topic in agenda.topics for ref in topic.mails))
        self._navigation.start_if_at_end()

    def update_mails(self, refs: Collection[MailRef]) -> None:
        """Take over newer facts (subject, sender, flag, score); the order stays."""
        for ref in refs:
            self._mail_states.refresh(ref)
        self._navigation.start_if_at_end()

    def relabel(self) -> None:
        """Give every topic a label anew, from its kind and its mails."""
        self._mail_states.relabel(plain_label)

    def drain_marks(self) -> tuple[Mark, ...]:
        """What the ledger has to be told since this was last asked: the newest mark of each mail."""
        return self._mail_states.drain_marks()

    @classmethod
    def from_snapshot(cls, snapshot: Snapshot, refs: Mapping[MailId, MailRef]) -> "BriefingSessionTracker":
        """The tracker that gave the snapshot. A mail that `refs` lacks is there as one that is not loaded yet."""
        tracker = cls(Agenda())
        tracker._navigation = Navigation(MailStates.restored(snapshot, refs), snapshot.cursor, snapshot.history, snapshot.just_skipped)
        tracker.relabel()
        return tracker

    def _move_on(self, event: MailEvent, *, at: datetime) -> MailRef | None:
        here = self._navigation.here
        if here is None:
            return None
        self._mail_states.apply(here, event, at=at)
        self._navigation.leave()
        return self._navigation.go_on_from(here)

    def _unknown(self, refs: Iterable[MailRef]) -> dict[MailId, MailRef]:
        return {ref.mail_id: ref for ref in refs if not self._mail_states.knows(ref.mail_id)}

    def _ask_for(self, mail_ids: Iterable[MailId]) -> None:
        for mail_id in mail_ids:
            self._mail_states.held_back.ask_for(mail_id)

    def _can_be_presented(self, mail_id: MailId) -> bool:
        state = self._mail_states.state(mail_id)
        return state is not None and (state.active or state.skipped)

    def _unskip(self, mail_id: MailId, *, at: datetime | None = None) -> bool:
        state = self._mail_states.state(mail_id)
        if state is None or not state.skipped or state.skipped_at is None:
            return False
        return self._mail_states.bring_back(mail_id, at=at or state.skipped_at)
