"""A yes in a reply counts where nothing else in it speaks against it, and else is asked about again."""

from datetime import UTC, date, datetime

import pytest

from briefing.mail import Address, ThreadId, mail_id
from correspondence.briefing_mail.material import ToldMail
from correspondence.exchange import Correspondence, Reply
from correspondence.new_words import NewPassage, NewWords
from correspondence.wishing.meaning import Agreed, ToChange, Unclear
from correspondence.wishing.read_reply import MailedWish, ReadReply, after_later_ones, leaves_alone, read_reply

MAILS = tuple(
    ToldMail(
        number=number,
        mail_id=mail_id("work", f"m{number}"),
        thread_id=ThreadId(mail_id("work", f"t{number}")),
        sender=Address(name="Priya", email="priya@example.net"),
        subject="Contract",
    )
    for number in range(1, 6)
)
FOUND = Correspondence(correspondence_id="c", user_id="anna", day=date(2026, 3, 2), account="work", zone="UTC", mails=MAILS)


def read(words: str, *doubtful: str) -> ReadReply:
    return read_reply(reply_of(words, *doubtful), FOUND)


def reply_of(words: str, *doubtful: str) -> Reply:
    return Reply(
        number=1,
        message_id="r@example.com",
        mail_id=mail_id("work", "r"),
        sender="anna.berg@example.com",
        said=NewWords(passages=(NewPassage(words=words),), doubtful=doubtful),
        at=datetime(2026, 3, 2, tzinfo=UTC),
    )


def yeses(words: str) -> list[MailedWish]:
    return [each for each in read(words).wishes if isinstance(each.meaning, Agreed) and each.meaning.yes]


@pytest.mark.parametrize(
    "words",
    [
        "yes", "Yes, thanks", "yes please", "Yes.\n\nThanks!", "Hi,\n\nyes", "sure", "ok", "Yes\nGreat, thanks", "Yes.\n\nBest,\nAnna",
        "3 yes", "3 yes\n2 archive", "yes\n2 archive", "2 yes\n3 yes", "Yes please\n\nKind regards\nAnna Berg", "Do it, thanks",
    ],
)  # fmt: skip
def test_a_plain_yes_counts(words: str) -> None:
    found = yeses(words)
    assert found
    assert all(each.is_certain for each in found)


@pytest.mark.parametrize(
    "words",
    [
        "Yes.\nWait, make it Wednesday instead.", "Yes\nNo, don't send it.", "Yes.\n\nHold on.", "yes\nno", "Yes.\nMake it Wednesday.",
        "3 yes\n3 no", "3 yes\nHold on.", "3 yes\n2 no", "Yes\nWho is Priya?", "yes\nI am not sure", "yes\nsorry", "Yes\nlet me think",
        "3 yes\n3 archive", "Yes\n\nIs she the lawyer?", "3 yes\nblue elephants", "Yes\n\nOne moment", "Yes\nI changed my mind",
        "ok thanks", "ok thanks!", "Okay, thank you", "All right, thanks.", "Ok.\n\nThanks!",
    ],
)  # fmt: skip
def test_no_yes_counts_beside_anything_else(words: str) -> None:
    assert not [each for each in yeses(words) if each.is_certain]


def test_a_yes_beside_words_that_may_be_quoted_does_not_count_and_these_are_told_once() -> None:
    wishes = read("yes", "3 delete").wishes
    assert not any(each.is_certain for each in wishes if isinstance(each.meaning, Agreed))
    assert [each.meaning.words for each in wishes if isinstance(each.meaning, Unclear)] == ["3 delete"]


def test_a_yes_names_the_mails_that_something_else_is_wished_for_beside_it() -> None:
    (yes,) = yeses("yes\n2 archive")
    assert yes.beside == {2}


@pytest.mark.parametrize("words", ["thanks", "2 archive", "yes", "Great, thank you!"])
def test_a_later_reply_that_leaves_a_yes_alone(words: str) -> None:
    assert leaves_alone(read(words))


@pytest.mark.parametrize(
    "words", ["no", "stop, don't send it", "hold on", "who is Priya?", "3 no", "make it Wednesday", "I changed my mind"]
)
def test_a_later_reply_that_does_not(words: str) -> None:
    assert not leaves_alone(read(words))


@pytest.mark.parametrize(
    ("first", "later", "counts"),
    [
        ("yes", "thanks", True), ("yes", "yes", True), ("3 yes", "2 archive", True),
        ("yes", "stop, don't send it", False), ("3 yes", "3 archive", False), ("yes", "who is Priya?", False),
    ],
)  # fmt: skip
def test_a_yes_counts_with_the_replies_that_came_after_it(first: str, later: str, counts: bool) -> None:
    (_, read_first), _ = after_later_ones([(reply_of(each), read(each)) for each in (first, later)])
    assert [each.is_certain for each in read_first.wishes] == [counts]


TAKEN_BACK = (
    "I changed my mind", "I've changed my mind.", "Keep it after all.", "keep it", "leave it", "Leave them where they are", "forget that",
    "Forget about it", "Never mind", "on second thoughts, no", "Hmm, I still need that one.", "I want to read it first", "Don't",
    "stop", "undo", "undo that", "Actually I need those.", "That was a mistake", "put it back", "I'd rather keep it", "Not yet",
    "Let me look at it first", "No.", "wrong one", "that one should stay", "I'll deal with it myself", "hold on", "Bring it back please",
    "nothing of that please", "delete it instead", "I'm not sure about it",
)  # fmt: skip
LEFT_ALONE = ("Thanks!", "Who is Priya?", "Great, thank you", "Anna", "We can meet at my office.", "When is my first meeting?", "yes")


def changes(read_so: ReadReply) -> list[MailedWish]:
    return [each for each in read_so.wishes if isinstance(each.meaning, ToChange)]


def test_a_change_that_may_be_taken_back_in_the_same_reply_is_not_made() -> None:
    assert [words for words in TAKEN_BACK if changes(read(f"2 delete\n\n{words}"))] == []
    in_line = [words for words in TAKEN_BACK if changes(read(f"2 delete. {words[:1].upper()}{words[1:]}"))]
    assert in_line == ["I'll deal with it myself", "delete it instead"], "a reason, and the same once more"


def after(words: str, later: str) -> ReadReply:
    """The first of two replies, as it is meant with the second."""
    (_, first), _ = after_later_ones([(reply_of(each), read(each)) for each in (words, later)])
    return first


def test_nor_is_one_that_a_later_reply_may_take_back() -> None:
    left = {words: after("2 delete\n3 tell her Friday works", words) for words in TAKEN_BACK}
    assert [words for words, first in left.items() if changes(first)] == []
    assert all(len(first.wishes) == 2 for first in left.values())


def test_nor_one_whose_mail_a_later_reply_names_otherwise() -> None:
    named = ("2 keep", "keep 2", "don't delete 2", "2 no, leave it", "2 no", "2 hmm", "2 maybe", "2 or 3 keep", "what about 2")
    assert [words for words in named if changes(after("2 delete", words))] == []


def test_what_speaks_of_nothing_that_was_wished_for_leaves_it_alone() -> None:
    assert [words for words in LEFT_ALONE if len(changes(read(f"2 delete\n\n{words}"))) != 1] == []
    assert [words for words in LEFT_ALONE if len(changes(after("2 delete", words))) != 1] == []
