"""What asks something of the user comes first, known sender or not; what only claims urgency does not; today comes before Friday."""

from datetime import timedelta

import pytest

from briefing.agenda import TopicKind
from briefing.triage.due import due_of
from briefing.triage.needs import needs_action
from briefing.triage.triage import build_agenda
from briefing.words import words_of
from tests.briefing.envelopes import NOW, envelope, names, ref_of, signals

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
        "The shop does not answer",
        "Your message could not be delivered",
        "Reminder: your appointment on Tuesday",
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
