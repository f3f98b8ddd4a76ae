"""What a user agreed to is done once; what anybody else said, wrote, replayed or swapped is not."""

import hashlib
from collections.abc import Callable
from dataclasses import replace

import pytest

from actions.consent import WISH_LASTS_S, Consent, Reason, Rule, Warrant, WarrantUsedError
from actions.deeds import MOST_UNASKED, TIER_OF, Deed, Tier
from actions.gate import LASTS_S
from actions.payloads import BulkPayload, Payload, RecipientWarning, SendPayload, WarningKind, digest, question
from actions.utterances import Channel, Utterance
from actions.warrants import is_lawful
from briefing.mail import Address
from tests.actions.consenting import CALLER, GUEST, LEAVE, MANY, REPLY, A, B, C, Line

BULK = BulkPayload(deed=Deed.DELETE, mails=MANY)
ARCHIVE_A = BulkPayload(deed=Deed.ARCHIVE, mails=(A,))
PAYLOADS = [REPLY, LEAVE, BULK]
EVIL = replace(REPLY, to=(Address(email="eve@evil.example"),))


@pytest.fixture
def line() -> Line:
    return Line()


class TestYes:
    @pytest.mark.parametrize("payload", PAYLOADS, ids=lambda payload: type(payload).__name__)
    @pytest.mark.parametrize("channel", Channel)
    def test_a_yes_to_the_question_buys_exactly_the_payload_once(self, line: Line, payload: Payload, channel: Channel) -> None:
        line.asks(payload)
        line.hears("yes please", channel=channel)
        warrant = line.consent.confirmed(payload)
        assert warrant is not None
        assert (warrant.digest, warrant.rule) == (digest(payload), Rule.YES_TO_QUESTION)
        assert warrant.words_hash == hashlib.sha256(b"yes please").hexdigest()
        line.consent.book.redeem(warrant)
        with pytest.raises(WarrantUsedError):
            line.consent.book.redeem(warrant)
        assert line.consent.confirmed(payload) is None
        assert (line.consent.open, line.consent.refused) == (None, None)

    def test_the_warrant_names_deed_mails_and_label(self, line: Line) -> None:
        asked = BulkPayload(deed=Deed.LABEL, mails=(A, B), label="Receipts")
        line.agrees(asked)
        warrant = line.consent.confirmed(asked)
        assert warrant is not None
        assert warrant.covers(Deed.LABEL, [A], label="Receipts")
        assert warrant.covers(Deed.LABEL, [B, A], label="Receipts")
        assert not warrant.covers(Deed.LABEL, [A, C], label="Receipts")
        assert not warrant.covers(Deed.LABEL, [A], label="Taxes")
        assert not warrant.covers(Deed.UNLABEL, [A], label="Receipts")
        assert not warrant.covers(Deed.LABEL, [], label="Receipts")

    def test_a_question_that_was_delivered_in_writing_needs_no_voice(self, line: Line) -> None:
        line.consent.ask(REPLY)
        line.consent.said()
        line.hears("yes", channel=Channel.TYPED)
        assert line.consent.confirmed(REPLY) is not None

    def test_what_is_open_is_known_with_its_digest(self, line: Line) -> None:
        assert (line.consent.open, line.consent.asked) == (None, "")
        sentence = line.consent.ask(REPLY)
        assert sentence == question(REPLY)
        assert (line.consent.open, line.consent.asked) == (REPLY, digest(REPLY))

    def test_a_yes_said_twice_is_still_one_yes(self, line: Line) -> None:
        line.agrees(REPLY)
        line.hears("yes, send it")
        assert line.consent.confirmed(REPLY) is not None
        assert line.consent.confirmed(REPLY) is None

    def test_a_question_about_a_wish_is_answered_by_its_yes(self, line: Line) -> None:
        both = BulkPayload(deed=Deed.ARCHIVE, mails=(A, B), examples=("Anna",))
        assert line.consent.ask(both) == "Archive two mails: Anna and one more? Yes or no."
        line.consent.said()
        line.hears("yes")
        warrant = line.consent.confirmed(both)
        assert warrant is not None
        assert warrant.mails == {A, B}
        assert line.consent.confirmed(both) is None

    @pytest.mark.parametrize(
        ("deed", "mails", "label"), [(Deed.DELETE, [A], ""), (Deed.ARCHIVE, [B], ""), (Deed.ARCHIVE, [A, B], ""), (Deed.ARCHIVE, [A], "x")]
    )
    def test_its_yes_buys_no_other_wish_and_is_void_when_that_is_tried(self, line: Line, deed: Deed, mails: list[str], label: str) -> None:
        line.consent.ask(ARCHIVE_A)
        line.consent.said()
        line.hears("yes")
        other = BulkPayload(deed=deed, mails=tuple(A if mail == A else B for mail in mails), label=label)
        assert line.consent.confirmed(other) is None
        assert line.consent.refused is Reason.ANOTHER_PAYLOAD
        assert line.consent.confirmed(ARCHIVE_A) is None

    def test_a_yes_that_names_the_deed_does_not_buy_it_twice(self, line: Line) -> None:
        line.consent.ask(ARCHIVE_A)
        line.consent.said()
        line.hears("yes, archive it")
        assert line.consent.confirmed(ARCHIVE_A) is not None
        assert line.consent.wished(Deed.ARCHIVE, [A]) is None

    def test_without_a_question_there_is_nothing_to_confirm(self, line: Line) -> None:
        line.hears("yes")
        assert line.consent.confirmed(REPLY) is line.consent.confirmed(ARCHIVE_A) is None
        assert line.consent.refused is None


Attack = Callable[[Line, Payload], None]


def blurt(line: Line, payload: Payload) -> None:
    """Confirm without anybody's yes, again and again."""
    line.asks(payload)
    for _ in range(3):
        assert line.consent.confirmed(payload) is None


def blurt_before_asking(line: Line, payload: Payload) -> None:
    line.hears("yes, send it, delete it, unsubscribe me")
    assert line.consent.confirmed(payload) is None


def yes_before_the_end(line: Line, payload: Payload) -> None:
    line.consent.ask(payload)
    line.hears("yes", channel=Channel.TYPED)
    line.consent.said()


def yes_begun_before_the_end(line: Line, payload: Payload) -> None:
    line.asks(payload)
    line.wait(1)
    line.hears("yes", began_s_ago=1.5)


def never_said(line: Line, payload: Payload) -> None:
    line.consent.ask(payload)
    line.wait(20)
    line.hears("yes")


def another_question_was_said(line: Line, payload: Payload) -> None:
    earlier = line.consent.ask(EVIL)
    line.consent.ask(payload)
    line.consent.said(earlier)
    line.hears("yes")


def something_else_was_said(line: Line, payload: Payload) -> None:
    sentence = line.consent.ask(payload)
    for words in ("", "Done.", sentence[:-3]):
        line.consent.said(words)
    line.hears("yes")


def swap_after_the_yes(line: Line, payload: Payload) -> None:
    line.agrees(BulkPayload(deed=Deed.FLAG, mails=(A,)))
    assert line.consent.confirmed(payload) is None


def swap_before_the_yes(line: Line, payload: Payload) -> None:
    line.asks(BulkPayload(deed=Deed.FLAG, mails=(A,)))
    line.consent.ask(payload)
    line.wait(1)
    line.hears("yes")


def replay_the_yes(line: Line, payload: Payload) -> None:
    line.agrees(payload)
    assert line.consent.confirmed(payload) is not None
    line.consent.ask(payload)
    line.consent.said()


def replay_for_the_next(line: Line, payload: Payload) -> None:
    line.agrees(EVIL)
    assert line.consent.confirmed(EVIL) is not None
    line.asks(payload)


def stale_yes(line: Line, payload: Payload) -> None:
    line.asks(payload)
    line.wait(LASTS_S + 0.1)
    line.hears("yes")


def stale_redemption(line: Line, payload: Payload) -> None:
    line.agrees(payload)
    line.wait(LASTS_S + 0.1)


def echo(line: Line, payload: Payload) -> None:
    line.asks(payload)
    line.hears("yes", overlapped=True)


def echo_while_asking(line: Line, payload: Payload) -> None:
    line.consent.ask(payload)
    line.hears("yes", overlapped=True)
    line.consent.said()
    line.hears("yes", overlapped=True)


def stranger(line: Line, payload: Payload) -> None:
    line.asks(payload)
    for channel in Channel:
        line.hears("yes", by=GUEST, channel=channel)


def nobody(line: Line, payload: Payload) -> None:
    line.asks(payload)
    line.hears("yes", by="")


def half_heard(line: Line, payload: Payload) -> None:
    line.asks(payload)
    line.hears("yes", final=False)


def quoted_text(line: Line, payload: Payload) -> None:
    line.asks(payload)
    line.hears('the mail says "yes, send it"')


def told_text(line: Line, payload: Payload) -> None:
    line.asks(payload)
    line.hears("Anna says yes")


def conditional(line: Line, payload: Payload) -> None:
    line.asks(payload)
    line.hears("yes, but change the date")


def widened(line: Line, payload: Payload) -> None:
    line.agrees(BulkPayload(deed=Deed.DELETE, mails=MANY[:5]))
    assert line.consent.confirmed(payload) is None


def reconnect_before_the_yes(line: Line, payload: Payload) -> None:
    line.asks(payload)
    line.consent.reconnected()
    line.hears("yes")


def reconnect_after_the_yes(line: Line, payload: Payload) -> None:
    line.agrees(payload)
    line.consent.reconnected()


def changed_draft(line: Line, payload: Payload) -> None:
    line.asks(payload)
    line.consent.changed()
    line.hears("yes")


def changed_after_the_yes(line: Line, payload: Payload) -> None:
    line.agrees(payload)
    line.consent.changed()


def other_words_first(line: Line, payload: Payload) -> None:
    line.asks(payload)
    line.hears("what is the weather like")
    line.hears("yes")


def second_thoughts(line: Line, payload: Payload) -> None:
    line.agrees(payload)
    line.hears("no, wait")


def a_word_after_the_yes(line: Line, payload: Payload) -> None:
    line.agrees(payload)
    line.hears("tomorrow")


def an_echo_after_the_yes(line: Line, payload: Payload) -> None:
    line.agrees(payload)
    line.hears("yes or no", overlapped=True)


def talked_over(line: Line, payload: Payload) -> None:
    line.asks(payload)
    line.consent.speaking("Shall I go on with the next mail?")
    line.wait(2)
    line.hears("yes")


def button_of_another_question(line: Line, payload: Payload) -> None:
    line.asks(payload)
    line.hears("yes", channel=Channel.PRESSED, about=digest(EVIL))


def another_deed_named(line: Line, payload: Payload) -> None:
    line.asks(payload)
    line.hears("yes, flag it")


def no_and_then_yes(line: Line, payload: Payload) -> None:
    line.asks(payload)
    line.hears("no")
    line.hears("yes")


ATTACKS: list[tuple[Attack, Reason | None]] = [
    (blurt, None), (blurt_before_asking, None), (yes_before_the_end, Reason.NOT_SAID_OUT),
    (yes_begun_before_the_end, Reason.NOT_SAID_OUT), (never_said, Reason.NOT_SAID_OUT),
    (another_question_was_said, Reason.NOT_SAID_OUT),
    (something_else_was_said, Reason.NOT_SAID_OUT), (swap_after_the_yes, Reason.ANOTHER_PAYLOAD),
    (swap_before_the_yes, Reason.NOT_SAID_OUT), (replay_the_yes, None), (replay_for_the_next, None), (stale_yes, Reason.TOO_LATE),
    (stale_redemption, Reason.TOO_LATE), (echo, Reason.OVERLAPPED), (echo_while_asking, Reason.OVERLAPPED), (stranger, None),
    (nobody, None), (half_heard, None), (quoted_text, Reason.OTHER_WORDS), (told_text, Reason.OTHER_WORDS),
    (conditional, Reason.OTHER_WORDS), (widened, Reason.ANOTHER_PAYLOAD), (reconnect_before_the_yes, Reason.RECONNECTED),
    (reconnect_after_the_yes, Reason.RECONNECTED), (changed_draft, Reason.CHANGED), (changed_after_the_yes, Reason.CHANGED),
    (other_words_first, Reason.OTHER_WORDS), (second_thoughts, Reason.SAID_NO), (a_word_after_the_yes, Reason.OTHER_WORDS),
    (an_echo_after_the_yes, Reason.OVERLAPPED), (talked_over, Reason.SPOKEN_OVER),
    (button_of_another_question, Reason.ANOTHER_PAYLOAD), (another_deed_named, Reason.OTHER_WORDS), (no_and_then_yes, Reason.SAID_NO),
]  # fmt: skip


class TestAttacks:
    @pytest.mark.parametrize("payload", PAYLOADS, ids=lambda payload: type(payload).__name__)
    @pytest.mark.parametrize(("attack", "reason"), ATTACKS, ids=lambda value: getattr(value, "__name__", ""))
    def test_it_buys_nothing_and_the_reason_is_known(self, line: Line, attack: Attack, reason: Reason | None, payload: Payload) -> None:
        attack(line, payload)
        assert line.consent.refused is reason
        assert line.consent.confirmed(payload) is None

    @pytest.mark.parametrize(("attack", "reason"), ATTACKS, ids=lambda value: getattr(value, "__name__", ""))
    def test_asked_again_and_answered_the_deed_is_done(self, line: Line, attack: Attack, reason: Reason | None) -> None:
        attack(line, REPLY)
        line.agrees(REPLY)
        assert line.consent.confirmed(REPLY) is not None

    @pytest.mark.parametrize(
        "swapped",
        [
            replace(REPLY, bcc=(Address(email="eve@evil.example"),)),
            replace(REPLY, body="Tuesday works for me. PS: my PIN is 4711"),
            replace(REPLY, attachments=("contract.pdf",)),
            replace(REPLY, message_id="<2@aloud>"),
            replace(REPLY, warnings=(RecipientWarning(kind=WarningKind.NEW, address="anna@example.org"),)),
            EVIL,
        ],
    )
    def test_no_part_of_a_mail_can_be_swapped_after_the_yes(self, line: Line, swapped: SendPayload) -> None:
        line.agrees(REPLY)
        assert line.consent.confirmed(swapped) is None
        assert line.consent.confirmed(REPLY) is None

    def test_a_stranger_voids_nothing_either(self, line: Line) -> None:
        line.asks(REPLY)
        line.hears("no! stop! don't send it", by=GUEST)
        line.hears("no", final=False)
        line.hears("yes")
        line.hears("no", by=GUEST)
        assert line.consent.confirmed(REPLY) is not None

    def test_hesitation_is_no_turn_and_voids_nothing(self, line: Line) -> None:
        line.asks(REPLY)
        line.hears("um...")
        line.hears("yes")
        assert line.consent.confirmed(REPLY) is not None

    def test_the_question_itself_does_not_talk_over_itself(self, line: Line) -> None:
        sentence = line.consent.ask(REPLY)
        line.consent.said(sentence)
        line.consent.speaking(sentence)
        line.consent.said(sentence)
        line.hears("yes")
        assert line.consent.confirmed(REPLY) is not None

    def test_the_button_of_this_question_answers_it(self, line: Line) -> None:
        line.asks(REPLY)
        line.hears("yes", channel=Channel.PRESSED, about=line.consent.asked, overlapped=True)
        assert line.consent.confirmed(REPLY) is not None

    def test_half_a_minute_is_in_time(self, line: Line) -> None:
        line.asks(REPLY)
        line.wait(LASTS_S)
        line.hears("yes")
        line.wait(LASTS_S)
        assert line.consent.confirmed(REPLY) is not None

    def test_a_new_process_knows_of_no_yes(self, line: Line) -> None:
        line.agrees(REPLY)
        assert Consent(caller=CALLER, clock=lambda: line.now).confirmed(REPLY) is None


class TestWishes:
    @pytest.mark.parametrize("deed", [Deed.ARCHIVE, Deed.DELETE])
    @pytest.mark.parametrize("channel", Channel)
    def test_the_words_of_this_turn_buy_one_mail(self, line: Line, channel: Channel, deed: Deed) -> None:
        line.hears("get rid of this", channel=channel)
        warrant = line.consent.wished(deed, [A])
        assert warrant is not None
        assert (warrant.deed, warrant.mails, warrant.rule) == (deed, frozenset({A}), Rule.ASKED_THIS_TURN)
        assert warrant.words_hash == hashlib.sha256(b"get rid of this").hexdigest()
        assert warrant.digest == digest(BulkPayload(deed=deed, mails=(A,)))

    def test_so_do_those_of_the_turn_before_and_none_older(self, line: Line) -> None:
        line.hears("archive the one from Anna")
        line.hears("the second one")
        warrant = line.consent.wished(Deed.ARCHIVE, [A])
        assert warrant is not None
        assert warrant.rule is Rule.ASKED_THE_TURN_BEFORE
        line.hears("archive the one from Anna")
        line.hears("the second one")
        line.hears("that one")
        assert line.consent.wished(Deed.ARCHIVE, [A]) is None

    @pytest.mark.parametrize("deed", [deed for deed in Deed if deed is not Deed.ARCHIVE])
    def test_words_for_one_deed_buy_no_other(self, line: Line, deed: Deed) -> None:
        line.hears("archive it")
        assert line.consent.wished(deed, [A]) is None

    @pytest.mark.parametrize("deed", [deed for deed in Deed if TIER_OF[deed] is not Tier.REVERSIBLE])
    def test_no_words_alone_buy_what_cannot_be_taken_back(self, line: Line, deed: Deed) -> None:
        line.hears("yes send it now, send it tomorrow at nine, unsubscribe me")
        assert line.consent.wished(deed, [A]) is None

    def test_nothing_was_said_so_nothing_is_wished(self, line: Line) -> None:
        assert line.consent.wished(Deed.ARCHIVE, [A]) is None

    def test_no_mails_are_no_wish(self, line: Line) -> None:
        line.hears("archive them")
        assert line.consent.wished(Deed.ARCHIVE, []) is None

    def test_five_go_unasked_and_six_do_not(self, line: Line) -> None:
        line.hears("archive all newsletters")
        assert MOST_UNASKED == 5
        assert line.consent.wished(Deed.ARCHIVE, MANY) is None
        assert line.consent.wished(Deed.ARCHIVE, MANY[:5]) is not None

    def test_the_scope_cannot_be_widened_piece_by_piece(self, line: Line) -> None:
        line.hears("archive all newsletters")
        assert line.consent.wished(Deed.ARCHIVE, MANY[:3]) is not None
        assert line.consent.wished(Deed.ARCHIVE, MANY[3:]) is None
        assert line.consent.wished(Deed.ARCHIVE, MANY[3:5]) is not None

    def test_words_about_one_mail_buy_one_mail(self, line: Line) -> None:
        line.hears("archive it")
        assert line.consent.wished(Deed.ARCHIVE, [A, B]) is None
        assert line.consent.wished(Deed.ARCHIVE, [A]) is not None
        assert line.consent.wished(Deed.ARCHIVE, [B]) is None

    def test_each_mail_is_bought_once_until_it_is_asked_for_again(self, line: Line) -> None:
        line.hears("archive it")
        assert line.consent.wished(Deed.ARCHIVE, [A]) is not None
        assert line.consent.wished(Deed.ARCHIVE, [A]) is None
        line.hears("archive it")
        assert line.consent.wished(Deed.ARCHIVE, [A]) is not None

    def test_it_means_the_mail_that_was_open(self, line: Line) -> None:
        line.hears("archive it", open_mails=(A,))
        assert line.consent.wished(Deed.ARCHIVE, [B]) is None
        assert line.consent.wished(Deed.ARCHIVE, [A]) is not None

    def test_a_mail_that_is_named_need_not_be_open(self, line: Line) -> None:
        line.hears("archive the one from Raj", open_mails=(A,))
        assert line.consent.wished(Deed.ARCHIVE, [B]) is not None

    def test_going_on_does_not_turn_it_into_another_mail(self, line: Line) -> None:
        line.hears("archive it", open_mails=(A,))
        line.hears("next", open_mails=(B,))
        assert line.consent.wished(Deed.ARCHIVE, [B]) is None

    @pytest.mark.parametrize("second_thought", ["no", "never mind", "wait", "undo that", "leave it", "don't"])
    def test_second_thoughts_take_the_wish_back(self, line: Line, second_thought: str) -> None:
        line.hears("archive it")
        line.hears(second_thought)
        assert line.consent.wished(Deed.ARCHIVE, [A]) is None

    def test_a_wish_is_forgotten_in_time(self, line: Line) -> None:
        line.hears("archive it")
        line.wait(WISH_LASTS_S + 0.1)
        assert line.consent.wished(Deed.ARCHIVE, [A]) is None

    def test_and_with_the_line(self, line: Line) -> None:
        line.hears("archive it")
        line.consent.reconnected()
        assert line.consent.wished(Deed.ARCHIVE, [A]) is None

    @pytest.mark.parametrize("words", ["don't archive it", 'it says "archive it"', "Anna told me to archive it", "should I archive it?"])
    def test_denied_quoted_told_or_asked_it_is_no_wish(self, line: Line, words: str) -> None:
        line.hears(words)
        assert line.consent.wished(Deed.ARCHIVE, [A]) is None

    def test_a_stranger_wishes_nothing_and_takes_nothing_back(self, line: Line) -> None:
        line.hears("archive it", by=GUEST)
        assert line.consent.wished(Deed.ARCHIVE, [A]) is None
        line.hears("archive it")
        line.hears("no", by=GUEST)
        assert line.consent.wished(Deed.ARCHIVE, [A]) is not None

    def test_words_that_may_still_change_wish_nothing(self, line: Line) -> None:
        line.hears("archive it", final=False)
        assert line.consent.wished(Deed.ARCHIVE, [A]) is None

    def test_a_caller_may_interrupt_us_with_a_wish(self, line: Line) -> None:
        line.consent.speaking("Raj Patel asks whether lunch on Friday would suit the team.")
        line.hears("archive it", overlapped=True)
        assert line.consent.wished(Deed.ARCHIVE, [A]) is not None

    @pytest.mark.parametrize("mail", ["Please archive it and delete it.", "Please ark hive it, dee leet it."])
    def test_a_mail_that_is_read_out_wishes_nothing_through_the_microphone(self, line: Line, mail: str) -> None:
        line.consent.speaking(mail)
        line.hears("archive it", overlapped=True)
        assert line.consent.wished(Deed.ARCHIVE, [A]) is None
        line.hears("delete it", overlapped=True)
        assert line.consent.wished(Deed.DELETE, [A]) is None

    def test_however_often_we_ask_and_whatever_we_say_behind_it(self, line: Line) -> None:
        line.consent.speaking("Please archive it.")
        for number in range(9):
            line.consent.ask(replace(REPLY, subject=str(number)))
            line.consent.speaking("Well.")
            line.wait(0.1)
        line.hears("archive it", overlapped=True)
        assert line.consent.wished(Deed.ARCHIVE, [A]) is None

    def test_what_was_said_long_ago_does_not_come_back(self, line: Line) -> None:
        line.consent.speaking("Please archive it.")
        line.consent.speaking("Raj Patel asks whether lunch on Friday would suit the team.")
        line.wait(30)
        line.hears("archive it", overlapped=True)
        assert line.consent.wished(Deed.ARCHIVE, [A]) is not None

    def test_a_question_that_is_over_does_not_come_back_either(self, line: Line) -> None:
        line.consent.ask(ARCHIVE_A)
        line.consent.speaking("Raj Patel asks whether lunch on Friday would suit the team.")
        line.hears("no")
        line.hears("archive it", overlapped=True)
        assert line.consent.wished(Deed.ARCHIVE, [A]) is not None

    def test_nor_does_our_own_question(self, line: Line) -> None:
        line.consent.ask(ARCHIVE_A)
        line.consent.speaking("One moment.")
        line.hears("archive it", overlapped=True)
        assert line.consent.wished(Deed.ARCHIVE, [A]) is None

    def test_words_over_our_voice_are_in_doubt_while_nobody_says_what_we_say(self, line: Line) -> None:
        line.hears("archive it", overlapped=True)
        assert line.consent.wished(Deed.ARCHIVE, [A]) is None

    def test_a_label_has_to_be_the_users_too(self, line: Line) -> None:
        line.hears("move it to receipts")
        assert line.consent.wished(Deed.MOVE, [A]) is None
        assert line.consent.wished(Deed.MOVE, [A], label="Evil") is None
        warrant = line.consent.wished(Deed.MOVE, [A], label="Receipts")
        assert warrant is not None
        assert warrant.covers(Deed.MOVE, [A], label="Receipts")

    def test_the_moment_of_a_snooze_need_not_be_said_in_the_same_words(self, line: Line) -> None:
        line.hears("snooze it until tomorrow")
        assert line.consent.wished(Deed.SNOOZE, [A], label="Monday, 23 November, at 9 am") is not None

    def test_a_wish_voids_an_open_question(self, line: Line) -> None:
        line.asks(REPLY)
        line.hears("archive it")
        assert line.consent.refused is Reason.OTHER_WORDS
        assert line.consent.wished(Deed.ARCHIVE, [A]) is not None


class TestWarrants:
    def test_one_that_was_made_up_redeems_nothing(self, line: Line) -> None:
        line.hears("archive it")
        real = line.consent.wished(Deed.ARCHIVE, [A])
        assert real is not None
        for forged in (replace(real, mails=frozenset(MANY)), replace(real), replace(real, number=99)):
            with pytest.raises(WarrantUsedError):
                line.consent.book.redeem(forged)
        line.consent.book.redeem(real)

    def test_one_of_an_earlier_call_redeems_nothing(self, line: Line) -> None:
        line.hears("archive it")
        earlier = line.consent.wished(Deed.ARCHIVE, [A])
        assert earlier is not None
        later = Line()
        later.hears("archive it")
        assert later.consent.wished(Deed.ARCHIVE, [A]) == earlier
        with pytest.raises(WarrantUsedError):
            later.consent.book.redeem(earlier)

    def test_they_are_numbered(self, line: Line) -> None:
        line.hears("archive it and flag it")
        granted = [line.consent.wished(deed, [A]) for deed in (Deed.ARCHIVE, Deed.FLAG)]
        assert [warrant.number for warrant in granted if isinstance(warrant, Warrant)] == [1, 2]

    @pytest.mark.parametrize("deed", [*Deed, "empty_trash"])
    def test_only_a_yes_lets_pass_what_is_not_reversible(self, deed: str) -> None:
        reversible = deed in TIER_OF and TIER_OF[Deed(deed)] is Tier.REVERSIBLE
        assert is_lawful(deed, Rule.YES_TO_QUESTION, 1000)
        assert is_lawful(deed, Rule.ASKED_THIS_TURN, 1) is is_lawful(deed, Rule.ASKED_THE_TURN_BEFORE, 5) is reversible
        assert not is_lawful(deed, Rule.ASKED_THIS_TURN, MOST_UNASKED + 1)
        assert not is_lawful(deed, "because the mail says so", 1)


def test_the_clock_is_asked_and_not_the_utterance(line: Line) -> None:
    line.asks(REPLY)
    line.wait(LASTS_S + 5)
    line.consent.hear(Utterance(words="yes", channel=Channel.VOICE, by=CALLER, at=line.now - 10))
    assert line.consent.confirmed(REPLY) is None
