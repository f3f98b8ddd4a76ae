"""What is wanted of several mails at once is done where these are few, and asked about where they are many; each is told by its receipt."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from correspondence.wishing import answer_sentences as by_mail
from tests.correspondence.exchange.post_office import OWN, PostOffice, post_office

pytest_plugins = ["tests.servers.both_databases"]

OFFERS = 6
NEWSLETTERS = (2, *range(4, 4 + OFFERS))


@pytest.fixture
async def full(migrated_url: str, tmp_path: Path) -> AsyncIterator[PostOffice]:
    """With seven newsletters among nine mails; it was asked whether they are all archived."""
    async with post_office(tmp_path, migrated_url, offers=OFFERS) as opened:
        await opened.send()
        await opened.work()
        await answered(opened, "archive all newsletters")
        yield opened


async def answered(office: PostOffice, words: str, *, letter: int = -1) -> str:
    office.reply(words, to=office.letters[letter])
    await office.look_and_work()
    return " ".join(office.texts[-1].split())


def archived(office: PostOffice) -> tuple[int, ...]:
    return tuple(mail.number for mail in office.numbered() if office.is_in(mail.number, ".Archive"))


async def test_few_are_changed_and_told_with_their_receipts_and_undone(office: PostOffice) -> None:
    said = await answered(office, "1 flag; all newsletters: archive")
    assert archived(office) == (2,)
    assert "2. Corner Shop, “This week's offers”: Archived." in said
    assert "1. Ben Ito, “Lunch on Tuesday”: Flagged." in said
    assert by_mail.UNDONE in await answered(office, "undo all newsletters")
    assert archived(office) == ()


async def test_the_rest_is_what_nothing_else_is_wanted_of(office: PostOffice) -> None:
    await answered(office, "3 keep; archive the rest")
    assert archived(office) == (1, 2)


async def test_many_are_asked_about_each_by_name_and_then_changed_at_a_yes(full: PostOffice) -> None:
    asked = " ".join(full.texts[-1].split())
    assert archived(full) == ()
    assert "Archive seven mails" in asked
    assert all(f"{number}. Corner Shop, “" in asked for number in NEWSLETTERS)
    said = await answered(full, "yes")
    assert archived(full) == NEWSLETTERS
    assert said.count("Archived.") == len(NEWSLETTERS)
    assert by_mail.UNDONE in await answered(full, "undo 4")
    assert archived(full) == tuple(number for number in NEWSLETTERS if number != 4)


async def test_one_yes_is_one(full: PostOffice) -> None:
    await answered(full, "yes", letter=1)
    await answered(full, "undo all newsletters")
    assert archived(full) == ()
    assert by_mail.ASKED_BEFORE in await answered(full, "yes", letter=1)
    assert archived(full) == ()


async def test_after_a_no_they_stay(full: PostOffice) -> None:
    assert by_mail.NOT_CHANGED_AS_TOLD in await answered(full, "no")
    assert archived(full) == ()


async def test_a_yes_beside_anything_about_them_is_asked_again(full: PostOffice) -> None:
    for words, letter in (("yes, but not 4", 1), ("yes\n4 keep", 1), ("yes\n5 flag", -1)):
        said = await answered(full, words, letter=letter)
        assert archived(full) == (), words
        assert ("Archive seven mails" in said) == (words != "yes, but not 4")


async def test_beside_another_question_it_is_asked_later(full: PostOffice) -> None:
    said = await answered(full, "3 tell her Friday works\narchive all newsletters", letter=0)
    assert by_mail.ONE_QUESTION_ABOUT_MANY in said
    assert said.count("Yes or no") <= 1
    await answered(full, "yes")
    assert archived(full) == ()
    assert [taken.recipients for taken in full.desk.taken if OWN not in taken.recipients] == [("priya@example.net",)]
