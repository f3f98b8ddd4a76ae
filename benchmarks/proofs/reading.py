"""What a message can cost that is made to cost much: up to a second of CPU and 50 MB beyond its own bytes, whatever it is.

The forms of `tests/providers/hostile.py` at the size that is still read in a thread and at 48 MB, and 15,000 broken messages of the kind of
`tests/providers/malformed.py`. Each has to become a mail, if only one that is too large to read. Ordinary mail is read with the bounds and
without them, to see what they cost.
"""

import os
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.arms import compare
from benchmarks.record import Figure, Measured
from providers.mime.body import MailBody, read_body, read_without_bounds
from providers.mime.headers import read_headers
from providers.mime.reading_bounds import READ_AT_ONCE, TooLargeError, read_within_bounds
from tests.briefing.envelopes import NOW
from tests.providers.hostile import HTML, hostile
from tests.providers.malformed import SOUND, malformed
from tests.providers.sample_copies import sample_mails
from tests.randomness import seed

LARGE, BROKEN = 48_000_000, 15_000
A_LOOK_S = 0.0005
NEWS, ROUNDS = b"<table><tr><td><p>The words of a newsletter, and <a href=https://example.org>they</a> go on.</p></table>\n", 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """CPU seconds in all, the longest of them in which another thread did not get a turn, and MB beyond the message."""

    name: str
    cpu_s: float
    held_s: float
    beyond_mb: float
    body: MailBody | None


def main() -> Measured:
    """All of them, one after the other; the most expensive are told by name."""
    small = [_cost(f"{name}, 96 kB", raw) for name, raw in hostile(READ_AT_ONCE - 100)]
    large = [_cost(f"{name}, 48 MB", raw) for name, raw in hostile(LARGE)]
    broken = [_cost("broken", raw) for raw in malformed(BROKEN, seed(), large=True, sound=(*SOUND, *sample_mails(NOW)))]
    every = [*small, *large, *broken]
    for cost in (*_most(every, "cpu_s"), *_most(every, "held_s"), *_most(every, "beyond_mb")):
        print(f"{cost.name:<45} {cost.cpu_s:6.3f} s CPU, held {1000 * cost.held_s:5.1f} ms, {cost.beyond_mb:5.1f} MB beyond it")
    return Measured(
        figures=[
            Figure(what="messages", measured=len(every)),
            Figure(what="of them lost", measured=sum(cost.body is None for cost in every), at_most=0),
            Figure(what="of them too large to read", measured=sum(cost.body is not None and cost.body.too_large for cost in every)),
            _ordinary(),
            *(
                figure
                for kind, costs in {"hostile, 96 kB": small, "hostile, 48 MB": large, "broken": broken}.items()
                for figure in (
                    Figure(what=f"{kind}, the most, s CPU", measured=max(cost.cpu_s for cost in costs), at_most=1.1),
                    Figure(what=f"{kind}, the longest that the loop waits, ms", measured=1000 * max(cost.held_s for cost in costs)),
                    Figure(what=f"{kind}, the most beyond it, MB", measured=max(cost.beyond_mb for cost in costs), at_most=50),
                )
            ),
        ]
    )


def _ordinary() -> Figure:
    mails = [*sample_mails(NOW), HTML + NEWS * 600]
    arms = {"without": lambda: [read_without_bounds(raw) for raw in mails], "within": lambda: [read_body(raw) for raw in mails]}
    report = compare(arms, ROUNDS)
    print(f"{len(mails)} mails", *report.lines(), sep="\n")
    same_again, within = report.same_again.median_ratio, report["within"].median_ratio
    return Figure(what="ordinary mail within bounds to without", measured=within, at_most=1.05, same_again=same_again)


def _most(costs: list[Cost], of: str) -> Iterator[Cost]:
    yield from sorted(costs, key=lambda cost: -float(getattr(cost, of)))[:8]


def _cost(name: str, raw: bytes) -> Cost:
    """Read it in a thread, as a call does, and once more to see what memory its process takes."""
    read: list[MailBody] = []
    beyond = [0.0]
    Path("/proc/self/clear_refs").write_text("5")
    before, spent = _memory_mb("VmRSS"), _cpu_s()
    thread = threading.Thread(target=lambda: read.append(_as_a_mail(raw)))
    thread.start()
    held, last = 0.0, time.process_time()
    while thread.is_alive():
        time.sleep(A_LOOK_S)
        now = time.process_time()
        held, last = max(held, now - last), now
    thread.join()
    cpu_s, taken = _cpu_s() - spent, _memory_mb("VmHWM") - before
    again = threading.Thread(target=lambda: beyond.append(_taken_apart(raw)))
    again.start()
    again.join()
    return Cost(name=name, cpu_s=cpu_s, held_s=held, beyond_mb=max(taken, *beyond), body=read[0] if read else None)


def _as_a_mail(raw: bytes) -> MailBody:
    read_headers(raw)
    return read_body(raw)


def _taken_apart(raw: bytes) -> float:
    """MB that reading takes in a process of its own. What it only looks at of files that are loaded is everybody's."""
    caller = os.getpid()

    def reading(raw: bytes) -> float:
        if os.getpid() == caller:
            return 0.0
        before, of_files = _memory_mb("VmRSS"), _memory_mb("RssFile")
        read_without_bounds(raw)
        return _memory_mb("VmHWM") - before - (_memory_mb("RssFile") - of_files)

    try:
        return read_within_bounds(raw, reading)
    except TooLargeError:
        return 0.0


def _cpu_s() -> float:
    return sum(os.times()[:4])


def _memory_mb(of: str) -> float:
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith(of))
    return int(line.split()[1]) / 1024
