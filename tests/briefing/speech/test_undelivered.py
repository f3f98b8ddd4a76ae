"""A mail that did not arrive: whom it was for and why, whatever the mail system writes around it."""

import pytest

from briefing.speech.content.undelivered import Undelivered, undelivered
from tests.briefing.envelopes import envelope
from tests.briefing.speech.test_worth_saying import told

FULL = """This is the mail server of harbour.example.

I'm sorry to tell you that your message could not be delivered.

------ What follows is for your administrator ------

<olga.reis@harbour.example>: host mx.harbour.example said: 452 4.2.2 mailbox full (in reply to RCPT TO)"""
UNKNOWN = """Delivery to the following recipient failed permanently:

     eve.lund@harbour.example

Reason: user unknown

----- Original message -----

From: Robin <robin@fernweh.example>
Subject: You have exceeded quota on Monday"""
WAITS = """** You do not need to send your message again. **

Your message to eve.lund@harbour.example has been delayed. I will keep trying for three days."""


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        (FULL, "The mail system could not deliver your mail to olga.reis at harbour.example: the mailbox is full."),
        (UNKNOWN, "The mail system could not deliver your mail to eve.lund at harbour.example: there is no such address."),
        (WAITS, "The mail system has not delivered your mail to eve.lund at harbour.example yet and goes on trying."),
        ("Your mail was undeliverable.", "The mail system could not deliver your mail."),
    ],
)
def test_a_report_of_a_mail_system_tells_whom_and_why_and_nothing_else(text: str, heard: str) -> None:
    mail = envelope("report", "Delivery status notification", "Mail Delivery System <mailer-daemon@fernweh.example>", automatic=True)
    assert told(mail, text) == heard


def test_a_person_who_writes_about_it_is_told_as_a_person() -> None:
    assert undelivered(envelope("x", "Undelivered mail", "Ben Fuchs <ben@kontor.example>"), UNKNOWN) is None


def test_other_mail_of_a_postmaster_is_no_report() -> None:
    mail = envelope("x", "New rules for passwords", "postmaster@kontor.example")
    assert undelivered(mail, "Passwords have twelve letters from now on.") is None
    assert undelivered(envelope("y", "Undelivered", "postmaster@kontor.example"), "") == Undelivered()


@pytest.mark.parametrize(
    ("subject", "text", "told"),
    [
        ("Delivery Status Notification (Success)", "Your message was successfully delivered to anna@kontor.example.", None),
        (
            "Undelivered Mail Returned to Sender",
            "Delivery to <ben@kontor.example> was deferred for five days. Giving up: this is a permanent error.",
            Undelivered(whom="ben@kontor.example"),
        ),
        (
            "Undelivered Mail",
            "If you need help, write to postmaster@fernweh.example. I could not deliver to <eve@kontor.example>.",
            Undelivered(whom="eve@kontor.example"),
        ),
    ],
)
def test_what_arrived_or_was_given_up_is_told_as_that(subject: str, text: str, told: Undelivered | None) -> None:
    assert undelivered(envelope("x", subject, "mailer-daemon@fernweh.example"), text) == told
