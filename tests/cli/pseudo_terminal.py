"""`aloud` at a real terminal (a pty), as a person sits at it: keys in, and what the screen then shows."""

import os
import pty
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import psutil
import pyte
from pexpect import EOF, TIMEOUT
from pexpect.fdpexpect import fdspawn

from tests.cli.forked import Run, forked

ROOT = Path(__file__).parents[2]
ROWS = 120
TIMEOUT_S = 40.0
LOOK_AGAIN_S = 0.5
ENDS_WITHIN_S = 10.0
CTRL_C, CTRL_D, CTRL_U = "\x03", "\x04", "\x15"


def environment(folder: Path, **settings: str) -> dict[str, str]:
    """All that `aloud` sees: no setting of whoever runs the tests."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        "PYTHONPATH": str(ROOT),
        "ALOUD_DATA_DIR": str(folder / "data"),
        "ALOUD_TIMEZONE": "UTC",
        **({} if "OPENAI_API_KEY" in settings else {"ALOUD_VOICE": "none"}),
        **settings,
    }


class Terminal:
    """One run of `aloud` at a terminal of `columns` and many rows, so that nothing scrolls away."""

    def __init__(self, master: int, slave: int, process: "ForkServerProcess | subprocess.Popen[bytes]", *, columns: int) -> None:
        self._slave = slave
        self._before = termios.tcgetattr(slave)
        self._process = process
        self._screen = pyte.Screen(columns, ROWS)
        self._stream = pyte.Stream(self._screen)
        self._keys = fdspawn(master, encoding="utf-8", timeout=TIMEOUT_S)
        self.raw = ""

    @property
    def text(self) -> str:
        """The screen as it stands."""
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip()

    @property
    def words(self) -> str:
        """The same without regard to where lines were broken."""
        return " ".join(self.text.split())

    def press(self, keys: str) -> None:
        self._keys.send(keys)

    def resize(self, columns: int) -> None:
        termios.tcsetwinsize(self._slave, (ROWS, columns))
        self._screen.resize(ROWS, columns)

    def see(self, words: str, *, after: str = "") -> str:
        """Wait until `words` stand on the screen behind the last `after`; what stands there from then on."""

        def behind() -> str | None:
            _, found, rest = self.words.rpartition(after) if after else ("", "", self.words)
            return rest if words in rest and (found or not after) else None

        return self._await(behind, f"{words!r} behind {after!r}")

    def see_last_row(self, row: str) -> None:
        """Wait until this is the last row of all."""
        self._await(lambda: row if self.text.splitlines()[-1:] == [row] else None, repr(row))

    def _await(self, look: Callable[[], str | None], what: str) -> str:
        deadline = time.monotonic() + TIMEOUT_S
        while (seen := look()) is None:
            ended = not self._runs()
            if not self._more(LOOK_AGAIN_S) and (ended or time.monotonic() > deadline):
                raise AssertionError(f"waited in vain for {what}; the screen:\n{self.text}")
        return seen

    def say(self, line: str, *, until: str) -> str:
        """Type a line, and read on until the answer holds `until`."""
        self.press(f"{line}\r")
        return self.see(until, after=f"you {line}")

    def _more(self, within_s: float) -> bool:
        """Put what comes next on the screen; false when nothing comes."""
        if self._keys.expect([r"(?s).+", EOF, TIMEOUT], timeout=max(0.0, within_s)) != 0:
            return False
        came = str(self._keys.after)
        self.raw += came
        self._stream.feed(came)
        return True

    def _runs(self) -> bool:
        return (self._process.poll() is None) if isinstance(self._process, subprocess.Popen) else self._process.is_alive()

    def processes(self) -> list[psutil.Process]:
        """Everything that this run has started and that is running."""
        try:
            return psutil.Process(self._process.pid).children(recursive=True)
        except psutil.NoSuchProcess:
            return []

    def exit_code(self) -> int:
        """Wait for the end, which must come soon, and with nothing left running. What was still written is put on the screen."""
        started = self.processes()
        if isinstance(self._process, subprocess.Popen):
            code = self._process.wait(TIMEOUT_S)
        else:
            self._process.join(TIMEOUT_S)
            assert self._process.exitcode is not None, f"it does not end; the screen:\n{self.text}"
            code = self._process.exitcode
        _, running = psutil.wait_procs(started, timeout=ENDS_WITHIN_S)
        assert not running, f"left running: {running}"
        while self._more(0):
            pass
        return code

    def is_as_before(self) -> bool:
        """Whether the terminal echoes and edits as it did, and shows its cursor."""
        return termios.tcgetattr(self._slave) == self._before and not self._screen.cursor.hidden

    def end(self) -> None:
        """Whatever the test came to: leave nothing running."""
        left = self.processes()
        self._process.kill()
        for process in left:
            process.kill()
        self._process.wait() if isinstance(self._process, subprocess.Popen) else self._process.join()


@contextmanager
def aloud(
    *arguments: str, folder: Path, settings: Mapping[str, str] | None = None, columns: int = 80, installed: bool = False
) -> Iterator[Terminal]:
    """Run `aloud` with these arguments. `installed`: the console script itself, from its first import on, instead of a quick fork."""
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (ROWS, columns))
    values = environment(folder, **(settings or {}))
    terminal = Terminal(master, slave, _started(arguments, slave, values, folder, installed=installed), columns=columns)
    try:
        yield terminal
    finally:
        terminal.end()
        os.close(slave)
        os.close(master)


def _started(
    arguments: Sequence[str], slave: int, values: Mapping[str, str], folder: Path, *, installed: bool
) -> "ForkServerProcess | subprocess.Popen[bytes]":
    if installed:
        # A shell of one command makes the pty its own terminal, so that Ctrl-C is the terminal's.
        script = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
        program = str(Path(sys.executable).with_name("aloud"))
        command = [sys.executable, "-S", "-c", script, program, *arguments]
        return subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=values, cwd=folder, start_new_session=True)
    name = os.ttyname(slave)
    return forked(Run(arguments=arguments, environment=values, folder=folder, stdin=name, stdout=name, stderr=name))
