"""Numbers of several words are one number, and a row of numbers stays a row."""

import pytest

from briefing.speech.checking.numbers_in_words import with_figures


@pytest.mark.parametrize(
    ("words", "figures"),
    [
        ("twenty-five copies", "25 copies"),
        ("Twenty five copies", "25 copies"),
        ("three hundred euros", "300 euros"),
        ("three hundred and fifty", "350"),
        ("one hundred and one", "101"),
        ("two thousand four hundred and twelve", "2412"),
        ("a hundred thousand", "a 100000"),
        ("one million two hundred thousand", "1200000"),
        ("between forty-one and fifty-two", "between 41 and 52"),
    ],
)
def test_a_number_of_several_words(words: str, figures: str) -> None:
    assert with_figures(words) == figures


@pytest.mark.parametrize(
    "words", ["two or three", "nine thirty", "two three", "five and six", "twenty twenty", "one", "seventeen", "ten nine"]
)
def test_what_is_no_number_of_several_words(words: str) -> None:
    assert with_figures(words) == words
