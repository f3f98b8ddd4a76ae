"""Lines from standard input on the event loop: piped, out of a file, or from a terminal that edits its line by itself.

Without a thread, which nobody could stop while it waits, and without asyncio's own pipes, which make the stream non-blocking: a terminal
is shared with standard output and with the shell, and both would inherit that.
"""

import asyncio
import os
import sys
from typing import Self, TextIO

READ_BYTES = 65536


class PipedLines:
    """An async context manager around a stream; none is one that whoever started us has closed."""

    def __init__(self, stream: TextIO | None) -> None:
        self._file = None if stream is None else stream.fileno()
        self._read = asyncio.StreamReader(limit=sys.maxsize)

    async def line(self) -> str | None:
        """The next line, without its end; none once the input is over."""
        line = await self._read.readline()
        return line.decode(errors="replace").rstrip("\r\n") if line else None

    async def __aenter__(self) -> Self:
        if self._file is None:
            self._read.feed_eof()
            return self
        try:
            asyncio.get_running_loop().add_reader(self._file, self._take, self._file)
        except PermissionError:  # files cannot be waited for; they need not be
            while self._take(self._file):
                pass
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._file is not None:
            asyncio.get_running_loop().remove_reader(self._file)

    def _take(self, file: int) -> bool:
        """Take what is there; false at the end of the input."""
        try:
            data = os.read(file, READ_BYTES)
        except BlockingIOError:
            return True
        except OSError:  # the terminal was closed
            data = b""
        if data:
            self._read.feed_data(data)
        else:
            asyncio.get_running_loop().remove_reader(file)
            self._read.feed_eof()
        return bool(data)
