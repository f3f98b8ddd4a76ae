"""The harness measures what it says it measures."""

import gc
from collections.abc import Callable

import pytest

from benchmarks.arms import compare, compare_told

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def no_garbage_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before each arm, among all that the tests of this process have loaded: seconds, for arms that do nothing."""
    monkeypatch.setattr(gc, "collect", lambda: 0)


class Bench:
    """Arms that take as long as they are told, on a clock of their own."""

    def __init__(self) -> None:
        self.now = 0.0
        self.ran: list[str] = []

    def arm(self, name: str, *seconds: float) -> Callable[[], None]:
        left = list(seconds)

        def run() -> None:
            self.ran.append(name)
            self.now += left.pop(0) if len(left) > 1 else left[0]

        return run


def test_each_round_is_compared_with_itself_so_that_a_drifting_machine_does_not_show() -> None:
    bench = Bench()
    first = bench.arm("a", 9.0, 1.0, 1.0, 2.0, 2.0, 4.0)  # warm-up, then twice in each of three rounds, ever slower
    second = bench.arm("b", 9.0, 3.0, 6.0, 12.0)
    report = compare({"a": first, "b": second}, 3, clock=lambda: bench.now)
    assert report["b"].ratios == (3.0, 3.0, 3.0)
    assert report["b"].median_ratio == 3.0
    assert report.same_again.name == "a (A/A)"


def test_the_order_turns_around_from_round_to_round() -> None:
    bench = Bench()
    compare({"a": bench.arm("a", 1.0), "b": bench.arm("b", 1.0)}, 2, clock=lambda: bench.now)
    assert "".join(bench.ran) == "ab" + "aba" + "aba"  # warm-up, a b a', and back: a' b a


def test_nothing_to_compare_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one arm"):
        compare({}, 3)
    with pytest.raises(ValueError, match="one round"):
        compare({"a": lambda: None}, 0)


async def test_arms_that_wait_are_told_the_round_and_compared_in_the_same_way() -> None:
    rounds: list[int] = []

    async def first(number: int) -> float:
        rounds.append(number)
        return 2.0 * (number + 1)

    async def second(number: int) -> float:
        return 3.0 * (number + 1)

    report = await compare_told({"a": first, "b": second}, 2)
    assert rounds == [0, 1, 1, 2, 2]
    assert report["b"].ratios == (1.5, 1.5)
    assert report.ratio("a", "b") == pytest.approx(2 / 3)
    assert report.later("b", "a") == 2.5
