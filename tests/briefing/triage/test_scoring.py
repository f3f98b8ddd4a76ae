"""What raises a mail, what lowers it, and that each reason can be spoken."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefing.agenda import Reason, ReasonKind
from briefing.mail import Envelope
from briefing.speech.sentences.about_mails import present_mail
from briefing.triage.reasons import reason_phrase
from briefing.triage.scoring import IMPORTANT_FROM, Scored, Signals, score
from tests.briefing.envelopes import ME, NOW, envelope, ids, signals

BEN = "ben@kontor.example"


def one(mail: Envelope, given_signals: Signals | None = None) -> Scored:
    return score([mail], given_signals or signals())[0]


def kinds(scored: Scored) -> set[ReasonKind]:
    return {reason.kind for reason in scored.reasons}


def test_a_vip_raises_a_mail() -> None:
    plain, raised = one(envelope("a")), one(envelope("a"), signals(vips=BEN))
    assert raised.score > plain.score
    assert raised.important
    assert not plain.important


def test_a_vip_known_to_the_mailbox_alone_counts() -> None:
    assert ReasonKind.VIP in kinds(one(envelope("a"), signals(from_vips=ids("a"))))


def test_a_vips_name_on_a_strangers_address_is_no_vip() -> None:
    spoofed = one(envelope("a", sender='"ben@kontor.example" <ben@kontor-login.example>'), signals(vips=BEN, written_to=BEN))
    assert kinds(spoofed).isdisjoint({ReasonKind.VIP, ReasonKind.KNOWN_SENDER})


@pytest.mark.parametrize(
    ("keyword", "subject", "snippet"),
    [
        ("invoice", "Your INVOICE for March", ""),
        ("invoice", "March", "the (invoice), as promised"),
        ("Échéance", "", "l'echeance approche"),
        ("Muller", "Frau Müller rief an", ""),
        ("müller", "MULLER", ""),
        ("project phoenix", "Project\nPhoenix: kickoff", ""),
        ("C++", "The C++ build", ""),
        ("合同", "请看合同草案", ""),
        ("invoice", "\uff29\uff4e\uff56\uff4f\uff49\uff43\uff45 4711", ""),
    ],
)
def test_a_keyword_is_found_in_subject_or_snippet_whatever_its_case_and_diacritics(keyword: str, subject: str, snippet: str) -> None:
    scored = one(envelope("a", subject, snippet=snippet), signals(keywords=("unrelated", keyword)))
    assert Reason(kind=ReasonKind.KEYWORD, detail=keyword) in scored.reasons
    assert scored.important


@pytest.mark.parametrize(
    ("keyword", "subject"),
    [
        ("art", "The start of a party"),
        ("C++", "Vitamin C and you"),
        ("project phoenix", "Phoenix project"),
        ("", "Hello"),
        ("  ", "Hello there"),
    ],
)
def test_a_keyword_is_a_whole_word_or_not_there(keyword: str, subject: str) -> None:
    assert ReasonKind.KEYWORD not in kinds(one(envelope("a", subject), signals(keywords=(keyword,))))


def test_of_several_keywords_the_users_first_is_named_and_counts_once() -> None:
    mail = envelope("a", "beta and alpha")
    both, single = one(mail, signals(keywords=("alpha", "beta"))), one(mail, signals(keywords=("alpha",)))
    assert both.reasons == single.reasons
    assert both.score == single.score


def test_someone_written_to_before_counts_more_than_a_stranger() -> None:
    assert one(envelope("a"), signals(written_to=BEN)).score > one(envelope("a")).score


def test_the_users_own_address_as_sender_proves_nothing() -> None:
    assert ReasonKind.KNOWN_SENDER not in kinds(one(envelope("a", sender=ME), signals(written_to=ME)))


def test_a_mail_to_me_directly_counts_more_than_one_to_a_crowd_or_in_copy() -> None:
    direct = one(envelope("a", to=ME))
    crowd = one(envelope("a", to=",".join([ME, *(f"p{n}@kontor.example" for n in range(9))])))
    copied = one(envelope("a", to="someone@kontor.example", cc=ME))
    beside = one(envelope("a", to=f"someone@kontor.example,{ME}"))
    assert direct.score > max(crowd.score, copied.score, beside.score)
    assert ReasonKind.TO_ME in kinds(direct)


def test_a_newsletter_addressed_to_me_is_not_sent_to_me_directly() -> None:
    assert ReasonKind.TO_ME not in kinds(one(envelope("a", bulk=True)))


def test_an_answer_to_my_mail_is_important() -> None:
    assert one(envelope("a", "Re: Offer", answers_me=True), signals(written_to=BEN)).important


@pytest.mark.parametrize("sender", ["Ben Fuchs <ben@evil.example>", "Ben Fuchs <ben.fuchs@gmail.com>"])
def test_a_strangers_reference_to_my_mail_buys_nothing(sender: str) -> None:
    known = signals(written_to=f"{BEN} anna@gmail.com")
    plain = envelope("a", "Re: Offer", sender, snippet="Could you confirm by Friday?", invitation=True)
    refers, plain_one = one(replace(plain, answers_me=True), known), one(plain, known)
    assert refers.score == plain_one.score < IMPORTANT_FROM
    assert ReasonKind.ANSWERS_ME not in kinds(refers)
    colleague = one(envelope("a", "Re: Offer", "Ida <ida@kontor.example>", answers_me=True), known)
    assert ReasonKind.ANSWERS_ME in kinds(colleague)


def test_nothing_that_strangers_write_makes_their_mail_important() -> None:
    for subject, text in {
        "Payment failed": "Could you confirm the card by today?",
        "Payment overdue": "Could you pay the invoice by today?",
    }.items():
        thread = [
            envelope(f"m{n}", subject, sender, thread="t", hours_ago=n + 1, snippet=text, invitation=True)
            for n, sender in enumerate(
                ("Billing <billing@evil.example>", "Support <support@evil.example>", "Billing <billing@evil.example>")
            )
        ]
        assert not any(scored.important for scored in score(thread, signals()))


def test_a_card_to_be_confirmed_in_a_hurry_is_a_trap() -> None:
    mail = envelope("a", "Payment failed", "Billing <billing@evil.example>", snippet="Could you confirm the card by today?")
    assert not one(mail).asks


def test_an_out_of_office_answer_is_not_important() -> None:
    away = envelope("a", "Automatic reply: Offer", answers_me=True, automatic=True)
    assert not one(away, signals(written_to=BEN, vips=BEN)).important


def test_three_mails_of_one_thread_within_two_days_make_it_busy() -> None:
    voices = ("Ben Fuchs <ben@kontor.example>", "Ida <ida@kontor.example>")
    fresh = [envelope(f"f{n}", sender=voices[n % 2], thread="t", hours_ago=n + 1) for n in range(3)]
    alone = [envelope(f"s{n}", thread="w", hours_ago=n + 1) for n in range(3)]
    old = [envelope(f"o{n}", thread="u", hours_ago=400 + n) for n in range(3)]
    pair = [envelope(f"p{n}", thread="v", hours_ago=n + 1) for n in range(2)]
    busy = {
        scored.envelope.mail_id for scored in score([*fresh, *alone, *old, *pair], signals()) if ReasonKind.BUSY_THREAD in kinds(scored)
    }
    assert busy == ids("f0", "f1", "f2")


def test_a_flag_makes_any_mail_important_be_it_a_newsletter() -> None:
    assert one(envelope("a", bulk=True), signals(flagged=ids("a"))).important
    assert one(envelope("a", automatic=True, flagged=True)).important


def test_the_mailboxes_own_mark_raises_a_mail_but_not_alone() -> None:
    marked = one(envelope("a", important=True))
    assert marked.score > one(envelope("a")).score
    assert marked.score == one(envelope("a"), signals(important=ids("a"))).score
    assert not marked.important


@pytest.mark.parametrize(
    "text",
    [
        "Could you look at this?",
        "Hi Robin, when is the meeting?",
        "All fine here. Do you agree?\nBest",
        "Können Sie das prüfen?",
        "Passt dir Dienstag?",
        "Pouvez-vous confirmer ?",
        "Quand est-ce que tu arrives ?",
        'He wrote "any news?" again',
    ],
)
def test_a_question_to_the_reader_is_heard(text: str) -> None:
    assert ReasonKind.QUESTION in kinds(one(envelope("a", snippet=text)))


@pytest.mark.parametrize("text", ["See https://shop.example/a?id=can you", "Nothing to do.", "Sunshine, beaches, happiness? Always.", ""])
def test_what_asks_the_reader_nothing_is_no_question(text: str) -> None:
    assert ReasonKind.QUESTION not in kinds(one(envelope("a", snippet=text)))


@pytest.mark.parametrize(
    "text",
    [
        "Please reply by Friday.",
        "I need it by the end of the week",
        "open until 5 pm",
        "before 17:30 please",
        "due on March 12",
        "by 12 March",
        "The deadline is near",
        "asap please",
        "Bitte bis Freitag, den 13.",
        "bis spätestens 17 Uhr",
        "Die Frist läuft",
        "avant vendredi, merci",
        "d'ici le 12 mars",
    ],
)
def test_a_deadline_is_heard(text: str) -> None:
    assert ReasonKind.DEADLINE in kinds(one(envelope("a", snippet=text)))


@pytest.mark.parametrize("text", ["Written by Anna.", "Bis bald!", "Bis morgen!", "read by 5 people", "pour vous"])
def test_what_names_no_day_or_hour_is_no_deadline(text: str) -> None:
    assert ReasonKind.DEADLINE not in kinds(one(envelope("a", snippet=text)))


def test_a_strangers_claims_count_a_third_and_never_make_a_mail_important() -> None:
    asking = [
        envelope(f"a{n}", "URGENT!!! Your answer?", snippet="Can you pay by Friday?", invitation=True, thread="t", hours_ago=n)
        for n in range(3)
    ]
    strangers, knowns = score(asking, signals()), score(asking, signals(written_to=BEN))
    assert all({ReasonKind.QUESTION, ReasonKind.DEADLINE, ReasonKind.INVITATION} < kinds(one) for one in strangers)
    assert not any(one.important for one in strangers)
    assert all(one.important for one in knowns)


def test_a_colleague_is_no_stranger() -> None:
    asking = envelope("a", "Can you join by Friday?", sender="new@fernweh.example")
    assert one(asking).score > one(envelope("a", "Can you join by Friday?", sender="new@elsewhere.example")).score


def test_an_urgent_bulk_mail_of_a_stranger_scores_below_nothing() -> None:
    phish = envelope("a", "URGENT!!! Verify your account today?", bulk=True, snippet="Can you verify by Friday? Deadline asap!")
    assert one(phish).score < 0
    assert ReasonKind.QUESTION not in kinds(one(phish))


@pytest.mark.parametrize("written_to", ["", BEN])
def test_a_vips_newsletter_stays_behind_the_vips_question(written_to: str) -> None:
    known = signals(vips=BEN, written_to=written_to)
    newsletter = one(envelope("a", "What will you read by Friday?", bulk=True, snippet="Are you ready?"), known)
    question = one(envelope("b", "Lunch?", cc=ME, to="x@kontor.example", snippet="Can you come?"), known)
    assert newsletter.score < question.score


def test_an_alert_that_holds_a_keyword_is_important_and_advertising_is_not() -> None:
    with_keyword = signals(keywords=("server down",))
    assert one(envelope("a", "Server down: web-3", automatic=True), with_keyword).important
    assert not one(envelope("a", "Never again server down: 50 % off", bulk=True), with_keyword).important


def test_an_invitation_from_someone_known_is_important() -> None:
    assert one(envelope("a", "Planning", invitation=True), signals(written_to=BEN)).important


def test_reasons_stand_weightiest_first() -> None:
    scored = one(envelope("a", "Can you?", flagged=True), signals(written_to=BEN))
    assert [reason.kind for reason in scored.reasons] == [
        ReasonKind.FLAGGED,
        ReasonKind.KNOWN_SENDER,
        ReasonKind.QUESTION,
        ReasonKind.TO_ME,
    ]


def test_a_reference_carries_score_reasons_and_the_flag_the_mailbox_knows_of() -> None:
    ref = one(envelope("a"), signals(flagged=ids("a"))).ref()
    assert ref.flagged
    assert ref.loaded
    assert ref.important
    assert ref.score >= IMPORTANT_FROM


@pytest.mark.parametrize("kind", list(ReasonKind))
def test_every_reason_can_be_spoken_in_few_words(kind: ReasonKind) -> None:
    phrase = reason_phrase(Reason(kind=kind), one(envelope("a")).ref())
    assert 2 <= len(phrase.split()) <= 8
    assert phrase.isascii()


def test_reasons_name_what_they_are_about() -> None:
    ref = one(envelope("a", sender="Anna Berg <anna@berg.example>")).ref()
    assert reason_phrase(Reason(kind=ReasonKind.BUSY_THREAD, detail="4"), ref) == "there are four mails in this thread"
    assert reason_phrase(Reason(kind=ReasonKind.BUSY_THREAD, detail="40"), ref) == "there are 40 mails in this thread"
    assert reason_phrase(Reason(kind=ReasonKind.KEYWORD, detail="invoice"), ref) == "it mentions invoice"
    assert reason_phrase(Reason(kind=ReasonKind.KNOWN_SENDER), ref) == "you have written to Anna Berg"
    assert reason_phrase(Reason(kind=ReasonKind.ANSWERS_ME), ref) == "it answers a mail of yours"


@given(st.text(max_size=200), st.text(max_size=200), st.lists(st.text(max_size=12), max_size=4))
def test_no_text_and_no_keyword_breaks_scoring(subject: str, snippet: str, keywords: list[str]) -> None:
    scored = one(envelope("a", subject, snippet=snippet), signals(keywords=tuple(keywords)))
    assert scored.envelope.subject == subject


@given(
    st.text(alphabet=st.characters(min_codepoint=97, max_codepoint=122), min_size=1, max_size=12),
    st.text(max_size=40),
    st.text(max_size=40),
)
def test_a_keyword_between_spaces_is_always_found(keyword: str, before: str, after: str) -> None:
    scored = one(envelope("a", f"{before} {keyword} {after}"), signals(keywords=(keyword,)))
    assert ReasonKind.KEYWORD in kinds(scored)


@pytest.mark.parametrize("name", ["Ben Fuchs", "Fuchs, Ben", "BEN FUCHS", "Ben  Fuchs."])
def test_a_stranger_under_the_name_of_somebody_known_is_told_apart(name: str) -> None:
    known, stranger = envelope("a", sender=f"Ben Fuchs <{BEN}>"), envelope("b", sender=f'"{name}" <ben.fuchs@evil.example>')
    colleague = envelope("c", sender="Ben Fuchs <ben.fuchs@kontor.example>")
    found = score([known, stranger, colleague], signals(written_to=BEN))
    assert [ReasonKind.NAMESAKE in kinds(each) for each in found] == [False, True, False]
    assert present_mail(found[1].ref(), stranger, None, now=NOW).startswith("A mail from someone at evil.example under the name ")
    assert "under the name" not in present_mail(found[0].ref(), known, None, now=NOW)


def test_a_name_is_known_by_the_address_that_spells_it_where_its_bearer_has_not_written() -> None:
    stranger = envelope("b", sender="Ben Fuchs <ben@evil.example>")
    assert ReasonKind.NAMESAKE in kinds(one(stranger, signals(written_to="ben.fuchs@kontor.example")))
    assert ReasonKind.NAMESAKE not in kinds(one(stranger, signals(written_to="ben@kontor.example")))
