"""`aloud dev`: a room on this machine to join."""

import asyncio
import re
from pathlib import Path

import psutil
import pytest
from livekit import rtc

from tests.cli.pseudo_terminal import CTRL_C, Terminal, aloud

pytestmark = pytest.mark.server

STARTING = "Starting a worker (a few seconds)…"
READY = "Ctrl-C ends everything."


def printed(terminal: Terminal, name: str) -> str:
    found = re.search(rf"{name} +(\S+)\r?\n", terminal.raw)
    assert found, terminal.raw
    return found.group(1)


def child(terminal: Terminal, words: str) -> psutil.Process:
    return next(process for process in terminal.processes() if words in " ".join(process.cmdline()))


async def greeted(url: str, token: str) -> str:
    """Join, and return what the agent says first."""
    said: asyncio.Queue[str] = asyncio.Queue()
    reading: set[asyncio.Task[None]] = set()

    async def read(reader: rtc.TextStreamReader) -> None:
        said.put_nowait(await reader.read_all())

    def listen(reader: rtc.TextStreamReader, _identity: str) -> None:
        reading.add(asyncio.create_task(read(reader)))

    room = rtc.Room()
    room.register_text_stream_handler("lk.transcription", listen)
    await room.connect(url, token)
    try:
        return await asyncio.wait_for(said.get(), 30.0)
    finally:
        await room.disconnect()
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)


@pytest.mark.takes(31)
async def test_who_joins_with_what_it_prints_is_greeted_and_ctrl_c_ends_all_of_it(tmp_path: Path) -> None:
    settings = {"ALOUD_WORDS_PER_MINUTE": "450", "ALOUD_TURN_DETECTION": "vad"}
    with aloud("dev", "--sample", folder=tmp_path, settings=settings) as terminal:
        terminal.see(READY)
        assert len(terminal.text.splitlines()) < 20, "a log floods the terminal"
        assert "50 unread mails" in await greeted(printed(terminal, "URL"), printed(terminal, "Token"))
        logs = Path(printed(terminal, "Logs"))
        assert "registered worker" in (logs / "worker.log").read_text()
        terminal.press(CTRL_C)
        assert terminal.exit_code() == 130
        assert terminal.is_as_before()
        assert "Traceback" not in terminal.text


def test_a_part_that_dies_ends_the_rest_and_is_named(tmp_path: Path) -> None:
    with aloud("dev", "--sample", folder=tmp_path, columns=200) as terminal:
        terminal.see(STARTING)
        child(terminal, "livekit-server").kill()
        assert terminal.exit_code() == 1
        assert terminal.text.splitlines()[-1].startswith("The LiveKit server ended by itself, with code -9. ")


def test_ctrl_c_while_it_starts_leaves_nothing_running(tmp_path: Path) -> None:
    with aloud("dev", "--sample", folder=tmp_path) as terminal:
        terminal.see(STARTING)
        terminal.press(CTRL_C)
        assert terminal.exit_code() == 130
        assert terminal.is_as_before()
