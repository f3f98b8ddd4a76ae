"""How long a caller of a Gmail account waits for the longest answer of a call in which one request fails, or all of a kind for a while.

The calls are those of `tests/providers/gmail/test_gmail_faults.py`: typed, whole, over HTTP; an answer ends with its last word.
"""

import asyncio
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.record import Figure, Measured
from tests.providers.gmail.failing_calls import FAULTS, MOMENTS, call_with, calls_by_fault, through_an_outage

LONGEST_SILENCE_S = 8.0


def _longest_answer_s(moment: tuple[str, int] | None, fault: str | None) -> float:
    with TemporaryDirectory() as folder:
        _, told = asyncio.run(call_with(Path(folder), moment, FAULTS[fault] if fault else None))
    return told.longest_answer_s


def _longest_in_outage_s(about: str) -> float:
    with TemporaryDirectory() as folder:
        return asyncio.run(through_an_outage(Path(folder), about))


def main() -> Measured:
    """One call without a fault, one with each, and two for each outage."""
    undisturbed_s = _longest_answer_s(None, None)
    failing_s = {f"{about}, {before}, {fault}": _longest_answer_s((about, before), fault) for (about, before), fault in calls_by_fault()}
    outages_s = {about: _longest_in_outage_s(about) for about in MOMENTS}
    print(f"no fault {undisturbed_s:.1f} s; one request fails: median {median(failing_s.values()):.1f} s")
    return Measured(
        figures=[
            Figure(what=f"longest answer of a call while {what} fails, s", measured=max(seconds.values()), at_most=LONGEST_SILENCE_S)
            for what, seconds in (("one request to Gmail", failing_s), ("a kind of requests to Gmail", outages_s))
        ],
        numbers={"no fault": undisturbed_s, "one request": failing_s, "outage": outages_s},
    )
