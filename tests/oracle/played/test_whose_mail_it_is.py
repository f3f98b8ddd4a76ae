"""A mail is named by whose it is: that mail is meant and no other, and where there is none, nothing is changed."""

from pathlib import Path

import pytest

from tests.oracle.play import line_of, moved

pytestmark = pytest.mark.slow


async def moved_by(folder: Path, words: str) -> set[str]:
    async with line_of(folder) as line:
        await line.by_rules(words)
        return {str(each) for each in moved(line)}


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("archive Raj's invoice", {"raj"}),
        ("flag Raj's invoice please", {"raj"}),
        ("mark Raj's invoice as read", {"raj"}),
        ("move Raj's invoice to receipts", {"raj"}),
        ("delete Marcus's contract", {"marcus"}),
        ("could you archive Marcus's offer for March", {"offer"}),
        ("delete Raj's mails", {"raj"}),
        ("delete Anna's mails", {"anna"}),
        ("archive all Eleanor's mails", {"eleanor"}),
        ("archive all of Marcus's mails", {"marcus", "offer"}),
        ("archive the rest of the newsletters", {"deals", "garden"}),
    ],
)
async def test_what_is_done_is_done_to_the_mail_that_is_named(tmp_path: Path, words: str, meant: set[str]) -> None:
    assert await moved_by(tmp_path, words) == meant


@pytest.mark.parametrize(
    "words",
    ["delete Raj's contract", "archive Raj's wife", "Anna's right, delete it", "archive Anna's if it is old", "archive Friday's invoice",
     "is Raj's invoice archived", "don't archive Raj's invoice", "Raj's invoice was deleted", "Anna said archive Raj's invoice"],
)  # fmt: skip
async def test_nothing_is_done_where_no_mail_is_so_named_or_nothing_is_asked_for(tmp_path: Path, words: str) -> None:
    assert await moved_by(tmp_path, words) == set()


async def test_the_rest_of_something_is_nobodys_name(tmp_path: Path) -> None:
    async with line_of(tmp_path) as line:
        assert "Everything but newsletters from now on" in await line.by_rules("skip the rest of the newsletters")


@pytest.mark.parametrize(
    "words", ["put it in a folder", "move it to another folder", "put this in some folder", "move it to the right folder", "label it new"]
)
async def test_a_mail_goes_nowhere_that_was_not_named(tmp_path: Path, words: str) -> None:
    assert await moved_by(tmp_path, words) == set()


@pytest.mark.parametrize(
    "words",
    ["archive Anna's", "archive ravis mail", "archive eleanors mail", "print it", "mark it as a VIP",
     "start with Raj's mail", "delete today's mail", "clear out the newsletters"],
)  # fmt: skip
async def test_no_guess_about_the_open_mail_leaves_out_what_was_said_to_name_another(tmp_path: Path, words: str) -> None:
    async with line_of(tmp_path) as line:
        await line.by_rules("next", words, "yes")
        assert moved(line) == set()
        assert not any("Did you say" in each.words for each in line.told)
