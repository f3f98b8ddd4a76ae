"""What stands around the loading of a subcommand's modules, which takes seconds: it is shown, and Ctrl-C ends it.

Nothing has been begun that would have to be closed, so the process just ends. An exception in its place would be raised wherever Python
happens to be, which may be a callback that swallows it or a place that makes another error of it.
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from agent.operations.uncollected import uncollected
from cli import INTERRUPTED
from cli.screen import out, progress


@contextmanager
def loading() -> Iterator[None]:
    shown = progress("Starting…")

    def leave(number: int, frame: FrameType | None) -> None:
        try:
            shown.stop()
            if out.is_terminal:
                out.print()  # the terminal may have written ^C
            sys.stdout.flush()
        finally:
            os._exit(INTERRUPTED)

    before = signal.signal(signal.SIGINT, leave)
    try:
        with shown, uncollected():
            yield
    finally:
        signal.signal(signal.SIGINT, before)
