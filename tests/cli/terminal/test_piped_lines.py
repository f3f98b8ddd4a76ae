"""Lines that nobody edits here."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import pytest

from cli.terminal.piped_lines import piped_lines


@pytest.fixture
def pipe() -> Iterator[tuple[TextIO, int]]:
    reading, writing = os.pipe()
    with os.fdopen(reading) as stream:
        yield stream, writing


async def test_lines_come_out_of_a_pipe_as_they_are_written_and_it_stays_a_blocking_one(pipe: tuple[TextIO, int]) -> None:
    stream, writing = pipe
    lines = piped_lines(stream)
    os.write(writing, "next\nein Gr\u00fc".encode()[:-1])
    assert await lines.get() == "next"
    os.write(writing, "\u00fc".encode()[1:] + b"\r\nlast")
    assert await lines.get() == "ein Gr\u00fc"
    os.close(writing)
    assert await lines.get() == "last"
    assert await lines.get() is None
    assert os.get_blocking(stream.fileno())


async def test_a_file_is_read_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "lines").write_text("next\ngoodbye\n")
    with (tmp_path / "lines").open() as stream:
        lines = piped_lines(stream)
        assert [await lines.get() for _ in range(3)] == ["next", "goodbye", None]


async def test_without_a_standard_input_there_are_no_lines() -> None:
    assert await piped_lines(None).get() is None


async def test_a_terminal_that_is_closed_is_the_end_of_the_input() -> None:
    master, slave = os.openpty()
    with os.fdopen(slave) as stream:
        lines = piped_lines(stream)
        os.close(master)
        assert await lines.get() is None
