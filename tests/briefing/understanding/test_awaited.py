"""Words that were asked for are taken down, and nothing that hesitates or takes itself back; what is taken down reads as written."""

import pytest

from briefing.understanding.awaited import Awaited, as_sentence
from tests.briefing.understanding.understood import awaited, named_time


@pytest.mark.parametrize(
    "words",
    [
        "I will be there on Tuesday.", "no", "yes", "thanks", "maybe later this week then", "never mind the noise, it was fine",
        "wait for me at noon", "let me think about it until Monday", "leave it at the door", "not now but in May",
    ],
)  # fmt: skip
def test_what_could_stand_in_a_mail_is_taken_down(words: str) -> None:
    assert awaited(words) is Awaited.WORDS


@pytest.mark.parametrize(
    "words",
    [
        "hmm never mind", "never mind", "nevermind", "actually, no", "no wait", "I changed my mind", "not now", "maybe later, thanks",
        "I don't want to reply", "I will be there on, no, never mind", "leave it", "oh well, leave it for now",
    ],
)  # fmt: skip
def test_what_takes_itself_back_is_not(words: str) -> None:
    assert awaited(words) is Awaited.TAKEN_BACK


@pytest.mark.parametrize("words", ["hmm", "um, uh...", "let me think", "well, I don't know", "good question", "what should I say?"])
def test_hesitation_is_not_either(words: str) -> None:
    assert awaited(words) is Awaited.NOTHING_YET


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("tuesday works", "Tuesday works."),
        ("i'm late", "I'm late."),
        ("Are you free on Friday?", "Are you free on Friday?"),
        ("that is fine, thanks!", "That is fine, thanks!"),
        ("iPhone or not, it works", "iPhone or not, it works."),
        ("it stands at example.org/plan", "It stands at example.org/plan"),
        ("example.org has it", "example.org has it."),
        ("ask anna@example.org", "Ask anna@example.org"),
        ("the following:", "The following:"),
        ("see you at 9", "See you at 9."),
        ("“so be it”", "“so be it”"),
        ("", ""),
    ],
)
def test_what_was_dictated_is_written_as_a_sentence(said: str, written: str) -> None:
    assert as_sentence(said) == written


@pytest.mark.parametrize(
    ("said", "when"),
    [("tomorrow morning", "tomorrow morning"), ("Um, until Monday, please.", "until monday"), ("in two hours", "in two hours")],
)
def test_a_time_that_was_asked_for_is_one(said: str, when: str) -> None:
    assert named_time(said) == when


@pytest.mark.parametrize("said", ["yes", "no", "I don't know", "archive it", "the meeting is tomorrow morning", ""])
def test_nothing_else_is(said: str) -> None:
    assert named_time(said) == ""
