"""What stands around the loading of a subcommand's modules, which takes seconds: it is shown, and Ctrl-C ends it.

An interrupt is raised wherever Python happens to be, which while it loads may be a callback that swallows it, a place that makes another
error of it, or one that never goes on. So it is remembered: who pressed Ctrl-C is out when the loading ends, and after a second anyhow.
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from types import FrameType

from agent.operations.uncollected import uncollected
from cli.main import INTERRUPTED
from cli.screen import out, progress

STUCK_AFTER_S = 1.0


@contextmanager
def loading() -> Iterator[None]:
    """Load within it. Raises `KeyboardInterrupt` at its end if that was raised before, also if it was swallowed or made something else."""
    leaving: list[Timer] = []

    def interrupted(number: int, frame: FrameType | None) -> None:
        timer = Timer(STUCK_AFTER_S, _leave)
        timer.daemon = True
        leaving.append(timer)
        timer.start()
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupted)
    try:
        with progress("Starting…"), uncollected():
            yield
    finally:
        signal.signal(signal.SIGINT, before)
        for timer in leaving:
            timer.cancel()
        if leaving:
            raise KeyboardInterrupt


def _leave() -> None:
    out.show_cursor()
    sys.stdout.flush()
    os._exit(INTERRUPTED)
