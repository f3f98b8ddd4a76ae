"""A question which mail of a list is meant is answered in a word or two, and with none of them; nothing else is touched."""

from pathlib import Path

import pytest

from tests.oracle.play import line_of, moved

pytestmark = pytest.mark.slow

DELETE, SEARCH = "delete the one from Marcus", "find mails about the offer"


async def played(folder: Path, *lines: str) -> tuple[str, set[str]]:
    """What is said to the last line, and the mails that were moved."""
    async with line_of(folder) as line:
        return await line.by_rules(*lines), set(moved(line))


@pytest.mark.parametrize(
    ("words", "which"),
    [
        ("the contract", "marcus"),
        ("contract", "marcus"),
        ("the contract one", "marcus"),
        ("I mean the contract please", "marcus"),
        ("the offer one please", "offer"),
        ("Marcus's offer", "offer"),
        ("actually the offer", "offer"),
        ("the older one", "offer"),
        ("the most recent one", "marcus"),
        ("the newest", "marcus"),
        ("the newer one", "marcus"),
    ],
)
async def test_it_is_done_to_the_one_that_is_named_after_a_yes(tmp_path: Path, words: str, which: str) -> None:
    assert await played(tmp_path, DELETE, words, "yes") == (
        "Deleted: the mail from Marcus Vogel. Back to the mail from Anna Berg.",
        {which},
    )


@pytest.mark.parametrize("words", ["no", "neither", "none of them", "never mind", "neither of them", "no, neither", "cancel", "leave it"])
async def test_a_no_ends_the_question(tmp_path: Path, words: str) -> None:
    assert await played(tmp_path, DELETE, words) == ("All right, none of them.", set())
    assert "did not get that" in (await played(tmp_path, DELETE, words, "the contract"))[0]


@pytest.mark.parametrize(
    "words",
    ["both", "both of them", "all of them", "not the contract", "the contract?", "Marcus", "Eleanor", "the invoice", "I like the contract",
     "the contract is fine"],
)  # fmt: skip
async def test_nothing_is_done_where_none_or_several_fit(tmp_path: Path, words: str) -> None:
    said, touched = await played(tmp_path, DELETE, words)
    assert not touched
    assert "Yes or no" not in said


@pytest.mark.parametrize("words", ["Marcus", "Marcus's", "read me Marcus's", "the one for March", "March", "open Marcus's please"])
async def test_what_was_found_is_read(tmp_path: Path, words: str) -> None:
    assert "Marcus Vogel tells you: \u201cThe offer stands" in (await played(tmp_path, SEARCH, words))[0]


async def test_reading_one_changes_none(tmp_path: Path) -> None:
    said, touched = await played(tmp_path, DELETE, "read me the offer one")
    assert "The offer stands" in said
    assert not touched


async def test_a_bare_word_counts_only_while_the_question_is_open(tmp_path: Path) -> None:
    assert "did not get that" in (await played(tmp_path, "contract"))[0]
    assert "did not get that" in (await played(tmp_path, DELETE, "next", "contract"))[0]


@pytest.mark.parametrize(
    "words", ["open the mail from Marcus", "read Marcus's mail", "go to the one from Marcus", "read the mail from Marcus"]
)
async def test_to_open_one_of_two_asks_which_and_the_other_is_the_other(tmp_path: Path, words: str) -> None:
    assert (await played(tmp_path, words))[0].endswith("Which one do you mean?")
    assert "The offer stands" in (await played(tmp_path, words, "the second one"))[0]
    assert "Here is the contract" in (await played(tmp_path, words, "the contract"))[0]
    assert "The offer stands" in (await played(tmp_path, words, "the first one", "the other one"))[0]
    assert "Here is the contract" in (await played(tmp_path, words, "the offer", "the other one"))[0]


@pytest.mark.parametrize("asked", ["what's due today?"])
async def test_the_only_one_is_read_after_a_yes(tmp_path: Path, asked: str) -> None:
    assert (await played(tmp_path, asked))[0].endswith("Shall I read it?")
    assert "lunch on Tuesday" in (await played(tmp_path, asked, "yes please"))[0]
    assert await played(tmp_path, asked, "no") == ("All right.", set())
    assert "lunch on Tuesday" not in (await played(tmp_path, asked, "next", "yes"))[0]
