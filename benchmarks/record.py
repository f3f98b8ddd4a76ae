"""What a benchmark found, and where it goes: one JSON file and one picture each, in `benchmarks/results/`.

The folder is not kept in the repository: numbers belong to the machine that made them.
"""

import json
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import matplotlib as mpl

RESULTS = Path(__file__).parent / "results"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A measured value, in the unit that `what` ends with, and what it may be `at_most`; without that it is only told.

    `same_again` is what the A/A arm showed where two things are compared: a difference no larger means nothing.
    """

    what: str
    measured: float
    at_most: float | None = None
    same_again: float | None = None

    @property
    def missed(self) -> bool:
        """Whether it has a mark and is beyond it."""
        return self.at_most is not None and not self.measured <= self.at_most

    @property
    def verdict(self) -> str:
        """For a table."""
        return "" if self.at_most is None else "MISSED" if self.missed else "reached"


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """One line per series of (x, y) points; both axes are logarithmic unless `log` says otherwise."""

    series: Mapping[str, Sequence[tuple[float, float]]]
    title: str
    x: str
    y: str
    log: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What one benchmark found: its figures, all numbers behind them as JSON-ready values, and a picture where one says more."""

    figures: Sequence[Figure]
    numbers: Mapping[str, object] = field(default_factory=dict)
    picture: Picture | None = None


def record(folder: Path, name: str, measured: Measured, *, took_s: float) -> None:
    """Write what was measured, with the date, Python and machine it belongs to."""
    folder.mkdir(exist_ok=True)
    about = {"benchmark": name, "at": datetime.now(UTC).isoformat(timespec="seconds"), "took_s": round(took_s, 1)}
    machine = {"python": platform.python_version(), "machine": platform.machine()}
    figures = [{**asdict(figure), "verdict": figure.verdict} for figure in measured.figures]
    text = json.dumps({**about, **machine, "figures": figures, **measured.numbers}, indent=2)
    (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")
    if measured.picture:
        _plot(measured.picture, folder / f"{name}.png")


def _plot(picture: Picture, path: Path) -> None:
    mpl.use("Agg")  # before pyplot, which otherwise looks for a screen
    import matplotlib.pyplot as plt  # noqa: PLC0415  (see the line above)

    figure, axes = plt.subplots(figsize=(7, 4.5), layout="constrained")
    for label, points in picture.series.items():
        axes.plot([point[0] for point in points], [point[1] for point in points], marker="o", label=label)
    if picture.log:
        axes.set_xscale("log")
        axes.set_yscale("log")
    axes.set(title=picture.title, xlabel=picture.x, ylabel=picture.y)
    axes.grid(visible=True, which="both", alpha=0.3)
    axes.legend()
    figure.savefig(path, dpi=120)
    plt.close(figure)
