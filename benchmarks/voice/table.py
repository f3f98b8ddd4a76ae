"""`python -m benchmarks.voice.table`: what `python -m benchmarks voice` found last, as the tables and the picture of docs/voice.md."""

import json
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from benchmarks.record import RESULTS

DOCS = Path(__file__).parent.parent.parent / "docs"
BEGINS, ENDS = "<!-- measured: `python -m benchmarks.voice.table` writes it -->", "<!-- end of what is measured -->"
Shares = tuple[float, float, float]


class _Figure(BaseModel):
    what: str
    measured: float
    at_most: float | None
    verdict: str


class Result(BaseModel):
    """Of one benchmark; the tables are there of `hearing` alone."""

    model_config = ConfigDict(extra="ignore")
    at: str
    took_s: float
    figures: Sequence[_Figure]
    table: Mapping[str, Mapping[str, Shares]] = Field(default_factory=dict)
    colloquial: Mapping[str, Mapping[str, Shares]] = Field(default_factory=dict)
    of_each_cell: Mapping[str, int] = Field(default_factory=dict, alias="of each cell")


def tables(hearing: Result, others: Sequence[Result]) -> Iterator[str]:
    """Line by line."""
    voices, counts = list(hearing.table), hearing.of_each_cell.values()
    sizes = f"{sum(counts)} commands, {min(counts)} to {max(counts)} in each cell"
    yield f"Measured at {hearing.at} in {hearing.took_s / 60:.0f} minutes: {sizes}."
    yield "Right / asked back or not understood / something else was done, in per cent:"
    yield ""
    yield from _rows("", voices)
    for condition in hearing.table[voices[0]]:
        yield _row(condition, ["{:.0f} / {:.0f} / {:.1f}".format(*hearing.table[voice][condition]) for voice in voices])
    yield ""
    yield "![Commands heard right, by voice and condition](voice-heard.png)"
    yield ""
    yield from _rows("", ["measured", "at most", ""])
    for figure in (figure for each in (hearing, *others) for figure in each.figures):
        yield _row(figure.what, [f"{figure.measured:.2f}", "" if figure.at_most is None else f"{figure.at_most:g}", figure.verdict])


def _rows(first: str, columns: Sequence[str]) -> Iterator[str]:
    yield _row(first, columns)
    yield "|---" * (len(columns) + 1) + "|"


def _row(first: str, columns: Sequence[str]) -> str:
    return f"| {' | '.join([first, *columns])} |"


def written(page: str, lines: Sequence[str]) -> str:
    """The page with these lines in the place of those that were there."""
    there = re.compile(f"{re.escape(BEGINS)}.*?{re.escape(ENDS)}", re.DOTALL)
    return there.sub(lambda _: "\n".join([BEGINS, "", *lines, "", ENDS]), page)


def write(results: Path, docs: Path) -> None:
    hearing, *others = (Result.model_validate(json.loads(file.read_text("utf-8"))) for file in _found(results))
    page = docs / "voice.md"
    page.write_text(written(page.read_text("utf-8"), list(tables(hearing, others))), "utf-8")
    shutil.copy(results / "voice.hearing.png", docs / "voice-heard.png")


def _found(results: Path) -> list[Path]:
    first = results / "voice.hearing.json"
    return [first, *sorted(file for file in results.glob("voice.*.json") if file != first)]


if __name__ == "__main__":
    write(RESULTS, DOCS)
