"""Whole commands, spoken and typed, in a real room: from the last word to the first sound of the answer, against LiveKit as it comes.

The same caller, sounds and services for transcription and speech on all sides. LiveKit's agent asks a model that answers at once, so what
is compared is who notices the end of a command sooner, and does what it says. Its own turn detector takes the melody of a synthetic voice
for that of an unfinished sentence; so it is measured by silence alone as well, as it is often set up, and ours has to keep up with both.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.arms import AGAIN, Report, compare_told
from benchmarks.doubles import agent_as_it_comes
from benchmarks.doubles.agent_as_it_comes import BY_SILENCE
from benchmarks.record import Figure, Measured, Picture
from benchmarks.rooms import SpokenRoom, StartWorker, agent_in, aloud, room_with

LINES = ("next", "archive it", "go back", "skip this one", "how many are left", "flag it")
SPOKEN_ROUNDS, TYPED_ROUNDS = len(LINES) + 2, 4 * len(LINES)
NO_SLOWER = 1.05

SILENCE, DETECTOR, OURS = "LiveKit, by silence", "LiveKit, its detector", "aloud"


async def measured() -> dict[str, Report]:
    """Spoken and typed commands, in a call of each kind."""
    async with AsyncExitStack() as stack:

        async def room(start: StartWorker, **settings: str) -> SpokenRoom:
            folder = Path(stack.enter_context(TemporaryDirectory()))
            return await stack.enter_async_context(room_with(start, folder, stops=start is aloud, **settings))

        theirs = agent_in(agent_as_it_comes.__file__)
        rooms = {
            SILENCE: await room(theirs, **{BY_SILENCE: "1"}),
            DETECTOR: await room(theirs),
            OURS: await room(aloud, ALOUD_TURN_DETECTION="model"),
        }

        def spoken(name: str) -> Callable[[int], Awaitable[float]]:
            return lambda number: rooms[name].speak(line(number), line(number))

        def typed(name: str) -> Callable[[int], Awaitable[float]]:
            return lambda number: rooms[name].type(line(number))

        return {
            "spoken": await compare_told({name: spoken(name) for name in rooms}, SPOKEN_ROUNDS),
            "typed": await compare_told({name: typed(name) for name in (SILENCE, OURS)}, TYPED_ROUNDS),
        }


def line(number: int) -> str:
    """What is said in that round."""
    return LINES[number % len(LINES)]


def main() -> Measured:
    """All calls side by side."""
    reports = asyncio.run(measured())
    for how, report in reports.items():
        print(f"-- {how}", *report.lines(), sep="\n", flush=True)
    figures = [
        Figure(
            what=f"whole command, {how}, times {theirs.name}",
            measured=report.ratio(OURS, theirs.name),
            at_most=NO_SLOWER,
            same_again=report.same_again.median_ratio,
        )
        for how, report in reports.items()
        for theirs in report.arms
        if theirs.name in (SILENCE, DETECTOR)
    ]
    series = {
        f"{arm.name}, {how}": [(number, seconds) for number, seconds in enumerate(arm.seconds, start=1)]
        for how, report in reports.items()
        for arm in report.arms
        if not arm.name.endswith(AGAIN)
    }
    return Measured(
        figures=figures,
        numbers={how: report.as_json() for how, report in reports.items()},
        picture=Picture(series=series, title="From the last word to the first sound", x="round", y="s", log=False),
    )
