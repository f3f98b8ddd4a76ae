"""What is suggested where an intent was nearly understood."""

import pytest

from briefing.speech.sentences.small_answers import hint
from briefing.understanding.understanding import understand


@pytest.mark.parametrize(
    ("words", "suggested"),
    [
        ("get rid of it", "Archive it or delete it?"),
        ("not now", "skip this one"),
        ("okay, delete those two", "\u201cdelete all newsletters\u201d"),
        ("flag everything", "\u201cflag it\u201d"),
        ("read them sorted by size, oldest at the end", "\u201cjust headlines\u201d"),
        ("only every second mail, and in three sentences", "\u201cjust headlines\u201d"),
    ],
)
def test_a_near_command_has_a_suggestion(words: str, suggested: str) -> None:
    assert suggested in hint(understand(words).near)


@pytest.mark.parametrize("words", ["hello", "archive it", "not now that I think of the lease", "x" * 500, ""])
def test_other_words_have_none(words: str) -> None:
    assert hint(understand(words).near) == ""
