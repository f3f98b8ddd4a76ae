"""Work beside the conversation has one owner: it fails alone, and nothing of it outlives the call."""

import asyncio
import logging

import pytest

from session.background_tasks import BEGINS_AGAIN_AFTER_S, BackgroundTasks, done_at_last
from tests.inbox.virtual_clock import in_virtual_time, now


async def test_leaving_the_block_ends_what_still_runs() -> None:
    ended = asyncio.Event()

    async def forever() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async with BackgroundTasks() as background:
        background.start("wait", forever())
        await asyncio.sleep(0)
    assert ended.is_set()


async def test_a_task_that_never_got_to_start_is_ended_too() -> None:
    begun = asyncio.Event()

    async def begin() -> None:
        begun.set()

    async with BackgroundTasks() as background:
        background.start("begin", begin())
    assert not begun.is_set()


async def test_a_failure_is_logged_by_its_type_and_the_others_go_on(caplog: pytest.LogCaptureFixture) -> None:
    done = asyncio.Event()

    async def fail() -> None:
        raise KeyError("a subject that nobody may read")

    async def succeed() -> None:
        await asyncio.sleep(0)
        done.set()

    async with BackgroundTasks() as background:
        background.start("fail", fail())
        background.start("succeed", succeed())
        await done.wait()
    (record,) = [record for record in caplog.records if record.name == "session.background_tasks"]
    assert (record.levelno, vars(record)["task_name"], vars(record)["error"]) == (logging.ERROR, "fail", "KeyError")
    assert "subject" not in caplog.text


async def test_nothing_starts_after_the_end() -> None:
    begun = asyncio.Event()

    async def begin() -> None:
        begun.set()

    async with BackgroundTasks() as background:
        pass
    background.start("late", begin())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not begun.is_set()


@in_virtual_time
async def test_work_that_nobody_else_does_begins_again_after_a_pause_until_it_is_done(caplog: pytest.LogCaptureFixture) -> None:
    begun: list[float] = []

    async def work() -> None:
        begun.append(now())
        if len(begun) < 3:
            raise KeyError("a subject that nobody may read")

    await done_at_last(work)
    assert begun == [0, BEGINS_AGAIN_AFTER_S, 2 * BEGINS_AGAIN_AFTER_S]
    assert [vars(record)["error"] for record in caplog.records if record.name == "session.background_tasks"] == ["KeyError"] * 2
    assert "subject" not in caplog.text
