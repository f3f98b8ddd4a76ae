"""Lines from standard input: a pipe, a file, or a terminal that edits its own line.

A thread reads them, because the event loop cannot wait for files, and a terminal that was made non-blocking would stay so for the shell.
The thread is not joined, because it may still be reading when the program ends; it reads unbuffered, so that it holds no lock then.
"""

import asyncio
import contextlib
import threading
from typing import TextIO

Lines = asyncio.Queue[str | None]
"""Lines without their ends, and none once the input is over."""


def piped_lines(stream: TextIO | None) -> Lines:
    """The lines of `stream` from now on. `stream` is None if standard input was closed before we started."""
    lines: Lines = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def read(file: int) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed
            with contextlib.suppress(OSError), open(file, "rb", buffering=0, closefd=False) as unbuffered:
                for line in unbuffered:
                    loop.call_soon_threadsafe(lines.put_nowait, line.decode(errors="replace").rstrip("\r\n"))
            loop.call_soon_threadsafe(lines.put_nowait, None)

    if stream is None:
        lines.put_nowait(None)
    else:
        threading.Thread(target=read, args=(stream.fileno(),), name="piped lines", daemon=True).start()
    return lines
