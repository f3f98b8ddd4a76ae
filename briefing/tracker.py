"""The live inbox model of one call: what became of each mail, which one is next, and how the user got here.

The tracker alone owns the cursor. It is told what happened, hands out values, and has no clock, no I/O and no words. Its rules:

- The cursor is on an active mail, or at the end; it is at the end only when nothing is pending but what is held back.
- Leaving a mail by the user's word settles it: advance and jump make a pending one briefed, skip makes it skipped. Going back does not.
- advance goes to the next pending mail; behind the last one it begins again at the first, so that what a jump passed over is reached.
- Moving on from arrivals that began at once leads back to the mail that was left for them, heard or not; another move ends that.
- A skipped mail that is asked for again (by going back, jumping, undoing) is pending again, as the cursor stands on active mails only.
- What is held back (other accounts than the user wants, mail that did not load) stays pending, and moving on passes over it.
- A mark that comes too late, for a mail that is unknown or was taken out meanwhile, changes nothing.

An operation takes time that grows with the logarithm of the agenda and with what it changes or returns. Only building does more:
the constructor, `refine`, `relabel`, and `snapshot` with its way back; what is saved after each move is `drain_changes`.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from briefing.agenda import Agenda, MailRef, TopicKind
from briefing.docket import Docket
from briefing.mail import TAKES_OUT, ActionKind, MailId, Mark
from briefing.mail_state import MailEvent, MailState
from briefing.overview import compact_reference_at, context_at, held_back_in, overview_of, progress_at, topics_from
from briefing.position import CompactReference, CursorContext, HeldBackMails, Progress, TopicOverview
from briefing.refinement import refined_plans
from briefing.relabelling import TopicLabel, plain_label
from briefing.running_order import Column, TopicPlan
from briefing.snapshot import Snapshot, SnapshotChange
from briefing.trail import Trail


class BriefingSessionTracker:
    """One briefing. What moves the cursor returns the mail to present next, or None at the end. Times are timezone-aware."""

    def __init__(self, agenda: Agenda) -> None:
        self._docket = Docket.of(agenda)
        self._trail = Trail(self._docket.order.next_due(None))
        self._presented = False
        self._heard = 0.0
        self._arrivals_waiting = 0
        self._left_for_arrivals: list[MailId] = []

    @property
    def version(self) -> int:
        """Another number after every move of the cursor and every change of a mail or the order."""
        return self._docket.version + self._trail.moves

    def current(self) -> MailRef | None:
        """The mail under the cursor; None at the end and in an empty briefing."""
        return None if self._trail.cursor is None else self._docket.mail(self._trail.cursor)

    def is_complete(self) -> bool:
        """Whether nothing is pending, held back or not. The cursor may still be on the last mail, waiting for the user's wish."""
        return self._docket.order.total(Column.PENDING) == 0

    @property
    def left_for_arrivals(self) -> tuple[MailId, ...]:
        """The mails to return to once the arrivals that began in front of them are over, the first one last. Not part of a snapshot."""
        return tuple(self._left_for_arrivals)

    def state_of(self, mail_id: MailId) -> MailState | None:
        """What became of a mail; None when it is unknown or was handled elsewhere."""
        return self._docket.state(mail_id)

    def progress(self) -> Progress:
        """The position and true counts."""
        return progress_at(self._docket, self._trail.cursor)

    def active_mails(self, *, limit: int | None = None) -> tuple[MailRef, ...]:
        """The first mails of the current topic that are pending or briefed, in order."""
        if self._trail.cursor is None:
            return ()
        heading = self._docket.order.heading_of(self._trail.cursor)
        return self._mails(self._docket.order.in_topic(heading, Column.ACTIVE, limit=limit))

    def pending_mails(self) -> tuple[MailRef, ...]:
        """What is still to be told and comes next, in agenda order."""
        return self._mails(self._docket.order.all_in(Column.DUE))

    def skipped_mails(self) -> tuple[MailRef, ...]:
        """What the user skipped, in agenda order."""
        return self._mails(self._docket.order.all_in(Column.SKIPPED))

    def topic_of(self, mail_id: MailId) -> TopicOverview | None:
        """The topic of a mail; None when the mail is unknown or was handled elsewhere."""
        if self._docket.state(mail_id) is None:
            return None
        return overview_of(self._docket, self._docket.order.heading_of(mail_id))

    def topics(self, *, limit: int, start: int = 1) -> tuple[TopicOverview, ...]:
        """At most `limit` topics from the one with number `start` on."""
        return topics_from(self._docket, start, limit)

    def upcoming(self, *, limit: int) -> tuple[MailRef, ...]:
        """Where `advance` leads, mail by mail, if nothing else happens; at most `limit` mails, and none twice."""
        here, left, passed = self._trail.cursor, list(self._left_for_arrivals), [self._trail.cursor]
        while here is not None and len(passed) <= limit:
            here = self._following(here, left, passed=passed)
            if here in passed:
                break
            passed.append(here)
        return self._mails([mail_id for mail_id in passed[1:] if mail_id is not None])

    def cursor_context(self) -> CursorContext:
        """Everything one model call has to know about the position."""
        return context_at(
            self._docket, self._trail.cursor, presented=self._presented, heard=self._heard, arrivals_waiting=self._arrivals_waiting
        )

    def compact_reference(self, *, mails: int = 8, topics: int = 8) -> CompactReference:
        """The mails that may be named: active neighbours in the current topic, and other topics with pending mails."""
        return compact_reference_at(self._docket, self._trail.cursor, mails=mails, topics=topics)

    def advance(self, *, at: datetime, leaving: MailId | None = None) -> MailRef | None:
        """The current mail is briefed, unless it was settled already; go to the next pending one.

        `leaving` is the mail that the caller means: if the cursor has left it already, nothing happens. So too in the other moves.
        """
        return self._move_on(MailEvent.HEAR, at=at, leaving=leaving)

    def skip_mail(self, *, at: datetime, leaving: MailId | None = None) -> MailRef | None:
        """The current mail is skipped; go to the next pending one."""
        return self._move_on(MailEvent.SKIP, at=at, leaving=leaving)

    def skip_topic(self, *, at: datetime, leaving: MailId | None = None) -> MailRef | None:
        """The current mail is briefed if it was presented or heard, what is pending in the topic is skipped; go to the next topic."""
        here = self._trail.cursor
        if here is None or leaving not in {None, here}:
            return self.current()
        if self._presented or self._heard > 0:
            self._docket.apply(here, MailEvent.HEAR, at=at)
        order = self._docket.order
        rest = order.in_topic(order.heading_of(here), Column.DUE)
        for mail_id in rest:
            self._docket.apply(mail_id, MailEvent.SKIP, at=at)
        self._trail.leave()
        self._trail.just_skipped = tuple(rest)
        return self._go_to(self._next_after(here))

    def go_back(self) -> MailRef | None:
        """Return to the previous position that is still on the agenda; None, and no move, at the start.

        Nothing is settled. Directly after `skip_topic` its rest is pending again; the marks of that bear the time of the skip, which
        they take back.
        """
        returned = [mail_id for mail_id in self._trail.just_skipped if self._unskip(mail_id)]
        landing = self._trail.back(self._can_be_presented) or next(iter(returned), None)
        self._trail.just_skipped = ()
        if landing is None:
            return None
        self._unskip(landing)
        self._left_for_arrivals.clear()
        return self._go_to(landing)

    def jump_to(self, mail_id: MailId, *, at: datetime, settles: bool = True) -> MailRef | None:
        """Go to a mail of the agenda; the one that is left is briefed if it was pending. None, and no move, for a mail that left.

        `settles` is false where the user has not been told of the mail that is left: nobody leaves on purpose what they do not know.
        """
        if mail_id == self._trail.cursor:
            return self.current()
        if not self._can_be_presented(mail_id):
            return None
        if self._trail.cursor is not None and settles:
            self._docket.apply(self._trail.cursor, MailEvent.HEAR, at=at)
        self._trail.leave()
        self._left_for_arrivals.clear()
        self._unskip(mail_id, at=at)
        return self._go_to(mail_id)

    def jump_to_topic(self, number: int, *, at: datetime, settles: bool = True) -> MailRef | None:
        """Go to the first pending mail of a topic, by its number as spoken; `settles` as in `jump_to`.

        Where nothing is pending, what was skipped there is pending again; failing that, its first active mail. None, and no move,
        when there is no such topic or all of its mails left.
        """
        order = self._docket.order
        heading = order.heading_at(number - 1)
        if heading is None:
            return None
        if heading.counts[Column.PENDING] == 0:
            for mail_id in order.in_topic(heading, Column.SKIPPED):
                self._docket.bring_back(mail_id, at=at)
        column = next((one for one in (Column.DUE, Column.PENDING) if heading.counts[one]), Column.ACTIVE)
        first = order.in_topic(heading, column, limit=1)
        return self.jump_to(first[0], at=at, settles=settles) if first else None

    def mark_briefed(self, mail_id: MailId, *, at: datetime) -> None:
        """The mail was heard to its end, so it has been presented too; the cursor stays."""
        self.note_presented(mail_id)
        self._docket.apply(mail_id, MailEvent.HEAR, at=at)

    def mark_skipped(self, mail_id: MailId, *, at: datetime) -> None:
        """The user does not want this mail now; the cursor moves on if it was current."""
        if mail_id == self._trail.cursor:
            self.skip_mail(at=at)
        else:
            self._docket.apply(mail_id, MailEvent.SKIP, at=at)

    def mark_actioned(self, mail_id: MailId, action: ActionKind, *, at: datetime) -> None:
        """Record what was done. If that takes the current mail out, the cursor moves on by one mail, once, whoever says so again."""
        if action not in TAKES_OUT:
            self._docket.flag(mail_id, action, at=at)
        elif self._docket.apply(mail_id, MailEvent.TAKE_OUT, at=at, action=action) and mail_id == self._trail.cursor:
            self._trail.just_skipped = ()
            self._go_to(self._next_after(mail_id))

    def restore(self, mail_id: MailId, *, at: datetime) -> MailRef | None:
        """Undo: a mail that left or was settled is pending again at its old place. None, and no change, for any other.

        The cursor stays, unless it was at the end.
        """
        if not self._docket.bring_back(mail_id, at=at):
            return None
        self._start_if_at_end()
        return self._docket.mail(mail_id)

    def return_skipped(self, *, at: datetime) -> MailRef | None:
        """All that was skipped is pending again, and due; go to the first of it if nothing else is. Returns the current mail."""
        complete = self._docket.order.total(Column.DUE) == 0
        skipped = self._docket.order.all_in(Column.SKIPPED)
        for mail_id in skipped:
            self._docket.bring_back(mail_id, at=at)
            self._docket.ask_for(mail_id)
        if skipped and complete:
            self._trail.leave()
            self._left_for_arrivals.clear()
            self._go_to(skipped[0])
        return self.current()

    @property
    def wanted_accounts(self) -> frozenset[str] | None:
        """The accounts whose mail comes next, by slug; None for all."""
        return self._docket.held_back.accounts

    def wants(self, mail_id: MailId) -> bool:
        """Whether the mail's account is one of those."""
        return self._docket.held_back.wants(mail_id)

    def brief_only(self, accounts: Collection[str] | None) -> MailRef | None:
        """Only mails of these accounts come next; what is pending of others is held back. None: all again. Nothing is settled.

        Returns the mail to present next: the current one, if its account is wanted.
        """
        self._docket.want_only(accounts)
        here = self._trail.cursor
        if here is not None and not self._docket.held_back.wants(here):
            self._trail.leave()
            self._left_for_arrivals.clear()
            self._go_to(self._docket.order.next_due(here))
        self._start_if_at_end()
        return self.current()

    def put_off(self, mail_id: MailId) -> bool:
        """The mail cannot be loaded now: it is held back until a newer fact says that it has. False for one that is not pending."""
        if not self._docket.put_off(mail_id):
            return False
        if mail_id == self._trail.cursor:
            self._go_to(self._next_after(mail_id))
        return True

    def held_back(self) -> HeldBackMails:
        """What is held back, and why."""
        return held_back_in(self._docket)

    def note_presented(self, mail_id: MailId) -> None:
        """The current mail has been presented; forgotten when the cursor moves."""
        self._presented = self._presented or mail_id == self._trail.cursor

    def note_heard(self, mail_id: MailId, fraction: float) -> None:
        """This share of the current mail, 0 to 1, has been played; the largest counts, until the cursor moves."""
        if mail_id == self._trail.cursor:
            self._heard = max(self._heard, min(1.0, fraction))

    def note_arrivals_waiting(self, count: int) -> None:
        """So many new mails wait to be announced."""
        self._arrivals_waiting = count

    def add_arrivals(self, refs: Sequence[MailRef], *, accepted: bool, label: str) -> tuple[MailId, ...]:
        """New mails: a topic directly behind the current one if the user accepted them, else pending at the very end.

        Mails that are or were here already are left out; returns the ids of the others.
        """
        new = {ref.mail_id: ref for ref in refs if not self._docket.knows(ref.mail_id)}
        if not new:
            return ()
        here = self._trail.cursor if accepted else None
        plan = TopicPlan(label=label, kind=TopicKind.ARRIVALS, mails=tuple(new))
        self._ask_for(new if accepted else ())
        after = None if here is None else self._docket.order.heading_of(here)
        self._docket.add_topic(plan, tuple(new.values()), after=after)
        self._start_if_at_end()
        return plan.mails

    def begin_arrivals(self, refs: Sequence[MailRef], *, label: str) -> MailRef | None:
        """New mails as a topic that begins now, in front of the current one, which goes on behind it at the same mail. Nothing is settled.

        Mails that are or were here already are left out; where no other is left, nothing moves.
        """
        here = self._trail.cursor
        new = {ref.mail_id: ref for ref in refs if not self._docket.knows(ref.mail_id)}
        if here is None or not new:
            self.add_arrivals(refs, accepted=True, label=label)
            return self.current()
        plan = TopicPlan(label=label, kind=TopicKind.ARRIVALS, mails=tuple(new))
        self._ask_for(new)
        self._docket.add_topic_in_front(plan, tuple(new.values()), of=here)
        self._trail.leave()
        self._left_for_arrivals.append(here)
        return self._go_to(plan.mails[0])

    def remove_handled_elsewhere(self, mail_ids: Collection[MailId]) -> tuple[MailId, ...]:
        """These were read, archived or deleted in another program: they leave, and count nowhere. Returns those that really left.

        Mails that the user took out here stay counted as that.
        """
        removed = tuple(mail_id for mail_id in mail_ids if self._docket.drop(mail_id))
        if self._trail.cursor in removed:
            self._go_to(self._next_after(self._trail.cursor))
        return removed

    def refine(self, agenda: Agenda) -> None:
        """Take a better agenda for what is still ahead. The cursor, its mail, settled mails and the history stay."""
        plans = refined_plans(self._docket.order.plans(), agenda, settled=self._docket.settled, current=self._trail.cursor)
        self._docket.reorder(plans, (ref for topic in agenda.topics for ref in topic.mails))
        self._start_if_at_end()

    def update_mails(self, refs: Collection[MailRef]) -> None:
        """Take over newer facts (subject, sender, flag, score); the order stays."""
        for ref in refs:
            self._docket.refresh(ref)
        self._start_if_at_end()

    def relabel(self, label: TopicLabel = plain_label) -> None:
        """Give every topic a label anew, from its kind and its mails."""
        self._docket.relabel(lambda heading, mails: label(heading.kind, mails))

    def drain_marks(self) -> tuple[Mark, ...]:
        """What the ledger has to be told since this was last asked: the newest mark of each mail."""
        return self._docket.drain_marks()

    def snapshot(self) -> Snapshot:
        """The whole state."""
        trail = self._trail
        return Snapshot(
            topics=self._docket.topic_records(),
            mails=self._docket.mail_records(),
            cursor=trail.cursor,
            history=trail.positions,
            just_skipped=trail.just_skipped,
        )

    def drain_changes(self) -> SnapshotChange:
        """What changed since this was last asked, to be folded onto the snapshot restored from, or else onto an empty one."""
        order, added, mails = self._docket.drain_changes()
        kept, went, just_skipped = self._trail.drain()
        return SnapshotChange(
            order=order, added=added, mails=mails, cursor=self._trail.cursor, kept=kept, went=went, just_skipped=just_skipped
        )

    @classmethod
    def from_snapshot(
        cls, snapshot: Snapshot, refs: Mapping[MailId, MailRef], *, label: TopicLabel = plain_label
    ) -> "BriefingSessionTracker":
        """The tracker that gave the snapshot. A mail that `refs` lacks is there as one that is not loaded yet."""
        tracker = cls(Agenda())
        tracker._docket = Docket.restored(snapshot, refs)
        tracker._trail = Trail(snapshot.cursor, snapshot.history, snapshot.just_skipped)
        tracker.relabel(label)
        return tracker

    def _move_on(self, event: MailEvent, *, at: datetime, leaving: MailId | None) -> MailRef | None:
        here = self._trail.cursor
        if here is None or leaving not in {None, here}:
            return self.current()
        self._docket.apply(here, event, at=at)
        self._trail.leave()
        return self._go_to(self._next_after(here))

    def _next_after(self, here: MailId) -> MailId | None:
        """The next pending mail, but the one that was left for arrivals once none is pending up to its topic, if it is still active."""
        return self._following(here, self._left_for_arrivals)

    def _following(self, here: MailId, left_for_arrivals: list[MailId], *, passed: Sequence[MailId | None] = ()) -> MailId | None:
        """The same, of mails that were not passed; takes off `left_for_arrivals` what is over."""
        due = self._docket.order.due_from(here, most=len(passed) + 1)
        following = next((mail_id for mail_id in due if mail_id not in passed), None)
        while left_for_arrivals:
            if following is not None and self._place(here) <= self._place(following) < self._place(left_for_arrivals[-1]):
                return following
            state = self._docket.state(left := left_for_arrivals.pop())
            if state is not None and state.active and self._docket.held_back.wants(left):
                return left
        return following

    def _ask_for(self, mail_ids: Collection[MailId]) -> None:
        for mail_id in mail_ids:
            self._docket.held_back.ask_for(mail_id)

    def _place(self, mail_id: MailId) -> int:
        return self._docket.order.index_of(self._docket.order.heading_of(mail_id))

    def _go_to(self, mail_id: MailId | None) -> MailRef | None:
        if mail_id is not None:
            self._docket.ask_for(mail_id)
        if self._trail.move_to(mail_id):
            self._presented, self._heard = False, 0.0
        return self.current()

    def _start_if_at_end(self) -> None:
        if self._trail.cursor is None:
            self._go_to(self._docket.order.next_due(None))

    def _can_be_presented(self, mail_id: MailId) -> bool:
        state = self._docket.state(mail_id)
        return state is not None and (state.active or state.skipped)

    def _unskip(self, mail_id: MailId, *, at: datetime | None = None) -> bool:
        state = self._docket.state(mail_id)
        if state is None or not state.skipped or state.skipped_at is None:
            return False
        return self._docket.bring_back(mail_id, at=at or state.skipped_at)

    def _mails(self, mail_ids: Sequence[MailId]) -> tuple[MailRef, ...]:
        return tuple(self._docket.mail(mail_id) for mail_id in mail_ids)
