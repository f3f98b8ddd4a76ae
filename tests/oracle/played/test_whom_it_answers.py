"""A reply goes to whom the words name, with the words that are said, wherever it is told from."""

from pathlib import Path

import pytest

from tests.oracle.play import line_of

pytestmark = pytest.mark.slow

NO_WORDS = "It has no words yet. What shall it say?"


async def said(folder: Path, words: str) -> str:
    """What is said to these words in a call whose open mail is Anna's."""
    async with line_of(folder) as line:
        return await line.by_rules(words)


@pytest.mark.parametrize(
    ("words", "whose"),
    [
        ("reply to Eleanor", "Eleanor Price"),
        ("answer Eleanor", "Eleanor Price"),
        ("respond to Raj please", "Raj Patel"),
        ("get back to Raj", "Raj Patel"),
        ("write a reply to Eleanor", "Eleanor Price"),
        ("can you answer Eleanor for me", "Eleanor Price"),
        ("reply to Eleanor's mail", "Eleanor Price"),
        ("reply to the mail from Eleanor", "Eleanor Price"),
        ("answer the one from Raj", "Raj Patel"),
        ("reply to the mail about the screens", "Eleanor Price"),
        ("reply to the invoice", "Raj Patel"),
        ("reply to Anna", "Anna Berg"),
        ("reply to her", "Anna Berg"),
    ],
)
async def test_it_is_begun_to_whom_the_words_name(tmp_path: Path, words: str, whose: str) -> None:
    assert await said(tmp_path, words) == f"Draft to {whose}. {NO_WORDS}"


@pytest.mark.parametrize(
    "words",
    ["reply to my boss", "reply to Ruth", "reply to Eleanor Berg", "reply to Eleanor Smith", "reply to Lisa Patel thanks",
     "reply to Lisa yes, tell Raj", "reply that if Raj agrees, send it now",
     "answer the question", "answer the phone", "answer me", "reply to Eleanor tomorrow",
     "reply to Eleanor and Raj", "don't reply to Eleanor", "reply to nobody", "I should reply to Eleanor", "did I reply to Eleanor?"],
)  # fmt: skip
async def test_nothing_is_begun_where_they_name_nobody_who_wrote_or_want_no_reply_now(tmp_path: Path, words: str) -> None:
    assert "Draft" not in await said(tmp_path, words)


@pytest.mark.parametrize(
    ("words", "whose", "text"),
    [
        ("reply thanks", "Anna Berg", "Thanks."),
        ("reply thanks a lot", "Anna Berg", "Thanks a lot."),
        ("could you reply thank you?", "Anna Berg", "Thank you."),
        ("reply ok", "Anna Berg", "Ok."),
        ("reply will do", "Anna Berg", "Will do."),
        ("reply congratulations", "Anna Berg", "Congratulations."),
        ("reply awesome", "Anna Berg", "Awesome."),
        ("reply thanks, send it", "Anna Berg", "Thanks."),
        ("reply thanks, see you Tuesday", "Anna Berg", "Thanks, see you Tuesday."),
        ("reply thank you so much, that works", "Anna Berg", "Thank you so much, that works."),
        ("reply yes please", "Anna Berg", "Yes please."),
        ("reply that I'm in, send it", "Anna Berg", "I'm in."),
        ("reply to Eleanor sounds good", "Eleanor Price", "Sounds good."),
        ("reply to Eleanor thanks", "Eleanor Price", "Thanks."),
        ("answer Eleanor the screens are fine", "Eleanor Price", "The screens are fine."),
        ("reply to Eleanor that's great", "Eleanor Price", "That's great."),
        ("reply to Eleanor, I'm in", "Eleanor Price", "I'm in."),
        ("reply to Eleanor no", "Eleanor Price", "No."),
        ("reply to Eleanor yes. Tell Anna.", "Eleanor Price", "Yes. Tell Anna."),
        ("reply to Eleanor that it's fine. Tell Anna too.", "Eleanor Price", "It's fine. Tell Anna too."),
        ("reply to Mr Patel thanks", "Raj Patel", "Thanks."),
    ],
)
async def test_what_it_says_needs_no_that(tmp_path: Path, words: str, whose: str, text: str) -> None:
    asked = await said(tmp_path, words)
    assert f"Draft to {whose}: \u201c{text}\u201d Shall I send it like this?" in asked


@pytest.mark.parametrize("words", ["reply, thanks", "reply please", "okay, reply", "reply, thank you"])
async def test_a_courtesy_to_us_is_no_text(tmp_path: Path, words: str) -> None:
    assert await said(tmp_path, words) == f"Draft to Anna Berg. {NO_WORDS}"


@pytest.mark.parametrize(
    "words", ["tell Eleanor the screens are fine, send them tomorrow", "tell Eleanor it's the wrong one, send it back"]
)
async def test_what_they_are_asked_to_send_stays_in_the_text(tmp_path: Path, words: str) -> None:
    assert "send" in (await said(tmp_path, words)).partition("\u201d")[0]
