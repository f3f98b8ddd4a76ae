"""One call in which a test says what the model does, and reads what became of the mailbox."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from tests.oracle.line import Called, Heard, Line
from tests.oracle.play import one_database
from tests.oracle.world import LETTERS, World


@asynccontextmanager
async def line_of(folder: Path) -> AsyncIterator[Line]:
    async with one_database(folder) as database:
        line = Line(World(), database, Random(1))  # noqa: S311 - nothing is left to it
        async with line.open():
            await line.hears(Heard(words="next"))
            yield line


def moved(line: Line) -> set[str]:
    """The keys of the letters that are no longer as they were."""
    before, now = World().mails(), line.world.mails()
    return {letter.key for letter in LETTERS if now[letter.mail] != before[letter.mail]}


def open_mail(line: Line) -> str:
    current = line.call.tracker.current()
    assert current is not None
    return current.mail_id.partition(":")[2]


def model(line: Line, *steps: list[Called], says: tuple[str, ...] = ()) -> None:
    """What it does in the next turns it is asked in, and then says."""
    left = list(steps)
    line.model_calls = lambda: left.pop(0) if left else []
    line.model_says = lambda: says
