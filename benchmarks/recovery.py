"""How soon a caller has an agent again: after its process was killed, raised or blocked, and after its whole worker was killed.

Real LiveKit server, workers and web server, a caller without a page. What raises or blocks is an agent that is watched as ours is and
fails when told to. LiveKit itself takes some twenty seconds to notice that a worker is gone; what is measured begins when its webhook has
told us.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.record import Figure, Measured
from benchmarks.rooms import sample_mail
from tests.room.caller import Caller, caller_in
from tests.room.failing import faulty_agent
from tests.room.jobs import job_process, view_of
from tests.servers.livekit import LiveKitServer, livekit_server
from tests.servers.ports import free_port
from tests.servers.process import ServerProcess
from tests.servers.web import logged, open_page, web_server
from tests.servers.worker import agent_worker, worker

TIMES, WORKER_TIMES = 5, 3
FAULTS = ("raise", "block")
FAULT_TIMES = 3
"""More agents that are lost in one room within a minute are replaced after a pause."""
KILLED_S, FAULTY_S, WORKER_S = 3.0, 10.0, 5.0
"""The marks, for the worst of all times."""
SENT = "a caller is without an agent; one is sent"


@asynccontextmanager
async def a_house(folder: Path) -> AsyncIterator[tuple[LiveKitServer, ServerProcess, int, dict[str, str]]]:
    """LiveKit server, web server, the port of its page, and the settings of a worker."""
    port, mail = free_port(), sample_mail(folder)
    async with (
        livekit_server(folder, webhook=f"http://127.0.0.1:{port}/api/livekit/webhook") as server,
        web_server(server, folder, port, mail) as web,
    ):
        yield server, web, port, mail


@asynccontextmanager
async def a_call(server: LiveKitServer, port: int) -> AsyncIterator[tuple[Caller, str]]:
    """A caller who has just come into a room, as the page would, and its name."""
    async with open_page(port) as page:
        call = (await page.post("/api/call")).json()
        async with caller_in(server, room=call["room"], identity=call["identity"], given=call["token"]) as caller:
            yield caller, call["room"]


async def killed_agents(folder: Path) -> list[float]:
    """Seconds from the kill of a job's process until another agent is in the room."""
    taken = []
    async with (
        livekit_server(folder) as server,
        worker(server, folder, **sample_mail(folder)) as running,
        caller_in(server, room="killed") as caller,
        view_of(server, "killed") as room,
    ):
        await caller.hear(after=0)
        for _ in range(TIMES):
            before, said = await room.agents(), len(caller.agent_said)
            job = await job_process(server, running.process.pid)
            began = time.monotonic()
            job.kill()
            await room.another_agent(before)
            taken.append(time.monotonic() - began)
            await caller.hear(after=said, containing="?")
    return taken


async def faulty_agents(folder: Path) -> dict[str, list[float]]:
    """Seconds from the word at which an agent raises, or blocks, until another agent is in the room."""
    taken: dict[str, list[float]] = {fault: [] for fault in FAULTS}
    async with (
        livekit_server(folder) as server,
        agent_worker(faulty_agent.__file__, server, folder),
        caller_in(server, room="faulty") as caller,
        view_of(server, "faulty") as room,
    ):
        await caller.hear(after=0)
        for fault in FAULTS * FAULT_TIMES:
            before, said = await room.agents(), len(caller.agent_said)
            began = time.monotonic()
            await caller.send(fault)
            await room.another_agent(before)
            taken[fault].append(time.monotonic() - began)
            await caller.hear(after=said)
        await room.close()
    return taken


async def killed_workers(folder: Path) -> list[float]:
    """Seconds from LiveKit's webhook, another worker being ready for calls, until the caller hears an agent again."""
    taken = []
    async with a_house(folder) as (server, web, port, mail), a_call(server, port) as (caller, _), AsyncExitStack() as stack:
        serving = await stack.enter_async_context(worker(server, folder, log="first.log", **mail))
        await caller.hear(after=0)
        for number in range(WORKER_TIMES):
            ready = await stack.enter_async_context(worker(server, folder, log=f"{number}.log", **mail))
            await ready.wait_for_log("process initialized")
            sent, said = web.log.read_text().count(SENT), len(caller.agent_said)
            serving.kill()
            await logged(web, SENT, sent + 1)
            told = time.monotonic()
            await caller.hear(after=said)
            taken.append(time.monotonic() - told)
            serving = ready
    return taken


def main() -> Measured:
    """All ways of losing an agent."""
    with TemporaryDirectory() as killed, TemporaryDirectory() as faulty, TemporaryDirectory() as workers:
        taken = {"a kill": asyncio.run(killed_agents(Path(killed)))}
        taken |= asyncio.run(faulty_agents(Path(faulty)))
        taken["a webhook"] = asyncio.run(killed_workers(Path(workers)))
    for after, seconds in taken.items():
        print(f"after {after}: median {median(seconds):.1f} s, worst of {len(seconds)} {max(seconds):.1f} s")
    return Measured(
        figures=[
            Figure(what="another agent after a kill, worst, s", measured=max(taken["a kill"]), at_most=KILLED_S),
            Figure(what="another agent after raising, worst, s", measured=max(taken["raise"]), at_most=FAULTY_S),
            Figure(what="another agent after blocking, worst, s", measured=max(taken["block"]), at_most=FAULTY_S),
            Figure(what="heard again after the webhook, worst, s", measured=max(taken["a webhook"]), at_most=WORKER_S),
        ],
        numbers={"seconds": taken},
    )
