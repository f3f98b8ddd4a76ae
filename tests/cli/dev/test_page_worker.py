"""The worker behind the page is started again when it ends, but not for ever."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from cli.dev.child_process import MOST_ENDS, Child
from cli.dev.page_worker import keep_a_worker

DIES = "raise SystemExit(3)"
LIVES = "import time; time.sleep(600)"


class Workers:
    """Workers of which the first `dying` end at once. `lives` is set when one was begun that does not."""

    def __init__(self, log: Path, *, dying: int) -> None:
        self._log = log
        self._dying = dying
        self.begun: list[Child] = []
        self.lives = asyncio.Event()

    @asynccontextmanager
    async def start(self) -> AsyncIterator[Child]:
        dies = len(self.begun) < self._dying
        command = [sys.executable, "-S", "-c", DIES if dies else LIVES]
        async with Child.started("The worker", command, environment={}, log=self._log) as worker:
            self.begun.append(worker)
            if not dies:
                self.lives.set()
            yield worker


async def test_one_that_ends_again_and_again_is_given_up_with_its_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    workers = Workers(tmp_path / "worker.log", dying=100)
    async with AsyncExitStack() as current:
        left = await keep_a_worker(await current.enter_async_context(workers.start()), current, workers.start)
    written = capsys.readouterr()
    assert left.exit_code == 1
    assert len(workers.begun) == MOST_ENDS
    assert written.out.count("Another one is being started; a call goes on at the same mail.") == MOST_ENDS - 1
    assert f"by itself {MOST_ENDS} times within 2 minutes, last with code 3. Its log: {tmp_path / 'worker.log'}" in written.err


async def test_one_that_ends_now_and_then_is_started_again_each_time(tmp_path: Path) -> None:
    workers = Workers(tmp_path / "worker.log", dying=MOST_ENDS + 2)
    async with AsyncExitStack() as current:
        first = await current.enter_async_context(workers.start())
        keeping = asyncio.create_task(keep_a_worker(first, current, workers.start, within_s=0.0))
        async with asyncio.timeout(30):
            await workers.lives.wait()
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
    assert [worker.process.returncode for worker in workers.begun[:-1]] == [3] * (MOST_ENDS + 2)
    assert workers.begun[-1].process.returncode is not None
