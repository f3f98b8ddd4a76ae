"""A caller whose agent is gone gets another one, once, whoever noticed it; every other room is left alone."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from agent.operations.supervision import Supervision
from providers.livekit.call_rooms import AskedFor
from providers.livekit.dispatch_metadata import DispatchMetadata
from tests.agent.memory_rooms import TOLD
from tests.inbox.virtual_clock import in_virtual_time, now
from tests.web.call_rooms import MemoryCallRooms, wall_clock
from web.calls.keeper import GIVE_UP_AFTER_S, Keeper

LONG_S = 300.0
RESUMED_WITHIN_S = 5.0


@asynccontextmanager
async def kept(rooms: MemoryCallRooms | None = None) -> AsyncIterator[tuple[MemoryCallRooms, Keeper]]:
    """A keeper who has looked at every room."""
    rooms = rooms or MemoryCallRooms()
    async with rooms.opened(), Keeper(rooms, now=wall_clock) as keeper:
        await asyncio.sleep(10)
        yield rooms, keeper


def lose_the_worker(rooms: MemoryCallRooms) -> None:
    """With its machine: the server shows the agent for twenty seconds."""
    rooms.kill("1")


def leave(rooms: MemoryCallRooms, keeper: Keeper, agent: str, *, after_s: float = 0.0) -> None:
    """The server lets go of an agent and tells of it."""
    rooms.agents.discard(agent)
    keeper.look_after(rooms.room, left=agent, after_s=after_s)


class TestALostWorker:
    @in_virtual_time
    async def test_when_the_server_lets_go_of_the_agent_another_one_goes_on_with_its_call(self) -> None:
        async with kept() as (rooms, keeper):
            lose_the_worker(rooms)
            leave(rooms, keeper, "agent-1")
            told = now()
            await asyncio.sleep(LONG_S)
            ((asked, metadata),) = rooms.dispatched
            assert asked - told < RESUMED_WITHIN_S - 3.0, "which leaves three seconds to an agent that begins"
            assert metadata == replace(TOLD, replaces="1")
            assert rooms.agents == {"agent-2"}

    @in_virtual_time
    async def test_a_page_that_hears_nothing_need_not_wait_for_that(self) -> None:
        async with kept() as (rooms, keeper):
            lose_the_worker(rooms)
            keeper.look_after(rooms.room)
            await asyncio.sleep(RESUMED_WITHIN_S)
            assert rooms.removed == ["agent-1"]
            assert rooms.agents == {"agent-2"}

    @in_virtual_time
    async def test_while_no_worker_is_there_one_is_waited_for(self) -> None:
        async with kept() as (rooms, keeper):
            rooms.workers = False
            lose_the_worker(rooms)
            leave(rooms, keeper, "agent-1")
            await asyncio.sleep(LONG_S)
            assert rooms.agents == set()
            rooms.workers = True
            await asyncio.sleep(15)
            assert len(rooms.agents) == 1

    @in_virtual_time
    async def test_a_call_lost_while_no_web_server_ran_is_found_by_the_next_one(self) -> None:
        rooms = MemoryCallRooms()
        lose_the_worker(rooms)
        async with kept(rooms):
            assert rooms.agents == {"agent-2"}

    @in_virtual_time
    async def test_whoever_calls_is_kept_where_nobody_in_particular_was_expected(self) -> None:
        async with kept() as (rooms, keeper):
            anyone = DispatchMetadata(user_id="local")
            rooms.asked = [replace(rooms.asked[0], metadata=anyone)]
            rooms.callers = {"sip-caller"}
            lose_the_worker(rooms)
            leave(rooms, keeper, "agent-1")
            await asyncio.sleep(LONG_S)
            assert [metadata for _, metadata in rooms.dispatched] == [replace(anyone, replaces="1")]

    @in_virtual_time
    async def test_the_next_loss_is_seen_to_like_the_first(self) -> None:
        async with kept() as (rooms, keeper):
            for job_id in ("1", "2", "3"):
                rooms.kill(job_id)
                leave(rooms, keeper, f"agent-{job_id}")
                await asyncio.sleep(LONG_S)
            assert [metadata.replaces for _, metadata in rooms.dispatched] == ["1", "2", "3"]
            assert rooms.agents == {"agent-4"}

    @in_virtual_time
    async def test_news_that_comes_while_another_agent_is_sent_is_not_lost(self) -> None:
        async with kept() as (rooms, keeper):
            lose_the_worker(rooms)
            leave(rooms, keeper, "agent-1")
            await asyncio.sleep(0.55)
            assert rooms.agents == {"agent-2"}
            rooms.kill("2")
            leave(rooms, keeper, "agent-2")
            await asyncio.sleep(LONG_S)
            assert rooms.agents == {"agent-3"}


class TestACallThatNobodyAnswered:
    @in_virtual_time
    async def test_gets_its_first_agent_once_there_is_a_worker(self) -> None:
        async with kept() as (rooms, keeper):
            rooms.agents.clear()
            rooms.jobs.clear()
            rooms.asked = [AskedFor(metadata=TOLD, at=wall_clock())]
            keeper.look_after(rooms.room, after_s=3)
            await asyncio.sleep(LONG_S)
            assert [metadata for _, metadata in rooms.dispatched] == [TOLD]

    @in_virtual_time
    async def test_gets_another_one_if_the_first_was_taken_and_never_came(self) -> None:
        async with kept() as (rooms, keeper):
            rooms.agents.clear()
            rooms.jobs.clear()
            rooms.asked = [AskedFor(metadata=TOLD, at=wall_clock(), job_id="7", agent="agent-7", taken_at=wall_clock())]
            keeper.look_after(rooms.room, after_s=3)
            await asyncio.sleep(LONG_S)
            assert [metadata.replaces for _, metadata in rooms.dispatched] == ["7"]


class TestLeftAlone:
    @in_virtual_time
    async def test_an_agent_that_answers_whatever_a_page_says(self) -> None:
        async with kept() as (rooms, keeper):
            for _ in range(20):
                keeper.look_after(rooms.room)
                await asyncio.sleep(1)
            assert rooms.dispatched == []
            assert rooms.removed == []

    @in_virtual_time
    async def test_a_dead_agent_beside_one_that_lives(self) -> None:
        async with kept() as (rooms, keeper):
            rooms.agents.add("agent-9")
            keeper.look_after(rooms.room)
            await asyncio.sleep(LONG_S)
            assert rooms.dispatched == []

    @in_virtual_time
    async def test_a_room_that_the_caller_has_left(self) -> None:
        async with kept() as (rooms, keeper):
            rooms.callers.clear()
            lose_the_worker(rooms)
            leave(rooms, keeper, "agent-1")
            await asyncio.sleep(LONG_S)
            assert rooms.dispatched == []

    @in_virtual_time
    async def test_a_room_in_which_only_somebody_else_is(self) -> None:
        async with kept() as (rooms, keeper):
            rooms.callers = {"somebody else"}
            lose_the_worker(rooms)
            leave(rooms, keeper, "agent-1")
            await asyncio.sleep(LONG_S)
            assert rooms.dispatched == []

    @in_virtual_time
    async def test_a_room_that_was_closed(self) -> None:
        async with kept() as (rooms, keeper):
            rooms.exists = False
            leave(rooms, keeper, "agent-1")
            await asyncio.sleep(LONG_S)
            assert rooms.dispatched == []

    @in_virtual_time
    async def test_a_room_of_another_program(self) -> None:
        async with kept() as (rooms, keeper):
            rooms.asked.clear()
            rooms.agents.clear()
            keeper.look_after(rooms.room)
            await asyncio.sleep(LONG_S)
            assert rooms.dispatched == []


class TestBesideTheWorkersOwnSupervision:
    @pytest.mark.parametrize("page_says_so_after_s", [0.0, 0.2, 0.4, 1.0, 5.0])
    @in_virtual_time
    async def test_a_worker_that_lives_replaces_its_agent_itself(self, page_says_so_after_s: float) -> None:
        async with kept() as (rooms, keeper):
            supervising = asyncio.create_task(Supervision(rooms.jobs.values, rooms.opened).watch())
            await asyncio.sleep(1)
            rooms.kill("1")
            await asyncio.sleep(page_says_so_after_s)
            keeper.look_after(rooms.room)
            await asyncio.sleep(LONG_S)
            supervising.cancel()
            await asyncio.gather(supervising, return_exceptions=True)
            assert len(rooms.dispatched) == 1
            assert rooms.agents == {"agent-2"}

    @in_virtual_time
    async def test_an_agent_that_left_by_itself_is_left_to_its_worker_first(self) -> None:
        async with kept() as (rooms, keeper):
            supervising = asyncio.create_task(Supervision(rooms.jobs.values, rooms.opened).watch())
            await asyncio.sleep(1)
            rooms.agents.discard("agent-1")
            keeper.look_after(rooms.room, left="agent-1", after_s=2.5)
            await asyncio.sleep(1)
            rooms.kill("1")  # the process takes a moment to end
            await asyncio.sleep(LONG_S)
            supervising.cancel()
            await asyncio.gather(supervising, return_exceptions=True)
            assert len(rooms.dispatched) == 1


class TestTheServerAway:
    @in_virtual_time
    async def test_a_short_absence_is_waited_out(self) -> None:
        async with kept() as (rooms, keeper):
            lose_the_worker(rooms)
            rooms.away = True
            leave(rooms, keeper, "agent-1")
            await asyncio.sleep(30)
            rooms.away = False
            await asyncio.sleep(10)
            assert rooms.agents == {"agent-2"}

    @in_virtual_time
    async def test_a_long_one_is_not(self) -> None:
        async with kept() as (rooms, keeper):
            lose_the_worker(rooms)
            rooms.away = True
            leave(rooms, keeper, "agent-1")
            await asyncio.sleep(GIVE_UP_AFTER_S + 10)
            rooms.away = False
            await asyncio.sleep(LONG_S)
            assert rooms.dispatched == []
            keeper.look_after(rooms.room)
            await asyncio.sleep(10)
            assert rooms.agents == {"agent-2"}, "the next one who tells is heeded"
