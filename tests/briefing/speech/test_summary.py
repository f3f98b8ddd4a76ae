"""What a mail says: the sentence that matters, and the question, deadline and amount in it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from briefing.speech.content.own_words import worth_saying
from briefing.speech.content.summary import LONGEST_PAIR, LONGEST_SENTENCE, Summary, summary
from tests.briefing.hostile_texts import any_text
from tests.briefing.lifelike_mails import NOW, lifelike


def summary_of(text: str, *, kind: str = "", subject: str = "Subject") -> Summary:
    mail = lifelike("summary", "Anna Berg <anna@example.org>", subject, text, kind=kind)
    return summary(mail.envelope, mail.text, now=NOW)


def test_a_letter_of_three_short_sentences_is_told_whole_without_its_signature() -> None:
    told = "The key is in the blue pot. Water the tomatoes, please. The post comes at ten."
    assert summary_of(told).sentence == told
    assert summary_of("The key is in the blue pot. Water the tomatoes, please. Lena").sentence != told
    assert "Lena" not in summary_of("The key is in the blue pot. Water the tomatoes, please. Lena").sentence


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("I hand it in today at 5 pm.", "today at 5 pm"),
        ("We meet on 12 March at noon.", "12 March at noon"),
        ("See you on Thursday.", "Thursday"),
        ("See you soon.", ""),
    ],
)
def test_the_first_day_that_is_named_is_kept_with_its_hour(text: str, moment: str) -> None:
    assert summary_of(text).moment == moment


@pytest.mark.parametrize(
    ("text", "kind", "told"),
    [
        (
            "We enjoyed the talk.\nCome to a second round on Thursday 3 December at 2 pm or Friday at 10 am.\nWhich of the two suits you?\n"
            "Please send two references as well.\nThe office is on the third floor.",
            "",
            "Come to a second round on Thursday 3 December at 2 pm or Friday at 10 am. Which of the two suits you?",
        ),
        (
            "Legal came back with two comments on the contract, both harmless: they want a notice of three months, and the cap in euros.\n"
            "If you are fine with both I will send it out today, otherwise call me before 2.\nLea",
            "",
            "they want a notice of three months, and the cap in euros. If you are fine with both I will send it out today, otherwise",
        ),
        (
            "I am in Berlin on the 8th and 9th. Coffee?\nI can do the 8th at 4.\nGreat that we met at last.\nDana",
            "",
            "8th and 9th. Coffee? I can",
        ),
        (
            "Tom Reyes mentioned you in a comment.\nBudget 2027\nCan you check whether this includes the trip?\nOpen",
            "automatic",
            "Can you check whether this includes the trip?",
        ),
        (
            "You have a new voice message.\nLength: 0:42\nTranscript: Your car is ready, you can pick it up until tomorrow at eight.\n",
            "automatic",
            "Your car is ready, you can pick it up until tomorrow at eight.",
        ),
        (
            "Your parcel waits at the kiosk, Torstr. 12, from tomorrow on.",
            "automatic",
            "Your parcel waits at the kiosk, Torstr. 12, from tomorrow on.",
        ),
    ],
)
def test_what_is_told_can_be_acted_on(text: str, kind: str, told: str) -> None:
    assert told in summary_of(text, kind=kind).sentence


@pytest.mark.parametrize(
    ("text", "asks"), [("hast du morgen zeit? wollte dir was sagen", True), ("Kaffee?", False), ("\u4f1a\u8b70\uff1f?", True)]
)
def test_a_question_is_one_in_small_letters_too_and_no_single_word(text: str, asks: bool) -> None:
    assert bool(summary_of(f"{text}\n\nsonst bin ich am see und lese").question) is asks


def test_the_request_is_preferred_to_what_surrounds_it() -> None:
    found = summary_of(
        "Hi Tom,\n\nI hope you are well. We had a long meeting about many things that took all of the afternoon and brought little.\n"
        "Could you send me the signed contract by Friday?\n\nBest regards\nAnna"
    )
    assert found == Summary(
        sentence="Could you send me the signed contract by Friday?",
        question="Could you send me the signed contract by Friday?",
        deadline="by Friday",
        moment="Friday",
    )


def test_without_a_request_the_first_informative_sentence_is_it() -> None:
    informative = "The new coffee machine stands in the kitchen on the second floor, next to the window."
    assert summary_of(f"Dear all,\n\nI hope this finds you well. {informative}\n\nAnna").sentence == informative


def test_a_sentence_that_points_back_brings_what_it_points_to() -> None:
    found = summary_of(
        "We read it all.\n\nI can pay everything except the taxi on the 14th.\nDo you have the receipt for it?\n\nThe rest is fine with us."
    )
    assert found.sentence == "I can pay everything except the taxi on the 14th. Do you have the receipt for it?"


def test_a_pleasantry_alone_is_what_the_mail_says() -> None:
    assert summary_of("Thank you so much!!").sentence == "Thank you so much!"


@pytest.mark.parametrize("text", ["", "\n\n", "\U0001f44d", "[image: a.png]", "----"])
def test_a_mail_without_words_has_no_summary(text: str) -> None:
    assert summary_of(text) == Summary()


@pytest.mark.parametrize(
    ("sentence", "deadline"),
    [
        ("Please answer by Friday.", "by Friday"),
        ("We need it before Monday noon.", "before Monday noon"),
        ("It is due on 2026-03-26.", "by 26 March"),
        ("Reply by end of day.", "by the end of day"),
        ("I need this by EOD.", "by the end of the day"),
        ("Please pay within 14 days.", "within 14 days"),
        ("Deadline: 20 March, 5 pm", "by 20 March, 5 pm"),
        ("Bitte bis Freitag antworten.", "by Friday"),
        ("Bitte bis zum 28. November antworten.", "by 28 November"),
        ("Bitte bis 26.03.2026 zahlen.", "by 26 March"),
        ("Pourriez-vous r\u00e9pondre avant mardi ?", "by Tuesday"),
        ("Merci de payer d'ici le 3 avril.", "by 3 April"),
        ("It was written by Friedrich.", ""),
        ("We met on Friday.", ""),
    ],
)
def test_deadlines_are_found_and_said_in_english(sentence: str, deadline: str) -> None:
    assert summary_of(sentence).deadline == deadline


def test_the_total_is_preferred_to_single_prices() -> None:
    assert summary_of("Lamp \u20ac24.00\nShipping \u20ac3.90\nTotal: \u20ac27.90").amount == "27 euros and 90 cents"


def test_questions_of_advertising_do_not_matter() -> None:
    text = "Are you ready for spring, for summer and for all the colours that come with them?\nEverything is 20% off until Sunday."
    assert summary_of(text, kind="bulk").sentence == "Everything is 20 percent off until Sunday."
    assert summary_of(text).sentence.startswith("Are you ready")


def test_a_legal_notice_is_left_out_even_when_all_stands_in_one_paragraph() -> None:
    text = "The draft is ready. It needs two signatures. This e-mail is confidential and may be privileged."
    assert "confidential" not in " ".join(worth_saying(text, to_many=False))
    assert summary_of(text).sentence == "The draft is ready. It needs two signatures."


@pytest.mark.parametrize(
    "text",
    [
        "The offer stands until the end of March. Delete it if it is of no use.",
        "I sent you the draft. Delete it if it's wrong.",
        "The room is booked. Delete it after reading.",
        "I received your parcel by mistake. Shall I bring it over?",
        "Please notify the sender that the parcel came.",
        "This is confidential and may not leave the room.",
        "Unauthorised use of the hall is fined from May.",
    ],
)
def test_what_people_write_themselves_is_no_legal_notice(text: str) -> None:
    assert " ".join(worth_saying(text, to_many=False)) == text


@pytest.mark.parametrize(
    "notice",
    [
        "If you are not the intended recipient, delete it.",
        "If you received this message in error, please delete it.",
        "You have received this in error? Notify the sender, and destroy this message.",
    ],
)
def test_a_legal_notice_may_ask_for_deleting(notice: str) -> None:
    assert worth_saying(f"The room is booked.\n\n{notice}", to_many=False) == ["The room is booked."]


def test_a_mail_that_is_only_a_legal_notice_says_nothing() -> None:
    assert worth_saying("This e-mail is confidential and may be privileged.", to_many=False) == []
    assert worth_saying("Please consider the environment before printing this.", to_many=False) == []


def test_a_mail_about_unsubscribing_is_no_footer() -> None:
    assert summary_of("How do I unsubscribe from the choir list?").question == "How do I unsubscribe from the choir list?"


def test_the_footer_of_a_newsletter_is_not_what_it_says() -> None:
    assert (
        summary_of("View in browser\n\nThree soups for a wet week.\n\nUnsubscribe here", kind="bulk").sentence
        == "Three soups for a wet week."
    )


def test_copied_headers_are_not_read_out() -> None:
    found = summary_of("From: Anna\nTo: Tom\nSubject: Budget\nDate: 11 March\n\nThe budget was approved.")
    assert found.sentence == "The budget was approved."


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.lists(any_text, max_size=4).map("\n".join), st.sampled_from(["", "bulk", "automatic", "bulk automatic"]))
def test_any_text_has_a_bounded_summary(text: str, kind: str) -> None:
    found = summary_of(text, kind=kind)
    assert len(found.sentence) <= LONGEST_PAIR
    assert len(found.question) <= LONGEST_SENTENCE
    assert len(found.deadline) <= 80
    assert len(found.amount) <= 80


def test_a_day_of_the_month_by_its_number_alone_is_worth_telling() -> None:
    text = (
        "Have you booked the train yet? I can pick you up on the 23rd, but not before 6. Your aunt asks what you like, I said a kettle. "
        "The cat is well again and sleeps all day long on the stove."
    )
    assert summary_of(text).sentence == "Have you booked the train yet? I can pick you up on the 23rd, but not before 6."


def test_who_says_their_name_is_heard_with_what_they_want() -> None:
    text = (
        'You have received a voicemail.\n\nLength: 42 seconds\n\n"Hello, this is Doctor Lind\'s practice. Please call us back before noon."'
    )
    assert summary_of(text, kind="automatic").sentence == "Hello, this is Doctor Lind's practice. Please call us back before noon."


def test_what_an_alert_says_of_itself_is_told() -> None:
    text = "1 firing alert instance\n\nHighErrorRate\nSummary: 7 percent of the requests fail\nLabels: severity=critical service=checkout\n"
    assert "7 percent of the requests fail" in summary_of(text, kind="automatic", subject="[FIRING:1] HighErrorRate").sentence
