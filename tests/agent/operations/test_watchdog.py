"""A process whose event loop is blocked ends, wherever it is blocked; one that is only busy goes on."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

TIMEOUT_S = 0.6

BEGIN = f"""
import asyncio, re, threading, time
from agent.operations.watchdog import end_process_when_blocked

def astray():
    re.match(r"(a+)+$", "a" * 64 + "b")

async def main():
    async with end_process_when_blocked({TIMEOUT_S}):
        await asyncio.sleep(0)
"""

INSIDE = " " * 8
AFTER = " " * 4


def outcome_of(lines: str) -> subprocess.CompletedProcess[str]:
    program = f"{BEGIN}{lines}\nasyncio.run(main())"
    return subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True, timeout=30)


@pytest.mark.parametrize("blocking", ["time.sleep(20)", "threading.Event().wait(20)", "astray()"])
def test_a_blocked_process_ends_and_tells_where(blocking: str) -> None:
    done = outcome_of(f"{INSIDE}{blocking}")
    assert done.returncode == 1
    assert "in main" in done.stderr
    assert "aaaa" not in done.stderr


def test_a_busy_process_goes_on() -> None:
    done = outcome_of(f"{INSIDE}for _ in range(8):\n{INSIDE}    time.sleep({TIMEOUT_S / 4})\n{INSIDE}    await asyncio.sleep(0.01)")
    assert (done.returncode, done.stderr) == (0, "")


def test_when_the_call_is_over_nothing_is_watched() -> None:
    done = outcome_of(f"{AFTER}time.sleep({TIMEOUT_S * 2})\n{AFTER}assert threading.active_count() == 1")
    assert (done.returncode, done.stderr) == (0, "")
