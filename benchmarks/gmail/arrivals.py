"""How long new mail at Gmail waits until it can be offered, and what looking for it costs: history every five seconds, or a list every 30.

Calls in which the user is read mail, on a virtual clock over the tests' model of Gmail, with 80 ms per request; both ways get the same
arrivals. What comes on top in a call, waiting for the end of a sentence, is the same for both. In a call of an hour the watcher's share of
the quota is used up towards the end, and it looks more seldom.
"""

import asyncio
import math
import random
import statistics
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import asdict, dataclass

from benchmarks.record import Figure, Measured, Picture
from providers.gmail.history_records import UNREAD
from providers.gmail.watching import MOST_AN_HOUR
from providers.resilience.priority import Priority
from tests.inbox.virtual_clock import VirtualClockLoop
from tests.providers.gmail.doubles.arranged_model import ArrangedGmailModel
from tests.providers.gmail.doubles.hour import TAKES_S, hour

CALLS = ((20, 24), (20, 60), (60, 24))
"""Minutes, and arrivals an hour."""
TIMES = 5
"""Each call is held so often, with other arrivals."""
READ_EVERY_S = 40.0
POLL_EVERY_S = 30.0
TARGET_S = 5.0

Way = Callable[[Sequence[float], float], Coroutine[object, object, tuple[list[float], int]]]
"""When mail arrives, and how long the call lasts; what each arrival waited, and the units spent on looking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waits:
    """Of one way in several calls: seconds from each arrival until it could be offered, and the most units one call spent on looking."""

    way: str
    minutes: int
    arrivals_an_hour: int
    seconds: tuple[float, ...]
    units: int

    @property
    def p95_s(self) -> float:
        """All but one in twenty."""
        return sorted(self.seconds)[math.ceil(0.95 * len(self.seconds)) - 1]

    def line(self) -> str:
        """For a terminal."""
        median = statistics.median(self.seconds)
        return f"{self.way:<8} p50 {median:5.1f} s  p95 {self.p95_s:5.1f} s  longest {max(self.seconds):5.1f} s  {self.units:5} units"


async def watched(arrivals_at_s: Sequence[float], lasts_s: float) -> tuple[list[float], int]:
    """The real watcher, inbox and mailbox."""
    call = await hour(arrivals_at_s=arrivals_at_s, read_every_s=READ_EVERY_S, lasts_s=lasts_s)
    return call.waited_s, call.units


async def polled(arrivals_at_s: Sequence[float], lasts_s: float) -> tuple[list[float], int]:
    """A list of what is unread every so often, and what is new in it read."""
    gmail, loop = ArrangedGmailModel(takes_s=TAKES_S), asyncio.get_running_loop()
    delivered_at: dict[str, float] = {}
    waited: list[float] = []

    def arrive() -> None:
        delivered_at[gmail.model.deliver(b"From: a@example.org\nSubject: x\n\nx\n")] = loop.time()

    for at_s in arrivals_at_s:
        loop.call_at(at_s, arrive)
    known: set[str] = set()
    while loop.time() < lasts_s:
        page = await gmail.api.list_messages(UNREAD, priority=Priority.POLLING)
        if new := [mail for mail in page.ids if mail not in known]:
            await gmail.api.messages(new)
            waited += [loop.time() - delivered_at[mail] for mail in new]
            known.update(new)
        await asyncio.sleep(POLL_EVERY_S)
    return waited, gmail.quota.spent_by[Priority.POLLING]


def measured(name: str, way: Way, minutes: int, arrivals_an_hour: int) -> Waits:
    """The same calls for every way."""
    seconds: list[float] = []
    units = 0
    for number in range(TIMES):
        chance, lasts_s = random.Random(number), minutes * 60
        count = arrivals_an_hour * minutes // 60
        at_s = sorted(chance.uniform(1, lasts_s - POLL_EVERY_S - 10) for _ in range(count))
        with asyncio.Runner(loop_factory=VirtualClockLoop) as runner:
            waited, spent = runner.run(way(at_s, lasts_s))
        assert len(waited) == count, "an arrival was never noticed"
        seconds += waited
        units = max(units, spent)
    return Waits(way=name, minutes=minutes, arrivals_an_hour=arrivals_an_hour, seconds=tuple(seconds), units=units)


def main() -> Measured:
    """Every call in both ways."""
    results: list[Waits] = []
    figures: list[Figure] = []
    for minutes, arrivals in CALLS:
        print(f"{minutes} minutes, {arrivals} arrivals an hour")
        ours, theirs = (measured(name, way, minutes, arrivals) for name, way in (("ours", watched), ("polled", polled)))
        results += [ours, theirs]
        print(f"  {ours.line()}\n  {theirs.line()}")
        call = f"{minutes} min, {arrivals}/h"
        figures += [
            Figure(what=f"arrival until it is offered, p95, {call}, s", measured=ours.p95_s, at_most=TARGET_S + 4 * TAKES_S),
            Figure(what=f"units for looking, {call}", measured=ours.units, at_most=MOST_AN_HOUR),
        ]
    series = {
        f"{each.way}, {each.minutes} min, {each.arrivals_an_hour}/h": [
            (place / len(each.seconds), waited) for place, waited in enumerate(sorted(each.seconds), 1)
        ]
        for each in results
    }
    return Measured(
        figures=figures,
        numbers={"calls": [asdict(each) for each in results]},
        picture=Picture(series=series, title="From arrival until it can be offered", x="share of arrivals", y="s", log=False),
    )
