"""Only the mail that is named is passed on, only to whom is named; where nobody is, that is asked and a name answers it."""

from pathlib import Path

import pytest

from tests.oracle.play import line_of, moved

pytestmark = pytest.mark.slow


async def played(folder: Path, *lines: str) -> str:
    """What is said to the last line; nothing is moved, and nothing leaves."""
    async with line_of(folder) as line:
        told = await line.by_rules(*lines)
        assert not moved(line)
        assert not line.call.acting.held
        return told


@pytest.mark.parametrize(
    ("words", "whom", "subject"),
    [
        ("forward Raj's invoice to Eleanor", "eleanor@price.example", "Invoice 4711"),
        ("forward the invoice to Anna", "Anna Berg", "Invoice 4711"),
        ("could you forward Anna's mail to Raj please", "raj@patel.example", "Lunch"),
        ("forward the mail about the screens to Marcus", "marcus@vogel.example", "The screens"),
        ("forward the contract to Raj", "raj@patel.example", "The contract"),
        ("send the contract to Raj", "raj@patel.example", "The contract"),
        ("pass the invoice on to Anna", "Anna Berg", "Invoice 4711"),
        ("share the offer with Anna", "Anna Berg", "Offer for March"),
        ("send Raj this mail", "raj@patel.example", "Lunch"),
        ("forward Raj this", "raj@patel.example", "Lunch"),
        ("send Anna the invoice", "Anna Berg", "Invoice 4711"),
        ("send Anna Raj's invoice", "Anna Berg", "Invoice 4711"),
        ("forward the one from Raj to Anna", "Anna Berg", "Invoice 4711"),
    ],
)
async def test_both_are_read_back_before_it_leaves(tmp_path: Path, words: str, whom: str, subject: str) -> None:
    asked = await played(tmp_path, words)
    assert asked.startswith(f"Draft to {whom}, ")
    assert f"with the subject \u201cFwd: {subject}\u201d" in asked
    assert asked.endswith("Shall I send it like this?")


@pytest.mark.parametrize(
    "words",
    ["don't forward the invoice to Anna", "did I forward the invoice to Anna?", "if you forward the invoice to Anna",
     "send the money to Raj", "forward the weather to Anna", "forward Anna's invoice to Raj", "forward the contract to Ruth",
     "forward the invoice to my boss", "he should forward the contract to Raj", "send flowers to Anna", "send the draft to Raj",
     "forward the invoice to the bank tomorrow", "I forwarded the invoice to Anna", "send the invoice to the bin?",
     "send back the contract", "send over this mail?"],
)  # fmt: skip
async def test_nothing_is_begun_where_no_such_mail_or_nobody_known_is_named(tmp_path: Path, words: str) -> None:
    assert "Draft" not in await played(tmp_path, words)


async def test_of_two_that_fit_it_asks_which(tmp_path: Path) -> None:
    assert (await played(tmp_path, "forward the one from Marcus to Raj")).endswith("Which one do you mean?")
    asked = await played(tmp_path, "forward the one from Marcus to Raj", "the offer")
    assert asked.startswith("Draft to raj@patel.example")
    assert "Fwd: Offer for March" in asked


@pytest.mark.parametrize("answer", ["to Raj", "Raj", "Raj please", "Raj Patel", "it goes to Raj", "for Raj"])
@pytest.mark.parametrize(("begun", "subject"), [("forward it", "Lunch"), ("forward the contract", "The contract")])
async def test_a_name_answers_to_whom_it_shall_go(tmp_path: Path, begun: str, subject: str, answer: str) -> None:
    assert (await played(tmp_path, begun)).endswith("To whom shall it go?")
    asked = await played(tmp_path, begun, answer)
    assert asked.startswith("Draft to raj@patel.example")
    assert f"Fwd: {subject}" in asked


@pytest.mark.parametrize("answer", ["not Raj", "Raj?", "to my boss", "Ruth", "her", "hello", "never mind", "Raj is ill"])
async def test_what_names_nobody_who_wrote_gets_nothing(tmp_path: Path, answer: str) -> None:
    assert "raj@patel.example" not in await played(tmp_path, "forward it", answer)


async def test_a_name_is_no_text_of_a_mail_that_goes_to_nobody_yet(tmp_path: Path) -> None:
    assert (await played(tmp_path, "write an email")).endswith("To whom shall it go, and what shall it say?")
    assert await played(tmp_path, "write an email", "Raj") == "Draft to raj@patel.example. It has no words yet. What shall it say?"
    assert "\u201cRaj is ill.\u201d To whom" in await played(tmp_path, "write an email", "Raj is ill")
    assert "\u201cRaj is ill.\u201d" in await played(tmp_path, "write an email", "Raj is ill", "to Eleanor")


async def test_a_name_is_the_text_of_a_reply(tmp_path: Path) -> None:
    assert "\u201cRaj.\u201d" in await played(tmp_path, "reply to Anna", "Raj")
