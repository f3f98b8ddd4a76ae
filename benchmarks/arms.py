"""Paired arms: several ways of doing one thing, measured in one process, turn by turn.

A machine's speed drifts (turbo, neighbours, caches), so two numbers taken minutes apart say little. Here every round runs every arm, in
an order that is turned around from round to round, and what is reported is the median over the rounds of each *round's own* ratio. The
first arm runs twice in each round: the ratio of the two (A/A) shows what this machine calls "no difference", and a ratio within it
means nothing.
"""

import gc
import statistics
from collections.abc import Awaitable, Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import process_time
from typing import Self, TypeVar

Arm = TypeVar("Arm")

AGAIN = " (A/A)"
"""Appended to the first arm's name for its second run in each round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmTimes:
    """One arm: seconds per round, in the order of the rounds, and each round's ratio to the first arm."""

    name: str
    seconds: tuple[float, ...]
    ratios: tuple[float, ...]

    @property
    def median_s(self) -> float:
        """Median seconds of one run."""
        return statistics.median(self.seconds)

    @property
    def median_ratio(self) -> float:
        """Median over the rounds of this arm's time by the first arm's: 3.0 takes three times as long."""
        return statistics.median(self.ratios)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """All arms in the order given, the first one's second run last."""

    rounds: int
    arms: tuple[ArmTimes, ...]

    @property
    def same_again(self) -> ArmTimes:
        """The A/A arm: what the machine calls "no difference"."""
        return self.arms[-1]

    @classmethod
    def of(cls, seconds: Mapping[str, Sequence[float]]) -> Self:
        """The report on these seconds, round by round, of each arm: the first is what the others are measured against, the last its A/A."""
        first, *_ = seconds.values()
        return cls(
            rounds=len(first),
            arms=tuple(
                ArmTimes(name=name, seconds=tuple(taken), ratios=tuple(_ratio(a, b) for a, b in zip(taken, first, strict=True)))
                for name, taken in seconds.items()
            ),
        )

    def __getitem__(self, name: str) -> ArmTimes:
        """The arm of that name; `KeyError` if there is none."""
        for arm in self.arms:
            if arm.name == name:
                return arm
        raise KeyError(name)

    def ratio(self, name: str, to: str) -> float:
        """Median over the rounds of one arm's time by another's."""
        return statistics.median(_ratio(a, b) for a, b in zip(self[name].seconds, self[to].seconds, strict=True))

    def later(self, name: str, than: str) -> float:
        """Median over the rounds of one arm's seconds less another's."""
        return statistics.median(a - b for a, b in zip(self[name].seconds, self[than].seconds, strict=True))

    def as_json(self) -> dict[str, object]:
        """The report as JSON-ready values: medians, ratios to the first arm, and the raw seconds."""
        return {
            "rounds": self.rounds,
            "arms": [
                {"name": arm.name, "median_s": arm.median_s, "median_ratio": arm.median_ratio, "seconds": list(arm.seconds)}
                for arm in self.arms
            ],
        }

    def lines(self) -> list[str]:
        """The report for a terminal, one line per arm."""
        width = max(len(arm.name) for arm in self.arms)
        return [f"{arm.name:<{width}}  {arm.median_s * 1000:10.2f} ms  x {arm.median_ratio:.3f}" for arm in self.arms]


def compare(arms: Mapping[str, Callable[[], object]], rounds: int, *, clock: Callable[[], float] = process_time) -> Report:
    """Run every arm once per round and once before the first for warmth; the first arm is what the others are measured against.

    `clock` gives seconds: CPU time of this process unless told; pass `time.perf_counter` for arms that wait for something. Raises
    `ValueError` without an arm or a round.
    """
    seconds: dict[str, list[float]] = {}
    for _, name, arm in _in_turn(arms, rounds):
        seconds.setdefault(name, []).append(_timed(arm, clock))
    return _without_the_first(seconds, arms)


async def compare_told(arms: Mapping[str, Callable[[int], Awaitable[float]]], rounds: int) -> Report:
    """The same for arms that wait, are given the number of the round, 0 for warmth, and tell by themselves how many seconds they took."""
    seconds: dict[str, list[float]] = {}
    for number, name, arm in _in_turn(arms, rounds):
        seconds.setdefault(name, []).append(await arm(number))
    return _without_the_first(seconds, arms)


def _in_turn(arms: Mapping[str, Arm], rounds: int) -> Iterator[tuple[int, str, Arm]]:
    """Every arm once, and then so many rounds of all of them and the first once more, in an order that is turned around each time."""
    if not arms or rounds < 1:
        raise ValueError("compare needs at least one arm and one round")
    yield from ((0, name, arm) for name, arm in arms.items())
    runs = [*arms.items(), next((name + AGAIN, arm) for name, arm in arms.items())]
    for number in range(1, rounds + 1):
        yield from ((number, name, arm) for name, arm in (runs if number % 2 else reversed(runs)))


def _without_the_first(seconds: Mapping[str, Sequence[float]], arms: Container[str]) -> Report:
    """Each arm's rounds, without its run for warmth."""
    return Report.of({name: taken[1:] if name in arms else taken for name, taken in seconds.items()})


def _timed(run: Callable[[], object], clock: Callable[[], float]) -> float:
    gc.collect()  # so that no arm pays for the garbage of the one before
    start = clock()
    run()
    return clock() - start


def _ratio(taken: float, reference: float) -> float:
    if reference > 0:
        return taken / reference
    return 1.0 if taken == reference else float("inf")  # both below the clock's tick
