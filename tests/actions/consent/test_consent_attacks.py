"""What anybody but the caller said, wrote, echoed, replayed or swapped buys nothing, whatever the question was about."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from actions.consent.consent import Consent, VoidReason
from actions.consent.gate import LASTS_S
from actions.consent.payloads import BulkPayload, Payload, RecipientWarning, SendPayload, WarningKind, digest
from briefing.mail import Address
from briefing.mail_action import MailAction
from briefing.understanding.utterance import Channel
from tests.actions.consenting import CALLER, GUEST, LEAVE, MANY, REPLY, A, Line

BULK = BulkPayload(action=MailAction.DELETE, mails=MANY)
PAYLOADS = [REPLY, LEAVE, BULK]
EVIL = replace(REPLY, to=(Address(email="eve@evil.example"),))


@pytest.fixture
def line() -> Line:
    return Line()


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
    for piece in earlier:
        line.consent.said(piece)
    line.hears("yes")


def something_else_was_said(line: Line, payload: Payload) -> None:
    pieces = line.consent.ask(payload)
    for words in ("", "Done.", pieces[0][:-3], *pieces[1:]):
        line.consent.said(words)
    line.hears("yes")


def swap_after_the_yes(line: Line, payload: Payload) -> None:
    line.agrees(BulkPayload(action=MailAction.FLAG, mails=(A,)))
    assert line.consent.confirmed(payload) is None


def swap_before_the_yes(line: Line, payload: Payload) -> None:
    line.asks(BulkPayload(action=MailAction.FLAG, mails=(A,)))
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
    line.agrees(BulkPayload(action=MailAction.DELETE, mails=MANY[:5]))
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


def another_action_named(line: Line, payload: Payload) -> None:
    line.asks(payload)
    line.hears("yes, flag it")


def no_and_then_yes(line: Line, payload: Payload) -> None:
    line.asks(payload)
    line.hears("no")
    line.hears("yes")


ATTACKS: list[tuple[Attack, VoidReason | None]] = [
    (blurt, None), (blurt_before_asking, None), (yes_before_the_end, VoidReason.NOT_SAID_OUT),
    (yes_begun_before_the_end, VoidReason.NOT_SAID_OUT), (never_said, VoidReason.NOT_SAID_OUT),
    (another_question_was_said, VoidReason.NOT_SAID_OUT),
    (something_else_was_said, VoidReason.NOT_SAID_OUT), (swap_after_the_yes, VoidReason.ANOTHER_PAYLOAD),
    (swap_before_the_yes, VoidReason.NOT_SAID_OUT), (replay_the_yes, None), (replay_for_the_next, None), (stale_yes, VoidReason.TOO_LATE),
    (stale_redemption, VoidReason.TOO_LATE), (echo, VoidReason.OVERLAPPED), (echo_while_asking, VoidReason.OVERLAPPED), (stranger, None),
    (nobody, None), (half_heard, None), (quoted_text, VoidReason.OTHER_WORDS), (told_text, VoidReason.OTHER_WORDS),
    (conditional, VoidReason.OTHER_WORDS), (widened, VoidReason.ANOTHER_PAYLOAD), (reconnect_before_the_yes, VoidReason.RECONNECTED),
    (reconnect_after_the_yes, VoidReason.RECONNECTED), (changed_draft, VoidReason.CHANGED), (changed_after_the_yes, VoidReason.CHANGED),
    (other_words_first, VoidReason.OTHER_WORDS), (second_thoughts, VoidReason.SAID_NO), (a_word_after_the_yes, VoidReason.OTHER_WORDS),
    (an_echo_after_the_yes, VoidReason.OVERLAPPED), (talked_over, VoidReason.SPOKEN_OVER),
    (button_of_another_question, VoidReason.ANOTHER_PAYLOAD), (another_action_named, VoidReason.OTHER_WORDS),
    (no_and_then_yes, VoidReason.SAID_NO),
]  # fmt: skip


class TestAttacks:
    @pytest.mark.parametrize("payload", PAYLOADS, ids=lambda payload: type(payload).__name__)
    @pytest.mark.parametrize(("attack", "reason"), ATTACKS, ids=lambda value: getattr(value, "__name__", ""))
    def test_it_buys_nothing_and_the_reason_is_known(self, line: Line, attack: Attack, reason: VoidReason | None, payload: Payload) -> None:
        attack(line, payload)
        assert line.consent.refused is reason
        assert line.consent.confirmed(payload) is None

    @pytest.mark.parametrize(("attack", "reason"), ATTACKS, ids=lambda value: getattr(value, "__name__", ""))
    def test_asked_again_and_answered_the_action_is_done(self, line: Line, attack: Attack, reason: VoidReason | None) -> None:
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
        pieces = line.consent.ask(REPLY)
        line.plays(*pieces)
        line.plays(pieces[-1])
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
