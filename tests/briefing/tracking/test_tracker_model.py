"""The tracker against a model of lists and dicts, over every order of operations that hypothesis can think of."""

from datetime import datetime, timedelta

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from briefing.agenda import Agenda, Topic, TopicKind
from briefing.mail import MailId, MailStatus
from briefing.mail_action import ON_MAILS, TAKES_OUT, MailAction
from briefing.tracking.position import NextStep
from briefing.tracking.snapshot import Snapshot
from briefing.tracking.tracker import BriefingSessionTracker
from tests.briefing.tracker_agendas import AT, agenda, m, number_of, ref
from tests.randomness import times

PICK = st.integers(0, 60)
TAKEN_BACK_BY = {MailAction.FLAG: MailAction.UNFLAG, MailAction.MARK_IMPORTANT: MailAction.MARK_NOT_IMPORTANT}
TAKES_BACK = {back: action for action, back in TAKEN_BACK_BY.items()}
PENDING, BRIEFED, ACTIONED, SKIPPED = MailStatus.PENDING, MailStatus.BRIEFED, MailStatus.ACTIONED, MailStatus.SKIPPED


class Model:
    """The same rules told naively: every question is a walk over the whole agenda."""

    def __init__(self, topics: list[list[int]]) -> None:
        self.topics = topics
        self.status = dict.fromkeys(self.order(), PENDING)
        self.taken_out: dict[int, list[MailAction]] = {}
        self.kept: dict[int, list[MailAction]] = {}
        self.gone: set[int] = set()
        self.history: list[int] = []
        self.just_skipped: list[int] = []
        self.left_for_arrivals: list[int] = []
        self.presented = False
        self.every: int | None = None
        self.asked_for: set[int] = set()
        self.cursor = self.after(None)

    def order(self) -> list[int]:
        return [number for topic in self.topics for number in topic]

    def here(self) -> list[int]:
        return [number for number in self.order() if number not in self.gone]

    def having(self, *wanted: MailStatus) -> list[int]:
        return [number for number in self.here() if self.status[number] in wanted]

    def after(self, number: int | None) -> int | None:
        order = self.order()
        start = 0 if number is None else order.index(number) + 1
        return next((one for one in order[start:] + order[:start] if one in self.due()), None)

    def wants(self, number: int) -> bool:
        return self.every is None or number % self.every == 0

    def due(self) -> list[int]:
        return [number for number in self.having(PENDING) if self.wants(number) or number in self.asked_for]

    def active(self) -> list[int]:
        due = self.due()
        return [number for number in self.having(PENDING, BRIEFED) if self.status[number] is BRIEFED or number in due]

    def brief_only(self, every: int | None) -> None:
        self.every = every
        self.asked_for.clear()
        if self.cursor is not None and not self.wants(self.cursor):
            here = self.cursor
            self.leave()
            self.left_for_arrivals.clear()
            self.go(self.after(here))
        self.start()

    def following(self, number: int) -> int | None:
        after = self.after(number)
        place = [self.topics.index(self.topic(one)) for one in (number, number if after is None else after)]
        while self.left_for_arrivals:
            back = self.left_for_arrivals[-1]
            if after is not None and place[0] <= place[1] < self.topics.index(self.topic(back)):
                return after
            self.left_for_arrivals.pop()
            if back in self.having(PENDING, BRIEFED) and self.wants(back):
                return back
        return after

    def topic(self, number: int) -> list[int]:
        return next(topic for topic in self.topics if number in topic)

    def spoken_topics(self) -> list[list[int]]:
        return [topic for topic in self.topics if set(topic) - self.gone]

    def go(self, number: int | None) -> None:
        if number is not None:
            self.ask_for([number])
        if number != self.cursor:
            self.cursor, self.presented = number, False

    def bring_back(self, number: int) -> None:
        self.status[number] = PENDING
        self.taken_out.pop(number, None)
        self.gone.discard(number)

    def ask_for(self, numbers: list[int]) -> None:
        """What is told whatever the user left for later; forgotten with that."""
        self.asked_for.update(number for number in numbers if not self.wants(number))

    def leave(self) -> None:
        self.just_skipped = []
        if self.cursor is not None:
            self.history.append(self.cursor)

    def move_on(self, status: MailStatus) -> None:
        here = self.cursor
        if here is None:
            return
        if status is SKIPPED or self.status[here] is PENDING:
            self.status[here] = status
        self.leave()
        self.go(self.following(here))

    def skip_topic(self) -> None:
        here = self.cursor
        if here is None:
            return
        if self.presented and self.status[here] is PENDING:
            self.status[here] = BRIEFED
        skipped = [number for number in self.topic(here) if number in self.due()]
        self.status.update(dict.fromkeys(skipped, SKIPPED))
        self.leave()
        self.just_skipped = skipped
        self.go(self.following(here))

    def go_back(self) -> None:
        returned = [number for number in self.just_skipped if number in self.having(SKIPPED)]
        for number in returned:
            self.bring_back(number)
        self.just_skipped = []
        usable = self.having(PENDING, BRIEFED, SKIPPED)
        ways = [place for place, number in enumerate(self.history) if number in usable and number != self.cursor]
        back = ways[-1] if ways else -1
        landings = [self.history[back]] if ways else returned
        self.history = self.history[: max(back, 0)] + [number for number in self.history[back + 1 :] if number not in usable]
        if not landings:
            return
        landing = landings[0]
        if self.status[landing] is SKIPPED:
            self.bring_back(landing)
        self.left_for_arrivals.clear()
        self.go(landing)

    def jump_to(self, number: int) -> None:
        if number == self.cursor or number not in self.having(PENDING, BRIEFED, SKIPPED):
            return
        if self.cursor is not None and self.status[self.cursor] is PENDING:
            self.status[self.cursor] = BRIEFED
        self.leave()
        self.left_for_arrivals.clear()
        if self.status[number] is SKIPPED:
            self.bring_back(number)
        self.go(number)

    def jump_to_topic(self, index: int) -> None:
        topics = self.spoken_topics()
        if not 0 <= index < len(topics):
            return
        topic = topics[index]
        if not any(number in self.having(PENDING) for number in topic):
            for number in topic:
                if number in self.having(SKIPPED):
                    self.bring_back(number)
        ways = ([number for number in topic if number in some] for some in (self.due(), self.having(PENDING), self.having(BRIEFED)))
        if targets := next(filter(None, ways), []):
            self.jump_to(targets[0])

    def act(self, number: int, action: MailAction) -> None:
        if number not in self.here():
            return
        if action not in TAKES_OUT:
            self.keep(number, action)
            return
        moved_on = number == self.cursor
        self.status[number] = ACTIONED
        self.taken_out[number] = [*self.taken_out_but(number, action), action]
        if moved_on:
            self.leave()
            self.go(self.following(number))

    def taken_out_but(self, number: int, action: MailAction) -> list[MailAction]:
        return [each for each in self.taken_out.get(number, []) if each is not action]

    def action(self, number: int) -> MailAction | None:
        return self.taken_out[number][-1] if number in self.taken_out else None

    def keep(self, number: int, action: MailAction) -> None:
        kept = self.kept.setdefault(number, [])
        other = (TAKEN_BACK_BY | TAKES_BACK).get(action)
        takes_back = TAKES_BACK.get(action) in kept
        kept[:] = [each for each in kept if each not in {action, other}] + ([] if takes_back else [action])

    def take_back(self, number: int, action: MailAction) -> None:
        if number not in self.status:
            return
        if action in TAKES_OUT and (others := self.taken_out_but(number, action)):
            self.taken_out[number] = others
        elif action in TAKES_OUT:
            self.bring_back(number)
            self.start()
        elif number not in self.gone:
            kept = self.kept.setdefault(number, [])
            brought_back = [TAKES_BACK[action]] if action in TAKES_BACK and action not in kept else []
            kept[:] = [each for each in kept if each is not action] + brought_back

    def reopen(self, number: int) -> None:
        if number not in self.having(PENDING, BRIEFED) or number not in (*self.history, self.cursor):
            return
        if self.cursor is not None and self.cursor != number:
            self.left_for_arrivals.append(self.cursor)
        self.go(number)
        self.presented = True

    def remove(self, numbers: list[int]) -> list[int]:
        removed = [number for number in dict.fromkeys(numbers) if number in self.having(PENDING, BRIEFED, SKIPPED)]
        self.gone.update(removed)
        if self.cursor in removed:
            self.go(self.following(self.cursor))
        return removed

    def add(self, numbers: list[int], *, accepted: bool) -> None:
        new = [number for number in dict.fromkeys(numbers) if number not in self.status]
        if not new:
            return
        place = len(self.topics)
        if accepted:
            self.ask_for(new)
        if accepted and self.cursor is not None:
            place = self.topics.index(self.topic(self.cursor)) + 1
        self.topics.insert(place, new)
        self.status.update(dict.fromkeys(new, PENDING))
        self.start()

    def begin(self, numbers: list[int]) -> None:
        here, new = self.cursor, [number for number in dict.fromkeys(numbers) if number not in self.status]
        if here is None or not new:
            self.add(numbers, accepted=True)
            return
        self.ask_for(new)
        self.topics.insert(self.topics.index(self.topic(here)), new)
        self.status.update(dict.fromkeys(new, PENDING))
        self.leave()
        self.left_for_arrivals.append(here)
        self.go(new[0])

    def start(self) -> None:
        if self.cursor is None:
            self.go(self.after(None))


class TrackerMachine(RuleBasedStateMachine):
    """Every rule is done to both; the invariants compare them."""

    def __init__(self) -> None:
        super().__init__()
        self.now = AT
        self.next_number = 0
        self.left: set[int] = set()
        self.ledger: dict[MailId, MailStatus] = {}

    def tick(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now

    def new_numbers(self, count: int) -> list[int]:
        self.next_number += count
        return list(range(self.next_number - count, self.next_number))

    def pick(self, index: int) -> int:
        """A number that is or was on the agenda, or now and then one that never was."""
        known = self.model.order()
        return known[index % len(known)] if known and index else 10_000 + index

    @initialize(sizes=st.lists(st.integers(1, 5), max_size=6))
    def begin(self, sizes: list[int]) -> None:
        topics = [self.new_numbers(size) for size in sizes]
        self.tracker = BriefingSessionTracker(agenda(*topics))
        self.model = Model(topics)

    @rule()
    def advance(self) -> None:
        self.tracker.advance(at=self.tick())
        self.model.move_on(BRIEFED)

    @rule()
    def skip_mail(self) -> None:
        self.tracker.skip_mail(at=self.tick())
        self.model.move_on(SKIPPED)

    @rule()
    def skip_topic(self) -> None:
        self.tracker.skip_topic(at=self.tick())
        self.model.skip_topic()

    @rule()
    def go_back(self) -> None:
        self.tracker.go_back()
        self.model.go_back()

    @rule(index=PICK)
    def jump_to(self, index: int) -> None:
        number = self.pick(index)
        self.tracker.jump_to(m(number), at=self.tick())
        self.model.jump_to(number)

    @rule(index=st.integers(-1, 8))
    def jump_to_topic(self, index: int) -> None:
        self.tracker.jump_to_topic(index + 1, at=self.tick())
        self.model.jump_to_topic(index)

    @rule()
    def present(self) -> None:
        if self.model.cursor is not None:
            self.tracker.note_presented(m(self.model.cursor))
            self.model.presented = True

    @rule(index=PICK)
    def mark_briefed(self, index: int) -> None:
        number = self.pick(index)
        self.tracker.mark_briefed(m(number), at=self.tick())
        self.model.presented = self.model.presented or number == self.model.cursor
        if number in self.model.having(PENDING, SKIPPED):
            self.model.status[number] = BRIEFED

    @rule(index=PICK)
    def mark_skipped(self, index: int) -> None:
        number = self.pick(index)
        self.tracker.mark_skipped(m(number), at=self.tick())
        if number == self.model.cursor:
            self.model.move_on(SKIPPED)
        elif number in self.model.having(PENDING, BRIEFED):
            self.model.status[number] = SKIPPED

    @rule(index=PICK, action=st.sampled_from(list(ON_MAILS)), again=st.booleans())
    def act(self, index: int, action: MailAction, again: bool) -> None:
        number = self.pick(index)
        self.tracker.mark_actioned(m(number), action, at=self.tick())
        if again and action in TAKES_OUT:
            self.tracker.mark_actioned(m(number), action, at=self.tick())
        self.model.act(number, action)
        if action in TAKES_OUT and number in self.model.here():
            self.left.add(number)

    @precondition(lambda self: self.model.cursor is not None)
    @rule(action=st.sampled_from(sorted(TAKES_OUT)))
    def archive_current(self, action: MailAction) -> None:
        number = self.model.cursor
        assert number is not None
        self.tracker.mark_actioned(m(number), action, at=self.tick())
        self.model.act(number, action)
        self.left.add(number)

    @rule(index=PICK)
    def restore(self, index: int) -> None:
        number = self.pick(index)
        self.tracker.restore(m(number), at=self.tick())
        if number in self.model.status:
            self.model.bring_back(number)
            self.model.start()
            self.left.discard(number)

    @rule(index=PICK, action=st.sampled_from(list(ON_MAILS)), reopens=st.booleans())
    def undo(self, index: int, action: MailAction, reopens: bool) -> None:
        number = self.pick(index)
        known = number in self.model.status and (action in TAKES_OUT or number not in self.model.gone)
        assert self.tracker.take_back(m(number), action, at=self.tick()) == known
        self.model.take_back(number, action)
        if known and self.model.status[number] is PENDING and number not in self.model.gone:
            self.left.discard(number)
        if reopens:
            self.tracker.reopen(m(number))
            self.model.reopen(number)

    @rule()
    def return_skipped(self) -> None:
        self.tracker.return_skipped(at=self.tick())
        complete, skipped = not self.model.due(), self.model.having(SKIPPED)
        for number in skipped:
            self.model.bring_back(number)
        self.model.ask_for(skipped)
        if complete and skipped:
            self.model.leave()
            self.model.left_for_arrivals.clear()
            self.model.go(skipped[0])

    @rule(count=st.integers(1, 3), known=PICK, accepted=st.booleans())
    def add_arrivals(self, count: int, known: int, accepted: bool) -> None:
        numbers = [*self.new_numbers(count), *([self.pick(known)] if known else [])]
        self.tracker.add_arrivals([ref(number) for number in numbers], accepted=accepted, label="New mail")
        self.model.add(numbers, accepted=accepted)

    @rule(count=st.integers(0, 3), known=PICK)
    def begin_arrivals(self, count: int, known: int) -> None:
        numbers = [*self.new_numbers(count), *([self.pick(known)] if known else [])]
        self.tracker.begin_arrivals([ref(number) for number in numbers], label="New mail")
        self.model.begin(numbers)

    @rule(indexes=st.lists(PICK, max_size=4))
    def remove_handled_elsewhere(self, indexes: list[int]) -> None:
        numbers = [self.pick(index) for index in indexes]
        removed = self.tracker.remove_handled_elsewhere([m(number) for number in numbers])
        expected = self.model.remove(numbers)
        assert removed == tuple(m(number) for number in expected)
        self.left.update(expected)

    @rule(data=st.data(), count=st.integers(0, 2))
    def refine(self, data: st.DataObject, count: int) -> None:
        named = data.draw(st.permutations(self.model.order()))[data.draw(st.integers(0, 3)) :] + self.new_numbers(count)
        cut = data.draw(st.integers(0, len(named)))
        topics = [Topic(label="Better", kind=TopicKind.SIMILAR, mails=tuple(map(ref, part))) for part in (named[:cut], named[cut:])]
        settled = [number for number in self.model.order() if self.model.status[number] is not PENDING or number in self.model.gone]
        self.tracker.refine(Agenda(topics=tuple(topics)))
        # The new order is taken over from the tracker, after it has been shown to hold everything and to leave the told part alone.
        told = self.model.order()
        self.model.topics = [[int(one.partition(":")[2]) for one in topic.mails] for topic in self.tracker.snapshot().topics]
        assert sorted(self.model.order()) == sorted({*told, *named})
        assert [number for number in self.model.order() if number in settled] == settled
        self.model.status.update({number: PENDING for number in named if number not in self.model.status})
        self.model.start()

    @rule(every=st.none() | st.integers(1, 4))
    def brief_only(self, every: int | None) -> None:
        self.tracker.brief_only(None, None if every is None else lambda mail: int(mail.partition(":")[2]) % every == 0)
        self.model.brief_only(every)

    @rule()
    def drain(self) -> None:
        for mark in self.tracker.drain_marks():
            self.ledger[mark.mail_id] = mark.status

    @rule()
    def drop_the_call(self) -> None:
        self.drain()
        saved = self.tracker.snapshot()
        refs = {m(number): ref(number) for number in self.model.order()}
        self.tracker = BriefingSessionTracker.from_snapshot(Snapshot.from_json(saved.to_json()), refs)
        self.model.presented = False
        self.model.left_for_arrivals.clear()
        assert self.tracker.snapshot() == saved
        self.tracker.refine(Agenda())  # as a call that resumes does; nothing is left for later in it
        self.model.every = None
        self.model.asked_for.clear()
        self.model.start()

    @invariant()
    def the_cursor_is_where_the_model_has_it(self) -> None:
        mail = self.tracker.current()
        assert (None if mail is None else number_of(mail)) == self.model.cursor
        if self.model.cursor is None:
            assert not self.model.due()
        else:
            assert self.model.cursor in self.model.having(PENDING, BRIEFED)

    @invariant()
    def each_mail_is_in_exactly_one_state_and_none_is_lost(self) -> None:
        for number in self.model.order():
            state = self.tracker.state_of(m(number))
            if number in self.model.gone:
                assert state is None
            else:
                assert state is not None
                assert (state.status, state.action, list(state.kept)) == (
                    self.model.status[number], self.model.action(number), self.model.kept.get(number, []),
                )  # fmt: skip

    @invariant()
    def the_counts_are_true_and_add_up(self) -> None:
        progress = self.tracker.progress()
        counts = [len(self.model.having(status)) for status in (BRIEFED, ACTIONED, SKIPPED, PENDING)]
        assert [progress.briefed, progress.actioned, progress.skipped, progress.remaining] == counts
        assert progress.mails == sum(counts) == len(self.model.here())
        assert self.tracker.is_complete() == (counts[-1] == 0)
        assert self.tracker.held_back().others == progress.held_back == counts[-1] - len(self.model.due())
        done = [action for number in self.model.here() if (action := self.model.action(number)) is not None]
        done += [kind for number in self.model.here() for kind in self.model.kept.get(number, [])]
        assert progress.actions == {kind: done.count(kind) for kind in done}

    @invariant()
    def the_position_is_told_as_it_is(self) -> None:
        progress, context, topics = self.tracker.progress(), self.tracker.cursor_context(), self.model.spoken_topics()
        assert progress.topics == len(topics)
        if self.model.cursor is None:
            assert (progress.topic_number, progress.mail_number, context.next_step) == (0, 0, NextStep.CLOSE)
            return
        active = [number for number in self.model.topic(self.model.cursor) if number in self.model.active()]
        assert topics[progress.topic_number - 1] == self.model.topic(self.model.cursor)
        assert (active[progress.mail_number - 1], progress.topic_mails) == (self.model.cursor, len(active))
        assert [number_of(mail) for mail in self.tracker.active_mails()] == active
        assert (context.next_step is NextStep.AWAIT_INTENT) == self.model.presented

    @invariant()
    def a_mail_that_left_is_named_nowhere(self) -> None:
        reference = self.tracker.compact_reference(mails=4, topics=3)
        assert len(reference.mails) <= 4
        assert len(reference.topics) <= 3
        assert not {number_of(mail) for mail in reference.mails} & self.left
        assert self.model.cursor is None or m(self.model.cursor) in reference.mail_ids
        assert self.left.isdisjoint(self.model.having(PENDING, BRIEFED, SKIPPED))
        assert [number_of(mail) for mail in self.tracker.skipped_mails()] == self.model.having(SKIPPED)

    def teardown(self) -> None:
        """Marks replayed in the order in which they were drained give the statuses that the tracker has."""
        if not hasattr(self, "tracker"):
            return
        self.drain()
        for number in self.model.here():
            assert self.ledger.get(m(number), PENDING) is self.model.status[number]


class TestTheTrackerBriefly(TrackerMachine.TestCase):  # type: ignore[misc,valid-type]
    settings = settings(max_examples=50, stateful_step_count=30)


@pytest.mark.slow
@pytest.mark.random
class TestTheTrackerAtLength(TrackerMachine.TestCase):  # type: ignore[misc,valid-type]
    settings = settings(max_examples=times(40, in_proofs=2000), stateful_step_count=100)
