"""A plain command against the same turn through the model: from the end of the user's turn to the first sound of the answer.

The model is a scripted one that is asked over HTTP and answers after 400 ms, once in the turn that the marks are held against; where it
goes its ordinary way, by a tool, it is asked twice. Measured in process, where everything else takes no time and the command is to take at
most half of the turn, and in a real room, where the end of speech has to be noticed and understood in either case, over the same sound:
there it is to be sooner by nine tenths of the model's time. The rest is LiveKit's own work at the beginning of an answer (states, captions,
a stream of speech), which is hidden where it happens while a model is waited for.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from livekit.agents import AgentSession
from pydantic import SecretStr

from agent.briefer import Briefer
from agent.connect_options import CONNECT
from agent.tools.running import BriefingTools
from agent.turns.consenting import heed_what_the_user_says
from benchmarks.arms import AGAIN, Report, compare_told
from benchmarks.doubles.spoken_parts import Loudspeaker, Recogniser, Voice
from benchmarks.record import Figure, Measured, Picture
from benchmarks.rooms import aloud, room_with
from providers.models.choice import choose_models
from session.behaviours import greet
from session.opening.assembly import open_call, prepare_storage
from session.timeouts import MAX_TOOL_STEPS
from tests.agent.typed_call import NOW, sample_settings
from tests.servers.openai.chat import Late
from tests.servers.openai.double import CallTool, OpenAIDouble, Reply, Say, openai_server

MODEL_ANSWERS_AFTER_S = 0.4
MOST_OF_A_MODEL_TURN = 0.5
SAVED_IN_A_ROOM = 0.9
ROUNDS, ROOM_ROUNDS = 10, 12
UNREAD = 80
SPOKEN = "next one please"

INSTANT, DIRECT, BY_TOOL = "instant command", "model, answers at once", "model, by its tool"
NEXT = Say("Somebody writes about the plan for next week. Shall I archive it?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """An intent as it is put, and what the model is to answer to it."""

    words: str
    replies: tuple[Reply, ...] = ()

    def late_replies(self) -> Iterator[Reply]:
        """The same after the time that a model takes."""
        return (Late(reply, after_s=MODEL_ANSWERS_AFTER_S) for reply in self.replies)


WORDINGS = {
    INSTANT: Wording(words="next"),
    DIRECT: Wording(words="well then let us see what else there is", replies=(NEXT,)),
    BY_TOOL: Wording(words="well then let us see what else there is", replies=(CallTool("go", to="next"), NEXT)),
}

Turn = Callable[[Wording], Awaitable[float]]
"""Takes the turn; seconds from its end to the first sound."""
Place = Callable[[Path], AbstractAsyncContextManager[Turn]]


@dataclass(slots=True)
class _SpokenCall:
    """A session with STT and TTS, in this process."""

    openai: OpenAIDouble
    recogniser: Recogniser
    sounded: asyncio.Event = field(default_factory=asyncio.Event)
    sounded_at: float = 0.0

    def sound(self) -> None:
        if not self.sounded.is_set():
            self.sounded_at = perf_counter()
            self.sounded.set()

    async def turn(self, session: AgentSession[None], wording: Wording) -> float:
        """Commit the turn, and wait until the answer was played."""
        self.openai.replies(*wording.late_replies())
        self.recogniser.words = wording.words
        self.sounded.clear()
        committed = perf_counter()
        session.commit_user_turn()
        await self.sounded.wait()
        await session.wait_for_idle()
        return self.sounded_at - committed


@asynccontextmanager
async def in_process(folder: Path) -> AsyncIterator[Turn]:
    """The real session and agent between STT, a model over HTTP, and TTS."""
    async with openai_server() as openai:
        settings = sample_settings(folder, unread=UNREAD, openai_api_key=SecretStr("sk-bench"), openai_base_url=openai.url)
        await prepare_storage(settings)
        async with choose_models(settings) as models, open_call(settings, "local", call_id="instant", now=lambda: NOW) as (call, look):
            spoken = _SpokenCall(openai, Recogniser())
            session: AgentSession[None] = AgentSession(
                llm=models.llm,
                stt=spoken.recogniser,
                tts=Voice(),
                vad=None,
                conn_options=CONNECT,
                max_tool_steps=MAX_TOOL_STEPS,
                turn_handling={
                    "turn_detection": "manual",
                    "endpointing": {"min_delay": 0.0, "max_delay": 0.0},
                    "preemptive_generation": {"enabled": False},
                    "interruption": {"resume_false_interruption": False},
                },
            )
            session.output.audio = Loudspeaker(spoken.sound)
            briefer = Briefer(BriefingTools(call), asks_model=True)
            heed_what_the_user_says(session, call)
            await session.start(briefer, record=False)
            try:
                call.background.start("say what is unasked", call.announcements.follow(briefer.conversation))
                await greet(call, look)
                await session.wait_for_idle()
                yield lambda wording: spoken.turn(session, wording)
            finally:
                await session.aclose()


@asynccontextmanager
async def in_a_room(folder: Path) -> AsyncIterator[Turn]:
    """A real LiveKit server, our worker, and somebody who always says the same, which the server that transcribes it takes for either."""
    async with room_with(aloud, folder) as room:
        yield lambda wording: room.speak(SPOKEN, wording.words, *wording.late_replies())


async def compared(place: Place, names: Sequence[str], rounds: int) -> Report:
    """These wordings, by turns, in one call."""
    with TemporaryDirectory() as folder:
        async with place(Path(folder)) as turn:
            return await compare_told({name: lambda _, wording=WORDINGS[name]: turn(wording) for name in names}, rounds)  # type: ignore[misc]


def main() -> Measured:
    """In process and in a room."""
    # It warns of the last turn, which the end of a session leaves without words.
    logging.getLogger("livekit.agents").setLevel(logging.ERROR)
    reports = {
        "in process": asyncio.run(compared(in_process, (INSTANT, DIRECT, BY_TOOL), ROUNDS)),
        "in a room": asyncio.run(compared(in_a_room, (INSTANT, DIRECT), ROOM_ROUNDS)),
    }
    figures: list[Figure] = []
    for where, report in reports.items():
        print(f"-- {where}", *report.lines(), sep="\n", flush=True)
        figures.append(
            Figure(
                what=f"instant command {where}, times one model answer",
                measured=report.ratio(INSTANT, DIRECT),
                at_most=MOST_OF_A_MODEL_TURN if where == "in process" else None,
                same_again=report.same_again.median_ratio,
            )
        )
    room = reports["in a room"]
    figures.append(
        Figure(
            what="instant command in a room, behind one model answer, s",
            measured=room.later(INSTANT, DIRECT),
            at_most=-SAVED_IN_A_ROOM * MODEL_ANSWERS_AFTER_S,
            same_again=room.later(INSTANT + AGAIN, INSTANT),
        )
    )
    series = {
        f"{arm.name}, {where}": [(turn, seconds) for turn, seconds in enumerate(arm.seconds, start=1)]
        for where, report in reports.items()
        for arm in report.arms
        if not arm.name.endswith(AGAIN)
    }
    return Measured(
        figures=figures,
        numbers={"model_answers_after_s": MODEL_ANSWERS_AFTER_S, **{where: report.as_json() for where, report in reports.items()}},
        picture=Picture(series=series, title="From the end of the user's turn to the first sound", x="turn", y="s", log=False),
    )
