"""Work beside the calls goes on for as long as the worker lives: a failure of it is logged, and it begins again."""

import asyncio
import logging

import pytest

from agent.operations.beside import Beside


async def test_work_that_fails_begins_again_and_work_that_is_done_does_not(caplog: pytest.LogCaptureFixture) -> None:
    begun: list[int] = []
    done = asyncio.Event()

    async def work() -> None:
        begun.append(len(begun))
        if len(begun) < 3:
            raise KeyError("a subject that nobody may read")
        done.set()

    Beside(work, begins_again_after_s=0).start()
    async with asyncio.timeout(5):
        await done.wait()
    for _ in range(5):
        await asyncio.sleep(0)
    assert begun == [0, 1, 2]
    told = [record for record in caplog.records if record.name == "agent.operations.beside"]
    assert [(record.levelno, vars(record)["error"]) for record in told] == [(logging.ERROR, "KeyError")] * 2
    assert "subject" not in caplog.text
