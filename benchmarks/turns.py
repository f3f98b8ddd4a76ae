"""What our own code adds to a turn that goes to the model, and what it saves in a long call.

Calls of sixty turns, ours and those of a bare LiveKit `Agent` with the same instructions and tools but no position and no trimming, are
held side by side in one process, one turn of each after the other. The model answers at once and in process, so a turn's time is what
LiveKit and we need for it. A second bare call is the A/A arm. The aims are held against turns in which the request is written out, as it
is in every real one; without that, what is left is LiveKit's own pipeline and ours.
"""

import asyncio
import statistics
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from livekit.agents import Agent, AgentSession, llm
from livekit.agents.voice.io import TextOutput

from agent.briefer import Briefer
from agent.carrying import forget_what_is_no_longer_sent
from agent.connect_options import CONNECT
from agent.tools.running import BriefingTools
from agent.turns.consenting import heed_what_the_user_says
from benchmarks.arms import AGAIN, Report
from benchmarks.doubles.model_at_once import ModelAtOnce
from benchmarks.record import Figure, Measured, Picture
from prompts import render
from session.call import Call
from session.opening.assembly import open_call, prepare_storage
from session.timeouts import MAX_TOOL_STEPS
from session.turn.tool_of_command import Use
from tests.agent.typed_call import NOW, sample_settings

TURNS = 60
CALLS = 3
STAGES = {"turns 2 to 5": (range(1, 5), 1.10), "turns 51 to 60": (range(50, 60), 0.90)}
BARE = "bare agent"

MOVES_ON = "well then let us see what else there is"
LINES = ("what do they actually want from me", "so who else is involved in this", MOVES_ON)
CALLS_TOOL = {MOVES_ON: Use("go", {"to": "next"})}

MakeAgent = Callable[[BriefingTools], Agent]


class _Page(TextOutput):
    """Where the text goes."""

    def __init__(self) -> None:
        super().__init__(label="page", next_in_chain=None)

    async def capture_text(self, text: str) -> None:
        pass

    def flush(self) -> None:
        pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """Seconds from the user's words: to the first request and to the end of the answer, by the clock and of this process's CPU."""

    to_request: float
    to_end: float
    cpu_to_request: float
    cpu_to_end: float


@dataclass(slots=True)
class HeldCall:
    """A call whose turns are measured."""

    call: Call
    session: AgentSession[None]
    model: ModelAtOnce
    turns: list[Taken] = field(default_factory=list)

    async def turn(self, line: str) -> None:
        """One turn, from the words to the end of the answer."""
        asked: list[tuple[float, float]] = []
        self.model.asked = lambda: asked.append((perf_counter(), process_time()))
        begun, cpu_begun = perf_counter(), process_time()
        await self.session.generate_reply(user_input=line).wait_for_playout()
        ended, cpu_ended = perf_counter(), process_time()
        (at, cpu_at), *_ = asked
        self.turns.append(
            Taken(to_request=at - begun, to_end=ended - begun, cpu_to_request=cpu_at - cpu_begun, cpu_to_end=cpu_ended - cpu_begun)
        )
        if mail := self.call.tracker.current():  # a bare agent does not tell, and its tools would present this mail for good
            self.call.tracker.note_presented(mail.mail_id)


def aloud(tools: BriefingTools) -> Agent:
    """Our own agent."""
    return Briefer(tools, asks_model=True)


def bare(tools: BriefingTools) -> Agent:
    """LiveKit's agent as it comes."""
    return Agent(instructions=render("briefing"), tools=list(llm.find_function_tools(tools)))


@asynccontextmanager
async def held(call: Call, make_agent: MakeAgent, *, writes: bool = True) -> AsyncIterator[HeldCall]:
    """A session of this call, without a voice."""
    model = ModelAtOnce(calls=CALLS_TOOL, asked=lambda: None, writes=writes)
    session: AgentSession[None] = AgentSession(
        llm=model,
        vad=None,
        conn_options=CONNECT,
        max_tool_steps=MAX_TOOL_STEPS,
        turn_handling={"turn_detection": "manual", "preemptive_generation": {"enabled": False}},
    )
    session.output.transcription = _Page()
    agent = make_agent(BriefingTools(call))
    heed_what_the_user_says(session, call)
    await session.start(agent, record=False)
    if isinstance(agent, Briefer):
        forget_what_is_no_longer_sent(agent, call)
    try:
        yield HeldCall(call, session, model)
    finally:
        await session.aclose()


async def side_by_side(folder: Path, arms: dict[str, MakeAgent], *, writes: bool) -> dict[str, list[Taken]]:
    """One call of sixty turns per arm, all at once, turn by turn; the order changes with every turn."""
    async with AsyncExitStack() as stack:
        calls: dict[str, HeldCall] = {}
        for number, (name, make_agent) in enumerate(arms.items()):
            settings = sample_settings(folder / str(number))
            await prepare_storage(settings)
            call, _ = await stack.enter_async_context(open_call(settings, "local", call_id=f"call-{number}", now=lambda: NOW))
            calls[name] = await stack.enter_async_context(held(call, make_agent, writes=writes))
        for turn in range(TURNS):
            for name in list(calls) if turn % 2 == 0 else list(reversed(calls)):
                await calls[name].turn(LINES[turn % len(LINES)])
        return {name: call.turns for name, call in calls.items()}


ARMS: dict[str, MakeAgent] = {BARE: bare, "aloud": aloud, BARE + AGAIN: bare}
MEASURES: dict[str, Callable[[Taken], float]] = {
    "CPU to the request": lambda taken: taken.cpu_to_request,
    "CPU to the end": lambda taken: taken.cpu_to_end,
    "clock to the request": lambda taken: taken.to_request,
    "clock to the end": lambda taken: taken.to_end,
}


def measured(calls: Sequence[dict[str, list[Taken]]], turns: range, what: Callable[[Taken], float]) -> Report:
    """The arms compared turn by turn over these turns of all calls."""
    return Report.of({name: [what(call[name][turn]) for call in calls for turn in turns] for name in ARMS})


def held_calls(*, writes: bool) -> list[dict[str, list[Taken]]]:
    """Several calls one after the other, each with all arms."""
    calls = []
    for _ in range(CALLS):
        with TemporaryDirectory() as folder:
            calls.append(asyncio.run(side_by_side(Path(folder), ARMS, writes=writes)))
    return calls


def reports_of(calls: Sequence[dict[str, list[Taken]]]) -> dict[str, Report]:
    """Every stretch of the call by every measure."""
    return {
        f"{stage}, {measure}": measured(calls, turns, what) for stage, (turns, _) in STAGES.items() for measure, what in MEASURES.items()
    }


def main() -> Measured:
    """Calls whose requests are written out, and calls in which they are not."""
    written = held_calls(writes=True)
    reports = {"request written": reports_of(written), "LiveKit alone": reports_of(held_calls(writes=False))}
    for title, each in reports.items():
        print(f"-- {title}")
        for name, report in each.items():
            ours = report["aloud"]
            again = report.same_again.median_ratio
            print(f"{name:<40}{ours.median_s * 1000:7.1f} ms  x {ours.median_ratio:.3f}  (A/A {again:.3f})", flush=True)
    series = {
        arm: [(turn + 1, 1000 * statistics.median(call[arm][turn].cpu_to_request for call in written)) for turn in range(TURNS)]
        for arm in (BARE, "aloud")
    }
    return Measured(
        figures=[
            Figure(
                what=f"{stage}, {measure}, times a bare agent's",
                measured=report["aloud"].median_ratio,
                at_most=target,
                same_again=report.same_again.median_ratio,
            )
            for stage, (_, target) in STAGES.items()
            for measure in MEASURES
            for report in [reports["request written"][f"{stage}, {measure}"]]
        ],
        numbers={
            "turns": TURNS,
            "reports": {title: {name: report.as_json() for name, report in each.items()} for title, each in reports.items()},
        },
        picture=Picture(series=series, title="From the user's words to the model", x="turn", y="ms CPU", log=False),
    )
