"""Whatever happens in a call, the board says what the tracker says: held against walks over the whole agenda."""

import asyncio
from copy import deepcopy
from datetime import datetime, timedelta

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from agent.board.board_messages import HEARD, MOST_DONE, MOST_NEXT, MOST_TOPICS, SKIPPED, Board, TopicState
from agent.board.drawing import draw
from briefing.agenda import Agenda, MailRef, Topic, TopicKind
from briefing.mail import MailId, MailStatus, ThreadId, account_of, mail_id
from briefing.mail_action import ON_MAILS, MailAction
from briefing.tracking.mail_state import MailState
from briefing.tracking.tracker import BriefingSessionTracker
from session.call import Call
from tests.agent.memory_call import memory_call
from tests.inbox.memory_mailbox import NOON, MemoryMailbox
from tests.randomness import times

PICK = st.integers(0, 60)
OUTCOMES = {MailStatus.BRIEFED: HEARD, MailStatus.SKIPPED: SKIPPED}


def mail(number: int) -> MailId:
    """Every third one lies in another account."""
    return mail_id("home" if number % 3 else "work", str(number))


def ref(number: int) -> MailRef:
    return MailRef(mail_id=mail(number), thread_id=ThreadId(f"t:{number}"), subject=f"Subject {number}")


class BoardBesideTracker(RuleBasedStateMachine):
    call: Call

    @initialize(sizes=st.lists(st.integers(1, 4), max_size=6))
    def begin(self, sizes: list[int]) -> None:
        self.at, self.count = NOON, 0
        self.call = asyncio.run(memory_call(MemoryMailbox("work"), MemoryMailbox("home")))
        topics = [Topic(label=f"Topic {place}", kind=TopicKind.SIMILAR, mails=self.new(size)) for place, size in enumerate(sizes)]
        self.call.tracker = BriefingSessionTracker(Agenda(topics=tuple(topics)))

    def new(self, number: int) -> tuple[MailRef, ...]:
        self.count += number
        return tuple(ref(each) for each in range(self.count - number, self.count))

    def now(self) -> datetime:
        self.at += timedelta(seconds=1)
        return self.at

    def picked(self, pick: int) -> MailId:
        return mail(pick % max(1, self.count))

    @rule()
    def moves_on(self) -> None:
        self.call.tracker.advance(at=self.now())

    @rule(topic=st.booleans())
    def skips(self, topic: bool) -> None:
        _ = self.call.tracker.skip_topic(at=self.now()) if topic else self.call.tracker.skip_mail(at=self.now())

    @rule()
    def goes_back(self) -> None:
        self.call.tracker.go_back()

    @rule(pick=PICK)
    def jumps(self, pick: int) -> None:
        self.call.tracker.jump_to(self.picked(pick), at=self.now())

    @rule(pick=PICK, action=st.sampled_from([MailAction.ARCHIVE, MailAction.MARK_READ, MailAction.FLAG, MailAction.UNFLAG]))
    def changes(self, pick: int, action: MailAction) -> None:
        self.call.tracker.mark_actioned(self.picked(pick), action, at=self.now())

    @rule(share=st.floats(0, 1), to_the_end=st.booleans())
    def hears(self, share: float, to_the_end: bool) -> None:
        if (current := self.call.tracker.current()) is not None:
            self.call.tracker.note_heard(current.mail_id, share)
            if to_the_end:
                self.call.tracker.mark_briefed(current.mail_id, at=self.now())

    @rule(pick=PICK)
    def is_gone(self, pick: int) -> None:
        self.call.tracker.remove_handled_elsewhere([self.picked(pick)])

    @rule(pick=PICK)
    def does_not_load(self, pick: int) -> None:
        self.call.tracker.put_off(self.picked(pick))

    @rule(account=st.sampled_from(["home", "work", None]))
    def wants_an_account(self, account: str | None) -> None:
        self.call.tracker.brief_only(account and [account])

    @rule(number=st.integers(1, 3), at_once=st.booleans(), accepted=st.booleans())
    def mail_comes(self, number: int, at_once: bool, accepted: bool) -> None:
        if at_once:
            self.call.tracker.begin_arrivals(self.new(number), label="New")
        else:
            self.call.tracker.add_arrivals(self.new(number), accepted=accepted, label="New")

    @rule()
    def asks_for_what_was_skipped(self) -> None:
        self.call.tracker.return_skipped(at=self.now())

    @invariant()
    def board_says_what_the_tracker_says(self) -> None:
        self.call.settle()
        board = draw(self.call, speaks=True, hears=True)
        assert Board.model_validate_json(board.model_dump_json()) == board
        self.counts_are_true(board)
        self.next_is_where_moving_on_leads(board)
        self.topics_are_those_of_the_agenda(board)
        self.done_are_all_that_are_settled(board)

    def counts_are_true(self, board: Board) -> None:
        here, now, counts = self.call.tracker.current(), self.call.tracker.progress(), board.counts
        assert (board.current.mail_id if board.current else None) == (here.mail_id if here else None)
        assert (counts.briefed, counts.actioned, counts.skipped, counts.remaining, counts.total) == (
            now.briefed, now.actioned, now.skipped, now.remaining, now.mails,
        )  # fmt: skip
        assert counts.briefed + counts.actioned + counts.skipped + counts.remaining == counts.total

    def next_is_where_moving_on_leads(self, board: Board) -> None:
        ahead, led = deepcopy(self.call.tracker), list[MailId]()
        while len(led) < MOST_NEXT and (then := ahead.advance(at=self.at)) is not None and then.mail_id not in led:
            led.append(then.mail_id)
        assert [each.mail_id for each in board.next] == led

    def topics_are_those_of_the_agenda(self, board: Board) -> None:
        here = self.call.tracker.progress().topic_number
        states = [[self.call.tracker.state_of(each) for each in topic.mails] for topic in self.call.tracker.snapshot().topics]
        counted = [there for topic in states if (there := [state for state in topic if state is not None])]
        assert board.topics_total == len(counted) <= MOST_TOPICS
        assert [(topic.number, topic.mails, topic.done) for topic in board.topics] == [
            (number, len(topic), sum(not state.pending for state in topic)) for number, topic in enumerate(counted, start=1)
        ]
        assert [topic.number for topic in board.topics if topic.state is TopicState.CURRENT] == ([here] if here else [])
        assert all((topic.done == topic.mails) == (topic.state is TopicState.PAST) for topic in board.topics if topic.number != here)

    def done_are_all_that_are_settled(self, board: Board) -> None:
        here = board.current.mail_id if board.current else None
        states = [self.call.tracker.state_of(mail(number)) for number in range(self.count)]
        settled = [state for state in states if state and not state.pending and state.mail_id != here]
        shown = {each.mail_id: each.outcome for each in board.done}
        expected = {state.mail_id: outcome_of(state) for state in settled}
        assert len(shown) == min(len(expected), MOST_DONE)
        assert shown.items() <= expected.items()


def outcome_of(state: MailState) -> str:
    if state.status is MailStatus.ACTIONED and state.action:
        return ON_MAILS[state.action].outcome
    return ON_MAILS[state.flag].outcome if state.flag and state.status is MailStatus.BRIEFED else OUTCOMES[state.status]


def test_accounts_are_mixed_in_these_agendas() -> None:
    assert {account_of(mail(number)) for number in range(3)} == {"home", "work"}


@pytest.mark.slow
@pytest.mark.random
class TestBoard(BoardBesideTracker.TestCase):  # type: ignore[misc,valid-type]
    settings = settings(max_examples=times(15, in_proofs=500), stateful_step_count=30)
