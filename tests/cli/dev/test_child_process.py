"""What is said of a process beside a command that ends by itself: before it is ready, and afterwards."""

import asyncio
import sys
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
import typer

from cli.dev.child_process import Child, first_to_end, ready

DIES = "raise SystemExit(3)"
LIVES = "print('here I am', flush=True); import time; time.sleep(600)"


def child(name: str, program: str, folder: Path) -> AbstractAsyncContextManager[Child]:
    return Child.started(name, [sys.executable, "-S", "-c", program], environment={}, log=folder / f"{name}.log")


async def test_who_waits_until_a_process_is_ready_is_told_that_another_one_died(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with child("The server", DIES, tmp_path) as server, child("The worker", LIVES, tmp_path) as worker:
        with pytest.raises(typer.Exit) as left:
            await ready(lambda: False, server, worker)
        assert worker.process.returncode is None
    assert left.value.exit_code == 1
    assert capsys.readouterr().err == f"The server ended by itself, with code 3. Its log: {tmp_path}/The server.log\n"
    assert worker.process.returncode is not None


async def test_one_that_says_so_in_its_log_is_ready_and_ends_with_the_block(tmp_path: Path) -> None:
    async with child("The worker", LIVES, tmp_path) as worker:
        await ready(lambda: worker.has_logged("here I am"), worker)
        assert worker.process.returncode is None
    assert worker.process.returncode is not None


async def test_the_first_to_end_is_named_and_the_others_are_not_waited_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with child("The server", LIVES, tmp_path) as server, child("The worker", LIVES, tmp_path) as worker:
        server.process.kill()
        async with asyncio.timeout(30):
            left = await first_to_end(server.ends(), worker.ends())
        assert worker.process.returncode is None
    assert left.exit_code == 1
    assert capsys.readouterr().err.startswith("The server ended by itself, with code -9. ")
