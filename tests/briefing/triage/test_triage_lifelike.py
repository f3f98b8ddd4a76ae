"""What a good assistant would make of a hand-written inbox: who leads, what belongs together, what never matters."""

import pytest

from briefing.agenda import TopicKind
from briefing.triage.triage import build_agenda, lost
from tests.briefing.envelopes import names, ref_of, topic_of
from tests.briefing.lifelike import INBOX, SIGNALS

AGENDA = build_agenda(INBOX, SIGNALS)


def place(name: str) -> int:
    return AGENDA.topics.index(topic_of(AGENDA, name))


def test_no_mail_is_lost_and_none_is_there_twice() -> None:
    assert sum(len(topic.mails) for topic in AGENDA.topics) == len(INBOX)
    assert lost([mail.mail_id for mail in INBOX], AGENDA) == set()


def test_the_vips_answer_with_a_question_and_a_deadline_leads() -> None:
    assert names(AGENDA.topics[0].mails) == ["anna-contract"]
    assert AGENDA.topics[0].label == "Contract draft"


def test_between_a_tenth_and_a_quarter_of_the_inbox_is_important() -> None:
    important = [mail for topic in AGENDA.topics for mail in topic.mails if mail.important]
    assert 0.1 <= len(important) / len(INBOX) <= 0.25


@pytest.mark.parametrize(
    "name", ["anna-contract", "okafor-loan", "launch-3", "luc-print", "maja-invite", "school", "flagged-tax", "forge-phoenix"]
)
def test_what_matters_is_important_and_never_waits_behind_what_does_not(name: str) -> None:
    assert ref_of(AGENDA, name).important
    first_unimportant = next(n for n, topic in enumerate(AGENDA.topics) if not any(mail.important for mail in topic.mails))
    assert place(name) < first_unimportant


@pytest.mark.parametrize(
    "name",
    [
        "phish",
        "fake-anna",
        "recruiter",
        "spam-invite",
        "shoes",
        "daily-1",
        "anna-newsletter",
        "away",
        "crowd",
        "parcel",
        "unreadable",
        "choir-1",
        "bank-statement",
    ],
)
def test_what_does_not_matter_is_never_important(name: str) -> None:
    assert not ref_of(AGENDA, name).important


@pytest.mark.parametrize(
    ("together", "kind", "label"),
    [
        (["launch-1", "launch-2", "launch-3", "launch-4", "launch-apart"], TopicKind.SIMILAR, "Launch checklist"),
        (["daily-2", "daily-1"], TopicKind.SIMILAR, "Mails from The Daily Brief"),
        (["choir-2", "choir-1"], TopicKind.SIMILAR, "The Choir list"),
        (["order-1", "order-2"], TopicKind.SIMILAR, "Mails from Teehaus"),
        (["hi-2", "hi-1"], TopicKind.SIMILAR, "Mails from Deniz Kaya"),
        (["okafor-loan"], TopicKind.IMPORTANT, "Ihr Darlehen"),
        (["maja-invite"], TopicKind.IMPORTANT, "Invitation: quarterly planning"),
        (["forge-phoenix"], TopicKind.IMPORTANT, "Phoenix is down"),
    ],
)
def test_what_belongs_together_is_one_topic_with_a_speakable_label(together: list[str], kind: TopicKind, label: str) -> None:
    topic = topic_of(AGENDA, together[0])
    assert (names(topic.mails), topic.kind, topic.label) == (together, kind, label)


def test_the_forges_mails_are_one_topic_of_whole_threads() -> None:
    topic = topic_of(AGENDA, "forge-1")
    assert names(topic.mails) == ["forge-1", "forge-2", "forge-3"]
    assert topic.label == "Mails from Forge"


@pytest.mark.parametrize(
    ("one", "other"),
    [("lunch-jonas", "lunch-paul"), ("anna-contract", "fake-anna"), ("forge-phoenix", "forge-1"), ("okafor-loan", "bank-statement")],
)
def test_a_like_subject_or_name_alone_joins_nothing(one: str, other: str) -> None:
    together = topic_of(AGENDA, one)
    assert together is not topic_of(AGENDA, other) or together.kind is TopicKind.OTHER


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("garden", TopicKind.NEWSLETTERS),
        ("phish", TopicKind.NEWSLETTERS),
        ("anna-newsletter", TopicKind.OTHER),
        ("parcel", TopicKind.NOTIFICATIONS),
        ("signin", TopicKind.ASKS),
        ("deniz-flat", TopicKind.OTHER),
        ("unreadable", TopicKind.OTHER),
    ],
)
def test_what_stays_alone_joins_its_kind(name: str, kind: TopicKind) -> None:
    assert topic_of(AGENDA, name).kind is kind


def test_people_come_before_piles_and_piles_before_machines() -> None:
    assert place("launch-1") < place("hi-1") < place("deniz-flat") < place("garden")
    assert place("deniz-flat") < place("forge-1")


def test_the_phishing_mail_is_in_the_second_half() -> None:
    topic = topic_of(AGENDA, "phish")
    assert AGENDA.topics.index(topic) >= len(AGENDA.topics) // 2
