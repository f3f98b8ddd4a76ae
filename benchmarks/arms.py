"""Paired arms: several ways of doing one thing, measured in one process, turn by turn.

A machine's speed drifts (turbo, neighbours, caches), so two numbers taken minutes apart say little. Here every round runs every arm, in
an order that is turned around from round to round, and what is reported is the median over the rounds of each *round's own* ratio. The
first arm runs twice in each round: the ratio of the two (A/A) shows what this machine calls "no difference", and a ratio within it
means nothing.
"""

import gc
import statistics
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import process_time

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

    def __getitem__(self, name: str) -> ArmTimes:
        """The arm of that name; `KeyError` if there is none."""
        for arm in self.arms:
            if arm.name == name:
                return arm
        raise KeyError(name)

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


def compare(
    arms: Mapping[str, Callable[[], object]],
    rounds: int,
    *,
    clock: Callable[[], float] = process_time,
) -> Report:
    """Run every arm once per round and once before the first for warmth; the first arm is what the others are measured against.

    `clock` gives seconds: CPU time of this process unless told; pass `time.perf_counter` for arms that wait for something. Raises
    `ValueError` without an arm or a round.
    """
    if not arms or rounds < 1:
        raise ValueError("compare needs at least one arm and one round")
    first, *_ = arms
    runs = {**arms, first + AGAIN: arms[first]}
    for run in arms.values():
        run()
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    for round_number in range(rounds):
        names = list(runs) if round_number % 2 == 0 else list(reversed(runs))
        for name in names:
            seconds[name].append(_timed(runs[name], clock))
    return Report(
        rounds=rounds,
        arms=tuple(
            ArmTimes(name=name, seconds=tuple(taken), ratios=tuple(_ratio(a, b) for a, b in zip(taken, seconds[first], strict=True)))
            for name, taken in seconds.items()
        ),
    )


def _timed(run: Callable[[], object], clock: Callable[[], float]) -> float:
    gc.collect()  # so that no arm pays for the garbage of the one before
    start = clock()
    run()
    return clock() - start


def _ratio(taken: float, reference: float) -> float:
    if reference > 0:
        return taken / reference
    return 1.0 if taken == reference else float("inf")  # both below the clock's tick
