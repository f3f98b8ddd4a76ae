"""What a model says behind a question of ours voids it wherever a yes could be an answer to that instead."""

import pytest

from briefing.understanding.may_ask import asks, may_ask

ASKS = [
    "Is it about the lease?",
    "Say yes and I will read the next one",
    "Say no to skip it",
    "Say so when you have had enough of it",
    "Say the word and it is the next topic",
    "Let me know when the meeting is over",
    "Tell me if the meeting is over",
    "Tell me whether it is over",
    "Tell me what the meeting is about",
    "Tell me which of the three it is",
    "Shall I go on with the lease",
    "Shall we go on with the lease",
    "Should I go on with the lease",
    "Should we go on with the lease",
    "DO YOU WANT the lease",
    "Would you like the lease",
    "Just say when",
    "A yes is all that it takes",
    "Your yes is all that it takes",
    "Your word is all that it takes",
    "Your okay is all that it takes",
    "Your ok is all that it takes",
]
INVITES = [
    *("She wrote \"that is it", "She wrote \u201cthat is it", "She wrote \u00abthat is it", "She wrote \u201ethat is it"),
    *("Yes is what she wrote", "There is no lease", "That is okay for her", "That is ok for her", "He is to confirm the date"),
    *("She confirmed the date", "He is to agree on the date", "They agreed on the date", "There is an answer from her"),
    *("There is a reply from her", "It is unclear whether it is on Friday", "It goes if it is on Friday", "It is on Friday or on Monday"),
    *("It is ready for you", "Please be there on Friday", "They say it is on Friday", "I tell you of the lease", "They want the lease"),
    *("It is my wish for you", "It is like the lease", "It could be on Friday", "It would be on Friday", "It can be on Friday"),
    "it MAY be on Friday",
]  # fmt: skip
STATES = ["The meeting is on Friday.", "There are nine more mails in this topic.", "It is from Anna, who wrote this morning."]


@pytest.mark.parametrize("words", ASKS)
def test_what_plainly_asks_is_known(words: str) -> None:
    assert asks(words)
    assert may_ask(words)


@pytest.mark.parametrize("words", INVITES)
def test_what_quotes_or_invites_may_ask_though_not_plainly(words: str) -> None:
    assert not asks(words)
    assert may_ask(words)


@pytest.mark.parametrize("words", ["Soll ich sie vorlesen", "Dois-je continuer", "works", ""])
def test_words_in_no_language_that_can_be_judged_may_ask(words: str) -> None:
    assert not asks(words)
    assert may_ask(words)


@pytest.mark.parametrize("words", STATES)
def test_what_states_something_asks_nothing(words: str) -> None:
    assert not asks(words)
    assert not may_ask(words)
