"""Nobody whose address may deceive is written to before the user has said yes to that address, and again to the mail."""

from dataclasses import replace

import pytest

from actions.consent.consent import VoidReason
from actions.consent.payloads import RecipientPayload, RecipientWarning, SendPayload, WarningKind
from briefing.mail import Address
from tests.actions.consenting import CALLER, GUEST, LEAVE, REPLY, Line

ZOE, EVE = "zoe@hearth.example", "eve@examp1e.org"
TO_ZOE = replace(
    REPLY,
    to=(Address(email=ZOE),),
    warnings=(RecipientWarning(kind=WarningKind.LOOKS_LIKE, address=ZOE, resembles="zoe@heart.example"),),
)
TO_BOTH = replace(
    TO_ZOE,
    to=(Address(email=ZOE), Address(email=EVE)),
    warnings=(
        *TO_ZOE.warnings,
        RecipientWarning(kind=WarningKind.REPLY_TO_DIFFERS, address=EVE),
        RecipientWarning(kind=WarningKind.LOOKS_LIKE, address=EVE, resembles="eve@example.org"),
    ),
)


@pytest.fixture
def line() -> Line:
    return Line()


def recipient(mail: SendPayload, address: str = ZOE) -> RecipientPayload:
    return RecipientPayload(mail=mail, address=address)


def agrees_to(line: Line, mail: SendPayload, address: str = ZOE) -> None:
    """The mail is asked about, which asks about this recipient first, and the caller says yes."""
    line.agrees(mail)
    assert line.consent.open == recipient(mail, address)
    assert line.consent.agreed_to(recipient(mail, address))


def test_that_somebody_is_new_is_said_and_agreed_to_with_the_mail(line: Line) -> None:
    new = replace(TO_ZOE, warnings=(RecipientWarning(kind=WarningKind.NEW, address=ZOE),))
    line.agrees(new)
    assert line.consent.open == new
    assert line.consent.confirmed(new) is not None


def test_a_yes_to_the_recipient_sends_nothing(line: Line) -> None:
    line.agrees(TO_ZOE)
    assert line.consent.confirmed(TO_ZOE) is None


def test_a_yes_to_the_recipient_is_used_up_by_it(line: Line) -> None:
    agrees_to(line, TO_ZOE)
    assert not line.consent.agreed_to(recipient(TO_ZOE))
    assert line.consent.confirmed(TO_ZOE) is None


def test_a_second_yes_to_the_mail_itself_sends_it(line: Line) -> None:
    agrees_to(line, TO_ZOE)
    line.agrees(TO_ZOE)
    assert line.consent.confirmed(TO_ZOE) is not None


def test_each_recipient_has_a_yes_of_their_own(line: Line) -> None:
    agrees_to(line, TO_BOTH, ZOE)
    agrees_to(line, TO_BOTH, EVE)
    line.agrees(TO_BOTH)
    assert line.consent.confirmed(TO_BOTH) is not None


def test_a_recipient_stays_agreed_to_while_the_words_of_the_mail_change(line: Line) -> None:
    agrees_to(line, TO_ZOE)
    line.consent.changed()
    longer = replace(TO_ZOE, body="And bring cake.", message_id="<2@aloud>")
    line.agrees(longer)
    assert line.consent.confirmed(longer) is not None


@pytest.mark.parametrize(
    "other",
    [
        replace(TO_ZOE, draft_id="d2"),
        replace(TO_ZOE, warnings=(RecipientWarning(kind=WarningKind.REPLY_TO_DIFFERS, address=ZOE),)),
        replace(
            TO_ZOE,
            to=(Address(email="zoe@hearth2.example"),),
            warnings=(RecipientWarning(kind=WarningKind.REPLY_TO_DIFFERS, address="zoe@hearth2.example"),),
        ),
    ],
    ids=["of another draft", "more is known of them", "another recipient"],
)
def test_it_holds_for_this_recipient_of_this_draft_and_for_what_was_said_of_them(line: Line, other: SendPayload) -> None:
    agrees_to(line, TO_ZOE)
    line.agrees(other)
    assert line.consent.open == recipient(other, other.warnings[0].address)
    assert line.consent.confirmed(other) is None


@pytest.mark.parametrize("draft_id", ["", "d2"])
def test_a_no_to_the_mail_takes_it_back_for_that_draft_alone(line: Line, draft_id: str) -> None:
    mail, other = replace(TO_ZOE, draft_id="d1"), replace(TO_ZOE, draft_id=draft_id)
    agrees_to(line, mail)
    agrees_to(line, other)
    line.asks(mail)
    line.hears("no")
    line.agrees(other)
    assert line.consent.confirmed(other) is not None
    line.agrees(mail)
    assert line.consent.open == recipient(mail)


def test_a_no_to_something_else_and_a_yes_to_the_mail_leave_it_agreed_to(line: Line) -> None:
    agrees_to(line, TO_ZOE)
    line.asks(LEAVE)
    line.hears("no")
    line.agrees(TO_ZOE)
    assert line.consent.open == TO_ZOE
    line.consent.changed()
    line.agrees(TO_ZOE)
    assert line.consent.confirmed(TO_ZOE) is not None


def test_a_broken_line_ends_it(line: Line) -> None:
    agrees_to(line, TO_ZOE)
    line.consent.reconnected()
    line.agrees(TO_ZOE)
    assert line.consent.confirmed(TO_ZOE) is None


@pytest.mark.parametrize(
    ("words", "by", "reason"),
    [("no", CALLER, VoidReason.SAID_NO), ("to anna, please", CALLER, VoidReason.OTHER_WORDS), ("yes", GUEST, None), ("", CALLER, None)],
)
def test_nothing_but_the_callers_yes_agrees(line: Line, words: str, by: str, reason: VoidReason | None) -> None:
    line.asks(TO_ZOE)
    line.hears(words, by=by)
    assert not line.consent.agreed_to(recipient(TO_ZOE))
    assert line.consent.refused is reason


def test_a_yes_to_one_recipient_is_none_to_another(line: Line) -> None:
    line.agrees(TO_BOTH)
    assert not line.consent.agreed_to(recipient(TO_BOTH, EVE))
    assert line.consent.refused is VoidReason.ANOTHER_PAYLOAD
