"""What is said about accounts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefing.speech.sentences import about_accounts, about_narrowing, replies
from tests.briefing.hostile_texts import any_text


@pytest.mark.parametrize(
    ("label", "called"),
    [("work", "your work mail"), ("Gmail", "your Gmail"), ("club account", "your club account"), ("", "one of your accounts")],
)
def test_an_account_is_called_by_its_label(label: str, called: str) -> None:
    assert about_accounts.your(label) == called


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (about_accounts.to_connect_again(["work"]), "Your work mail needs to be connected again."),
        (about_accounts.to_connect_again(["work", "Gmail"]), "Your work mail and your Gmail need to be connected again."),
        (about_accounts.sign_in_needed(["work"]), "I can no longer read your work mail; it needs to be connected again."),
        (
            about_accounts.sign_in_needed(["work", "Gmail"]),
            "I can no longer read your work mail and your Gmail; they need to be connected again.",
        ),
        (about_accounts.sign_in_needed([]), ""),
        (about_accounts.did_not_load(3), "Three mails did not load; I'll come back to them."),
        (about_accounts.did_not_load(1), "One mail did not load; I'll come back to it."),
        (about_accounts.did_not_load(0), ""),
        (about_accounts.still_not_loaded(2), "Two mails did not load; they are left for next time."),
        (about_accounts.has_loaded(1), "The mail that did not load is here now."),
        (about_accounts.has_loaded(3), "The three mails that did not load are here now."),
        (about_accounts.waiting_elsewhere({"home": 7}), "Seven mails wait in your home mail."),
        (
            about_accounts.waiting_elsewhere({"home": 1, "club": 2}),
            "One mail waits in your home mail and two mails wait in your club mail.",
        ),
        (about_accounts.waiting_elsewhere({}), ""),
        (
            about_narrowing.only_from_now("only your work mail", 2, 5),
            "Only your work mail from now on: two of the five mails that are left.",
        ),
        (about_narrowing.only_from_now("only newsletters", 3, 3), "Only newsletters from now on: that is all that is left."),
        (about_narrowing.left_out(1), "One other mail is left out for now."),
        (
            about_accounts.no_such_account(["work", "home"]),
            "I know your work mail and your home mail. Say, for example, only my work mail.",
        ),
        (replies.away(["work"]), "Your work mail does not answer just now."),
        (replies.away(["work", "Gmail"]), "Your work mail and your Gmail do not answer just now."),
    ],
)
def test_a_sentence_is_whole(said: str, sentence: str) -> None:
    assert said == sentence


@given(st.lists(any_text, max_size=3))
def test_whatever_a_label_holds_is_said_in_few_words(labels: list[str]) -> None:
    for said in (
        about_accounts.sign_in_needed(labels),
        about_accounts.no_such_account(labels),
        about_accounts.waiting_elsewhere(dict.fromkeys(labels, 2)),
    ):
        assert len(said) < 80 + 60 * len(labels)
        assert "\n" not in said
