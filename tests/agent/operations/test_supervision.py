"""A room that this worker served, and in which its caller still is, has an agent; every other room is left alone."""

import asyncio
import logging
from dataclasses import replace
from itertools import pairwise

import pytest

from agent.operations.supervision import PAUSES_S, Supervision
from providers.livekit.rooms import PAUSES_S as PAUSES_BETWEEN_DISPATCHES_S
from providers.livekit.rooms import STARTS_WITHIN_S
from tests.agent.memory_rooms import CALLER, TOLD, MemoryRooms, supervised
from tests.inbox.virtual_clock import in_virtual_time, now

LONG_S = 300.0


class TestReplaced:
    @in_virtual_time
    async def test_a_dead_agent_is_removed_and_another_one_comes(self) -> None:
        async with supervised() as rooms:
            rooms.kill("1")
            died = now()
            await asyncio.sleep(LONG_S)
            assert rooms.agents == {"agent-2"}
            ((asked, metadata),) = rooms.dispatched
            assert asked - died < 0.5
            assert metadata == replace(TOLD, replaces="1")

    @in_virtual_time
    async def test_so_is_one_that_left_by_itself_while_the_caller_is_there(self) -> None:
        async with supervised() as rooms:
            rooms.end("1")
            await asyncio.sleep(LONG_S)
            assert rooms.agents == {"agent-2"}

    @in_virtual_time
    async def test_the_replacement_is_watched_like_the_first(self) -> None:
        async with supervised() as rooms:
            for job_id in ("1", "2", "3"):
                rooms.kill(job_id)
                await asyncio.sleep(LONG_S)
            assert rooms.agents == {"agent-4"}
            assert [metadata.replaces for _, metadata in rooms.dispatched] == ["1", "2", "3"]

    @in_virtual_time
    async def test_a_replacement_that_dies_before_it_comes_is_not_waited_for(self) -> None:
        async with supervised() as rooms:
            rooms.comes_after_s = None
            rooms.kill("1")
            await asyncio.sleep(1)
            rooms.comes_after_s = 0.5
            rooms.kill("2")
            await asyncio.sleep(1)
            assert rooms.agents == {"agent-3"}

    @in_virtual_time
    async def test_a_caller_who_comes_back_to_a_room_that_is_still_there_is_answered(self) -> None:
        async with supervised() as rooms:
            rooms.callers.clear()
            rooms.end("1")
            await asyncio.sleep(15)
            assert rooms.dispatched == []
            rooms.callers.add(CALLER)
            await asyncio.sleep(3)
            assert rooms.agents == {"agent-2"}


class TestLeftAlone:
    @in_virtual_time
    async def test_a_call_that_goes_on(self) -> None:
        async with supervised() as rooms:
            await asyncio.sleep(LONG_S)
            assert rooms.dispatched == []
            assert rooms.removed == []

    @in_virtual_time
    async def test_a_room_that_was_closed(self) -> None:
        async with supervised() as rooms:
            rooms.exists = False
            rooms.end("1")
            await asyncio.sleep(LONG_S)
            assert rooms.dispatched == []

    @in_virtual_time
    async def test_a_room_that_is_just_being_closed(self) -> None:
        async with supervised() as rooms:
            rooms.end("1")
            await asyncio.sleep(0.15)
            rooms.exists = False
            await asyncio.sleep(LONG_S)
            assert rooms.dispatched == []

    @in_virtual_time
    async def test_a_room_that_the_caller_has_left(self) -> None:
        async with supervised() as rooms:
            rooms.callers.clear()
            rooms.end("1")
            await asyncio.sleep(LONG_S)
            assert rooms.dispatched == []

    @in_virtual_time
    async def test_a_room_in_which_only_somebody_else_than_the_caller_is(self) -> None:
        async with supervised() as rooms:
            rooms.callers = {"somebody else"}
            rooms.end("1")
            await asyncio.sleep(LONG_S)
            assert rooms.dispatched == []

    @in_virtual_time
    async def test_a_room_in_which_another_agent_answers_already(self) -> None:
        async with supervised() as rooms:
            rooms.agents.add("agent-of-another-worker")
            rooms.kill("1")
            await asyncio.sleep(LONG_S)
            assert rooms.dispatched == []


class TestAskedAgain:
    @in_virtual_time
    async def test_while_no_worker_is_free_with_growing_pauses(self) -> None:
        async with supervised() as rooms:
            rooms.workers = False
            rooms.kill("1")
            await asyncio.sleep(60)
            asked = [at for at, _ in rooms.dispatched]
            pauses = [after - before for before, after in pairwise(asked)]
            assert pauses[:5] == pytest.approx(PAUSES_BETWEEN_DISPATCHES_S, abs=0.3)
            assert max(pauses) < PAUSES_BETWEEN_DISPATCHES_S[-1] + 0.3
            rooms.workers = True
            await asyncio.sleep(10)
            assert len(rooms.agents) == 1
            assert rooms.withdrawn == [], "a worker may be about to take it"

    @in_virtual_time
    async def test_when_the_worker_that_took_it_does_not_come(self) -> None:
        async with supervised() as rooms:
            rooms.comes_after_s = None
            rooms.kill("1")
            await asyncio.sleep(STARTS_WITHIN_S)
            assert len(rooms.dispatched) == 1, "a slow worker must not be joined by a second one"
            rooms.comes_after_s = 0.5
            await asyncio.sleep(3)
            assert len(rooms.dispatched) == 2
            assert rooms.agents == {"agent-3"}

    @in_virtual_time
    async def test_while_the_one_that_was_taken_is_late_without_ending_it(self) -> None:
        async with supervised() as rooms:
            rooms.comes_after_s = STARTS_WITHIN_S + 0.3
            rooms.kill("1")
            await asyncio.sleep(STARTS_WITHIN_S + 3)
            assert "agent-2" in rooms.agents
            assert rooms.withdrawn == [], "an agent that is ended while it greets hangs up, and the caller has none"

    @in_virtual_time
    async def test_when_the_server_is_back(self) -> None:
        async with supervised() as rooms:
            rooms.away = True
            rooms.kill("1")
            await asyncio.sleep(LONG_S)
            rooms.away = False
            await asyncio.sleep(10)
            assert rooms.agents == {"agent-2"}

    @in_virtual_time
    async def test_not_when_the_caller_has_left_meanwhile(self) -> None:
        async with supervised() as rooms:
            rooms.workers = False
            rooms.kill("1")
            await asyncio.sleep(5)
            rooms.callers.clear()
            await asyncio.sleep(1)
            asked = len(rooms.dispatched)
            assert len(rooms.withdrawn) == asked, "it would send an agent into a room without a caller"
            await asyncio.sleep(LONG_S)
            assert len(rooms.dispatched) == asked


class TestCrashLoop:
    @in_virtual_time
    async def test_agents_that_die_one_after_the_other_are_given_up_with_one_error_and_the_line_goes(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        async with supervised() as rooms:
            rooms.dies_after_s = 0.1
            rooms.kill("1")
            await asyncio.sleep(LONG_S)
            assert len(rooms.dispatched) == len(PAUSES_S)
            assert rooms.closed
        (error,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
        assert error.message == "every agent of a call is lost; its room is closed"

    @pytest.mark.slow
    @in_virtual_time
    async def test_agents_that_die_now_and_then_are_replaced_for_ever(self) -> None:
        async with supervised() as rooms:
            rooms.dies_after_s = 10
            rooms.kill("1")
            await asyncio.sleep(3600)
            assert not rooms.closed
            assert len(rooms.dispatched) > 300


@in_virtual_time
async def test_the_end_of_the_worker_ends_what_was_begun() -> None:
    """Else the virtual loop finds a task left."""
    rooms = MemoryRooms()
    rooms.workers = False
    watching = asyncio.create_task(Supervision(rooms.jobs.values, rooms.opened).watch())
    await asyncio.sleep(1)
    rooms.kill("1")
    await asyncio.sleep(5)
    assert rooms.dispatched
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
