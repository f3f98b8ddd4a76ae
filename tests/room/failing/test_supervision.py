"""A dead agent is replaced, an ended call is not, and a stopped worker takes its leave: real server, real worker, real signals."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import psutil
import pytest

from briefing.speech.sentences import replies
from providers.livekit.call_rooms import LiveKitRooms
from providers.livekit.dispatch_metadata import DispatchMetadata
from providers.livekit.rooms import Room, dispatch_until_answered
from providers.sample_inbox import SAMPLE_ADDRESS
from tests.agent.typed_call import sample_settings
from tests.room.caller import caller_in
from tests.room.failing import faulty_agent
from tests.room.jobs import RoomView, still_running, view_of
from tests.room.shared import LOST, User
from tests.servers.livekit import LiveKitServer
from tests.servers.process import ServerProcess
from tests.servers.worker import environment, worker

pytestmark = pytest.mark.server

AT_ONCE_S = 15.0
"""On a busy machine too; a drain that waits for calls takes longer than that."""
MIN_HEARD_S = 8.0
"""What the greeting and the farewell take at 150 words a minute, at least."""


@pytest.fixture
def mail(tmp_path: Path) -> dict[str, str]:
    """The settings that name a sample inbox of today."""
    sample_settings(tmp_path, now=datetime.now(UTC))
    return {"ALOUD_MAILDIR": str(tmp_path / "inbox"), "ALOUD_ADDRESSES": SAMPLE_ADDRESS}


@asynccontextmanager
async def faulty_worker(server: LiveKitServer, folder: Path) -> AsyncIterator[ServerProcess]:
    """A worker whose agents fail when they are told to."""
    command = [sys.executable, "-m", "livekit.agents", "start", faulty_agent.__file__]
    log = folder / "worker.log"
    async with ServerProcess.started(command, log=log, environment=environment(server, folder, {}), folder=folder) as process:
        await process.wait_for_log("registered worker")
        yield process


async def replaced(room: RoomView, before: set[str]) -> None:
    """Another agent, and no other, is in the room; `benchmarks.recovery` measures how soon."""
    now = await room.another_agent(before)
    assert len(now - before) == 1


@pytest.mark.takes(17)
async def test_an_agent_that_raises_or_blocks_is_replaced(livekit: LiveKitServer, tmp_path: Path) -> None:
    async with (
        faulty_worker(livekit, tmp_path) as running,
        caller_in(livekit, room="faulty") as caller,
        view_of(livekit, "faulty") as room,
    ):
        await caller.hear(after=0, containing=faulty_agent.GREETING)
        for word in ("raise", "block"):
            before, said = await room.agents(), len(caller.agent_said)
            await caller.room.local_participant.send_text(word, topic="lk.chat")
            await replaced(room, before)
            await caller.hear(after=said, containing=faulty_agent.GREETING)
        await running.wait_for_log("faulty_agent.py")
        assert "aaaa" not in running.log.read_text(), "where it was blocked is told, but no values"
        await room.close()


@pytest.mark.takes(19)
async def test_who_asks_before_there_is_a_worker_gets_an_agent_once_there_is_one(livekit: LiveKitServer, tmp_path: Path) -> None:
    async with (
        caller_in(livekit, room="early") as caller,
        view_of(livekit, "early") as view,
        LiveKitRooms.opened(livekit.url, livekit.key, livekit.secret) as rooms,
        asyncio.TaskGroup() as tasks,
    ):
        room = Room(name="early", sid=await caller.room.sid)
        answered = tasks.create_task(dispatch_until_answered(rooms, room, DispatchMetadata(user_id="local", identity="caller")))
        await view.dispatched(2)  # the first one stood in the token
        async with faulty_worker(livekit, tmp_path):
            assert await answered
            await caller.hear(after=0, containing=faulty_agent.GREETING)
            assert len(await view.agents()) == 1
            assert await rooms.occupants(Room(name="early", sid="RM_of_an_earlier_one")) is None
            await rooms.close(room)
            await caller.wait_until_gone()
            assert not await dispatch_until_answered(rooms, room, DispatchMetadata(user_id="local"))
            await rooms.close(room)


@pytest.mark.takes(15)
async def test_an_agent_whose_caller_hung_up_is_not_replaced(user: User) -> None:
    user.has_mail()
    async with view_of(user.worker.livekit, user.room()) as room:
        await room.open(user.user_id)
        async with user.calls() as caller:
            await caller.hear(after=0, containing="50 unread mails")
        await room.closed()
    await user.leave()
    assert LOST not in user.logged


@pytest.mark.takes(33)
async def test_when_the_time_of_a_stopped_worker_is_up_the_sentence_is_ended_and_the_caller_told(
    livekit: LiveKitServer, mail: dict[str, str], tmp_path: Path
) -> None:
    slow = {"ALOUD_WORDS_PER_MINUTE": "150"}
    async with worker(livekit, tmp_path, **mail, **slow, ALOUD_DRAIN_S="1") as running, caller_in(livekit, room="drain") as caller:
        await caller.hear(after=0, containing="Good")
        running.process.send_signal(signal.SIGTERM)
        await caller.wait_until_gone()
        assert await running.process.wait() == 0
        greeting, *_, farewell = caller.agent_said
        assert "important, the first from" in greeting, "it takes seconds to say, and the worker's time was up in the middle of it"
        assert farewell == replies.LINE_WILL_BE_BACK
        assert caller.loud_frames / 100 > MIN_HEARD_S


@pytest.mark.takes(18)
async def test_a_worker_that_is_stopped_twice_ends_at_once_and_leaves_nothing_running(
    livekit: LiveKitServer, mail: dict[str, str], tmp_path: Path
) -> None:
    async with (
        worker(livekit, tmp_path, **mail) as running,
        caller_in(livekit, room="twice") as caller,
        view_of(livekit, "twice") as room,
    ):
        await caller.hear(after=0, containing="50 unread mails")
        processes = psutil.Process(running.process.pid).children(recursive=True)
        running.process.send_signal(signal.SIGTERM)
        await running.wait_for_log("draining worker")
        os.kill(running.process.pid, signal.SIGTERM)
        assert await asyncio.wait_for(running.process.wait(), AT_ONCE_S) == 1
        assert not await asyncio.to_thread(still_running, processes, within_s=AT_ONCE_S)
        await room.close()  # the server shows the agent for some time yet, and waits for it before it ends itself
