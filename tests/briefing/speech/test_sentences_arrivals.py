"""Telling of new mail: who, what about, and the offer; safe to say whatever the mail says."""

from datetime import UTC, datetime

import pytest
from hypothesis import given

from briefing.agenda import MailRef
from briefing.mail import Address, Envelope, MailId, ThreadId
from briefing.speech.sentences.about_arrivals import back_to, came_in, offer_to_read, stays_for_later, urgent_came_in
from briefing.speech.sentences.call_opening import GreetingFacts, dealt_with_meanwhile, greeting
from tests.briefing.hostile_texts import any_text

LONGEST = 350
FINISHED = (".", "!", "?", "\u201d", "\u2026")
NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
ANNA = Address(name="Anna Berg", email="anna@example.org")
RAJ = Address(name="Raj Patel", email="raj@example.org")


def mail(text: str = "", *, subject: str = "The lease", sender: Address = ANNA) -> tuple[MailRef, Envelope]:
    envelope = Envelope(
        mail_id=MailId("a:1"), thread_id=ThreadId("a:1"), subject=subject, sender=sender, received_at=NOW, snippet=text
    )  # fmt: skip
    return MailRef(mail_id=envelope.mail_id, thread_id=envelope.thread_id, subject=subject, sender=sender, received_at=NOW), envelope


def test_one_mail_is_named() -> None:
    assert came_in([(ANNA, "Re: The lease")]) == ("A new mail came in, from Anna Berg about “The lease.”")


def test_several_mails_are_named_together() -> None:
    assert came_in([(ANNA, "The lease"), (RAJ, "")]) == (
        "Two new mails came in: one from Anna Berg about “The lease” and one from Raj Patel."
    )


def test_many_mails_are_counted_beyond_the_third() -> None:
    said = came_in([(RAJ, "Lunch")] * 15)
    assert said.startswith("15 new mails came in:")
    assert said.endswith("and twelve more.")


def test_an_urgent_mail_is_told_with_its_own_question() -> None:
    assert urgent_came_in([mail("Hello,\n\nCan you sign today? Thank you, Anna")], now=NOW) == (
        "An urgent mail from Anna Berg just came in, asking: \u201cCan you sign today?\u201d"
    )


def test_an_urgent_mail_without_a_question_is_told_with_its_deadline_or_its_subject() -> None:
    assert "about “The lease”, needed by noon." in urgent_came_in([mail("I need it by noon.")], now=NOW)
    assert urgent_came_in([mail("The minutes are here.")], now=NOW) == ("An urgent mail from Anna Berg just came in about “The lease.”")


def test_several_urgent_mails_are_named_together() -> None:
    assert urgent_came_in([mail(), mail(sender=RAJ, subject="Lunch")], now=NOW) == (
        "Two urgent mails just came in: one from Anna Berg about “The lease” and one from Raj Patel about “Lunch.”"
    )


def test_an_envelope_that_is_not_there_is_no_obstacle() -> None:
    ref, _ = mail()
    assert "Anna Berg" in urgent_came_in([(ref, None)], now=NOW)


@given(any_text, any_text)
def test_whatever_a_mail_says_the_news_is_one_short_finished_sentence_of_ours(text: str, name: str) -> None:
    sender = Address(name=name, email="x@example.org")
    for said in (
        came_in([(sender, text)] * 4),
        urgent_came_in([mail(text, subject=text, sender=sender)], now=NOW),
    ):
        assert " came in" in said
        assert said.endswith(FINISHED)
        assert len(said) <= LONGEST


@pytest.mark.parametrize(
    ("number", "at_once", "said"),
    [(1, True, "Shall I read it now?"), (1, False, "Shall I read it next?"), (2, True, "Shall I read them now?")],
)
def test_the_offer_says_when_it_would_be(number: int, at_once: bool, said: str) -> None:
    assert offer_to_read(number, at_once=at_once) == said


def test_declining_says_that_nothing_is_lost() -> None:
    assert stays_for_later(1) == "All right, it stays for later."
    assert stays_for_later(2) == "All right, they stay for later."


@pytest.mark.parametrize(
    ("mails", "said"),
    [
        (0, ""),
        (1, "One of those waiting has been dealt with."),
        (3, "Three of those waiting have been dealt with."),
    ],
)
def test_what_was_dealt_with_between_two_calls_is_said_once_before_what_is_left(mails: int, said: str) -> None:
    assert dealt_with_meanwhile(mails) == said
    words = greeting(GreetingFacts(now=NOW, new=4, handled_elsewhere=mails), most=120).words
    assert words.startswith(f"Good morning. {said}".strip())
    assert words.count("dealt with") == (1 if mails else 0)


def test_the_way_back_names_whose_mail_it_is() -> None:
    assert back_to(ANNA) == "Back to the mail from Anna Berg."


@given(any_text)
def test_the_way_back_is_one_finished_sentence_whatever_the_name(name: str) -> None:
    said = back_to(Address(name=name, email="anna@example.org"))
    assert said.startswith("Back to the mail from ")
    assert said.endswith(FINISHED)
