"""One worker, many calls: it keeps nothing of them, and no caller hears of another one's mail."""

import asyncio
import gc
import os
import re
import signal
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path

import aiohttp
import psutil
import pytest

from providers.sample_inbox import SAMPLE_ADDRESS
from tests.agent.typed_call import sample_settings
from tests.providers.arranged_maildir import make_maildir
from tests.room.caller import TIMEOUT_S, Caller, caller_in
from tests.room.shared import User
from tests.servers.livekit import LiveKitServer
from tests.servers.ports import free_port
from tests.servers.process import ServerProcess
from tests.servers.worker import worker

pytestmark = pytest.mark.server

IN_A_ROW = 40
WARM_AFTER = 3
MOST_GROWTH = 1.05
SETTLES_WITHIN_S = 30.0
IDLE_PROCESSES = min(os.cpu_count() or 1, 4)
"""So many wait for calls, by LiveKit's own rule."""


def quiet(folder: Path) -> dict[str, str]:
    """A worker with mail and without a voice: what is said is delivered at once."""
    sample_settings(folder, now=datetime.now(UTC))
    return {"ALOUD_MAILDIR": str(folder / "inbox"), "ALOUD_ADDRESSES": SAMPLE_ADDRESS, "PATH": str(folder), "ALOUD_MAX_CALLS": "8"}


class Held:
    """What the main process of a worker holds: files, bytes of its own, processes, tasks."""

    def __init__(self, worker: ServerProcess, metrics: int) -> None:
        """`metrics` is the port on which the worker tells of itself."""
        self._main = psutil.Process(worker.process.pid)
        self._metrics = metrics

    def files(self) -> int:
        return self._main.num_fds()

    def bytes(self) -> int:
        return int(self._main.memory_full_info().uss)

    def processes(self) -> int:
        return len(self._main.children(recursive=True))

    async def tasks(self) -> int:
        async with aiohttp.ClientSession() as http, http.get(f"http://127.0.0.1:{self._metrics}/metrics") as answer:
            (line,) = re.findall(r"^aloud_worker_tasks (\S+)$", await answer.text(), re.MULTILINE)
        return int(float(line))

    async def settle(self, processes: int) -> None:
        """Return once the processes of ended calls are gone."""
        async with asyncio.timeout(SETTLES_WITHIN_S):
            while self.processes() > processes:  # noqa: ASYNC110 - processes of another program tell of their end in no other way
                await asyncio.sleep(0.05)


async def short_call(livekit: LiveKitServer, room: str) -> None:
    async with caller_in(livekit, room=room) as caller:
        await caller.wait_until(lambda: said_to_the_end(caller), "the first mail")
        for line in ("next", "flag it", "read it in full", "go back"):
            said = len(caller.agent_said)
            await caller.send(line)
            await caller.wait_until(lambda said=said: len(caller.agent_said) > said and said_to_the_end(caller), line)  # type: ignore[misc]


def said_to_the_end(caller: Caller) -> bool:
    """Whether the agent has asked what to do, and listens."""
    return caller.agent_state == "listening" and "".join(caller.agent_said[-1:]).endswith("?")


@pytest.mark.proof
async def test_after_many_calls_the_worker_holds_what_it_held_before_and_ends_well_when_stopped(
    tmp_path: Path, livekit: LiveKitServer
) -> None:
    metrics = free_port()
    async with worker(livekit, tmp_path, **quiet(tmp_path), ALOUD_METRICS_PORT=str(metrics), ALOUD_DRAIN_S="300") as running:
        held = Held(running, metrics)
        while running.log.read_text().count("process initialized") < IDLE_PROCESSES:  # noqa: ASYNC110 - another program's log
            await asyncio.sleep(0.05)
        idle = held.processes()
        files = size = tasks = 0
        for number in range(IN_A_ROW):
            await short_call(livekit, f"call {number}")
            if number == WARM_AFTER:
                await held.settle(idle)
                files, size, tasks = held.files(), held.bytes(), await held.tasks()
        await held.settle(idle)
        async with asyncio.timeout(SETTLES_WITHIN_S):  # whatever lets go of a call's things a moment later; a leak never does
            while held.files() > files or await held.tasks() > tasks:  # noqa: ASYNC110 - the worker can only be asked
                await asyncio.sleep(0.05)
        assert held.bytes() <= size * MOST_GROWTH
        running.process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(running.process.wait(), TIMEOUT_S) == 0


@pytest.mark.takes(24)
async def test_four_callers_at_once_are_each_answered_and_hear_of_no_mail_but_their_own(user: User) -> None:
    user.has_mail()
    async with AsyncExitStack() as stack:
        users = [user.user_id, f"{user.user_id} and more", f"{user.user_id}x", f"x{user.user_id}"]
        for other in users[1:]:
            (user.worker.folder / other).mkdir()
            make_maildir(user.worker.folder / other / "inbox")
        callers: list[Caller] = []
        for number, each in enumerate(users):  # a worker takes two in one instant; whoever dispatches a third asks again
            room, identity = user.room(f"of {number}"), f"caller {number}"
            caller = await stack.enter_async_context(caller_in(user.worker.livekit, room=room, identity=identity, user_id=each))
            await caller.wait_until(lambda caller=caller: caller.agent_state != "", "an agent")  # type: ignore[misc]
            callers.append(caller)
        await asyncio.gather(*(caller.hear(after=0, containing="mail") for caller in callers))
        await callers[0].hear(after=0, containing="?")
        for line in ("next", "what did I skip", "search for boiler", "where were we", "next"):
            await asyncio.gather(*(caller.type(line) for caller in callers))
        owner, *others = (" ".join(caller.agent_said) for caller in callers)
        assert "Boiler" in owner
        for said in others:
            assert not any(name in said for name in ("Boiler", "Tomasz", "Ferretti", "50"))
    gc.collect()
