"""A plain command against the same turn through the model: from the end of the user's turn to the first sound of the answer.

The model is a scripted one that is asked over HTTP and answers after 400 ms. Where it goes its ordinary way, by a tool, it is asked twice
in a turn; the aim is held against the turn in which it answers at once. Measured in process, where everything else takes no time, and in
a real room, where the end of speech has to be noticed and understood in either case, over the same sound.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from livekit.agents import AgentSession
from pydantic import SecretStr

from agent.briefer import Briefer
from agent.connect_options import CONNECT
from agent.tools.every_tool import BriefingTools
from agent.turns.consenting import heed_what_the_user_says
from benchmarks.arms import AGAIN, Report, compare
from benchmarks.record import plot, record
from benchmarks.spoken_parts import Ears, Loudspeaker, Voice
from providers.models.choice import choose_models
from providers.sample_inbox import SAMPLE_ADDRESS
from session.behaviours import greet
from session.opening.assembly import open_call, prepare_storage
from session.timeouts import MAX_TOOL_STEPS
from tests.agent.typed_call import NOW, sample_settings
from tests.room.caller import Caller, caller_in
from tests.servers.livekit import livekit_server
from tests.servers.openai_chat import Late
from tests.servers.openai_double import CallTool, OpenAIDouble, Reply, Say, openai_server
from tests.servers.worker import worker

MODEL_ANSWERS_AFTER_S = 0.4
TARGET = 0.5
ROUNDS, ROOM_ROUNDS = 10, 3
UNREAD = 80
QUIET_S = 0.6
SPOKEN = "next one please"

INSTANT, DIRECT, BY_TOOL = "instant command", "model, answers at once", "model, by its tool"
NEXT = Say("Somebody writes about the plan for next week. Shall I archive it?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """A wish as it is put, and what the model is to answer to it."""

    words: str
    replies: tuple[Reply, ...] = ()


WORDINGS = {
    INSTANT: Wording(words="next"),
    DIRECT: Wording(words="well then let us see what else there is", replies=(NEXT,)),
    BY_TOOL: Wording(words="well then let us see what else there is", replies=(CallTool("next_item"), NEXT)),
}

Turn = Callable[[Wording], Coroutine[object, object, float]]
"""Takes the turn; seconds from its end to the first sound."""
Place = Callable[[Path], AbstractAsyncContextManager[Turn]]


@dataclass(slots=True)
class _Spent:
    """Seconds of the turns so far; read like a clock, so that only they are counted."""

    seconds: float = 0.0

    def read(self) -> float:
        return self.seconds


@dataclass(slots=True)
class _SpokenCall:
    """A session with ears and a voice, in this process."""

    openai: OpenAIDouble
    ears: Ears
    sounded: asyncio.Event = field(default_factory=asyncio.Event)
    sounded_at: float = 0.0

    def sound(self) -> None:
        if not self.sounded.is_set():
            self.sounded_at = perf_counter()
            self.sounded.set()

    async def turn(self, session: AgentSession[None], wording: Wording) -> float:
        """Commit the turn, and wait until the answer was played."""
        self.openai.replies(*(Late(reply, after_s=MODEL_ANSWERS_AFTER_S) for reply in wording.replies))
        self.ears.words = wording.words
        self.sounded.clear()
        committed = perf_counter()
        session.commit_user_turn()
        await self.sounded.wait()
        await session.wait_for_idle()
        return self.sounded_at - committed


@asynccontextmanager
async def in_process(folder: Path) -> AsyncIterator[Turn]:
    """The real session and agent between ears, a model over HTTP, and a voice."""
    async with openai_server() as openai:
        settings = sample_settings(folder, unread=UNREAD, openai_api_key=SecretStr("sk-bench"), openai_base_url=openai.url)
        await prepare_storage(settings)
        async with choose_models(settings) as models, open_call(settings, "local", call_id="instant", now=lambda: NOW) as (call, look):
            spoken = _SpokenCall(openai, Ears())
            session: AgentSession[None] = AgentSession(
                llm=models.llm,
                stt=spoken.ears,
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
                await greet(call, briefer.conversation, look)
                await session.wait_for_idle()
                yield lambda wording: spoken.turn(session, wording)
            finally:
                await session.aclose()


@dataclass(slots=True)
class _RoomCall:
    """A caller who always says the same; as what it is understood is for the server to say that transcribes it."""

    openai: OpenAIDouble
    caller: Caller

    async def turn(self, wording: Wording) -> float:
        """Speak, and wait for the first sound of the agent; the rest of what it says is cut short."""
        self.openai.replies(*(Late(reply, after_s=MODEL_ANSWERS_AFTER_S) for reply in wording.replies))
        self.openai.hear(wording.words)
        before = self.caller.loud_frames
        await self.caller.speak_with_pauses(SPOKEN)
        await self.caller.wait_until(lambda: self.caller.loud_frames > before, "the answer")
        took_s = asyncio.get_running_loop().time() - self.caller.fell_silent_at
        await self.silence()
        return took_s

    async def silence(self) -> None:
        """Return when the agent listens and nothing more is to be heard of it."""
        await self.caller.send("stop")
        heard = -1
        while heard != self.caller.loud_frames or self.caller.agent_state != "listening":
            heard = self.caller.loud_frames
            await asyncio.sleep(QUIET_S)


@asynccontextmanager
async def in_a_room(folder: Path) -> AsyncIterator[Turn]:
    """A real LiveKit server, our worker, and somebody who speaks."""
    sample_settings(folder, now=datetime.now(UTC))
    mail = {"ALOUD_MAILDIR": str(folder / "inbox"), "ALOUD_ADDRESSES": SAMPLE_ADDRESS}
    async with (
        openai_server() as openai,
        livekit_server(folder) as server,
        worker(server, folder, **mail, OPENAI_API_KEY="sk-bench", OPENAI_BASE_URL=openai.url),
        caller_in(server, room="instant") as caller,
    ):
        await caller.open_microphone()
        await caller.hear(after=0)
        call = _RoomCall(openai, caller)
        await call.silence()
        yield call.turn
        await caller.send("goodbye")  # whoever just leaves is waited for
        await caller.wait_until_gone()


def compared(place: Place, names: Sequence[str], rounds: int) -> Report:
    """These wordings, by turns, in one call."""
    with TemporaryDirectory() as folder, asyncio.Runner() as runner:
        spent = _Spent()
        call = place(Path(folder))
        turn = runner.run(call.__aenter__())

        def taking(wording: Wording) -> Callable[[], None]:
            def take() -> None:
                spent.seconds += runner.run(turn(wording))

            return take

        try:
            return compare({name: taking(WORDINGS[name]) for name in names}, rounds, clock=spent.read)
        finally:
            runner.run(call.__aexit__(None, None, None))


def main() -> None:
    """Measure, print, and write JSON and picture."""
    logging.getLogger("livekit.agents").setLevel(
        logging.ERROR
    )  # it warns of the last turn, which the end of a session leaves without words
    reports = {
        "in process": compared(in_process, (INSTANT, DIRECT, BY_TOOL), ROUNDS),
        "in a room": compared(in_a_room, (INSTANT, BY_TOOL), ROOM_ROUNDS),
    }
    shares = {
        where: {arm.name: report[INSTANT].median_s / arm.median_s for arm in report.arms if arm.name in (DIRECT, BY_TOOL)}
        for where, report in reports.items()
    }
    for where, report in reports.items():
        print(f"-- {where}", *report.lines(), sep="\n", flush=True)
        for name, share in shares[where].items():
            print(f'a plain command takes {share:.2f} of the turn "{name}", at most {TARGET}: {"reached" if share <= TARGET else "MISSED"}')
    path = record(
        "instant",
        {
            "model_answers_after_s": MODEL_ANSWERS_AFTER_S,
            "target": TARGET,
            "shares": shares,
            **{where: report.as_json() for where, report in reports.items()},
        },
    )
    series = {
        f"{arm.name}, {where}": [(turn, seconds) for turn, seconds in enumerate(arm.seconds, start=1)]
        for where, report in reports.items()
        for arm in report.arms
        if not arm.name.endswith(AGAIN)
    }
    plot("instant", series, title="From the end of the user's turn to the first sound", x="turn", y="seconds", log=False)
    print(f"written to {path}")
