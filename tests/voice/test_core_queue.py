"""One request to a core, the one that waits first is next, and nobody waits behind too many."""

import asyncio
import threading
from functools import partial

import pytest

from tests.voice.doubles import Held, until
from voice.core_queue import CoreQueue, QueueFullError


@pytest.mark.parametrize("cores", [1, 2, 3])
async def test_as_many_compute_at_once_as_there_are_cores(cores: int) -> None:
    queue, held = CoreQueue(cores=cores, may_wait=10), Held(open=False)
    asked = [asyncio.create_task(queue.compute(held.here)) for _ in range(cores + 2)]
    await until(lambda: held.begun == cores)
    assert (queue.computing, queue.waiting) == (cores, 2)
    held.let_all_through()
    await asyncio.gather(*asked)
    assert (queue.computing, queue.waiting) == (0, 0)
    await queue.close()


async def test_whoever_waits_first_is_next() -> None:
    queue, order = CoreQueue(cores=1, may_wait=10), list[int]()
    await asyncio.gather(*(queue.compute(partial(order.append, number)) for number in range(8)))
    assert order == list(range(8))
    await queue.close()


async def test_one_too_many_is_refused_and_the_others_are_served() -> None:
    queue, held = CoreQueue(cores=1, may_wait=2), Held(open=False)
    asked = [asyncio.create_task(queue.compute(held.here)) for _ in range(3)]
    await until(lambda: queue.waiting == 2)
    with pytest.raises(QueueFullError):
        await queue.compute(held.here)
    begun = asyncio.create_task(queue.compute(held.here, has_begun=True))
    held.let_all_through()
    await asyncio.gather(*asked, begun)
    assert held.begun == 4
    await queue.close()


async def test_a_queue_without_places_still_computes() -> None:
    queue = CoreQueue(cores=1, may_wait=0)
    assert await queue.compute(lambda: 7) == 7
    await queue.close()


async def test_whoever_gives_up_waiting_takes_no_turn() -> None:
    queue, held = CoreQueue(cores=1, may_wait=5), Held(open=False)
    first = asyncio.create_task(queue.compute(held.here))
    await until(lambda: held.begun == 1)
    second, third = (asyncio.create_task(queue.compute(held.here)) for _ in range(2))
    await until(lambda: queue.waiting == 2)
    second.cancel()
    held.let_all_through()
    await asyncio.gather(first, third)
    assert second.cancelled()
    assert held.begun == 2
    await queue.close()


async def test_a_core_is_free_only_when_its_work_has_ended() -> None:
    queue, held = CoreQueue(cores=1, may_wait=5), Held(open=False)
    given_up = asyncio.create_task(queue.compute(held.here))
    await until(lambda: held.begun == 1)
    given_up.cancel()
    after = asyncio.create_task(queue.compute(held.here))
    await until(lambda: given_up.cancelled() and queue.waiting == 1)
    assert held.begun == 1
    held.let_all_through()
    await after
    assert held.begun == 2
    await queue.close()


async def test_work_that_fails_frees_its_core() -> None:
    queue = CoreQueue(cores=1, may_wait=0)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            await queue.compute(lambda: 1 // 0)
    await queue.close()


async def test_work_is_done_on_a_thread_that_does_not_hold_up_the_loop() -> None:
    queue = CoreQueue(cores=1, may_wait=0)
    assert await queue.compute(threading.get_ident) != threading.get_ident()
    await queue.close()
