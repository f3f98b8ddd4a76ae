"""The watcher looks every five seconds while something happens, more rarely when all is still, and keeps to its share of the quota."""

import asyncio
from itertools import pairwise

import pytest

from providers.gmail.watching import BUSY_PAUSE_S, MOST_AN_HOUR, PAUSES_S, Watcher
from tests.inbox.virtual_clock import in_virtual_time, now
from tests.providers.gmail.doubles.hour import HOUR_S, TAKES_S, hour

NOTICED_AND_READ_S = 4 * TAKES_S


def nothing() -> int:
    return 0


async def rung_at(watcher: Watcher, until_s: float) -> list[float]:
    """When it rings until then."""
    rings: list[float] = []

    async def listen() -> None:
        async for _ in watcher.rings():
            rings.append(now())

    async with asyncio.TaskGroup() as group:
        group.create_task(listen())
        await asyncio.sleep(until_s - now() + 0.001)
        watcher.close()
    return rings


class TestPace:
    @in_virtual_time
    async def test_it_rings_at_once_and_then_every_five_seconds(self) -> None:
        assert await rung_at(Watcher(nothing), 20) == [0, 5, 10, 15, 20]

    @in_virtual_time
    async def test_it_slows_down_in_two_steps_when_nothing_happens(self) -> None:
        rings = await rung_at(Watcher(nothing), 1_000)
        pauses = [round(later - earlier) for earlier, later in pairwise(rings)]
        assert pauses == sorted(pauses)
        assert set(pauses) == {round(pause_s) for _, pause_s in PAUSES_S}

    @in_virtual_time
    async def test_what_happens_makes_it_fast_again_at_once(self) -> None:
        watcher = Watcher(nothing)
        asyncio.get_running_loop().call_later(800, watcher.something_happens)
        rings = [at for at in await rung_at(watcher, 820) if at >= 780]
        assert [later - earlier for earlier, later in pairwise(rings)][-3:] == [BUSY_PAUSE_S] * 3

    @in_virtual_time
    async def test_a_notice_rings_at_once_and_many_notices_ring_once_a_second(self) -> None:
        watcher = Watcher(nothing)
        for number in range(30):
            asyncio.get_running_loop().call_later(2.5 + number / 10, watcher.notice)
        assert await rung_at(watcher, 7) == [0, 2.5, 3.5, 4.5, 5.5]

    @in_virtual_time
    async def test_who_spent_too_much_waits_until_it_has_flowed_in_again(self) -> None:
        spent = 0
        watcher = Watcher(lambda: spent)
        spent = 520
        rings = await rung_at(watcher, 200)
        assert rings[:2] == [0, pytest.approx(75, abs=1)]

    @in_virtual_time
    async def test_a_closed_watcher_ends_while_it_waits_and_before_it_begins(self) -> None:
        watcher = Watcher(nothing)
        assert await rung_at(watcher, 1) == [0]
        assert [None async for _ in watcher.rings()] == []


class TestAnHour:
    """Everything that looks is on the same account: the watcher, the look every minute, and the second question about mail that left."""

    @in_virtual_time
    async def test_of_a_talkative_call(self) -> None:
        talk = await hour(read_every_s=40, arrival_every_s=150, leaving_every_s=400)
        assert talk.units <= MOST_AN_HOUR
        assert talk.share_within(BUSY_PAUSE_S + NOTICED_AND_READ_S) >= 0.5
        assert max(talk.waited_s) <= 3 * BUSY_PAUSE_S

    @in_virtual_time
    async def test_its_first_twenty_minutes_notice_nearly_every_arrival_within_five_seconds(self) -> None:
        talk = await hour(read_every_s=40, arrival_every_s=23, leaving_every_s=400, lasts_s=1_200)
        assert talk.share_within(BUSY_PAUSE_S + NOTICED_AND_READ_S) >= 0.95

    @in_virtual_time
    async def test_of_a_call_in_which_nothing_happens(self) -> None:
        assert (await hour()).units <= 600

    @pytest.mark.slow
    @pytest.mark.parametrize(("unread", "arrival_every_s", "leaving_every_s"), [(20, 4, 7), (1_500, 60, 240)])
    @in_virtual_time
    async def test_of_a_mailbox_that_changes_all_the_time(self, unread: int, arrival_every_s: float, leaving_every_s: float) -> None:
        storm = await hour(read_every_s=40, arrival_every_s=arrival_every_s, leaving_every_s=leaving_every_s, unread=unread)
        assert storm.units <= MOST_AN_HOUR
        assert len(storm.waited_s) >= HOUR_S / arrival_every_s - 20
