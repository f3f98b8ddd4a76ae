"""A day, a time or a number takes the place of the only one of its kind in a text."""

import pytest

from briefing.understanding.command_grammar.dictated.swapped_values import value_in, with_value


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("wednesday", "Wednesday"), ("on Wednesday instead", "Wednesday"), ("next friday, please", "next Friday"),
        ("the 3rd of may", "the 3rd of May"), ("four o'clock then", "four o'clock"), ("at half past ten.", "half past ten"), ("5pm", "5pm"),
        ("noon", "noon"), ("twenty-five", "twenty-five"), ("7", "7"), ("tomorrow morning", "tomorrow morning"),
        ("I can't come", ""), ("shorter", ""), ("Wednesday and Friday", ""), ("", ""), ("instead", ""), ("may", ""), ("march", ""),
    ],
)  # fmt: skip
def test_it_is_all_that_was_said(words: str, value: str) -> None:
    assert value_in(words) == value


@pytest.mark.parametrize(
    ("text", "value", "becomes"),
    [
        ("Tuesday works for me.", "Wednesday", "Wednesday works for me."),
        ("See you tomorrow.", "Friday", "See you Friday."),
        ("Tomorrow it is.", "next week", "Next week it is."),
        ("I come on Tuesday at three.", "four o'clock", "I come on Tuesday at four o'clock."),
        ("I come at 3:30.", "four", "I come at four."),
        ("Three of us come.", "4", "4 of us come."),
        ("Meet me by one.", "two", "Meet me by two."),
        ("I'll take this one and three more.", "four", "I'll take this one and four more."),
        ("On May 3 then.", "Friday", "On Friday then."),
    ],
)
def test_it_takes_the_place_of_its_like(text: str, value: str, becomes: str) -> None:
    assert with_value(text, value) == becomes


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Tuesday or Wednesday works.", "Friday"),
        ("I'm in.", "Friday"),
        ("Three of us come at four.", "five"),
        ("Three of us come.", "four o'clock"),
        ("One of them is this one.", "two"),
        ("It is 50% off.", "five"),
        ("", "Friday"),
    ],
)
def test_it_is_not_guessed_which_one_is_meant(text: str, value: str) -> None:
    assert with_value(text, value) is None
