"""Ctrl-C while the modules of a subcommand load ends it, also where what is being loaded swallows it or never goes on."""

import signal
import subprocess
import sys
from contextlib import suppress

import pytest

from cli.loading import loading
from cli.main import INTERRUPTED

HANGS = """
import signal, threading
from cli.loading import loading
with loading():
    try:
        signal.raise_signal(signal.SIGINT)
    except KeyboardInterrupt:
        threading.Event().wait()
"""


def test_an_interrupt_that_is_swallowed_ends_it_when_all_is_loaded() -> None:
    with pytest.raises(KeyboardInterrupt), loading(), suppress(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


class Unlucky:
    def __set_name__(self, owner: type, name: str) -> None:
        signal.raise_signal(signal.SIGINT)


def test_one_that_becomes_another_error_is_one_all_the_same() -> None:
    with pytest.raises(KeyboardInterrupt), loading():
        type("Loaded", (), {"attribute": Unlucky()})  # Python makes a RuntimeError of whatever is raised in there


def test_one_that_is_not_ends_it_at_once() -> None:
    loaded: list[str] = []

    def load() -> None:
        with loading():
            signal.raise_signal(signal.SIGINT)
            loaded.append("too much")

    with pytest.raises(KeyboardInterrupt):
        load()
    assert not loaded


def test_without_one_it_goes_on_and_ctrl_c_means_what_it_meant() -> None:
    before = signal.getsignal(signal.SIGINT)
    with loading():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.slow
def test_what_never_goes_on_is_left() -> None:
    run = subprocess.run([sys.executable, "-c", HANGS], capture_output=True, text=True, timeout=30, check=False)
    assert (run.returncode, run.stderr) == (INTERRUPTED, "")
