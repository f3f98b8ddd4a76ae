"""A line that means nothing as it stands is asked back as the plain command that it sounds most like, where one plainly is nearest."""

import pytest

from briefing.understanding.hearing.likely_form import probably
from briefing.understanding.understanding import understand


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        ("put it and the archive", "put it in the archive"),
        ("but it in the archive", "put it in the archive"),
        ("skip the news letters", "skip the newsletters"),
        ("snooze it and till tomorrow", "snooze it until tomorrow"),
        ("lower", "slower"),
        ("the archive it", "archive it"),
        ("just head lines please", "just headlines please"),
    ],
)
def test_it_is_the_nearest_by_the_sounds_of_the_whole_line(heard: str, said: str) -> None:
    line = understand(heard)
    guess = probably(line)
    assert line.command is None
    assert guess is not None
    assert guess.command == understand(said).command


@pytest.mark.parametrize(
    "line",
    [
        "the weather is nice today",
        "he said archive it",
        "never archive it",
        "maybe delete it",
        "put the kettle on and archive your worries in the attic",
        "read the thing with the other thing",
        "what a day",
        "archive it",
        "yes",
    ],
)
def test_what_is_near_to_none_denies_reports_or_doubts_or_is_understood_is_no_guess(line: str) -> None:
    assert probably(understand(line)) is None
