"""Ctrl-C while the modules of a subcommand load ends it, also where what is being loaded swallows it or never goes on."""

import signal
import subprocess
import sys

import pytest

from cli import INTERRUPTED
from cli.loading import loading

LOADS = """
import signal, threading
from contextlib import suppress
from cli.loading import loading
print("begun")
with loading():
    {what_is_loaded}
print("loaded")
"""
WAITS = """
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    threading.Event().wait()
"""
SWALLOWS = """
    with suppress(BaseException):
        signal.raise_signal(signal.SIGINT)
"""


@pytest.mark.slow
@pytest.mark.parametrize("what_is_loaded", [WAITS, SWALLOWS], ids=["never goes on", "swallows every exception"])
def test_what_is_loaded_cannot_keep_it_from_ending(what_is_loaded: str) -> None:
    command = [sys.executable, "-c", LOADS.format(what_is_loaded=what_is_loaded)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (INTERRUPTED, "begun\n", "")


def test_without_one_it_goes_on_and_ctrl_c_means_what_it_meant() -> None:
    before = signal.getsignal(signal.SIGINT)
    with loading():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before
