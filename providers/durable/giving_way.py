"""Work that nobody waits for gives way to the calls on the same machine."""

import os
from contextlib import suppress
from pathlib import Path

NICER = 10
"""Where both want a core, a call gets nine tenths of it. Nearly nothing is left at 19, and what works may hold the file's lock."""


def give_way() -> None:
    """Of this process, and of threads that it starts from now on: Linux counts priorities by thread, so this comes before all others."""
    os.nice(NICER)
    if os.getsid(0) == os.getpid():
        # Where Linux shares the cores out by session first, a process's own priority counts within its session alone.
        with suppress(OSError):
            Path("/proc/self/autogroup").write_text(str(NICER), encoding="ascii")
