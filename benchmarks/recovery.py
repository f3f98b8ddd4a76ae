"""How soon a caller has an agent again: after its process was killed, and after its whole worker was.

Real LiveKit server, workers and web server, a caller without a page. LiveKit itself takes some twenty seconds to notice that a worker is
gone; what is measured begins when its webhook has told us.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.record import record
from providers.sample_inbox import SAMPLE_ADDRESS
from tests.agent.typed_call import sample_settings
from tests.room.caller import Caller, caller_in
from tests.room.jobs import job_process, view_of
from tests.servers.livekit import LiveKitServer, livekit_server
from tests.servers.ports import free_port
from tests.servers.process import ServerProcess
from tests.servers.web import logged, open_page, web_server
from tests.servers.worker import worker

TIMES = 5
JOB_AIM_S = 3.0
WORKER_AIM_S = 5.0
SENT = "a caller is without an agent; one is sent"


@asynccontextmanager
async def a_call(folder: Path) -> AsyncIterator[tuple[LiveKitServer, ServerProcess, Caller, str, dict[str, str]]]:
    """LiveKit server, web server, a caller who has just come into a room, its name, and the settings of a worker."""
    port = free_port()
    sample_settings(folder, now=datetime.now(UTC))
    mail = {"ALOUD_MAILDIR": str(folder / "inbox"), "ALOUD_ADDRESSES": SAMPLE_ADDRESS}
    async with (
        livekit_server(folder, webhook=f"http://127.0.0.1:{port}/api/livekit/webhook") as server,
        web_server(server, folder, port, mail) as web,
        open_page(port) as page,
    ):
        call = (await page.post("/api/call")).json()
        async with caller_in(server, room=call["room"], identity=call["identity"], given=call["token"]) as caller:
            yield server, web, caller, call["room"], mail


async def killed_agents(folder: Path) -> list[float]:
    """Seconds from the kill of a job's process until another agent is in the room."""
    taken = []
    async with a_call(folder) as (server, _, caller, name, mail), worker(server, folder, **mail) as running, view_of(server, name) as room:
        await caller.hear(after=0)
        for _ in range(TIMES):
            before, said = await room.agents(), len(caller.agent_said)
            began = time.monotonic()
            job_process(server, running).kill()
            await room.another_agent(before)
            taken.append(time.monotonic() - began)
            await caller.hear(after=said, containing="?")
    return taken


async def killed_workers(folder: Path) -> list[float]:
    """Seconds from LiveKit's webhook, another worker being there, until the caller hears an agent again."""
    taken = []
    async with a_call(folder) as (server, web, caller, _, mail):
        async with worker(server, folder, log="first.log", **mail) as running:
            await caller.hear(after=0)
            sent = web.log.read_text().count(SENT)  # once, where the caller was there before the worker
            running.kill()
        for number in range(1, TIMES + 1):
            said = len(caller.agent_said)
            async with worker(server, folder, log=f"{number}.log", **mail) as running:
                await logged(web, SENT, sent + number)
                told = time.monotonic()
                await caller.hear(after=said)
                taken.append(time.monotonic() - told)
                if number < TIMES:  # the last one takes its leave, since a LiveKit server that is stopped waits for whoever is lost
                    running.kill()
    return taken


def report(name: str, taken: Sequence[float], aim_s: float) -> dict[str, object]:
    """Print one line; the same as JSON."""
    worst = max(taken)
    print(f"{name}: median {median(taken):.1f} s, worst of {len(taken)} {worst:.1f} s; aim {aim_s:.0f} s", end=" ")
    print("reached" if worst <= aim_s else "MISSED", flush=True)
    return {"seconds": list(taken), "aim_s": aim_s}


def main() -> None:
    """Measure, print, and write JSON."""
    with TemporaryDirectory() as jobs, TemporaryDirectory() as workers:
        numbers = {
            "another agent after a kill": report("another agent after a kill", asyncio.run(killed_agents(Path(jobs))), JOB_AIM_S),
            "heard again after a webhook": report("heard again after a webhook", asyncio.run(killed_workers(Path(workers))), WORKER_AIM_S),
        }
    print(f"written to {record('recovery', numbers)}")
