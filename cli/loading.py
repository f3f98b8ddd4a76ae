"""Shows that a subcommand's modules are loading, which takes seconds, and lets Ctrl-C end it.

Nothing has to be closed yet, so the process just exits. A `KeyboardInterrupt` would be raised wherever Python happens to be, and the
importing code might swallow it or turn it into another error.
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
