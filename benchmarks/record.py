"""Where the numbers go: one JSON file and one picture per benchmark, in `benchmarks/results/`.

The folder is not kept in the repository: numbers belong to the machine that made them.
"""

import json
import platform
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import matplotlib as mpl

RESULTS = Path(__file__).parent / "results"


def record(name: str, numbers: Mapping[str, object]) -> Path:
    """Write `numbers` with the date, Python and machine they belong to; returns the file."""
    RESULTS.mkdir(exist_ok=True)
    about = {"benchmark": name, "at": datetime.now(UTC).isoformat(timespec="seconds"), "python": platform.python_version()}
    path = RESULTS / f"{name}.json"
    path.write_text(json.dumps({**about, "machine": platform.machine(), **numbers}, indent=2) + "\n", encoding="utf-8")
    return path


def plot(name: str, series: Mapping[str, Sequence[tuple[float, float]]], *, title: str, x: str, y: str, log: bool = True) -> Path:
    """Draw one line per series of (x, y) points, both axes logarithmic unless told otherwise; returns the PNG file."""
    mpl.use("Agg")  # before pyplot, which otherwise looks for a screen
    import matplotlib.pyplot as plt  # noqa: PLC0415  (see the line above)

    RESULTS.mkdir(exist_ok=True)
    figure, axes = plt.subplots(figsize=(7, 4.5), layout="constrained")
    for label, points in series.items():
        axes.plot([point[0] for point in points], [point[1] for point in points], marker="o", label=label)
    if log:
        axes.set_xscale("log")
        axes.set_yscale("log")
    axes.set(title=title, xlabel=x, ylabel=y)
    axes.grid(visible=True, which="both", alpha=0.3)
    axes.legend()
    path = RESULTS / f"{name}.png"
    figure.savefig(path, dpi=120)
    plt.close(figure)
    return path
