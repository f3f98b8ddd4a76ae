"""A plain yes is one, and nothing that holds more or less than a yes."""

from collections.abc import Iterable

import pytest

from briefing.mail_action import MailAction
from briefing.understanding.confirmation import Confirmation
from tests.briefing.understanding.understood import confirmation, says_nothing

YES = (
    "yes", "Yes.", "yes please", "yes, please send it", "yeah go ahead", "Uh, yes.", "yes yes", "yep", "sure", "Okay.", "go ahead",
    "do it", "go ahead and send it", "please do", "send it", "sent it", "yes send it please", "Yes, that's right.", "perfect, send it",
    "mhm", "yes yes please please", "I'd like you to send it", "absolutely", "of course", "yeah send send it", "sounds good", "all right",
    "please", "thank you, yes", "yes send the reply", "YES!", "yes perfect", "perfect, yes", "yes you can", "yes you may", "yeah, you can",
    "yes it is", "yes that's it", "that's perfect", "yeah, it is",
)  # fmt: skip
NO = (
    "no",
    "No.",
    "nope",
    "no thanks",
    "don't",
    "no don't send it",
    "not yet",
    "stop",
    "cancel that",
    "never",
    "forget it",
    "yes no",
    "uh no",
    "that's wrong", "wrong", "leave it", "leave it for now", "later", "maybe later", "wait", "oh wait", "wait a minute", "hold it please",
)  # fmt: skip
OTHER = (
    "yes but change the date", "yes tomorrow", "yes to Anna", "she said yes", 'she said "yes"', '"yes"', "\u201cyes\u201d",
    "\u2018yes\u2019",
    "yes?", "is that a yes", "yes if it's the last one", "yes...", "yes, um", "yes and", "yes so", "yes, well", "say yes", "yes it says",
    "the answer is yes", "yesterday", "perfect", "great", "right", "thanks", "next", "read it again", "yes the second one",
    "yes, shorter", "yes with the attachment", "", "   ", "um", "maybe", "I think so", "what", "yes to all of them", "yes: send it",
    "anna says yes send it", "yes " * 200, "you can wait", "you can", "yes you can...", "that's it", "what's wrong",
    "later is better", "wait?", "yeah right", "oh yeah, right", "reply", "reply yes", "answer yes", "forward it", "forward this mail",
    "yes you can change it",
    "leave it to Anna", "is that wrong", "it is", "see you later", "send the right one", "the right one", "just the correct one",
)  # fmt: skip


def taken_otherwise(lines: Iterable[str], meant: Confirmation, *actions: MailAction | None, to_whom: bool = False) -> list[str]:
    """The lines that mean something else, as an answer to a question about one of the actions."""
    return [words for words in lines for action in actions if confirmation(words, action, to_whom=to_whom) is not meant]


def test_a_yes_is_one() -> None:
    assert taken_otherwise(YES, Confirmation.YES, None, MailAction.SEND) == []


EACH_YES = """
    yea; yup; yess; aye; sure thing; okay; all right; certainly; definitely; affirmative; correct; exactly; fine; that's
    okay; that's fine; that is good; that is correct; sounds right; that sounds great; looks good; looks right; go for it;
    please do that; do so; so, do so; by all means; why not; make it so; go right ahead; yeah it does; yep, that's it; it is
    perfect; let's do it; let's do that; yes indeed; yep, that's great; yeah indeed; I confirm; confirmed; I agree; I do; I
    would; I'm sure; I am certain; that would be nice; yes, all right; oh, all right; well, yes; yes indeed indeed;
    yes of course you can; sure,
    you may; lovely, yes; cool, yes; now yes; yes right now; then yes; just do it
"""


@pytest.mark.parametrize("words", [" ".join(each.split()) for each in EACH_YES.split(";")])
def test_each_way_to_say_yes_is_one(words: str) -> None:
    assert confirmation(words) is Confirmation.YES


@pytest.mark.parametrize("words", ["now", "immediately", "yes, send it immediately", "send it now"])
def test_another_time_is_no_yes_to_later(words: str) -> None:
    assert confirmation(words, MailAction.SEND_LATER) is Confirmation.OTHER


@pytest.mark.parametrize("all_of_them", ["these", "those", "both", "all of it", "all of these", "both of them"])
def test_all_that_were_asked_about_are_meant_by_each_such_word(all_of_them: str) -> None:
    assert confirmation(f"archive {all_of_them}", MailAction.ARCHIVE, mails=3) is Confirmation.YES


def test_a_no_is_one() -> None:
    assert taken_otherwise(NO, Confirmation.NO, None, MailAction.SEND) == []


def test_whatever_is_more_or_less_than_a_yes_is_something_else() -> None:
    assert taken_otherwise(OTHER, Confirmation.OTHER, None, MailAction.SEND) == []


def test_an_address_is_right_in_more_words_than_something_else() -> None:
    more = [*YES, "it is", "yes it is", "it's right", "right", "that's the right address", "all the same", "yes anyway"]
    assert taken_otherwise(more, Confirmation.YES, MailAction.SEND, to_whom=True) == []


def test_an_address_is_wrong_in_more_words_than_something_else() -> None:
    more = [
        *NO, "wrong address", "that's the wrong address", "no, it's the wrong one", "the address is wrong", "no, that address is wrong",
        "a wrong person", "it is not", "no, that is not",
    ]  # fmt: skip
    assert taken_otherwise(more, Confirmation.NO, MailAction.SEND, to_whom=True) == []


@pytest.mark.parametrize("words", ["send the right one", "is it right", "it is...", "the right one for Anna", "right after lunch"])
def test_nothing_else_answers_whether_an_address_is_right(words: str) -> None:
    assert confirmation(words, MailAction.SEND, to_whom=True) is Confirmation.OTHER


@pytest.mark.parametrize(
    ("action", "again", "another"),
    [
        (MailAction.SEND, "yes, send it", "yes, archive it"),
        (MailAction.ARCHIVE, "archive it", "send it"),
        (MailAction.DELETE, "yes delete them", "yes archive them"),
        (MailAction.UNSUBSCRIBE, "unsubscribe me", "yes, delete it"),
        (MailAction.REPORT_SPAM, "yes it's spam", "yes flag it"),
        (MailAction.MARK_READ, "mark it as read", "mark it as unread"),
    ],
)
def test_the_action_said_again_is_a_yes_to_its_own_question_only(action: MailAction, again: str, another: str) -> None:
    assert confirmation(again, action) is Confirmation.YES
    assert confirmation(another, action) is Confirmation.OTHER


def test_the_action_said_again_answers_a_question_about_several_only_if_it_means_all() -> None:
    assert (
        confirmation("archive it", MailAction.ARCHIVE, mails=6)
        is confirmation("Archive this one, please.", MailAction.ARCHIVE, mails=6)
        is Confirmation.OTHER
    )
    assert confirmation("yes, archive it", MailAction.ARCHIVE, mails=6) is Confirmation.YES
    assert (
        confirmation("archive them", MailAction.ARCHIVE, mails=6)
        is confirmation("archive it", MailAction.ARCHIVE, mails=1)
        is Confirmation.YES
    )


@pytest.mark.parametrize("mails", [1, 2, 6])
@pytest.mark.parametrize("verb", ["archive", "delete", "flag", "snooze"])
def test_what_may_mean_more_mails_than_were_asked_about_is_no_yes(verb: str, mails: int) -> None:
    for wider in ("everything", "all", "everything please", "all please"):
        assert confirmation(f"{verb} {wider}", MailAction(verb), mails=mails) is Confirmation.OTHER, wider
        assert confirmation(f"please {verb} {wider}", MailAction(verb), mails=mails) is Confirmation.OTHER, wider
        assert confirmation(f"yes, {verb} {wider}", MailAction(verb), mails=mails) is Confirmation.YES, wider
    for those in ("them", "all of them", "these", "those", "all of those"):
        assert confirmation(f"{verb} {those}", MailAction(verb), mails=mails) is Confirmation.YES, those


@pytest.mark.parametrize("action", MailAction)
def test_a_bare_yes_answers_the_question_about_any_action(action: MailAction) -> None:
    assert confirmation("yes please", action) is Confirmation.YES


def test_hesitation_alone_is_no_turn_and_words_are() -> None:
    assert says_nothing("um, uh...")
    assert says_nothing("")
    assert not says_nothing("um no")


AGREES = (
    *(
        "yes",
        "yeah",
        "yea",
        "yep",
        "yup",
        "yess",
        "aye",
        "sure",
        "sure thing",
        "okay",
        "all right",
        "of course",
        "absolutely",
        "definitely",
    ),
    *("certainly", "affirmative", "correct", "exactly", "fine", "that is right", "that is correct", "that is fine", "that is okay"),
    *("that is good", "that sounds good", "sounds great", "that sounds right", "looks good", "looks right", "please do", "please go ahead"),
    *("go for it", "do it", "do that", "do so", "by all means", "why not", "make it so", "go right ahead", "yes it is", "yeah that is it"),
    *("yep it does", "that is perfect", "it is perfect", "let us do it", "let us do that", "I confirm", "confirmed", "agree", "I do"),
    *("I would", "I am sure", "I am certain", "that would be great", "that would be good", "that would be nice"),
    *("yes you can", "yeah you may", "yep you can", "sure you can", "of course you may"),
)
AROUND = (
    *("well, yes", "oh yes", "so yes", "right, yes", "great, yes", "good, yes", "perfect, yes", "lovely, yes", "cool, yes", "nice, yes"),
    *("thanks, yes", "thank you, yes", "yes, now", "yes, right now", "yes then", "just do it", "and yes", "please, yes", "Aloud, yes"),
    *("you can go ahead", "you may go ahead", "I want you to go ahead", "I would like to do it", "let us go ahead", "go and do it"),
)
UNFINISHED = ("yes and", "yes just", "yes so", "yes I want to", "yes let us", "do it you can", "do it you may", "yes well")
REFUSES = (
    *("that is wrong", "it is all wrong", "this is wrong", "wrong", "leave it alone", "leave that be", "leave this for now"),
    *("leave them for later", "maybe later", "perhaps later", "later on", "wait", "wait a minute", "wait a moment", "wait a second"),
    *("wait a bit", "hold it", "hold off", "oh later", "well later", "so later", "please wait", "wait please"),
    *("no", "nope", "nah", "not that", "never", "cancel", "stop", "forget that"),
    "no I do not want that one now",
)
NEITHER = (
    *("yes right", "yeah right", "yea right", "yep right", "yup right", "sure right", "aye right", "oh right", "oh sure right"),
    *("she said no", "she says no", "she wrote no", "she told him no", "she asked him not to", "yes she said no"),
    *("no I do not want that one just now", "wait for Anna", "hold it?", "later than that", "I can", "go", "right"),
)


def test_each_way_to_agree_is_a_yes() -> None:
    assert taken_otherwise([*AGREES, *AROUND], Confirmation.YES, None) == []


def test_each_way_to_refuse_is_a_no() -> None:
    assert taken_otherwise(REFUSES, Confirmation.NO, None) == []


def test_what_breaks_off_or_is_told_or_doubts_is_neither() -> None:
    assert taken_otherwise([*UNFINISHED, *NEITHER], Confirmation.OTHER, None) == []


RIGHT = (
    *(
        "it is right",
        "that was right",
        "correct",
        "the right address",
        "that is the correct person",
        "yes the right one",
        "that is",
        "it was",
    ),
    *("yes it shall", "it should", "the address is right", "that address is correct", "all the same", "anyway", "yes regardless"),
    *("well it was", "it should please", "please it should"),
)
WRONG = (
    *("wrong address", "that is the wrong person", "it is a wrong one", "that was the wrong one", "the address is wrong", "it is not"),
    *("no that address is wrong", "that is not", "no it is not"),
)


def test_each_way_to_say_that_an_address_is_right_is_a_yes_to_that() -> None:
    assert taken_otherwise(RIGHT, Confirmation.YES, MailAction.SEND, to_whom=True) == []
    asked = [f"{words}?" for words in RIGHT]
    assert taken_otherwise(asked, Confirmation.YES, MailAction.SEND, to_whom=True) == asked


def test_each_way_to_say_that_an_address_is_wrong_is_a_no() -> None:
    assert taken_otherwise(WRONG, Confirmation.NO, MailAction.SEND, to_whom=True) == []


@pytest.mark.parametrize("words", ["send it now", "yes, now", "yes, right now", "send it immediately"])
def test_now_is_no_yes_to_a_later_time(words: str) -> None:
    assert confirmation(words, MailAction.SEND_LATER) is Confirmation.OTHER
    assert confirmation("yes", MailAction.SEND_LATER) is Confirmation.YES


@pytest.mark.parametrize("all_of_them", ["them", "these", "those", "all of them", "both", "both of them"])
def test_an_action_on_all_that_were_asked_about_is_a_yes(all_of_them: str) -> None:
    assert confirmation(f"archive {all_of_them}", MailAction.ARCHIVE, mails=2) is Confirmation.YES
    assert confirmation("archive it", MailAction.ARCHIVE, mails=2) is Confirmation.OTHER
    assert confirmation("archive it", MailAction.ARCHIVE, mails=1) is Confirmation.YES
