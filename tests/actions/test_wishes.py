"""The user's own words ask for a kind of change, however they put it; a negation, a question, a story and a quotation ask for nothing."""

import pytest

from actions.deeds import MOST_UNASKED, Deed
from actions.wishes import LONGEST, asks_for, completes, mails_meant, mentions, names_a_mail, takes_back

ASKED: dict[str, set[Deed]] = {
    "archive it": {Deed.ARCHIVE},
    "Archive this one, please.": {Deed.ARCHIVE},
    "archive": {Deed.ARCHIVE},
    "uh, archive archive it it": {Deed.ARCHIVE},
    "arkive it": {Deed.ARCHIVE},
    "our kive this": {Deed.ARCHIVE},
    "no, archive it": {Deed.ARCHIVE},
    "no archive it": {Deed.ARCHIVE},
    "archive it, no, the second one": {Deed.ARCHIVE},
    "could you archive it?": {Deed.ARCHIVE},
    "would you mind archiving that one": {Deed.ARCHIVE},
    "I want it archived": {Deed.ARCHIVE},
    "okay archived it": {Deed.ARCHIVE},
    "can you just archive it": {Deed.ARCHIVE},
    "arc hive this male": {Deed.ARCHIVE},
    "ask me again this evening": {Deed.SNOOZE},
    "I said archive it": {Deed.ARCHIVE},
    "why don't you archive it": {Deed.ARCHIVE},
    "put it in the archive": {Deed.ARCHIVE},
    "take it out of my inbox": {Deed.ARCHIVE},
    "archive this and don't delete it": {Deed.ARCHIVE},
    "don't delete it but archive it": {Deed.ARCHIVE},
    "archive it and flag it": {Deed.ARCHIVE, Deed.FLAG},
    "archive all newsletters": {Deed.ARCHIVE},
    "get rid of this": {Deed.ARCHIVE, Deed.DELETE},
    "I don't need this, delete it": {Deed.DELETE},
    "I don't need this delete it": {Deed.DELETE},
    "throw it away": {Deed.DELETE},
    "move it to the trash": {Deed.DELETE},
    "mark it as read": {Deed.MARK_READ},
    "mark as red": {Deed.MARK_READ},
    "mark it as unread": {Deed.MARK_UNREAD},
    "leave it unread": {Deed.MARK_UNREAD},
    "flag it": {Deed.FLAG},
    "put a star on it": {Deed.FLAG},
    "mark this for later": {Deed.FLAG},
    "don't archive, just flag it": {Deed.FLAG},
    "remove the flag": {Deed.UNFLAG},
    "delete the flag": {Deed.UNFLAG},
    "label it receipts": {Deed.LABEL},
    "put the label receipts on it": {Deed.LABEL},
    "remove the label": {Deed.UNLABEL},
    "move it to receipts": {Deed.MOVE},
    "this is spam": {Deed.REPORT_SPAM},
    "flag it as spam": {Deed.REPORT_SPAM},
    "snooze it until tomorrow": {Deed.SNOOZE},
    "remind me tomorrow": {Deed.SNOOZE},
    "unsubscribe me": {Deed.UNSUBSCRIBE},
    "reply that Tuesday works": {Deed.SEND},
    "send it tomorrow at nine": {Deed.SEND, Deed.SEND_LATER},
    "undo that": {Deed.UNDO},
    "undo what I archived this morning": {Deed.UNDO},
    "I didn't mean to archive that": {Deed.UNDO},
}  # fmt: skip
UNASKED = (
    "don't archive it", "please don't, uh, archive it", "do not archive or delete it", "never archive anything", "stop archiving",
    "no archive",
    "I don't want it archived", "archive it no wait", "archive it? no", "archive it, never mind", "archive it, don't archive it",
    "she said archive it", "she said, archive it", "it says archive it", 'the mail says "archive this"', "\u201carchive it\u201d",
    "'archive it'", "he wants me to delete it", "Anna wrote that I should delete it", "I never said archive it", '"delete all of them',
    "did you archive it", "should I archive it", "can I archive it", "is it archived", "what happens if I archive it",
    "what did I archive today",
    "if it's from Anna archive it", "I archived it yesterday", "I just archived it", "I read it, deleted it", "okay, you just deleted it",
    "I always archive these", "I delete those", "they archive it", "people who flag it", "show me the archive", "go back", "move on",
    "next",
    "read it again", "leave it", "keep it", "yes", "", "the word archive", "archive " * (LONGEST // 8 + 1),
)  # fmt: skip


@pytest.mark.parametrize(("words", "deeds"), ASKED.items())
def test_what_is_asked_for_is_understood_and_nothing_else(words: str, deeds: set[Deed]) -> None:
    assert {deed for deed in Deed if asks_for(words, deed)} == deeds


@pytest.mark.parametrize("words", UNASKED)
def test_what_is_denied_told_quoted_or_asked_is_no_wish(words: str) -> None:
    assert not any(asks_for(words, deed) for deed in Deed)


@pytest.mark.parametrize(
    ("words", "most"),
    [
        ("archive it", 1), ("archive the one from Anna", 1), ("archive the one about numbers", 1), ("delete the address", 1),
        ("archive", 1),
        ("archive them", MOST_UNASKED), ("archive all newsletters", MOST_UNASKED), ("archive Anna's mails", MOST_UNASKED),
        ("archive this and the next one", MOST_UNASKED), ("delete the receipts", MOST_UNASKED), ("archive it and go on", 1),
    ],
)  # fmt: skip
def test_words_mean_one_mail_unless_they_speak_of_several(words: str, most: int) -> None:
    assert mails_meant(words, Deed.ARCHIVE) == most


def test_an_undo_may_be_of_several() -> None:
    assert mails_meant("undo that", Deed.UNDO) == MOST_UNASKED


def test_only_a_mail_that_is_named_is_another_than_the_open_one() -> None:
    assert [names_a_mail(words) for words in ("archive the one from Anna", "delete the second one", "archive Anna's mail")] == [True] * 3
    assert [names_a_mail(words) for words in ("archive it", "archive", "archive this one", "flag this mail please")] == [False] * 4


def test_a_turn_that_only_names_a_mail_completes_the_one_before() -> None:
    assert [completes(words) for words in ("the second one", "uh, number two", "no, the one from Raj")] == [True] * 3
    assert [completes(words) for words in ("next", "the next one", "go to the second one", "read it", "")] == [False] * 5


@pytest.mark.parametrize(
    ("words", "label", "found"),
    [
        ("move it to receipts", "Receipts", True), ("move it to tax receipts", "Receipts 2026", True), ("label it A.I.", "ai", True),
        ("move it to receipts", "Evil", False), ("label it", "Work", False), ("label it", "", False), ("move it", "\u2603", False),
    ],
)  # fmt: skip
def test_a_label_has_to_be_among_the_words(words: str, label: str, found: bool) -> None:
    assert mentions(words, label) is found


def test_a_later_turn_that_denies_anything_takes_back() -> None:
    assert all(map(takes_back, ("no", "wait", "never mind", "don't", "leave it", "undo that", "stop", "keep it")))
    assert not any(map(takes_back, ("next", "yes", "the second one", "read it", "flag it")))


@pytest.mark.parametrize(
    ("words", "deed"),
    [
        ("mark it. as read.", Deed.MARK_READ),
        ("Archive. The second one.", Deed.ARCHIVE),
        ("Flag. The first one.", Deed.FLAG),
        ("Undo. The last three.", Deed.UNDO),
        ("Snooze it. Until tomorrow morning.", Deed.SNOOZE),
    ],
)
def test_a_pause_in_a_plain_command_takes_nothing_from_it(words: str, deed: Deed) -> None:
    assert asks_for(words, deed)
