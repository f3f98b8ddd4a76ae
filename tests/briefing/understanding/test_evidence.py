"""What the user's last two turns show of a tool's arguments."""

from datetime import UTC, datetime

import pytest

from briefing.mail import Address, Envelope, MailId, ThreadId
from briefing.mail_action import MailAction
from briefing.understanding.commands import CommandKind
from briefing.understanding.evidence import LAST
from tests.briefing.understanding.understood import evidence

ANNA = Address(name="Anna Keller", email="anna@example.com")
WHEN = datetime(2026, 1, 5, tzinfo=UTC)
MAIL = Envelope(mail_id=MailId("a:1"), thread_id=ThreadId("1"), subject="The lease", sender=ANNA, received_at=WHEN)


def test_an_argument_counts_only_if_all_its_telling_words_were_said() -> None:
    assert evidence("label it as travel").says("the travel")
    assert not evidence("label it as travel").says("travel receipts")


def test_both_turns_count_and_nothing_said_proves_nothing() -> None:
    assert evidence("until tomorrow", "the lease").says("tomorrow lease")
    assert not evidence().says("tomorrow")
    assert not evidence().says_stop()


def test_a_number_is_the_users_in_words_and_in_digits() -> None:
    assert evidence("undo the last three").counts(3)
    assert evidence("archive number 3").counts(3)
    assert evidence("archive the last one").counts(LAST)
    assert not evidence("archive it").counts(3)


def test_a_one_that_stands_for_a_mail_is_no_number() -> None:
    assert evidence("archive the first one").counts(1)
    assert evidence("archive number one").counts(1)
    assert evidence("one").counts(1)
    assert not evidence("archive the one from Anna").counts(1)
    assert not evidence("archive that one").counts(1)


def test_a_mail_of_which_nothing_is_known_is_not_that_of_a_named_sender() -> None:
    assert not evidence("archive the one from Anna").means(MailAction.ARCHIVE, None, is_open=True)
    assert evidence("archive it").means(MailAction.ARCHIVE, None, is_open=True)


@pytest.mark.parametrize(
    ("words", "is_open", "meant"),
    [
        ("archive it", True, True),
        ("archive it", False, False),
        ("archive the one from Anna", False, True),
        ("archive the one from Marcus", True, False),
        ("archive the one about the lease", False, True),
    ],
)
def test_a_mail_is_meant_if_it_is_open_or_named_and_never_against_the_named_sender(words: str, is_open: bool, meant: bool) -> None:
    assert evidence(words).means(MailAction.ARCHIVE, MAIL, is_open=is_open) is meant


def test_a_recipient_is_spelled_or_named_by_the_user() -> None:
    assert evidence("write to anna at example dot com").spells(Address(email="anna@example.com"))
    assert not evidence("write to anna").spells(Address(email="anna@example.com"))
    assert evidence("write to anna").names(ANNA)


def test_what_only_asks_or_reports_makes_nobody_important() -> None:
    assert evidence("please look out for budget").asks_to_heed(CommandKind.ADD_KEYWORD, "budget")
    assert not evidence("should I look out for budget?").asks_to_heed(CommandKind.ADD_KEYWORD, "budget")
    assert not evidence("she said look out for budget").asks_to_heed(CommandKind.ADD_KEYWORD, "budget")


def test_dropping_a_draft_takes_a_plain_command() -> None:
    assert evidence("discard the draft").drops_it()
    assert not evidence("never mind the subject").drops_it()
    assert evidence("never mind the subject").leaves_it()


@pytest.mark.parametrize(
    ("words", "action", "told"),
    [
        ("it's important", MailAction.MARK_IMPORTANT, False),
        ("could you undo what I marked as important", MailAction.MARK_IMPORTANT, True),
        ("it is still unread, isn't it", MailAction.MARK_UNREAD, False),
        ("so take back what I archived", MailAction.ARCHIVE, True),
        ("undo the flag please, would you", MailAction.FLAG, True),
        ("undo the flag please, would you", MailAction.ARCHIVE, False),
    ],
)
def test_an_action_is_told_of_by_its_verb_and_not_by_a_word_that_it_shares(words: str, action: MailAction, told: bool) -> None:
    assert evidence(words).tells_of(action) is told
