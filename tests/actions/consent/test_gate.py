"""The gate: its table is walked once, every other edge is refused, and time closes it."""

from dataclasses import FrozenInstanceError
from itertools import product

import pytest

from actions.consent.gate import LASTS_S, TABLE, Event, Gate, IllegalEventError, State, TimedEvent, VoidReason, advance, passed

IDLE, ASKING, ARMED, GRANTED = State

LEGAL: dict[tuple[State, Event], tuple[State, VoidReason | None]] = {
    (IDLE, Event.ASKED): (ASKING, None),
    (ASKING, Event.ASKED): (ASKING, None),
    (ASKING, Event.SAID): (ARMED, None),
    (ASKING, Event.YES): (IDLE, VoidReason.NOT_SAID_OUT),
    (ARMED, Event.ASKED): (ASKING, None),
    (ARMED, Event.SAID): (ARMED, None),
    (ARMED, Event.YES): (GRANTED, None),
    (ARMED, Event.EARLY): (IDLE, VoidReason.NOT_SAID_OUT),
    (ARMED, Event.SPOKEN_OVER): (IDLE, VoidReason.SPOKEN_OVER),
    (ARMED, Event.EXPIRED): (IDLE, VoidReason.TOO_LATE),
    (GRANTED, Event.ASKED): (ASKING, None),
    (GRANTED, Event.REDEEMED): (IDLE, None),
    (GRANTED, Event.YES): (GRANTED, None),
    (GRANTED, Event.EXPIRED): (IDLE, VoidReason.TOO_LATE),
    **{(state, Event.NO): (IDLE, VoidReason.SAID_NO) for state in (ASKING, ARMED, GRANTED)},
    **{(state, Event.OTHER_WORDS): (IDLE, VoidReason.OTHER_WORDS) for state in (ASKING, ARMED, GRANTED)},
    **{(state, Event.OVERLAPPED): (IDLE, VoidReason.OVERLAPPED) for state in (ASKING, ARMED, GRANTED)},
    **{(state, Event.RECONNECTED): (IDLE, VoidReason.RECONNECTED) for state in (ASKING, ARMED, GRANTED)},
    **{(state, Event.CHANGED): (IDLE, VoidReason.CHANGED) for state in (ASKING, ARMED, GRANTED)},
    **{(state, Event.OTHER_PAYLOAD): (IDLE, VoidReason.ANOTHER_PAYLOAD) for state in (ASKING, ARMED, GRANTED)},
}


def test_nothing_that_the_gate_judges_can_be_altered_afterwards() -> None:
    with pytest.raises(FrozenInstanceError):
        gate_in(ARMED).state = GRANTED  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        happened(Event.YES).began = 200.0  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        TABLE[ASKING, Event.YES].to = GRANTED  # type: ignore[misc]


def gate_in(state: State) -> Gate:
    return Gate() if state is IDLE else Gate(state=state, digest="d1", since=100.0)


def happened(event: Event, *, at: float = 110.0, began: float = 105.0, digest: str = "d1") -> TimedEvent:
    return TimedEvent(event=event, at=at, began=began, digest=digest)


class TestTable:
    @pytest.mark.parametrize(("edge", "end"), LEGAL.items(), ids=lambda value: "-".join(map(str, value)))
    def test_an_edge_leads_where_it_should(self, edge: tuple[State, Event], end: tuple[State, VoidReason | None]) -> None:
        after = advance(gate_in(edge[0]), happened(edge[1]))
        assert (after.state, after.refused) == end

    @pytest.mark.parametrize(("state", "event"), [edge for edge in product(State, Event) if edge not in LEGAL])
    def test_every_other_edge_is_refused(self, state: State, event: Event) -> None:
        with pytest.raises(IllegalEventError):
            advance(gate_in(state), happened(event, digest=gate_in(state).digest))

    def test_the_table_has_no_edge_that_is_not_walked_here(self) -> None:
        assert set(TABLE) == set(LEGAL)


class TestYes:
    @pytest.mark.parametrize("other", ["d2", "d0", ""])
    def test_a_yes_to_another_payload_voids_and_grants_nothing(self, other: str) -> None:
        assert advance(gate_in(ARMED), happened(Event.YES, digest=other)) == Gate(refused=VoidReason.ANOTHER_PAYLOAD)

    @pytest.mark.parametrize("other", ["d2", "d0", ""])
    def test_another_payload_cannot_be_redeemed(self, other: str) -> None:
        assert advance(gate_in(GRANTED), happened(Event.REDEEMED, digest=other)) == Gate(refused=VoidReason.ANOTHER_PAYLOAD)

    def test_a_yes_that_was_begun_before_the_question_ended_is_early(self) -> None:
        assert advance(gate_in(ARMED), happened(Event.YES, began=99.9)) == Gate(refused=VoidReason.NOT_SAID_OUT)

    def test_a_second_yes_does_not_make_the_first_last_longer(self) -> None:
        granted = advance(gate_in(ARMED), happened(Event.YES, at=110.0))
        assert advance(granted, happened(Event.YES, at=130.0)) == granted

    def test_it_is_redeemed_once(self) -> None:
        used = advance(gate_in(GRANTED), happened(Event.REDEEMED))
        assert used == Gate()
        with pytest.raises(IllegalEventError):
            advance(used, happened(Event.REDEEMED, digest=""))


class TestTime:
    @pytest.mark.parametrize("state", [ARMED, GRANTED])
    def test_thirty_seconds_are_in_time_and_more_are_not(self, state: State) -> None:
        assert LASTS_S == 30.0
        assert passed(gate_in(state), 130.0) == gate_in(state)
        assert {passed(gate_in(state), at) for at in (130.001, 200.0, 1_000_000.0)} == {Gate(refused=VoidReason.TOO_LATE)}

    @pytest.mark.parametrize("event", [Event.YES, Event.REDEEMED])
    def test_nothing_is_granted_or_redeemed_after_that(self, event: Event) -> None:
        with pytest.raises(IllegalEventError):
            advance(gate_in(ARMED if event is Event.YES else GRANTED), happened(event, at=131.0))

    def test_the_thirty_seconds_of_the_answer_begin_when_the_question_ended(self) -> None:
        asked = advance(Gate(), happened(Event.ASKED, at=100.0))
        armed = advance(asked, happened(Event.SAID, at=170.0))
        assert passed(armed, 199.0).state is ARMED

    def test_those_of_the_redemption_begin_with_the_yes(self) -> None:
        granted = advance(gate_in(ARMED), happened(Event.YES, at=125.0))
        assert passed(granted, 155.0).state is GRANTED
        assert passed(granted, 155.1).state is IDLE

    def test_a_question_asked_anew_is_bound_to_the_new_payload(self) -> None:
        assert advance(gate_in(ARMED), happened(Event.ASKED, digest="d2")) == Gate(state=ASKING, digest="d2", since=110.0)
