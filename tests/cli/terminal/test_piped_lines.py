"""Lines that nobody edits here."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import pytest

from cli.terminal.piped_lines import PipedLines


@pytest.fixture
def pipe() -> Iterator[tuple[TextIO, int]]:
    reading, writing = os.pipe()
    with os.fdopen(reading) as stream:
        yield stream, writing


async def test_lines_come_out_of_a_pipe_as_they_are_written_and_it_stays_a_blocking_one(pipe: tuple[TextIO, int]) -> None:
    stream, writing = pipe
    async with PipedLines(stream) as lines:
        os.write(writing, "next\nein Gr\u00fc".encode()[:-1])
        assert await lines.line() == "next"
        os.write(writing, "\u00fc".encode()[1:] + b"\nlast")
        assert await lines.line() == "ein Gr\u00fc"
        os.close(writing)
        assert await lines.line() == "last"
        assert await lines.line() is None
        assert await lines.line() is None
    assert os.get_blocking(stream.fileno())


async def test_a_file_is_read_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "lines").write_text("next\ngoodbye\n")
    with (tmp_path / "lines").open() as stream:
        async with PipedLines(stream) as lines:
            assert [await lines.line() for _ in range(3)] == ["next", "goodbye", None]


async def test_without_a_standard_input_there_are_no_lines() -> None:
    async with PipedLines(None) as lines:
        assert await lines.line() is None


async def test_a_terminal_that_is_closed_is_the_end_of_the_input() -> None:
    master, slave = os.openpty()
    with os.fdopen(slave) as stream:
        async with PipedLines(stream) as lines:
            os.close(master)
            assert await lines.line() is None
