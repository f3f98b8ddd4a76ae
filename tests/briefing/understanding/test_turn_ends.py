"""Whether a turn has ended, as far as its words tell."""

import pytest

from tests.briefing.understanding.understood import has_ended


@pytest.mark.parametrize(
    "words",
    [
        *(
            "archive",
            "Archive.",
            "skip",
            "flag",
            "mark",
            "read",
            "go",
            "delete",
            "jump to",
            "archive the",
            "mark it as",
            "go to the one from",
        ),
        *("search for", "skip, no", "next, no wait", "archive it, no", "could you", "archive, um", "how many are"),
        *("I would like to know whether she has answered and", "tell me what the", "and then I wondered,", "what about the report to"),
    ],
)
def test_half_a_command_and_a_hanging_sentence_go_on(words: str) -> None:
    assert has_ended(words) is False


@pytest.mark.parametrize(
    "words",
    [
        *("next", "Next.", "archive it", "Skip this one.", "go back", "stop", "mark it as read", "archive the second one", "yes", "no"),
        *("archive the one from Anna", "skip, no, go back", "go to topic two", "hold on", "flag it, please", "archive please"),
    ],
)
def test_a_complete_command_has_ended(words: str) -> None:
    assert has_ended(words) is True


@pytest.mark.parametrize("words", ["who was it that called", "tell me more about the offsite", "what does she think of me", ""])
def test_free_speech_is_not_judged_by_its_words(words: str) -> None:
    assert has_ended(words) is None
