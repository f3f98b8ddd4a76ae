"""What is said of a list means exactly its mails: each line of `lists.txt` in a call of its own, by rules alone."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from providers.mailbox_writing import Place
from tests.oracle.database import MemoryDatabase
from tests.oracle.line import Heard, Line
from tests.oracle.play import one_database
from tests.oracle.world import LETTERS, World

pytestmark = pytest.mark.slow

LISTED = ("anna", "marcus", "offer", "eleanor", "raj")
UNDERSTOOD = 0.88
"""Of the lines that mean mails; the rest of them is declined or asked about."""


def lines() -> Iterator[tuple[str, frozenset[str]]]:
    for line in Path(__file__).with_name("lists.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            words, _, keys = line.partition(" | ")
            yield words, frozenset(keys.split()) - {"-"}


@asynccontextmanager
async def told(database: MemoryDatabase, user: str, *, keys: tuple[str, ...]) -> AsyncIterator[Line]:
    """A line on which a list of the mails that are there was told last; there are `keys`."""
    world = World()
    for letter in LETTERS:
        if letter.key not in keys:
            world.written.mails[letter.mail] = replace(world.written.mails[letter.mail], place=Place.ARCHIVE)
    line = Line(world, database, Random(1), user=user)  # noqa: S311 - nothing is left to it
    async with line.open():
        line.call.line.has_model = False
        for words in ("next", "search for example"):
            await line.hears(Heard(words=words))
        yield line


def changed(line: Line, before: World, keys: tuple[str, ...]) -> frozenset[str]:
    there, now = before.mails(), line.world.mails()
    asleep = line.database.asleep(line.user, line.wall())
    at = {letter.key: letter.mail for letter in LETTERS if letter.key in keys}
    return frozenset(key for key, mail in at.items() if now[mail] != there[mail] or mail in asleep)


async def test_what_is_said_of_a_list_means_exactly_its_mails_or_none(tmp_path: Path) -> None:
    wrong, understood, wanted = list[tuple[str, frozenset[str]]](), 0, 0
    async with one_database(tmp_path) as database:
        for number, (words, keys) in enumerate(lines()):
            async with told(database, f"user-{number}", keys=LISTED) as line:
                await line.hears(Heard(words=words))
                done = changed(line, World(), LISTED)
                if done not in {frozenset[str](), keys}:
                    wrong.append((words, done))
                if not done and line.told[-1].words.endswith("Yes or no."):
                    await line.hears(Heard(words="yes"))
                    done = changed(line, World(), LISTED)
                    if keys and done != keys:
                        wrong.append((f"{words}, yes", done))
                wanted, understood = wanted + bool(keys), understood + (bool(keys) and done == keys)
    assert wrong == []
    assert understood >= UNDERSTOOD * wanted


@pytest.mark.parametrize(
    "words", ["archive all of them", "archive those", "archive these", "archive the last two", "archive all but the last"]
)
async def test_of_a_list_that_was_not_told_to_its_end_the_end_is_asked_about(tmp_path: Path, words: str) -> None:
    everything = tuple(letter.key for letter in LETTERS)
    async with one_database(tmp_path) as database, told(database, "local", keys=everything) as line:
        assert "and four more" in line.told[-1].words
        await line.hears(Heard(words=f"archive {words}"))
        assert changed(line, World(), everything) == frozenset()
        assert line.told[-1].words.endswith("Yes or no.")


async def test_the_last_one_of_a_list_that_was_not_told_to_its_end_is_no_mail(tmp_path: Path) -> None:
    everything = tuple(letter.key for letter in LETTERS)
    async with one_database(tmp_path) as database, told(database, "local", keys=everything) as line:
        await line.hears(Heard(words="archive the last one"))
        assert changed(line, World(), everything) == frozenset()


async def test_places_of_a_list_of_which_one_is_gone_mean_none(tmp_path: Path) -> None:
    async with one_database(tmp_path) as database, told(database, "local", keys=LISTED) as line:
        await line.hears(Heard(words="archive the first one"))
        await line.hears(Heard(words="flag the first two"))
        assert not any(each.flagged for each in line.world.mails().values())


@pytest.mark.parametrize("first", ["flag the first one", "open the first one"])
async def test_the_other_one_of_two_is_the_one_that_was_not_spoken_of(tmp_path: Path, first: str) -> None:
    two = ("anna", "raj")
    async with one_database(tmp_path) as database, told(database, "local", keys=two) as line:
        await line.hears(Heard(words="mark the other one as unread and flag the other one"))
        assert changed(line, World(), two) == frozenset(), "of two that were told, either may be the other"
        await line.hears(Heard(words="search for example"))
        await line.hears(Heard(words=first))
        before = line.world.mails()
        await line.hears(Heard(words="delete the other one"))
        gone = {key for key in two for mail in LETTERS if mail.key == key and line.world.mails()[mail.mail] != before[mail.mail]}
        assert gone == {"raj"}


async def test_the_other_one_of_a_list_of_five_is_none(tmp_path: Path) -> None:
    async with one_database(tmp_path) as database, told(database, "local", keys=LISTED) as line:
        await line.hears(Heard(words="open the first one"))
        await line.hears(Heard(words="archive the other one"))
        assert changed(line, World(), LISTED) == frozenset()


async def test_these_are_of_the_topic_where_no_list_was_told(tmp_path: Path) -> None:
    async with one_database(tmp_path) as database, told(database, "local", keys=LISTED) as line:
        await line.hears(Heard(words="next"))
        here = {mail.mail_id for mail in line.call.tracker.active_mails()}
        await line.hears(Heard(words="archive these"))
        assert {mail for mail, now in line.world.mails().items() if now.place is Place.ARCHIVE and mail in here} == here
