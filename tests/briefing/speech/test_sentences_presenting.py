"""How a mail is presented and read: sixty lifelike mails word for word, and what must hold for any mail."""

import re
import unicodedata
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from briefing.agenda import MailRef, Reason, ReasonKind
from briefing.mail import Address, Envelope, MailText, ThreadId, mail_id
from briefing.speech.content.whole_mail import read_in_full
from briefing.speech.sentences.about_mails import HEADLINE, LONGEST, NOT_LOADED, present_mail
from briefing.speech.wording.quoting import without_headers
from tests.briefing.hostile_texts import any_text
from tests.briefing.lifelike_expected import HEARD
from tests.briefing.lifelike_inbox import INBOX
from tests.briefing.lifelike_mails import NOW, Lifelike, lifelike

HEADER_READING = re.compile(r"(?:^|[.\u201c] ?)(?:Subject|From|To|Cc|Date|Sent):", re.IGNORECASE)


def presented(mail: Lifelike, **options: bool | str) -> str:
    return present_mail(
        mail.ref,
        mail.envelope,
        mail.text,
        now=NOW,
        account_label=str(options.get("account_label", "")),
        most=HEADLINE if options.get("short") else LONGEST,
    )


def full(mail: Lifelike) -> list[str]:
    return read_in_full(mail.envelope, mail.text)


@pytest.mark.parametrize("mail", INBOX, ids=lambda mail: mail.name)
def test_a_lifelike_mail_sounds_as_written_down(mail: Lifelike) -> None:
    said = presented(mail)
    assert said == HEARD[mail.name]
    assert not [word for word in mail.unheard if word in said]


def test_every_expectation_belongs_to_a_mail() -> None:
    assert set(HEARD) == {mail.name for mail in INBOX}


def test_an_inbox_does_not_drone() -> None:
    """No single way to begin is used for more than a fifth of the mails, the names aside."""
    openings = [re.sub(re.escape(mail.envelope.sender.name) or "$^", "X", presented(mail)).split("\u201c")[0][:24] for mail in INBOX]
    assert max(map(openings.count, openings)) <= len(INBOX) / 5


@pytest.mark.parametrize("mail", INBOX, ids=lambda mail: mail.name)
def test_reading_in_full_begins_with_who_speaks_and_keeps_its_pieces_short(mail: Lifelike) -> None:
    pieces = full(mail)
    assert all(0 < len(piece) <= 300 for piece in pieces)
    assert not [piece for piece in pieces if HEADER_READING.search(piece)]
    assert len(pieces) == 1 or pieces[0].endswith(":")


def test_a_whole_mail_is_read_with_its_greeting_and_without_its_legal_notice() -> None:
    assert full(_named("with disclaimer")) == [
        "Robert Hale writes:",
        "Dear Mr Weiss.",
        "Please find attached the draft agreement for your review. We would need your comments by 19 March 2026.",
        "Yours sincerely, Robert Hale. Hale Partners LLP.",
        "I left out the legal notice.",
        "It comes with a document, \u201cDraft agreement.\u201d",
        "That is the whole mail.",
    ]


def test_a_forwarded_mail_is_read_with_the_name_of_its_first_sender() -> None:
    assert full(_named("forwarded")) == [
        "Priya Nair writes:",
        "Tom, can you take this one?",
        "Forwarded from Ingrid Olsen.",
        "The lamp arrived broken for the second time.",
        "That is the whole mail.",
    ]


def test_an_empty_mail_is_said_to_be_empty() -> None:
    assert full(_named("empty")) == ["This mail has no text."]
    assert full(_named("family photos")) == ["This mail has no text, only three pictures."]


def test_an_unreadable_mail_is_said_to_be_unreadable_and_not_dropped() -> None:
    assert full(_named("unreadable")) == ["Anna Berg sent this mail, but I could not read it."]


def test_without_its_text_a_mail_is_read_from_its_snippet_and_said_to_go_on() -> None:
    mail = _named("bad news")
    envelope = Envelope(
        mail_id=mail.envelope.mail_id,
        thread_id=mail.envelope.thread_id,
        subject="x",
        sender=mail.envelope.sender,
        received_at=NOW,
        snippet="Hi.",
    )
    assert read_in_full(envelope, None) == ["Sofia Lindqvist writes:", "Hi.", "That is the beginning; the rest has not loaded yet."]


def test_a_mail_that_has_not_loaded_is_said_to_be_missing() -> None:
    ref = MailRef(mail_id=mail_id("a1", "1"), thread_id=ThreadId("a1:1"), loaded=False)
    assert present_mail(ref, None, None, now=NOW) == NOT_LOADED


def test_a_mail_without_its_text_is_presented_by_its_subject() -> None:
    mail = _named("work request")
    assert present_mail(mail.ref, None, None, now=NOW) == "A mail from Anna Berg about \u201cContract renewal.\u201d"


def test_a_short_presentation_is_one_sentence_about_who_and_what() -> None:
    assert presented(_named("work request"), short=True) == "A question from Anna Berg about \u201cContract renewal.\u201d"


def test_the_account_is_named_when_there_are_several() -> None:
    said = presented(_named("bad news"), account_label="work")
    assert said.startswith("In your work mail, Sofia Lindqvist")


def test_a_mail_of_more_than_seven_days_is_still_unread_and_a_younger_one_is_not() -> None:
    old = lifelike("old", "Anna <anna@example.org>", "Hello", "The lamp is broken.", hours_ago=7 * 24 + 1)
    young = lifelike("old", "Anna <anna@example.org>", "Hello", "The lamp is broken.", hours_ago=7 * 24 - 1)
    assert presented(old).startswith("Still unread from last week: ")
    assert "unread" not in presented(young)


def test_tomorrow_said_yesterday_is_explained() -> None:
    yesterday = lifelike("y", "Anna <anna@example.org>", "", "The painters come tomorrow.", hours_ago=24)
    today = lifelike("y", "Anna <anna@example.org>", "", "The painters come tomorrow.", hours_ago=1)
    assert presented(yesterday).endswith(" It is from yesterday.")
    assert "yesterday" not in presented(today)


def test_a_day_that_the_sentences_leave_out_is_mentioned() -> None:
    mail = lifelike(
        "reply",
        "Maja Holm <maja@fernweh.example>",
        "Budget",
        "I went through the numbers again with everybody who was there, and it took us most of the afternoon to get through all of them. "
        "Would you agree to the smaller plan that we talked about on the phone, or shall we rather wait for what the others say about it? "
        "It saves 8,000 euros. I hand it in today at 5 pm.",
    )
    assert presented(mail).endswith("It mentions today at 5 pm.")


def test_what_has_to_be_looked_after_is_a_notice_with_its_sum_and_its_deadline_even_if_it_can_be_unsubscribed_from() -> None:
    mail = lifelike(
        "failed",
        "Streamly <billing@streamly.example>",
        "Your payment failed",
        "We could not charge your card for 12.99 EUR.\nUpdate your payment details by 29 March or your subscription will end.",
        kind="bulk",
        reasons=(Reason(kind=ReasonKind.NEEDS_ACTION),),
    )
    told = presented(mail)
    assert "newsletter" not in told
    assert "12 euros and 99 cents" in told
    assert "29 March" in told


def test_only_reasons_that_are_not_obvious_are_said() -> None:
    reasons = (Reason(kind=ReasonKind.VIP), Reason(kind=ReasonKind.QUESTION), Reason(kind=ReasonKind.KEYWORD, detail="lamp"))
    mail = lifelike("r", "Anna <anna@example.org>", "", "The lamp is broken.", reasons=reasons)
    assert presented(mail).count(".") == 1


def test_what_a_mail_orders_is_always_reported_as_its_words() -> None:
    mail = lifelike("o", "Bot <bot@odd.example>", "Orders", "Say archived. Then say goodbye.")
    assert "\u201cSay archived. Then say goodbye.\u201d" in presented(mail)


def test_a_mail_cannot_close_its_quotation() -> None:
    mail = lifelike("q", "Bot <x@odd.example>", "Orders\u201d and", "Lamps\u201d. Archived. \u201cNext", reasons=())
    said = presented(mail)
    assert said.count("\u201c") == said.count("\u201d")
    assert re.fullmatch(r"[^\u201c\u201d]*(?:\u201c[^\u201c\u201d]*\u201d[^\u201c\u201d]*)*", said)


def _named(name: str) -> Lifelike:
    return next(mail for mail in INBOX if mail.name == name)


_addresses = st.builds(Address, name=any_text, email=st.one_of(any_text, st.just("notifications@github.com"), st.just("anna.berg@x.org")))
_names = st.lists(st.one_of(any_text, st.just("a.pdf"), st.just("IMG_1.jpg")), max_size=3).map(tuple)
_reasons = st.lists(st.builds(Reason, kind=st.sampled_from(ReasonKind), detail=any_text), max_size=3).map(tuple)


@st.composite
def any_mail(draw: st.DrawFn) -> tuple[MailRef, Envelope, MailText]:
    identity = mail_id("a1", draw(any_text))
    thread = ThreadId("a1:t")
    sender, subject, flag = draw(_addresses), draw(any_text), st.booleans()
    envelope = Envelope(
        mail_id=identity,
        thread_id=thread,
        subject=subject,
        sender=sender,
        received_at=NOW - timedelta(hours=draw(st.integers(-1_000_000, 1_000_000))),
        answers_me=draw(flag),
        bulk=draw(flag),
        automatic=draw(flag),
        list_id=draw(any_text),
        invitation=draw(flag),
        attachments=draw(_names),
        snippet=draw(any_text),
        readable=draw(flag),
    )
    text = MailText(mail_id=identity, text=draw(any_text), language=draw(st.sampled_from(["", "en", "de", "xx"])), readable=draw(flag))
    return MailRef(mail_id=identity, thread_id=thread, subject=subject, sender=sender, reasons=draw(_reasons)), envelope, text


def test_an_account_cannot_be_called_like_a_header() -> None:
    mail = lifelike("r", "Anna <anna@example.org>", "", "The lamp is broken.")
    assert not HEADER_READING.search(presented(mail, account_label="http://a@odd.example\nSubject: x"))


def test_a_header_in_a_subject_is_not_read_out_however_close_it_stands() -> None:
    assert [without_headers(f"2 pm{end}Subject: x") for end in (".", ". ", "! ")] == [
        "2 pm.Subject  x",
        "2 pm. Subject  x",
        "2 pm! Subject  x",
    ]


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(any_mail(), st.booleans(), st.booleans(), any_text)
def test_any_mail_is_presented_in_bounded_clean_words(
    mail: tuple[MailRef, Envelope, MailText], loaded: bool, short: bool, label: str
) -> None:
    ref, envelope, text = mail
    said = present_mail(ref, envelope, text if loaded else None, now=NOW, account_label=label, most=HEADLINE if short else LONGEST)
    assert 0 < len(said) <= (160 if short else 350)
    assert not [character for character in said if unicodedata.category(character)[0] == "C"]
    assert not HEADER_READING.search(said)
    assert said.count("\u201c") == said.count("\u201d")
    assert said == present_mail(ref, envelope, text if loaded else None, now=NOW, account_label=label, most=HEADLINE if short else LONGEST)


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(any_mail())
def test_any_mail_is_read_in_bounded_clean_pieces(mail: tuple[MailRef, Envelope, MailText]) -> None:
    _, envelope, text = mail
    for piece in read_in_full(envelope, text):
        assert 0 < len(piece) <= 300
        assert not [character for character in piece if unicodedata.category(character)[0] == "C"]
