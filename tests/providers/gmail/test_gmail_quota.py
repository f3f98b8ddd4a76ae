"""Who may ask Gmail how much, in virtual time."""

import asyncio
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from providers.gmail.quota import LIMIT, SHARES, QuotaBudget
from providers.resilience.priority import Priority
from tests.inbox.virtual_clock import VirtualClockLoop, in_virtual_time, now

MINUTE_S = 60.0

Asked = tuple[float, int, Priority]
"""Seconds after the one before, units, priority."""

INTERACTIVE, PREFETCH, POLLING = Priority
KEPT_BACK = LIMIT - SHARES[PREFETCH] - SHARES[POLLING]


async def _spend_all(requests: list[Asked]) -> list[tuple[float, float, int, Priority]]:
    """When each was asked for and granted, in the order of asking."""
    budget = QuotaBudget()
    granted: list[tuple[float, float, int, Priority] | None] = [None] * len(requests)

    async def one(place: int, units: int, priority: Priority) -> None:
        asked_at = now()
        await budget.spend(units, priority)
        granted[place] = (asked_at, now(), units, priority)

    async with asyncio.TaskGroup() as group:
        for place, (after_s, units, priority) in enumerate(requests):
            await asyncio.sleep(after_s)
            group.create_task(one(place, units, priority))
    assert sum(budget.spent_by.values()) == sum(units for _, units, _ in requests)
    return [each for each in granted if each is not None]


def _spent(requests: list[Asked]) -> list[tuple[float, float, int, Priority]]:
    with asyncio.Runner(loop_factory=VirtualClockLoop) as runner:
        return runner.run(_spend_all(requests))


def _asked(*priorities: Priority) -> st.SearchStrategy[list[Asked]]:
    """Many at once, with pauses around a minute between them, and each kind of request asking for more than its share."""
    pauses = st.one_of(st.just(0.0), st.floats(0.0, 3.0), st.sampled_from([29.0, 59.9, 60.0, 60.5, 61.0]))
    units = {INTERACTIVE: [1, 400, 1_000, 3_000], PREFETCH: [20, 400, 1_000], POLLING: [2, 100, 500]}
    requests = [st.tuples(pauses, st.sampled_from(units[priority]), st.just(priority)) for priority in priorities]
    return st.lists(st.one_of(requests), min_size=15, max_size=60)


@pytest.mark.slow
@settings(max_examples=120)
@given(_asked(*Priority))
def test_no_minute_holds_more_than_google_allows(requests: list[Asked]) -> None:
    granted = sorted((at, units) for _, at, units, _ in _spent(requests))
    assert len(granted) == len(requests), "nobody waits for ever"
    for beginning, _ in granted:
        assert sum(units for at, units in granted if beginning <= at < beginning + MINUTE_S) <= LIMIT


@pytest.mark.slow
@settings(max_examples=60)
@given(_asked(PREFETCH, POLLING), st.integers(1, KEPT_BACK), st.integers(0, 60))
def test_a_caller_never_waits_behind_what_is_read_ahead(before: list[Asked], units: int, place: int) -> None:
    requests = [*before[:place], (0.0, units, INTERACTIVE), *before[place:]]
    for asked_at, granted_at, _, priority in _spent(requests):
        assert granted_at == asked_at or priority is not INTERACTIVE


@settings(max_examples=60)
@given(_asked(*Priority))
def test_who_asked_first_is_served_first_of_their_kind(requests: list[Asked]) -> None:
    granted = _spent(requests)
    for kind in Priority:
        for earlier, later in pairwise(at for _, at, _, priority in granted if priority is kind):
            assert earlier <= later


@in_virtual_time
async def test_looking_for_new_mail_does_not_wait_for_a_long_listing_that_is_read_ahead() -> None:
    budget = QuotaBudget()
    reading = [asyncio.create_task(budget.spend(400, PREFETCH)) for _ in range(40)]
    for _ in range(20):
        await asyncio.sleep(5)
        asked_at = now()
        await budget.spend(2, POLLING)
        assert now() == asked_at
    await asyncio.gather(*reading)
    assert budget.spent_by == {INTERACTIVE: 0, PREFETCH: 16_000, POLLING: 40}


@in_virtual_time
async def test_when_everything_is_spent_the_caller_is_served_before_those_who_waited_longer() -> None:
    budget, order = QuotaBudget(), []
    await budget.spend(LIMIT, INTERACTIVE)

    async def one(units: int, priority: Priority) -> None:
        await budget.spend(units, priority)
        order.append(priority)

    async with asyncio.TaskGroup() as group:
        for priority in (POLLING, PREFETCH, INTERACTIVE):
            group.create_task(one(100, priority))
            await asyncio.sleep(1)
        assert order == []
    assert order == [INTERACTIVE, PREFETCH, POLLING]


@in_virtual_time
async def test_who_is_cancelled_while_waiting_spends_nothing_and_lets_the_next_one_pass() -> None:
    budget = QuotaBudget()
    await budget.spend(5_900, INTERACTIVE)
    large = asyncio.create_task(budget.spend(200, INTERACTIVE))
    small = asyncio.create_task(budget.spend(100, INTERACTIVE))
    await asyncio.sleep(1)
    assert not small.done(), "it stands behind the large one"
    large.cancel()
    await small
    assert now() == 1
    assert budget.spent_by[INTERACTIVE] == 6_000


@in_virtual_time
async def test_more_than_a_minute_can_hold_is_refused_instead_of_waited_for() -> None:
    with pytest.raises(ValueError, match="more units"):
        await QuotaBudget().spend(SHARES[PREFETCH] + 1, PREFETCH)
