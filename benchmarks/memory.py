"""What a call costs while nobody speaks: memory and processor of its job, against the job of a bare LiveKit agent.

Real servers, workers and callers with an open microphone. In each round every worker gets a new call, and all of them wait at the same
time, so that the machine is the same for each; what is reported is the median over the rounds of how the jobs of one round differ. There
are two bare agents: ours is measured against both, and one against the other shows what this machine calls "no difference". Memory is
what the process has for itself (USS): its resident size also counts what it shares with the process that it was forked from, which is most
of it. Processor is CPU time, not the clock's.
"""

import asyncio
import statistics
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from benchmarks import bare_agent
from benchmarks.arms import AGAIN
from benchmarks.record import Figure, Measured, Picture
from providers.sample_inbox import SAMPLE_ADDRESS
from tests.agent.typed_call import sample_settings
from tests.room.caller import Caller, caller_in
from tests.room.jobs import job_process
from tests.servers.livekit import LiveKitServer, livekit_server
from tests.servers.openai.double import OpenAIDouble, openai_server
from tests.servers.process import ServerProcess
from tests.servers.worker import environment, worker

IDLE_S, LOOK_EVERY_S = 20.0, 2.0
QUIET_S = 1.0
ENDS_WITHIN_S = 30.0
ROUNDS = 5
TARGET_MORE_MB, TARGET_CPU = 12.0, 1.10
MB = 1_000_000
BARE = "bare agent"

StartWorker = Callable[[LiveKitServer, Path, dict[str, str]], AbstractAsyncContextManager[ServerProcess]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Idle:
    """A job that waits. `uss_mb` every two seconds; `cpu_s` over all of them, and how many threads it has."""

    uss_mb: tuple[float, ...]
    cpu_s: float
    threads: int


def aloud_worker(server: LiveKitServer, folder: Path, settings: dict[str, str]) -> AbstractAsyncContextManager[ServerProcess]:
    """Ours, with a mailbox of fifty unread mails."""
    sample_settings(folder, now=datetime.now(UTC))
    return worker(server, folder, ALOUD_MAILDIR=str(folder / "inbox"), ALOUD_ADDRESSES=SAMPLE_ADDRESS, **settings)


@asynccontextmanager
async def bare_worker(server: LiveKitServer, folder: Path, settings: dict[str, str]) -> AsyncIterator[ServerProcess]:
    """LiveKit's own, with an agent that does next to nothing."""
    async with ServerProcess.started(
        [sys.executable, "-m", "livekit.agents", "start", bare_agent.__file__],
        log=folder / "worker.log",
        environment=environment(server, folder, settings),
        folder=folder,
    ) as process:
        await process.wait_for_log("registered worker")
        yield process


ARMS: dict[str, StartWorker] = {BARE: bare_worker, "aloud": aloud_worker, BARE + AGAIN: bare_worker}


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """A worker with servers of its own, for all rounds."""

    openai: OpenAIDouble
    server: LiveKitServer
    worker: ServerProcess


@asynccontextmanager
async def running(start: StartWorker, folder: Path) -> AsyncIterator[Arm]:
    """The worker that `start` starts, with all it needs."""
    async with (
        openai_server() as openai,
        livekit_server(folder) as server,
        start(server, folder, {"OPENAI_API_KEY": "sk-bench", "OPENAI_BASE_URL": openai.url, "ALOUD_SMALL_MODEL": "gpt-small"}) as process,
    ):
        yield Arm(openai=openai, server=server, worker=process)


@asynccontextmanager
async def waiting_job(arm: Arm, room: str) -> AsyncIterator[psutil.Process]:
    """The job of a call whose caller has asked for a moment, and says nothing."""
    async with caller_in(arm.server, room=room) as caller:
        await caller.open_microphone()
        await caller.hear(after=0)
        await caller.type("hold on")
        await _silence(caller)
        job = await job_process(arm.server, arm.worker.process.pid)
        yield job
        await caller.send("goodbye")  # ours waits for a caller who just leaves
        await asyncio.sleep(QUIET_S)
    await asyncio.to_thread(job.wait, ENDS_WITHIN_S)
    arm.openai.refused.clear()  # on a busy machine the noise of a silent microphone is now and then taken for speech


async def _silence(caller: Caller) -> None:
    heard = -1
    while heard != caller.loud_frames or caller.agent_state != "listening":
        heard = caller.loud_frames
        await asyncio.sleep(QUIET_S)


async def rounds() -> list[dict[str, Idle]]:
    """Round by round, a call of every arm."""
    async with AsyncExitStack() as stack:
        folders = {name: Path(stack.enter_context(TemporaryDirectory())) for name in ARMS}
        arms = {name: await stack.enter_async_context(running(start, folders[name])) for name, start in ARMS.items()}
        return [await all_idle(arms, room=f"idle-{number}") for number in range(ROUNDS)]


async def all_idle(arms: dict[str, Arm], room: str) -> dict[str, Idle]:
    """Every arm's call, all waiting at the same time."""
    async with AsyncExitStack() as stack:
        jobs = {name: await stack.enter_async_context(waiting_job(arm, room)) for name, arm in arms.items()}
        before = {name: _cpu_s(job) for name, job in jobs.items()}
        sizes: dict[str, list[float]] = {name: [] for name in jobs}
        for _ in range(round(IDLE_S / LOOK_EVERY_S)):
            await asyncio.sleep(LOOK_EVERY_S)
            for name, job in jobs.items():
                sizes[name].append(job.memory_full_info().uss / MB)
        idle = {
            name: Idle(uss_mb=tuple(sizes[name]), cpu_s=_cpu_s(job) - before[name], threads=job.num_threads()) for name, job in jobs.items()
        }
    for name, each in idle.items():
        print(f"{name:<18}USS {each.uss_mb[-1]:6.1f} MB  CPU {each.cpu_s:5.2f} s in {IDLE_S:.0f} s  {each.threads} threads", flush=True)
    return idle


def _cpu_s(job: psutil.Process) -> float:
    times = job.cpu_times()
    return times.user + times.system


def more_mb(rounds: Sequence[dict[str, Idle]], arm: str, than: Sequence[str]) -> float:
    """How much more memory the arm's jobs have than those of other arms on average."""
    return statistics.median(idle[arm].uss_mb[-1] - statistics.mean(idle[name].uss_mb[-1] for name in than) for idle in rounds)


def share(rounds: Sequence[dict[str, Idle]], arm: str, than: Sequence[str]) -> float:
    """How many times the CPU of other arms on average the arm's jobs take."""
    return statistics.median(idle[arm].cpu_s / statistics.mean(idle[name].cpu_s for name in than) for idle in rounds)


def main() -> Measured:
    """All rounds."""
    measured = asyncio.run(rounds())
    again, both = BARE + AGAIN, (BARE, BARE + AGAIN)
    last = measured[-1]
    series = {name: [(LOOK_EVERY_S * look, size) for look, size in enumerate(each.uss_mb, start=1)] for name, each in last.items()}
    return Measured(
        figures=[
            Figure(
                what="idle job above a bare agent's, MB",
                measured=more_mb(measured, "aloud", both),
                at_most=TARGET_MORE_MB,
                same_again=more_mb(measured, again, [BARE]),
            ),
            Figure(
                what="its CPU, times a bare agent's",
                measured=share(measured, "aloud", both),
                at_most=TARGET_CPU,
                same_again=share(measured, again, [BARE]),
            ),
        ],
        numbers={"idle_s": IDLE_S, "rounds": [{name: asdict(each) for name, each in idle.items()} for idle in measured]},
        picture=Picture(series=series, title="A job that waits", x="seconds", y="MB (USS)", log=False),
    )
