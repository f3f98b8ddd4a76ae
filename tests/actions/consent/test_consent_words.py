"""The user's own words buy what they ask for, and no more: no other action, no other mail, and nothing a second time."""

import hashlib
from dataclasses import replace

import pytest

from actions.consent.consent import Rule, VoidReason
from actions.consent.payloads import BulkPayload, digest
from briefing.mail_action import MOST_UNASKED, TIER_OF, MailAction, Tier
from briefing.understanding.utterance import Channel
from tests.actions.consenting import GUEST, MANY, REPLY, A, B, Line

ARCHIVE_A = BulkPayload(action=MailAction.ARCHIVE, mails=(A,))


@pytest.fixture
def line() -> Line:
    return Line()


class TestIntents:
    @pytest.mark.parametrize("action", [MailAction.ARCHIVE, MailAction.DELETE])
    @pytest.mark.parametrize("channel", Channel)
    def test_the_words_of_this_turn_buy_one_mail(self, line: Line, channel: Channel, action: MailAction) -> None:
        line.hears("get rid of this", channel=channel)
        grant = line.consent.granted_by_words(action, [A])
        assert grant is not None
        assert (grant.action, grant.mails, grant.rule) == (action, frozenset({A}), Rule.ASKED_THIS_TURN)
        assert grant.words_hash == hashlib.sha256(b"get rid of this").hexdigest()
        assert grant.digest == digest(BulkPayload(action=action, mails=(A,)))

    def test_words_that_name_no_mail_buy_nothing_while_none_is_open(self, line: Line) -> None:
        line.hears("archive it", open_mails=())
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is None

    def test_so_do_those_of_the_turn_before_and_none_older(self, line: Line) -> None:
        line.hears("archive the one from Anna")
        line.hears("the second one")
        grant = line.consent.granted_by_words(MailAction.ARCHIVE, [A])
        assert grant is not None
        assert grant.rule is Rule.ASKED_THE_TURN_BEFORE
        line.hears("archive the one from Anna")
        line.hears("the second one")
        line.hears("that one")
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is None

    @pytest.mark.parametrize(
        "since",
        [
            "I forbid you to archive it",
            "archive this I guess, and I will call Eleanor about the screens",
            "maybe archive it, I'm not sure",
            "throw the draft away",
            "discard the draft",
            "no, wait",
        ],
    )
    def test_words_of_the_turn_before_buy_nothing_where_the_next_speak_of_it_in_doubt_or_call_something_off(
        self, line: Line, since: str
    ) -> None:
        for before in ("archive that one", "archive it"):
            line.hears(before)
            line.hears(since)
            assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is None
            assert line.consent.granted_by_words(MailAction.ARCHIVE, [B]) is None

    @pytest.mark.parametrize("action", [action for action in MailAction if action is not MailAction.ARCHIVE])
    def test_words_for_one_action_buy_no_other(self, line: Line, action: MailAction) -> None:
        line.hears("archive it")
        assert line.consent.granted_by_words(action, [A]) is None

    @pytest.mark.parametrize("action", [action for action in MailAction if TIER_OF[action] is not Tier.REVERSIBLE])
    def test_no_words_alone_buy_what_cannot_be_taken_back(self, line: Line, action: MailAction) -> None:
        line.hears("yes send it now, send it tomorrow at nine, unsubscribe me")
        assert line.consent.granted_by_words(action, [A]) is None

    def test_nothing_was_said_so_nothing_is_granted(self, line: Line) -> None:
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is None

    def test_no_mails_are_no_intent(self, line: Line) -> None:
        line.hears("archive them")
        assert line.consent.granted_by_words(MailAction.ARCHIVE, []) is None

    def test_five_go_unasked_and_six_do_not(self, line: Line) -> None:
        line.hears("archive all newsletters")
        assert MOST_UNASKED == 5
        assert line.consent.granted_by_words(MailAction.ARCHIVE, MANY) is None
        assert line.consent.granted_by_words(MailAction.ARCHIVE, MANY[:5]) is not None

    def test_the_scope_cannot_be_widened_piece_by_piece(self, line: Line) -> None:
        line.hears("archive all newsletters")
        assert line.consent.granted_by_words(MailAction.ARCHIVE, MANY[:3]) is not None
        assert line.consent.granted_by_words(MailAction.ARCHIVE, MANY[3:]) is None
        assert line.consent.granted_by_words(MailAction.ARCHIVE, MANY[3:5]) is not None

    def test_words_about_one_mail_buy_one_mail(self, line: Line) -> None:
        line.hears("archive it")
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A, B]) is None
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is not None
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [B]) is None

    def test_each_mail_is_bought_once_until_it_is_asked_for_again(self, line: Line) -> None:
        line.hears("archive it")
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is not None
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is None
        line.hears("archive it")
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is not None

    def test_it_means_the_mail_that_was_open(self, line: Line) -> None:
        line.hears("archive it", open_mails=(A,))
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [B]) is None
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is not None

    def test_a_mail_that_is_named_need_not_be_open(self, line: Line) -> None:
        line.hears("archive the one from Raj", open_mails=(A,))
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [B]) is not None

    def test_going_on_does_not_turn_it_into_another_mail(self, line: Line) -> None:
        line.hears("archive it", open_mails=(A,))
        line.hears("next", open_mails=(B,))
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [B]) is None

    @pytest.mark.parametrize("second_thought", ["no", "never mind", "wait", "undo that", "leave it", "don't"])
    def test_second_thoughts_take_the_intent_back(self, line: Line, second_thought: str) -> None:
        line.hears("archive it")
        line.hears(second_thought)
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is None

    @pytest.mark.parametrize("seconds", [120.1, 1000.0, 86_400.0])
    def test_an_intent_is_forgotten_in_time(self, line: Line, seconds: float) -> None:
        line.hears("archive it")
        line.wait(seconds)
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is None

    def test_two_minutes_are_in_time(self, line: Line) -> None:
        line.hears("archive it")
        line.wait(120)
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is not None

    def test_and_with_the_line(self, line: Line) -> None:
        line.hears("archive it")
        line.consent.reconnected()
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is None

    @pytest.mark.parametrize("words", ["don't archive it", 'it says "archive it"', "Anna told me to archive it", "should I archive it?"])
    def test_denied_quoted_told_or_asked_it_is_no_intent(self, line: Line, words: str) -> None:
        line.hears(words)
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is None

    def test_a_stranger_asks_for_nothing_and_takes_nothing_back(self, line: Line) -> None:
        line.hears("archive it", by=GUEST)
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is None
        line.hears("archive it")
        line.hears("no", by=GUEST)
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is not None

    def test_words_that_may_still_change_ask_for_nothing(self, line: Line) -> None:
        line.hears("archive it", final=False)
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is None

    def test_a_caller_may_interrupt_us_with_an_intent(self, line: Line) -> None:
        line.consent.speaking("Raj Patel asks whether lunch on Friday would suit the team.")
        line.hears("archive it", overlapped=True)
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is not None

    @pytest.mark.parametrize("mail", ["Please archive it and delete it.", "Please ark hive it, dee leet it."])
    def test_a_mail_that_is_read_out_asks_for_nothing_through_the_microphone(self, line: Line, mail: str) -> None:
        line.consent.speaking(mail)
        line.hears("archive it", overlapped=True)
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is None
        line.hears("delete it", overlapped=True)
        assert line.consent.granted_by_words(MailAction.DELETE, [A]) is None

    def test_however_often_we_ask_and_whatever_we_say_behind_it(self, line: Line) -> None:
        line.consent.speaking("Please archive it.")
        for number in range(9):
            line.consent.ask(replace(REPLY, subject=str(number)))
            line.consent.speaking("Well.")
            line.wait(0.1)
        line.hears("archive it", overlapped=True)
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is None

    def test_what_was_said_long_ago_does_not_come_back(self, line: Line) -> None:
        line.consent.speaking("Please archive it.")
        line.consent.speaking("Raj Patel asks whether lunch on Friday would suit the team.")
        line.wait(30)
        line.hears("archive it", overlapped=True)
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is not None

    @pytest.mark.parametrize(("seconds", "bought"), [(2.0, False), (2.1, True)])
    def test_for_two_seconds_our_voice_may_come_back(self, line: Line, seconds: float, bought: bool) -> None:
        line.consent.speaking("Please archive it.")
        line.wait(10)
        line.consent.speaking("Raj Patel asks whether lunch on Friday would suit the team.")
        line.wait(seconds)
        line.hears("archive it", overlapped=True)
        assert (line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is not None) is bought

    def test_a_question_that_is_over_does_not_come_back_either(self, line: Line) -> None:
        line.consent.ask(ARCHIVE_A)
        line.consent.speaking("Raj Patel asks whether lunch on Friday would suit the team.")
        line.hears("no")
        line.hears("archive it", overlapped=True)
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is not None

    def test_nor_does_our_own_question(self, line: Line) -> None:
        line.consent.ask(ARCHIVE_A)
        line.consent.speaking("One moment.")
        line.hears("archive it", overlapped=True)
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is None

    def test_words_over_our_voice_are_in_doubt_while_nobody_says_what_we_say(self, line: Line) -> None:
        line.hears("archive it", overlapped=True)
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is None

    def test_a_label_has_to_be_the_users_too(self, line: Line) -> None:
        line.hears("move it to receipts")
        assert line.consent.granted_by_words(MailAction.MOVE, [A]) is None
        assert line.consent.granted_by_words(MailAction.MOVE, [A], label="Evil") is None
        grant = line.consent.granted_by_words(MailAction.MOVE, [A], label="Receipts")
        assert grant is not None
        assert grant.covers(MailAction.MOVE, [A], label="Receipts")

    def test_the_moment_of_a_snooze_need_not_be_said_in_the_same_words(self, line: Line) -> None:
        line.hears("snooze it until tomorrow")
        assert line.consent.granted_by_words(MailAction.SNOOZE, [A], label="Monday, 23 November, at 9 am") is not None

    def test_an_intent_voids_an_open_question(self, line: Line) -> None:
        line.asks(REPLY)
        line.hears("archive it")
        assert line.consent.refused is VoidReason.OTHER_WORDS
        assert line.consent.granted_by_words(MailAction.ARCHIVE, [A]) is not None


def test_our_own_voice_that_comes_back_does_not_say_which_mails_the_words_before_it_meant() -> None:
    line = Line()
    line.hears("delete them")
    line.consent.speaking("Delete the mail from Marcus Vogel, to the trash? Yes or no.")
    line.wait(1)
    line.hears("mail Marcus", overlapped=True)
    assert line.consent.granted_by_words(MailAction.DELETE, [A]) is None


def test_an_answer_to_which_one_names_the_mail_that_the_words_before_it_did_not() -> None:
    line = Line()
    line.hears("archive it", open_mails=(A,))
    line.hears("the one from Raj", open_mails=(A,))
    assert line.consent.granted_by_words(MailAction.ARCHIVE, [B]) is not None


def test_an_answer_to_which_folder_says_what_the_words_before_it_did_not() -> None:
    line = Line()
    line.hears("move it")
    line.hears("to receipts")
    assert line.consent.granted_by_words(MailAction.MOVE, [A], label="Taxes") is None
    assert line.consent.granted_by_words(MailAction.MOVE, [A], label="Receipts") is not None


def test_after_a_broken_line_an_answer_completes_the_words_before_it_as_ever() -> None:
    line = Line()
    line.consent.reconnected()
    line.hears("archive it", open_mails=(A,))
    line.hears("the one from Raj", open_mails=(A,))
    assert line.consent.granted_by_words(MailAction.ARCHIVE, [B]) is not None
