"""The sentence of a mail that answers a question, or none: what is near it in words only is no answer."""

import pytest

from briefing.speech.content.told_in_mails import answers
from briefing.understanding.command_grammar.command_phrases.asked_of_mails import question_in

TOLD = [
    ("what is the code", "Your door", ["Do not send the code after 5 pm.", "The code is KX7Q2."], "The code is KX7Q2."),
    (
        "how much is the train",
        "Travel",
        ["The train does not cost 40 pounds any more.", "The train costs 60 pounds."],
        "The train costs 60 pounds.",
    ),
    ("how much is the parking", "Concert", ["Parking is free of charge."], "Parking is free of charge."),
    ("when is the party", "Party", ["We begin at seven.", "Bring a cake."], "We begin at seven."),
]
NOT_TOLD = [
    ("where is ruth", "Dinner", ["Could you hold the line at four?"]),
    ("when is ruth", "Mum", ["Can you ring mum tonight?"]),
    ("how much is the flight", "Flight to Rome", ["I am free on Friday."]),
    ("what is the code", "Your code", ["Come at 5 pm."]),
]


@pytest.mark.parametrize(("words", "subject", "sentences", "told"), TOLD)
def test_it_is_the_sentence_that_answers(words: str, subject: str, sentences: list[str], told: str) -> None:
    question = question_in(words)
    assert question is not None
    found = answers(question, "Ruth Hall", subject, sentences, alike=False)
    assert found is not None
    assert found.sentence == told


@pytest.mark.parametrize(("words", "subject", "sentences"), NOT_TOLD)
def test_what_only_sounds_like_it_is_none(words: str, subject: str, sentences: list[str]) -> None:
    question = question_in(words)
    assert question is not None
    assert answers(question, "Ruth Hall", subject, sentences, alike=False) is None


@pytest.mark.parametrize(
    "words", ["where is the trash", "where is my archive", "who is important", "when is snooze over", "where is page two"]
)
def test_what_is_about_the_call_is_asked_of_no_mail(words: str) -> None:
    assert question_in(words) is None
