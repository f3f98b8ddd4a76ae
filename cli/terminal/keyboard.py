"""Lines from standard input on the event loop: typed at a terminal, piped, or out of a file.

Without a thread, which nobody could stop while it waits for a key, and without making the stream non-blocking: a terminal is shared with
standard output and with the shell, and both would inherit it.
"""

import asyncio
import codecs
import contextlib
import os
import signal
import termios
import tty
from collections.abc import Callable
from typing import Any, Self, TextIO

from cli.terminal.line_editor import LineEditor

READ_BYTES = 65536


class Keyboard:
    """An async context manager around a stream.

    `show`, given for a terminal, is told the text of the line being typed whenever a key was pressed; the terminal then neither echoes
    nor edits by itself until the block ends. Without it, lines come as the terminal, pipe or file gives them.
    """

    def __init__(self, stream: TextIO | None, *, show: Callable[[str], None] | None = None) -> None:
        self._stream = stream
        self._show = show
        self._editor = LineEditor()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._cleanup = contextlib.ExitStack()

    async def line(self) -> str | None:
        """The next line, without its end; none once the input is over."""
        line = await self._lines.get()
        if line is None:
            self._lines.put_nowait(None)
        return line

    async def __aenter__(self) -> Self:
        if self._stream is None:  # closed by whoever started us
            self._lines.put_nowait(None)
            return self
        file = self._stream.fileno()
        if self._show:
            self._take_over(file)
        loop = asyncio.get_running_loop()
        try:
            loop.add_reader(file, self._read, file)
            self._cleanup.callback(loop.remove_reader, file)
        except PermissionError:  # files cannot be waited for; they need not be
            while self._read(file):
                pass
        return self

    async def __aexit__(self, *_: object) -> None:
        self._cleanup.close()

    def _take_over(self, terminal: int) -> None:
        """Have every key as it is pressed; Ctrl-C and Ctrl-Z stay with the terminal. What was typed ahead is kept."""
        before = termios.tcgetattr(terminal)
        self._cleanup.callback(_restore, terminal, before)
        tty.setcbreak(terminal, termios.TCSANOW)
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGCONT, self._resume, terminal)
        self._cleanup.callback(loop.remove_signal_handler, signal.SIGCONT)

    def _resume(self, terminal: int) -> None:
        """Back from Ctrl-Z: the shell has set the terminal to its own liking."""
        tty.setcbreak(terminal, termios.TCSANOW)
        if self._show:
            self._show(self._editor.text)

    def _read(self, file: int) -> bool:
        """Take what is there; false at the end of the input."""
        try:
            data = os.read(file, READ_BYTES)
        except BlockingIOError:
            return True
        except OSError:  # the terminal was closed
            data = b""
        if data:
            self._take(self._decoder.decode(data))
        else:
            self._end(file)
        return bool(data)

    def _take(self, keys: str) -> None:
        for line in self._editor.press(keys):
            self._lines.put_nowait(line)
        if self._show:
            self._show(self._editor.text)

    def _end(self, file: int) -> None:
        asyncio.get_running_loop().remove_reader(file)
        if self._editor.text:  # a last line that nobody ended
            self._lines.put_nowait(self._editor.text)
        self._lines.put_nowait(None)


def _restore(terminal: int, modes: list[Any]) -> None:
    with contextlib.suppress(termios.error):  # the terminal was closed
        termios.tcsetattr(terminal, termios.TCSANOW, modes)
