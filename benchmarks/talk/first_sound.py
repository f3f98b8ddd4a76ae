"""What routing costs turns that are not routed where it is heard: from the caller's last word to the first sound of the answer, in rooms.

Two rooms, each with a server, a worker and a caller of its own, one with a small model set up and one without. The model answers
after 400 ms and so does the small one, for whom nobody is to wait: neither with a command nor with a question about the open mail.
"""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.arms import AGAIN, Report, compare_told
from benchmarks.instant import MODEL_ANSWERS_AFTER_S
from benchmarks.record import Figure, Measured
from benchmarks.rooms import SpokenRoom, aloud, room_with
from providers.models.typed.models_at import NO_MODEL
from tests.servers.openai.chat import Late
from tests.servers.openai.double import Say

SPOKEN = "next one please"
ROUNDS = 12
MOST_TIME = 1.05
WITHOUT, ROUTED = "no small model", "routing set up"
SMALL_MODEL = {WITHOUT: NO_MODEL, ROUTED: "gpt-small"}
SAID = {"by rules": "who sent it", "about the open mail": "Would it be rude to ignore it?"}


async def answered_s(room: SpokenRoom, words: str) -> float:
    """Seconds to the first sound; the same is said each time, so that only what it is taken for differs."""
    return await room.speak(SPOKEN, words, Late(Say("I think they would not mind."), after_s=MODEL_ANSWERS_AFTER_S))


async def compared() -> tuple[dict[str, Report], int]:
    """The report of each kind of turn, and how often the small model was asked."""
    async with AsyncExitStack() as stack:
        rooms: dict[str, SpokenRoom] = {}
        for name, model in SMALL_MODEL.items():
            folder = Path(stack.enter_context(TemporaryDirectory()))
            rooms[name] = await stack.enter_async_context(room_with(aloud, folder, ALOUD_SMALL_MODEL=model))
        reports = {}
        for what, words in SAID.items():
            arms = {name: lambda _, room=room, words=words: answered_s(room, words) for name, room in rooms.items()}
            reports[what] = await compare_told(arms, ROUNDS)
        asked = rooms[ROUTED].openai.chat_requests
        return reports, sum(each.model == SMALL_MODEL[ROUTED] for each in asked)


def main() -> Measured:
    """Both kinds of turns that are not routed."""
    reports, asked = asyncio.run(compared())
    figures = [Figure(what="requests of the small model in all of it", measured=asked, at_most=0)]
    for what, report in reports.items():
        print(f"-- {what}", *report.lines(), sep="\n", flush=True)
        again = report[WITHOUT + AGAIN].median_ratio
        measured = report[ROUTED].median_ratio
        figures.append(
            Figure(
                what=f"first sound of turns {what}, with routing against without", measured=measured, at_most=MOST_TIME, same_again=again
            )
        )
    return Measured(figures=figures, numbers={what: report.as_json() for what, report in reports.items()})
