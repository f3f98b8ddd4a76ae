"""When what of a routed turn is handed on, on a virtual clock: the answer, the acknowledgement, or another answer."""

import asyncio
from collections.abc import AsyncGenerator, Sequence

import pytest
from livekit.agents import FlushSentinel

from agent.model.answer_parts import Part
from agent.model.routed_answer import routed_answer
from conversations.acknowledging import Acknowledgement
from conversations.turn_routing import Elsewhere, Mode, RoutedTurn, TurnRouting
from tests.inbox.virtual_clock import in_virtual_time, now

LEASE = Elsewhere(conversation_id="c-lease", is_new=False)
NEVER = 1_000.0


class TimedRouting(TurnRouting):
    """Knows the route and the acknowledgement after so many seconds."""

    def __init__(
        self, *, route: Elsewhere | None = None, after_s: float, ack: Acknowledgement | None = None, ack_after_s: float = NEVER
    ) -> None:
        self._timed_route, self._route_after_s, self._ack, self._ack_after_s = route, after_s, ack, ack_after_s

    async def route(self, words: str, *, may_begin: bool, mode: Mode = "voice") -> Elsewhere | None:
        await asyncio.sleep(self._route_after_s)
        return self._timed_route

    async def acknowledge(self, words: str) -> Acknowledgement | None:
        await asyncio.sleep(self._ack_after_s)
        return self._ack


def ack(words: str = "Let me look.", *, small_talk: bool = False) -> Acknowledgement:
    return Acknowledgement(spokenAck=words, intent="chitchat" if small_talk else "new_request")


async def taken(routing: TimedRouting, *answers: tuple[float, Sequence[Part]]) -> Sequence[tuple[float, Part]]:
    """What is handed on, and after how many seconds; the answers begin in turn, each after its time."""
    began, begun, went = now(), iter(answers), list[str]()

    async def answer() -> AsyncGenerator[Part, None]:
        after_s, parts = next(begun)
        await asyncio.sleep(after_s)
        for part in parts:
            yield part

    turn = RoutedTurn(routing, "Who signs?", may_begin=True)
    parts = routed_answer(answer, turn, go=lambda to: went.append(to.conversation_id), silent_since=lambda: began)
    found: list[tuple[float, Part]] = [(round(now() - began, 2), part) async for part in parts if not isinstance(part, FlushSentinel)]
    assert went == ([routing._timed_route.conversation_id] if routing._timed_route and len(answers) > 1 else [])
    assert not [task for task in asyncio.all_tasks() if task is not asyncio.current_task()], "nothing is left running"
    return found


@in_virtual_time
async def test_an_answer_that_is_ready_is_held_until_the_route_is_known_and_no_longer() -> None:
    assert await taken(TimedRouting(after_s=0.7), (0.1, ["It ends ", "in May."])) == [(0.7, "It ends "), (0.7, "in May.")]
    assert await taken(TimedRouting(after_s=0.2), (0.5, ["It ends."])) == [(0.5, "It ends.")]


@in_virtual_time
async def test_an_answer_on_the_wrong_conversation_is_dropped_and_another_is_made() -> None:
    routing = TimedRouting(route=LEASE, after_s=0.4)
    assert await taken(routing, (0.1, ["Wrong."]), (0.3, ["Right."])) == [(0.7, "Right.")]


@pytest.mark.parametrize(
    ("answer_after_s", "ack_after_s", "handed_on"),
    [
        (0.8, 0.3, [(0.8, "It ends.")]),
        (2.0, 0.3, [(0.9, "Let me look. "), (2.0, "It ends.")]),
        (2.0, 1.2, [(1.2, "Let me look. "), (2.0, "It ends.")]),
        (2.0, NEVER, [(2.0, "It ends.")]),
    ],
)
@in_virtual_time
async def test_an_acknowledgement_is_said_only_if_nothing_of_the_answer_is_there_0_9_s_after_the_end_of_speech(
    answer_after_s: float, ack_after_s: float, handed_on: list[tuple[float, str]]
) -> None:
    routing = TimedRouting(after_s=0.2, ack=ack(), ack_after_s=ack_after_s)
    assert await taken(routing, (answer_after_s, ["It ends."])) == handed_on


@pytest.mark.parametrize("route", [None, LEASE])
@in_virtual_time
async def test_small_talk_is_answered_by_the_acknowledgement_alone_and_stays_where_it_is(route: Elsewhere | None) -> None:
    routing = TimedRouting(route=route, after_s=0.3, ack=ack("Good morning!", small_talk=True), ack_after_s=0.2)
    assert await taken(routing, (0.8, ["Let me see what there is."])) == [(0.3, "Good morning!")]


@in_virtual_time
async def test_an_acknowledgement_that_failed_is_not_waited_for() -> None:
    assert await taken(TimedRouting(after_s=0.2, ack=None, ack_after_s=0.1), (1.5, ["It ends."])) == [(1.5, "It ends.")]


@in_virtual_time
async def test_an_answer_without_a_part_ends_the_turn() -> None:
    assert await taken(TimedRouting(after_s=0.2), (0.1, [])) == []
