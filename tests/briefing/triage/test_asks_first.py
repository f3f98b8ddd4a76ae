"""What asks something of the user comes first, known sender or not; what only claims urgency does not; today comes before Friday."""

from dataclasses import replace
from datetime import timedelta

import pytest

from briefing.agenda import TopicKind
from briefing.mail import Envelope
from briefing.triage.asks import wish_in
from briefing.triage.due import due_of
from briefing.triage.needs import needs_action
from briefing.triage.triage import build_agenda
from briefing.words import words_of
from tests.briefing.envelopes import ME, NOW, envelope, names, ref_of, signals

KNOWN = "Clara Sand <clara@kontor.example>"
MACHINE = "Skyways <no-reply@skyways.example>"


@pytest.mark.parametrize(
    "text",
    [
        "We could not charge your card for 12.99 EUR.",
        "Your payment was declined.",
        "Ihre Zahlung ist fehlgeschlagen.",
        "New sign-in to your account",
        "The password of your account was changed.",
        "Your flight SW 412 from Hamburg has changed",
        "Your train is cancelled",
        "Your domain expires on 26 November",
        "Your price is changing",
        "Ihr Beitrag steigt zum 1. Januar",
        "The shop does not answer",
        "Your message could not be delivered",
        "Reminder: your appointment on Tuesday",
        "The balance of your account has fallen below your limit",
        "Ida Roth requests your signature on a lease",
        "Bitte unterschreiben Sie den Vertrag",
        "Betalingsherinnering",
    ],
)
def test_a_machine_that_reports_something_to_look_after_is_ranked_by_that(text: str) -> None:
    assert needs_action(words_of(text))
    agenda = build_agenda([envelope("a", text, MACHINE, automatic=True), envelope("b", "Notes", KNOWN)], signals())
    assert names(agenda.topics[0].mails) == ["a"]


@pytest.mark.parametrize(
    "text",
    [
        "ACT NOW! Your card offer ends tonight",
        "URGENT!!! Your account expires today",
        "Never again server down: 50 % off",
        "Build 813 passed, it was down before",
        "Your parcel arrives today",
        "Your weekly report",
    ],
)
def test_what_only_claims_urgency_or_is_over_needs_nothing(text: str) -> None:
    assert not needs_action(words_of(text))


def test_a_stranger_with_a_deadline_comes_before_an_acquaintance_who_asks_nothing() -> None:
    inbox = [
        envelope("note", "Notes", KNOWN, snippet="It was good to see you."),
        envelope("stranger", "Lease", snippet="Bitte senden Sie den Vertrag bis Freitag."),
        envelope("crowd", "Parking", to="all@elsewhere.example", snippet="Please move your cars by Friday."),
    ]
    agenda = build_agenda(inbox, signals(written_to="clara@kontor.example"))
    told = [name for topic in agenda.topics for name in names(topic.mails)]
    assert told == ["stranger", "note", "crowd"]
    assert agenda.topics[0].kind is TopicKind.ASKS
    assert not ref_of(agenda, "stranger").important


def test_what_is_due_today_comes_before_what_is_due_on_friday() -> None:
    inbox = [
        envelope("friday", "Offer", KNOWN, snippet="Could you answer by Friday? Please do."),
        envelope("today", "Form", hours_ago=2, snippet="I need the form by 5 pm today."),
        envelope("tomorrow", "Key", hours_ago=2, snippet="Can you bring the key tomorrow?"),
    ]
    agenda = build_agenda(inbox, signals())
    assert names(agenda.topics[0].mails) == ["today", "tomorrow", "friday"]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("by 5 pm today", 10),
        ("tomorrow at nine", 11),
        ("bis Freitag", 13),
        ("am 12. März", 12),
        ("on March 12", 12),
        ("avant jeudi", 12),
        ("entro giovedì", 12),
        ("within 2 days", 12),
    ],
)
def test_a_day_is_read_from_the_day_it_was_written_on(text: str, day: int) -> None:
    found = due_of(words_of(text), written=NOW - timedelta(hours=1), now=NOW)
    assert found is not None
    assert found.day == day


@pytest.mark.parametrize("text", ["by 1 January 2019", "on Tuesday last week we met in May", "see you soon", ""])
def test_a_day_that_is_over_or_far_off_is_not_due(text: str) -> None:
    assert due_of(words_of(text), written=NOW - timedelta(days=30), now=NOW) is None


def test_a_repaired_build_comes_after_the_broken_one() -> None:
    inbox = [
        envelope("broken", "Build 812 failed", MACHINE, automatic=True, hours_ago=3),
        envelope("repaired", "Build 813 fixed", MACHINE, automatic=True, hours_ago=2),
    ]
    assert names(build_agenda(inbox, signals()).topics[0].mails) == ["broken", "repaired"]


@pytest.mark.parametrize(
    "text",
    [
        "I need the slides by Thursday, we meet on Friday.",
        "We meet on Friday, so I need the slides by Thursday.",
        "It was signed last Wednesday; please answer by Friday or, better, on Thursday.",
        "On 12 March we decide, the fair is on 20 March",
        "The fair is on 20 March; within 2 days I need your answer",
    ],
)
def test_the_earliest_day_still_to_come_is_when_it_is_due_wherever_it_is_named(text: str) -> None:
    found = due_of(words_of(text), written=NOW - timedelta(hours=1), now=NOW)
    assert found is not None
    assert found.day == 12


@pytest.mark.parametrize("asks", ["Could you send me the form today?", "I need your answer by noon today.", "Can we talk today at 9 am?"])
def test_a_day_that_a_stranger_names_buys_no_place_before_what_acquaintances_ask(asks: str) -> None:
    inbox = [
        envelope("stranger", "Quick question", "Tim Gold <tim@elsewhere.example>", snippet=asks, hours_ago=1),
        envelope("soon", "Form", snippet="We need it tomorrow by noon.", sender="Eve <eve@elsewhere.example>", hours_ago=1),
        envelope("known", "Ladder", KNOWN, snippet="Could you bring it back?"),
        envelope("friday", "Ladder two", "Jo Keller <jo@fernweh.example>", snippet="Please bring it back on Friday, could you?"),
    ]
    told = [name for topic in build_agenda(inbox, signals(written_to="clara@kontor.example")).topics for name in names(topic.mails)]
    assert told == ["known", "friday", "stranger", "soon"]


@pytest.mark.parametrize("says", ["Our fair opens its doors on Friday.", "I liked your talk on Tuesday a lot."])
def test_a_day_is_no_wish_of_a_stranger(says: str) -> None:
    inbox = [
        envelope("stranger", "Hello", "Tim Gold <tim@elsewhere.example>", snippet=says, hours_ago=1),
        envelope("known", "Ladder", KNOWN, snippet="It was good to see you."),
    ]
    agenda = build_agenda(inbox, signals(written_to="clara@kontor.example"))
    assert [name for topic in agenda.topics for name in names(topic.mails)] == ["known", "stranger"]


@pytest.mark.parametrize(
    "text",
    [
        "Sign up now for our new collection",
        "Don't miss the concert tomorrow, tickets from 20 euros",
        "Your account has 3 new followers",
        "Open a new account today",
        "New device: our new device is here",
        "Sign in to discover new people",
        "A reminder of our next event",
        "The flight to adventure: changed for ever",
    ],
)
def test_advertising_that_holds_the_words_of_a_notice_comes_behind_what_is_asked(text: str) -> None:
    inbox = [
        envelope("ad", text, "Muse <news@muse.example>", bulk=True, list_id="news.muse.example", hours_ago=1),
        envelope("asks", "Ladder", "Tim Gold <tim@elsewhere.example>", snippet="Could you bring it back?"),
        envelope("known", "Notes", KNOWN, snippet="It was good to see you."),
    ]
    agenda = build_agenda(inbox, signals(written_to="clara@kontor.example"))
    assert [name for topic in agenda.topics for name in names(topic.mails)][-1] == "ad"


TRAPS = [
    ("Anna Berg <anna.berg.ceo@gmail.com>", "Quick favour, urgent", "Can you buy gift cards by noon?"),
    ("PayPal Support <support@secure-paypa1.example>", "Your account has been suspended!", "Please confirm your identity within 24 hours."),
    ("Skyways <no-reply@sky.example>", "Your flight was cancelled", "Today: http://skyways.example@203.0.113.9/login. Can you rebook?"),
    ('"boss@fernweh.example" <stranger@odd.example>', "Are you there", "Could you do me a favour today?"),
    ("Hausbank <post@haus.example>", "Ihr Konto", "Bitte bestätigen Sie sofort Ihr Konto, sonst wird es heute gesperrt."),
    ("Banque <info@ailleurs.example>", "Action", "Veuillez vérifier votre compte aujourd'hui, il sera bloqué."),
    ("Prize <win@prize-claims.example>", "Invitation: claim your prize", "Will you come today?"),
    ("Accounts <pay@supplier.example>", "Rent", "Our bank details have changed. Please pay to the new IBAN today, it is urgent: new bank."),
    ("Post <info@odd.example>", "Uw pakket staat vast bij de douane", "Betaal 1,99 euro binnen 12 uur: http://odd.example/b"),
    ("Parcels <info@odd.example>", "Your parcel is held at customs", "Pay the fee of 2 euros within 12 hours: http://odd.example/b"),
    ("Tax <refund@odd.example>", "Your tax refund", "You are owed 412 euros. Confirm your bank details today."),
    ("IT <help@mailbox.example>", "Password of your account expires today", "Click to verify your account and keep it."),
]


@pytest.mark.parametrize("automatic", [False, True])
@pytest.mark.parametrize(("sender", "subject", "says"), TRAPS)
def test_a_trap_stands_behind_everything_that_honest_people_ask(sender: str, subject: str, says: str, automatic: bool) -> None:
    inbox = [
        envelope("trap", subject, sender, snippet=says, hours_ago=1, automatic=automatic),
        envelope("asks", "Lease", snippet="Bitte senden Sie den Vertrag."),
        envelope("note", "Notes", KNOWN, snippet="It was good to see you."),
    ]
    agenda = build_agenda(inbox, signals(written_to="clara@kontor.example"))
    assert names(tuple(mail for topic in agenda.topics for mail in topic.mails)) == ["asks", "note", "trap"]
    assert not ref_of(agenda, "trap").important


HONEST = [
    ("Cloudbox <no-reply@cloudbox.example>", "New sign-in to your account", "If this was not you, change your password now."),
    ("Power <billing@power.example>", "Your payment failed", "Please update your card by 14 March at https://power.example/pay"),
    ("Clerk <office@court.example>", "Summons", "Please confirm by Friday that you will come."),
    ("Ben Fuchs <ben@kontor.example>", "Present", "Can you bring the gift for Eve on Thursday?"),
    ("Studio 54 <hello@studio54.example>", "Class moved", "Your class was moved to Friday at 5 pm."),
]


@pytest.mark.parametrize(("sender", "subject", "says"), HONEST)
def test_what_honest_strangers_ask_is_no_trap(sender: str, subject: str, says: str) -> None:
    inbox = [
        envelope("honest", subject, sender, snippet=says, automatic="no-reply" in sender or "billing" in sender or "hello" in sender),
        envelope("note", "Notes", KNOWN, snippet="It was good to see you."),
    ]
    agenda = build_agenda(inbox, signals(written_to="clara@kontor.example"))
    assert names(agenda.topics[0].mails) == ["honest"]


@pytest.mark.parametrize("subject", ["Ladder", "Lunch on Friday", "We met on Monday 16 March", "Tomorrow at 9 am"])
def test_a_day_alone_makes_no_question_important(subject: str) -> None:
    inbox = [envelope("a", subject, KNOWN, snippet="How are you? Did you like it on Sunday?")]
    assert not ref_of(build_agenda(inbox, signals(written_to="clara@kontor.example")), "a").important


def test_a_colleague_of_people_whom_the_user_writes_to_is_no_stranger_to_the_clock() -> None:
    inbox = [
        envelope("known", "Ladder", KNOWN, snippet="Could you bring it back?"),
        envelope("colleague", "Numbers", "Ben Fuchs <ben@kontor.example>", snippet="Can you send me two numbers tonight?", hours_ago=1),
    ]
    agenda = build_agenda(inbox, signals(written_to="clara@kontor.example"))
    assert names(agenda.topics[0].mails) == ["colleague", "known"]


@pytest.mark.parametrize(
    "text",
    [
        "Bitte antworten Sie nicht auf diese E-Mail.",
        "Bitte auf diese Mail nicht antworten.",
        "Please do not reply to this message.",
        "Merci de ne pas répondre à ce message.",
        "Por favor, no responda a este correo.",
    ],
)
def test_who_wants_no_answer_wants_nothing(text: str) -> None:
    assert wish_in(words_of(f"Your statement\n{text}")) is None


def test_a_person_who_mentions_the_user_on_a_platform_asks_them_and_a_machine_there_does_not() -> None:
    def notice(name: str, sender: str, cc: str = "") -> Envelope:
        says = "Could you take a look before the release?"
        told = envelope(name, "[acme/api] Clock", f"{sender} <notifications@github.com>", to="api@noreply.github.com", cc=cc, snippet=says)
        return replace(told, list_id="<api.acme.github.com>", bulk=True, automatic=True)

    relayed = envelope("relayed", "Budget", MACHINE, automatic=True, snippet="Tom mentioned you in a comment: can you check the sum?")
    survey = envelope("survey", "Survey", MACHINE, automatic=True, snippet="Our survey asked you something: can you rate us?")
    inbox = [
        survey,
        relayed,
        notice("robot", "GitHub", cc=ME),
        notice("others", "Lena Fox"),
        notice("me", "Lena Fox", cc=ME),
        envelope("note", "Notes", KNOWN),
    ]
    agenda = build_agenda(inbox, signals(written_to="clara@kontor.example"))
    assert [names(topic.mails) for topic in agenda.topics if topic.kind is TopicKind.ASKS] == [["relayed", "me"]]


def test_invitations_stand_by_their_start_and_one_day_by_its_hours() -> None:
    inbox = [
        envelope("next week", "Invitation: Fair", KNOWN, invitation=True, snippet="When: Tuesday, 17 March 2026, 10:00"),
        envelope("thursday late", "Invitation: Plan", KNOWN, invitation=True, snippet="When: Thursday, 12 March 2026, 14:00", hours_ago=9),
        envelope(
            "thursday early", "Invitation: Walk", KNOWN, invitation=True, snippet="When: Thursday, 12 March 2026, 09:00", hours_ago=50
        ),
        envelope("today", "Invitation: Tea", KNOWN, invitation=True, snippet="When: Tuesday, 10 March 2026, 17:00", hours_ago=90),
    ]
    told = [name for topic in build_agenda(inbox, signals(written_to="clara@kontor.example")).topics for name in names(topic.mails)]
    assert told == ["today", "thursday early", "thursday late", "next week"]


@pytest.mark.parametrize(
    ("subject", "says"),
    [
        ("Je belastingaanslag", "U moet 412 euro betalen, uiterlijk 13 maart."),
        ("Avviso", "Importo dovuto: 187,00 euro, da versare entro il 12 marzo."),
        ("Rechnung 4471", "Der Betrag von 80 Euro ist noch offen."),
        ("Your claim", "Please send us the two photos before Friday."),
        ("BACKUP FAILED", "The disk is 98 % full. Free space: 1 GB."),
        ("We were unable to charge you", "Your card was not charged."),
    ],
)
def test_a_machine_that_says_what_has_to_be_paid_or_done_by_when_comes_before_one_that_informs(subject: str, says: str) -> None:
    inbox = [
        envelope("wanted", subject, MACHINE, snippet=says, automatic=True),
        envelope("note", "Notes", KNOWN, snippet="It was good to see you."),
        envelope("report", "Report", "Bot <no-reply@bot.example>", snippet="All is well before Friday.", automatic=True),
    ]
    agenda = build_agenda(inbox, signals(written_to="clara@kontor.example"))
    assert [name for topic in agenda.topics for name in names(topic.mails)] == ["wanted", "note", "report"]


@pytest.mark.parametrize(
    ("sender", "subject", "says"),
    [
        ("Velo <versand@velo.example>", "Dein Paket ist unterwegs", "Es kommt am Mittwoch. Bitte sorge dafür, dass jemand da ist."),
        ("Norte <pedidos@norte.example>", "Tu pedido está en camino", "Llegará el jueves antes de las 20:00. Por favor, espera en casa."),
        ("Drop <no-reply@drop.example>", "Delivered: your parcel", "It is at your door. Please rate us before Friday."),
        ("Rides <receipts@rides.example>", "Your trip", "Total 18 EUR, charged to your card. Please tell us before Friday if it is wrong."),
        ("Works <klanten@werk.example>", "Wij hebben uw betaling ontvangen", "Graag een reactie voor vrijdag als iets niet klopt."),
        ("Jonas Keller <jo@elsewhere.example>", "Accepted: Lunch @ Wed 11 Mar 2026 12:30", "Jonas has accepted. Wednesday 11 March, 12:30"),
        (KNOWN, "Zugesagt: Planung @ Mi 11. März 2026 10:00", "Clara hat zugesagt. Wann: Mittwoch, 11. März"),
    ],
)
def test_what_is_over_or_answered_asks_nothing(sender: str, subject: str, says: str) -> None:
    inbox = [
        envelope("over", subject, sender, snippet=says, hours_ago=1, automatic="no-reply" in sender),
        envelope("asks", "Ladder", "Tim Gold <tim@elsewhere.example>", snippet="Could you bring it back?"),
    ]
    agenda = build_agenda(inbox, signals(written_to="clara@kontor.example"))
    assert not ref_of(agenda, "over").asks
    assert names(agenda.topics[0].mails) == ["asks"]


def test_a_person_who_tells_of_a_parcel_may_still_ask() -> None:
    says = "I took it in for you. Please fetch it before Friday."
    agenda = build_agenda([envelope("a", "Your parcel has arrived", "Tim Gold <tim@elsewhere.example>", snippet=says)], signals())
    assert ref_of(agenda, "a").asks


@pytest.mark.parametrize(
    ("text", "day", "hour"),
    [
        ("Ihr neuer Termin: 12.03., 14:15 Uhr", 12, 14),
        ("fällig am 13.3.2026", 13, 23),
        ("due 2026-03-12", 12, 23),
        ("le jeudi 12 mars", 12, 23),
        ("el 12 de marzo a las 18:05", 12, 18),
        ("le dimanche 1er novembre, et le 12 mars", 12, 23),
    ],
)
def test_a_day_written_in_figures_or_as_a_country_writes_it_is_read(text: str, day: int, hour: int) -> None:
    found = due_of(words_of(text), written=NOW - timedelta(hours=1), now=NOW)
    assert found is not None
    assert (found.day, found.hour) == (day, hour)


@pytest.mark.parametrize("text", ["¿Sigue disponible?", "Vi el anuncio. ¿Sigue libre la casa?"])
def test_a_sentence_that_opens_with_a_mark_is_a_question(text: str) -> None:
    assert wish_in(words_of(text)) is not None


def test_an_office_may_tell_of_the_readers_own_matter_from_any_address_and_friends_of_theirs() -> None:
    inbox = [
        envelope("office", "Appointment", "Dr Behr <behr@praxis-behr.example>", snippet="Your appointment was moved to Friday."),
        envelope("friend", "Rome", "Tim Gold <tim@elsewhere.example>", snippet="My train was delayed, it was a long night."),
        envelope("note", "Notes", KNOWN, snippet="It was good to see you."),
    ]
    agenda = build_agenda(inbox, signals(written_to="clara@kontor.example"))
    assert [name for topic in agenda.topics for name in names(topic.mails)] == ["office", "note", "friend"]


@pytest.mark.parametrize("says", ["Maja Holm assigned RTE-219 to you.", "@lena-f requested your review on: acme/api#412 Retry."])
def test_who_assigns_something_through_a_machine_asks(says: str) -> None:
    agenda = build_agenda([envelope("a", "RTE-219", MACHINE, snippet=says, automatic=True)], signals())
    assert ref_of(agenda, "a").asks
