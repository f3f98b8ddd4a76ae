"""Every mail's state, kept in step with the order, the counts and what others still have to be told.

Every change of a state goes through this class, which also counts the mail anew and notes a mark for the ledger. The tracker decides
where the cursor goes.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime
from itertools import islice

from briefing.agenda import Agenda, MailRef, TopicKind
from briefing.mail import MailId, MailStatus, Mark, ThreadId
from briefing.mail_action import MailAction
from briefing.tracking.held_back import HeldBack
from briefing.tracking.mail_state import MailEvent, MailState
from briefing.tracking.refinement import plans_of
from briefing.tracking.running_order import RunningOrder, Standing, TopicPlan
from briefing.tracking.snapshot import MailRecord, Snapshot, TopicRecord


class MailStates:
    """The mails of one briefing, in order. `version` grows with every change."""

    def __init__(self, states: Iterable[MailState], plans: Sequence[TopicPlan]) -> None:
        self._states = {state.mail_id: state for state in states}
        self.held_back = HeldBack()
        self.order = RunningOrder(plans, self._standing)
        self.actions = Counter(kind for state in self._states.values() for kind in state.actions)
        self.version = 0
        self._marks: dict[MailId, Mark] = {}
        settled = sorted((at, state.mail_id) for state in self._states.values() if (at := state.settled_at) is not None)
        self._touched = dict.fromkeys(mail_id for _, mail_id in settled)

    @classmethod
    def of(cls, agenda: Agenda) -> "MailStates":
        """Every mail of the agenda, pending."""
        plans = [plan for plan in plans_of(agenda) if plan.mails]
        return cls((MailState(mail=ref) for topic in agenda.topics for ref in topic.mails), plans)

    @classmethod
    def restored(cls, snapshot: Snapshot, refs: Mapping[MailId, MailRef]) -> "MailStates":
        """The mail_states that a snapshot was taken of, its topics without labels; a mail that `refs` lacks is not loaded yet."""
        ids = [mail_id for topic in snapshot.topics for mail_id in topic.mails]
        plans = [TopicPlan(label="", kind=topic.kind, mails=topic.mails) for topic in snapshot.topics]
        return cls((_restored(mail_id, snapshot, refs) for mail_id in ids), plans)

    def state(self, mail_id: MailId) -> MailState | None:
        """The state of a mail that is on the agenda or was taken out by the user; None for others."""
        state = self._states.get(mail_id)
        return None if state is None or state.handled_elsewhere else state

    def mail(self, mail_id: MailId) -> MailRef:
        """The mail with this id. Raises `KeyError`."""
        return self._states[mail_id].mail

    def mails(self, mail_ids: Iterable[MailId]) -> tuple[MailRef, ...]:
        return tuple(self._states[mail_id].mail for mail_id in mail_ids)

    def knows(self, mail_id: MailId) -> bool:
        """Whether the mail is or ever was here, also when it was handled elsewhere."""
        return mail_id in self._states

    def settled(self, mail_id: MailId) -> bool:
        """Whether the mail is here and no longer pending."""
        return mail_id in self._states and not self._states[mail_id].pending

    def apply(self, mail_id: MailId, event: MailEvent, *, at: datetime, action: MailAction | None = None) -> bool:
        """Let the event happen to the mail; false, and nothing changed, where it comes too late or says nothing new."""
        state = self.state(mail_id)
        if state is None or not state.allows(event) or (action is not None and state.action is action):
            return False
        self._put(state.after(event, at=at, action=action))
        self._note_mark(mail_id, at=at)
        return True

    def keep(self, mail_id: MailId, kind: MailAction, *, at: datetime, undone: bool = False) -> bool:
        """Record beside the status what leaves the mail in the briefing, or that it was undone."""
        state = self.state(mail_id)
        if state is None or (after := state.without_kept(kind) if undone else state.with_kept(kind)) == state:
            return False
        self._put(after)
        # A pending mail has no mark yet, and what took a mail out says more than its flag.
        if state.status in {MailStatus.BRIEFED, MailStatus.SKIPPED}:
            self._note_mark(mail_id, at=at)
        return True

    def take_back(self, mail_id: MailId, kind: MailAction, *, at: datetime) -> bool:
        """What took the mail out was undone; false, and nothing changed, where nothing else still takes it out."""
        state = self.state(mail_id)
        if state is None or (after := state.without_action(kind)) is None:
            return False
        self._put(after)
        self._note_mark(mail_id, at=at)
        return True

    def bring_back(self, mail_id: MailId, *, at: datetime) -> bool:
        """Make a settled mail pending at its old place, also one that was handled elsewhere."""
        state = self._states.get(mail_id)
        if state is None or state.pending:
            return False
        here = replace(state, handled_elsewhere=False)
        self._put(here.after(MailEvent.RESTORE, at=at) if here.allows(MailEvent.RESTORE) else here)
        self._note_mark(mail_id, at=at)
        return True

    def drop(self, mail_id: MailId) -> bool:
        """The mail was handled elsewhere. One that the user had taken out here stays counted as that."""
        state = self.state(mail_id)
        if state is None or state.status is MailStatus.ACTIONED:
            return False
        self._put(replace(state, handled_elsewhere=True))
        return True

    def refresh(self, ref: MailRef) -> None:
        """Take over newer facts about a known mail; one that was put off and has loaded is due again."""
        state = self._states.get(ref.mail_id)
        if state is not None and state.mail != ref:
            self._states[ref.mail_id] = replace(state, mail=ref)
            if (ref.loaded and self.held_back.loaded(ref.mail_id)) or self.held_back.fitting is not None:
                self._recount(ref.mail_id)
            self.version += 1

    def put_off(self, mail_id: MailId) -> bool:
        """The mail cannot be loaded now; false, and nothing changed, for one that is not pending."""
        state = self.state(mail_id)
        if state is None or not state.pending:
            return False
        self.held_back.put_off(mail_id)
        self._recount(mail_id)
        return True

    def ask_for(self, mail_id: MailId) -> None:
        if self.held_back.holds(mail_id):
            self.held_back.ask_for(mail_id)
            self._recount(mail_id)

    def want_only(self, accounts: Collection[str] | None, fitting: Callable[[MailId], bool] | None) -> None:
        self.held_back.only(accounts, fitting)
        others = [] if fitting is None else [mail_id for mail_id in self._states if not fitting(mail_id)]
        self.order.bring_only(self.held_back.wants_account, but={*self.held_back.not_loaded, *others})
        self.version += 1

    def add_topic(self, plan: TopicPlan, mails: Iterable[MailRef], *, place: int | None = None) -> None:
        """Put new mails behind so many topics, or at the very end."""
        self._states.update({ref.mail_id: MailState(mail=ref) for ref in mails})
        self.order.add_topic(plan, self._standing, place=place)
        self.version += 1

    def reorder(self, plans: Sequence[TopicPlan], mails: Iterable[MailRef]) -> None:
        """Take a new order that names every mail known here and the new ones among `mails`; known ones get their newer facts.

        Envelopes may have been fetched before the user spoke: where the user had a word on the flag, that word stands.
        """
        for ref in mails:
            state = self._states.get(ref.mail_id)
            if state is None:
                self._states[ref.mail_id] = MailState(mail=ref)
            else:
                self.refresh(replace(ref, flagged=state.mail.flagged) if state.kept else ref)
        self.order = RunningOrder(plans, self._standing)
        self.version += 1

    def relabel(self, label: Callable[[TopicKind, Sequence[MailRef]], str]) -> None:
        for heading in self.order.topics:
            heading.label = label(heading.kind, self.mails(heading.mails))
        self.version += 1

    def drain_marks(self) -> tuple[Mark, ...]:
        """The newest mark of each mail that got one since this was last asked, oldest first."""
        marks, self._marks = tuple(self._marks.values()), {}
        return marks

    def topic_records(self) -> tuple[TopicRecord, ...]:
        return tuple(TopicRecord(kind=heading.kind, mails=heading.mails) for heading in self.order.topics)

    def mail_records(self) -> dict[MailId, MailRecord]:
        """The records of all mails to which something has happened."""
        return {mail_id: _record(state) for mail_id, state in self._states.items() if not state.untouched}

    def touched(self, *, limit: int) -> tuple[MailId, ...]:
        """The mails to which something happened last, newest first."""
        return tuple(islice(reversed(self._touched), limit))

    def _put(self, state: MailState) -> None:
        self.actions.subtract(self._states[state.mail_id].actions)
        self.actions.update(state.actions)
        self._states[state.mail_id] = state
        self._touched.pop(state.mail_id, None)
        self._touched[state.mail_id] = None
        self._recount(state.mail_id)

    def _recount(self, mail_id: MailId) -> None:
        self.order.recount(mail_id, self._standing(mail_id))
        self.version += 1

    def _note_mark(self, mail_id: MailId, *, at: datetime) -> None:
        self._marks.pop(mail_id, None)
        self._marks[mail_id] = self._states[mail_id].mark(at=at)

    def _standing(self, mail_id: MailId) -> Standing:
        state = self._states[mail_id]
        held = state.pending and self.held_back.holds(mail_id)
        return Standing(
            counted=not state.handled_elsewhere,
            active=state.active and not held,
            pending=state.pending,
            skipped=state.skipped,
            due=state.pending and not held,
        )


def _record(state: MailState) -> MailRecord:
    return MailRecord(
        status=state.status,
        action=state.action,
        earlier=state.earlier,
        kept=state.kept,
        briefed_at=state.briefed_at,
        skipped_at=state.skipped_at,
        actioned_at=state.actioned_at,
        handled_elsewhere=state.handled_elsewhere,
    )


def _restored(mail_id: MailId, snapshot: Snapshot, refs: Mapping[MailId, MailRef]) -> MailState:
    record = snapshot.mails.get(mail_id, MailRecord())
    unknown = MailRef(mail_id=mail_id, thread_id=ThreadId(mail_id), loaded=False)
    return MailState(mail=refs.get(mail_id, unknown), **{one.name: getattr(record, one.name) for one in fields(record)})
