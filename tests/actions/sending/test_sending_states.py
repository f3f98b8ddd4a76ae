"""The machine of one mail on its way out: every edge walked, every other one refused."""

import pytest

from actions.sending_states import TRANSITIONS, UNDER_WAY, IllegalSendingError, SendingEvent, SendingState, advance

EDGES = {
    ("held", "cancel"): "cancelled",
    ("held", "leave"): "sending",
    ("sending", "accepted"): "sent",
    ("sending", "refused"): "not_sent",
    ("sending", "lost"): "unknown",
}
OTHERS = [(state, event) for state in SendingState for event in SendingEvent if (state.value, event.value) not in EDGES]


def test_the_table_is_the_drawing() -> None:
    assert {(state.value, event.value): after.value for (state, event), after in TRANSITIONS.items()} == EDGES


@pytest.mark.parametrize(("state", "event"), TRANSITIONS)
def test_an_edge_leads_where_it_should(state: SendingState, event: SendingEvent) -> None:
    assert advance(state, event).value == EDGES[state.value, event.value]


@pytest.mark.parametrize(("state", "event"), OTHERS)
def test_every_other_edge_is_refused(state: SendingState, event: SendingEvent) -> None:
    with pytest.raises(IllegalSendingError):
        advance(state, event)


def test_nothing_comes_back_to_where_it_could_leave_again() -> None:
    assert SendingState.HELD not in TRANSITIONS.values()
    assert {SendingState.HELD, SendingState.SENDING} == UNDER_WAY
