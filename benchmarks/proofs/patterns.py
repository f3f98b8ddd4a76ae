"""Every regular expression of the product on its worst cases: a text twice as long may take 2.2 times as long.

Each is timed by the minimum of five runs, in CPU time. One that comes out above the mark is timed anew, since the clock's faults come and
go; what takes less than a tenth of a millisecond for 16,000 characters is not judged. It is the mean of three doublings: where the engine's
memory grows, one of them takes more and the next one less. `tests/patterns/` proves the same without a clock;
here are also those patterns that are too large to be proved.
"""

import re
from collections import deque
from collections.abc import Iterator
from time import process_time
from typing import Any

from benchmarks.record import Figure, Measured
from tests.patterns.found import Found, product_patterns
from tests.patterns.worst_cases import worst_cases

LENGTH, DOUBLED = 2_000, 3
RUNS = (5, 10, 20, 40, 80)
MOST = 2.2
LONG_S = 1e-4


def main() -> Measured:
    """All patterns in all ways in which they are applied; the worst are told by name."""
    tried, worst = 0, list[tuple[float, str]]()
    for found in product_patterns():
        for way, text in _cases(found):
            tried += 1
            worst.append((_growth(found.pattern, way, text), f"{found.place}, {way}: {text!r:.90}"))
    worst.sort(reverse=True)
    for growth, where in worst[:20]:
        print(f"{growth:.2f}  {where}")
    return Measured(
        figures=[
            Figure(what="patterns", measured=len(product_patterns())),
            Figure(what="worst cases", measured=tried),
            Figure(what="the most that a text twice as long takes, times", measured=worst[0][0], at_most=MOST),
        ],
        numbers={"worst": worst[:100]},
    )


def _cases(found: Found) -> Iterator[tuple[str, tuple[str, str, str]]]:
    cases = [*worst_cases(found.pattern)]
    yield from ((way, case) for way in sorted({way if way in {"match", "fullmatch"} else "search" for way in found.ways}) for case in cases)


def _growth(pattern: re.Pattern[str] | re.Pattern[bytes], way: str, case: tuple[str, str, str]) -> float:
    """How much longer a text takes that is twice as long."""
    best = float("inf")
    for runs in RUNS:
        short, long = (_seconds(pattern, way, _text(pattern, case, length), runs) for length in (LENGTH, 2**DOUBLED * LENGTH))
        best = min(best, (long / short) ** (1 / DOUBLED) if long > LONG_S else 0.0)
        if best <= MOST:
            break
    return best


def _text(pattern: re.Pattern[str] | re.Pattern[bytes], case: tuple[str, str, str], length: int) -> str | bytes:
    before, unit, behind = case
    text = before + unit * max(1, length // len(unit)) + behind
    return text.encode("latin-1", "replace") if isinstance(pattern.pattern, bytes) else text


def _seconds(pattern: Any, way: str, text: str | bytes, runs: int) -> float:
    best = float("inf")
    for _ in range(runs):
        began = process_time()
        if way == "search":
            deque(pattern.finditer(text), maxlen=0)
        else:
            getattr(pattern, way)(text)
        best = min(best, process_time() - began)
        if best > 1.0:
            break
    return max(best, 1e-9)
