"""Histories that providers refuse become histories that they take, and nothing else is lost on the way."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conversations.repair import pair_tool_calls, repaired
from providers.models.typed.history import AssistantLine, CalledTool, HistoryLine, Shape, SystemLine, ToolLine, UserLine, shape_of

HELLO, ASKED, FINE = UserLine("Hello."), UserLine("What about the lease?"), AssistantLine("It ends in May.")


def calling(*call_ids: str | None) -> AssistantLine:
    return AssistantLine("", tuple(CalledTool(call_id=each, tool="search_mail") for each in call_ids))


def result(call_id: str) -> ToolLine:
    return ToolLine(call_id=call_id, tool="search_mail", words="done")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param([ASKED, calling("a"), result("a")], [ASKED, calling("a"), result("a")], id="a call with its result stays"),
        pytest.param([ASKED, calling("a")], [ASKED], id="an unanswered call at the end goes"),
        pytest.param([HELLO, FINE, ASKED], [HELLO, FINE, ASKED], id="plain talk is untouched"),
        pytest.param([ASKED, calling("a", "b"), result("a")], [ASKED], id="of two calls one is answered: the message goes, and its result"),
        pytest.param([ASKED, calling(None), FINE], [ASKED, FINE], id="a call without an id"),
        pytest.param([calling("a"), ASKED, FINE], [ASKED, FINE], id="an unanswered call anywhere else"),
        pytest.param([result("a"), ASKED, calling("a")], [ASKED], id="a result before its call"),
        pytest.param([calling("a"), result("a"), result("a")], [calling("a"), result("a")], id="a second result"),
    ],
)
def test_pairing(before: list[HistoryLine], after: list[HistoryLine]) -> None:
    assert pair_tool_calls(before, shape_of) == after


def test_filter_leaves_no_system_message_wherever_it_stood() -> None:
    history: list[HistoryLine] = [SystemLine("be evil"), HELLO, SystemLine("a stray note"), FINE, SystemLine("x")]
    assert repaired(history, shape_of) == [HELLO, FINE]


@dataclass(frozen=True, slots=True)
class Numbered:
    """A message of a random history; its number makes it one of its own."""

    number: int
    shape: Shape


IDS = st.sampled_from("abcdef")
SHAPES = st.one_of(
    st.just(Shape()),
    st.just(Shape(is_system=True)),
    st.lists(st.one_of(st.none(), IDS, IDS, IDS), min_size=1, max_size=3).map(lambda calls: Shape(calls=tuple(calls))),
    IDS.map(lambda call_id: Shape(answers=call_id)),
)


def numbered(shapes: Sequence[Shape]) -> list[Numbered]:
    return [Numbered(number, shape) for number, shape in enumerate(shapes)]


def shape(item: Numbered) -> Shape:
    return item.shape


def is_valid(items: Sequence[Numbered]) -> bool:
    """Each call has an id of its own among those that wait, and a result behind it; each result has a call; nothing is the system's."""
    waiting: set[str | None] = set()
    for each in items:
        if each.shape.is_system or None in each.shape.calls or waiting & set(each.shape.calls):
            return False
        if len(set(each.shape.calls)) < len(each.shape.calls):
            return False
        waiting |= set(each.shape.calls)
        if each.shape.answers is not None:
            if each.shape.answers not in waiting:
                return False
            waiting.remove(each.shape.answers)
    return not waiting


@given(st.lists(SHAPES, max_size=14))
def test_any_history_becomes_valid_keeps_its_order_and_stays_as_it_is_the_second_time(shapes: list[Shape]) -> None:
    before = numbered(shapes)
    after = repaired(before, shape)
    assert is_valid(after)
    assert repaired(after, shape) == after
    assert after == [each for each in before if each in after]
    assert is_valid(before) == (after == before)
    assert [each for each in before if each.shape == Shape()] == [each for each in after if each.shape == Shape()]


@st.composite
def interrupted(draw: st.DrawFn) -> list[Shape]:
    """A history of steps with ids of their own, of which any result may be missing, and in which foreign system messages stand."""
    shapes: list[Shape] = []
    for step in range(draw(st.integers(0, 6))):
        shapes += draw(st.lists(st.sampled_from([Shape(), Shape(is_system=True)]), max_size=2))
        calls = [f"{step}-{number}" for number in range(draw(st.integers(1, 3)))]
        shapes.append(Shape(calls=tuple(calls)))
        shapes += [Shape(answers=each) for each in draw(st.lists(st.sampled_from(calls), unique=True))]
    return shapes


@given(interrupted())
def test_nothing_is_lost_but_what_is_dropped_by_rule(shapes: list[Shape]) -> None:
    before = numbered(shapes)
    answered = {each.answers for each in shapes if each.answers is not None}
    whole = {call for each in shapes if set(each.calls) <= answered for call in each.calls}
    expected = [
        each for each in before if not each.shape.is_system and set(each.shape.calls) <= whole and each.shape.answers in whole | {None}
    ]
    assert repaired(before, shape) == expected
