"""Where lines come from."""

import os
import termios
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import pytest

from cli.terminal.keyboard import Keyboard


@pytest.fixture
def pipe() -> Iterator[tuple[TextIO, int]]:
    reading, writing = os.pipe()
    with os.fdopen(reading) as stream:
        yield stream, writing


async def test_lines_come_out_of_a_pipe_as_they_are_written_and_it_stays_a_blocking_one(pipe: tuple[TextIO, int]) -> None:
    stream, writing = pipe
    async with Keyboard(stream) as keyboard:
        os.write(writing, "next\nein Gr\u00fc".encode()[:-1])
        assert await keyboard.line() == "next"
        os.write(writing, "\u00fc".encode()[1:] + b"\nlast")
        assert await keyboard.line() == "ein Gr\u00fc"
        os.close(writing)
        assert await keyboard.line() == "last"
        assert await keyboard.line() is None
        assert await keyboard.line() is None
    assert os.get_blocking(stream.fileno())


async def test_a_file_is_read_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "lines").write_text("next\ngoodbye\n")
    with (tmp_path / "lines").open() as stream:
        async with Keyboard(stream) as keyboard:
            assert [await keyboard.line() for _ in range(3)] == ["next", "goodbye", None]


async def test_without_a_standard_input_there_are_no_lines() -> None:
    async with Keyboard(None) as keyboard:
        assert await keyboard.line() is None


async def test_a_terminal_shows_each_key_keeps_what_was_typed_ahead_and_is_given_back_as_it_was() -> None:
    master, slave = os.openpty()
    before = termios.tcgetattr(slave)
    shown: list[str] = []
    os.write(master, b"ne")
    with os.fdopen(slave) as stream:
        async with Keyboard(stream, show=shown.append) as keyboard:
            os.write(master, b"xt\r")
            assert await keyboard.line() == "next"
            assert shown[-1] == ""
            os.write(master, b"\x04")
            assert await keyboard.line() is None
        assert termios.tcgetattr(slave) == before
    os.close(master)


async def test_a_terminal_that_is_closed_is_the_end_of_the_input() -> None:
    master, slave = os.openpty()
    with os.fdopen(slave) as stream:
        async with Keyboard(stream, show=lambda _: None) as keyboard:
            os.close(master)
            assert await keyboard.line() is None
