"""Arrivals: each is told of once, never while the user has the word, and none is lost."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from briefing.agenda import MailRef
from briefing.mail import MailId, ThreadId
from briefing.tracking.arrival_states import TRANSITIONS, Arrival, ArrivalEvent, Arrivals, ArrivalState, IllegalArrivalEventError, Situation

NAMES = "abcdef"


def ref(name: str) -> MailRef:
    return MailRef(mail_id=MailId(f"a:{name}"), thread_id=ThreadId(f"a:{name}"))


def with_arrivals(ordinary: str = "", urgent: str = "") -> Arrivals:
    arrivals = Arrivals()
    for name in sorted(ordinary + urgent):
        arrivals.come(ref(name), urgent=name in urgent)
    return arrivals


def names(arrivals: tuple[Arrival, ...]) -> str:
    return "".join(arrival.mail_id.removeprefix("a:") for arrival in arrivals)


class TestStates:
    @pytest.mark.parametrize("state", ArrivalState)
    @pytest.mark.parametrize("event", ArrivalEvent)
    def test_every_edge_of_the_table_is_taken_and_every_other_is_refused(self, state: ArrivalState, event: ArrivalEvent) -> None:
        arrival = Arrival(mail=ref("a"), state=state)
        assert arrival.allows(event) == ((state, event) in TRANSITIONS)
        if arrival.allows(event):
            assert arrival.after(event).state is TRANSITIONS[state, event]
        else:
            with pytest.raises(IllegalArrivalEventError):
                arrival.after(event)

    def test_nothing_leads_from_where_the_user_was_told_to_being_announced_again(self) -> None:
        told = {ArrivalState.ANNOUNCED}
        while more := {after for (before, _), after in TRANSITIONS.items() if before in told} - told:
            told |= more
        assert ArrivalState.WAITING not in told

    def test_announcing_one_that_is_not_waiting_changes_nothing(self) -> None:
        arrivals = with_arrivals("ab")
        a, b = arrivals.waiting
        arrivals.announce([a])
        with pytest.raises(IllegalArrivalEventError):
            arrivals.announce([b, a])
        assert names(arrivals.waiting) == "b"


class TestWhenToTell:
    ORDINARY_URGENT = ("ab", "xy")

    @pytest.mark.parametrize(
        ("moment", "due"),
        [
            (Situation(answering=True), "xy"),
            (Situation(), "xy"),
            (Situation(settled=True), "xy"),
            (Situation(topic_over=True), "xy"),
            (Situation(topic_over=True, settled=True), "abxy"),
            (Situation(topic_over=True, settled=True, answering=True), "xy"),
            (Situation(topic_over=True, settled=True, offered=True), "abxy"),
            (Situation(between_topics=True), "abxy"),
            (Situation(agenda_over=True), "abxy"),
            (Situation(agenda_over=True, offered=True), "xy"),
            (Situation(agenda_over=True, offered=True, settled=True), "abxy"),
            (Situation(agenda_over=True, answering=True), "xy"),
            (Situation(agenda_over=True, asked=True, offered=True), ""),
            (Situation(topic_over=True, settled=True, users_turn=True), ""),
            (Situation(agenda_over=True, users_turn=True), ""),
        ],
    )
    def test_urgent_mail_at_the_end_of_a_sentence_the_rest_at_the_end_of_a_topic(self, moment: Situation, due: str) -> None:
        assert names(with_arrivals(*self.ORDINARY_URGENT).due(moment)) == due

    def test_what_left_before_it_was_told_is_never_told(self) -> None:
        arrivals = with_arrivals("ab")
        arrivals.leave([MailId("a:a")])
        assert names(arrivals.due(Situation(agenda_over=True))) == "b"

    def test_what_left_untold_and_came_back_is_told(self) -> None:
        arrivals = with_arrivals("a")
        arrivals.leave([MailId("a:a")])
        arrivals.come(ref("a"), urgent=False)
        assert names(arrivals.waiting) == "a"

    def test_what_left_after_it_was_told_is_in_no_offer_until_it_is_back(self) -> None:
        arrivals = with_arrivals("ab")
        arrivals.announce(arrivals.waiting)
        arrivals.leave([MailId("a:a")])
        assert names(arrivals.announced) == "b"
        arrivals.come(ref("a"), urgent=False)
        assert (names(arrivals.announced), names(arrivals.waiting)) == ("ab", "")

    def test_at_the_end_of_a_call_also_what_nobody_was_told_of_goes_on_the_agenda(self) -> None:
        arrivals = with_arrivals("abc")
        arrivals.announce(arrivals.waiting[:1])
        assert arrivals.set_aside() == (ref("a"),)
        assert arrivals.set_aside(untold=True) == (ref("b"), ref("c"))

    def test_what_the_listing_put_on_the_agenda_is_no_news(self) -> None:
        arrivals = with_arrivals("ab")
        arrivals.forget([MailId("a:a")])
        assert names(arrivals.due(Situation(agenda_over=True))) == "b"


@dataclass
class SimulatedCall:
    """A mailbox, an agenda and a user, as far as arrivals see them."""

    arrivals: Arrivals = field(default_factory=Arrivals)
    in_inbox: set[str] = field(default_factory=set)
    urgent: set[str] = field(default_factory=set)
    told: list[str] = field(default_factory=list)
    agenda: list[str] = field(default_factory=list)

    def deliver(self, name: str, urgent: bool) -> None:
        if name not in self.in_inbox:
            self.in_inbox.add(name)
            self.urgent |= {name} if urgent and self.arrivals.state_of(MailId(f"a:{name}")) is None else set()
            if name not in self.agenda:
                self.arrivals.come(ref(name), urgent=urgent)

    def read_elsewhere(self, name: str) -> None:
        if name in self.in_inbox:
            self.in_inbox.remove(name)
            self.arrivals.leave([MailId(f"a:{name}")])

    def boundary(self, moment: Situation) -> None:
        due = self.arrivals.due(moment)
        assert not (due and (moment.users_turn or moment.asked))
        if moment.answering or not (moment.topic_over or moment.between_topics or moment.agenda_over):
            assert set(names(due)) <= self.urgent
        assert set(names(due)) <= self.in_inbox
        self.arrivals.announce(due)
        self.told += names(due)

    def answer(self, answer: str) -> None:
        taken = self.arrivals.accept() if answer == "yes" else self.arrivals.set_aside(untold=answer == "goodbye")
        self.agenda += [mail.mail_id.removeprefix("a:") for mail in taken]


STEPS = st.one_of(
    st.tuples(st.just("deliver"), st.sampled_from(NAMES), st.booleans()),
    st.tuples(st.just("read_elsewhere"), st.sampled_from(NAMES)),
    st.tuples(st.just("boundary"), st.builds(Situation, **dict.fromkeys(Situation.__slots__, st.booleans()))),
    st.tuples(st.just("answer"), st.sampled_from(["yes", "no", "next"])),
)


@pytest.mark.slow
@settings(max_examples=500)
@given(st.lists(STEPS, max_size=40))
def test_whatever_happens_each_is_told_once_at_most_and_all_that_is_there_ends_on_the_agenda_once(steps: list[tuple[object, ...]]) -> None:
    call = SimulatedCall()
    for what, *how in steps:
        getattr(call, str(what))(*how)
    call.answer("goodbye")
    assert len(call.told) == len(set(call.told))
    assert len(call.agenda) == len(set(call.agenda))
    assert call.in_inbox <= set(call.agenda)
    gone = {ArrivalState.GONE_TOLD, ArrivalState.GONE_UNTOLD}
    for name in NAMES:
        state = call.arrivals.state_of(MailId(f"a:{name}"))
        assert state in {None, ArrivalState.ACCEPTED, ArrivalState.SET_ASIDE} | gone
        assert (name in call.agenda) == (state in {ArrivalState.ACCEPTED, ArrivalState.SET_ASIDE})
