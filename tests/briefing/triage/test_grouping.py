"""What is presented together, and what must not be."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefing.agenda import Topic, TopicKind
from briefing.mail import Envelope
from briefing.triage.disjoint_sets import Unions
from briefing.triage.grouping import group
from briefing.triage.scoring import Signals, score
from briefing.triage.similarity import Matter, alike, join_alike
from briefing.triage.subjects import telling_words, without_prefixes
from tests.briefing.envelopes import ME, envelope, names, signals

CLARA = "Clara Conti <clara@conti.example>"
BEN = "Ben Fuchs <ben@kontor.example>"
EVA = "Eva Dahl <eva@kontor.example>"


def groups(*mails: Envelope, known: Signals | None = None) -> list[Topic]:
    return group(score(list(mails), known or signals()), own_addresses=frozenset({ME}))


def together(*mails: Envelope) -> bool:
    topics = groups(*mails)
    return len(topics) == 1 and topics[0].kind in {TopicKind.THREAD, TopicKind.SIMILAR}


def test_two_mails_of_one_thread_are_a_topic_whatever_their_subjects() -> None:
    topic, *rest = groups(envelope("a", "Offer", thread="t"), envelope("b", "Something else", CLARA, thread="t"))
    assert topic.kind is TopicKind.THREAD
    assert not rest


def test_mails_without_a_thread_id_are_no_thread() -> None:
    one, other = envelope("a", "Offer", BEN), envelope("b", "Holiday", CLARA)
    assert not together(*(Envelope(**{**_fields(mail), "thread_id": "work:"}) for mail in (one, other)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Budget plan", "Re: Budget plan"),
        ("Budget plan", "AW: WG: [EXT] Budget plan"),
        ("Invoice 4711 of 3 March", "Invoice 4712 of 4 April"),
        ("Phoenix kickoff agenda Berlin", "Agenda: Phoenix kickoff"),
        ("Réunion de chantier", "RE : reunion de chantier"),
    ],
)
def test_a_like_subject_from_the_same_person_is_one_topic(one: str, other: str) -> None:
    assert together(envelope("a", one), envelope("b", other))


@pytest.mark.parametrize(
    ("sender", "other_sender", "cc"),
    [(BEN, EVA, ""), (BEN, CLARA, "x@team.example"), ("a@gmail.com", "b@gmail.com", "x@team.example")],
)
def test_a_like_subject_among_people_who_share_somebody_is_one_topic(sender: str, other_sender: str, cc: str) -> None:
    assert together(envelope("a", "Harbour tour", sender, cc=cc), envelope("b", "Re: Harbour tour", other_sender, cc=cc))


@pytest.mark.parametrize(
    ("sender", "other_sender"),
    [(BEN, CLARA), ("a@gmail.com", "b@gmail.com"), ("a@fernweh.example", "b@fernweh.example"), ("", ""), ("<>", BEN)],
)
def test_a_like_subject_alone_joins_nobody(sender: str, other_sender: str) -> None:
    assert not together(envelope("a", "Harbour tour", sender), envelope("b", "Harbour tour", other_sender))


def test_the_same_person_on_two_matters_is_two_matters() -> None:
    assert not together(envelope("a", "Harbour tour"), envelope("b", "Tax return"))


@pytest.mark.parametrize("subject", ["hi", "", "Re: question", "(no subject)", "12.3.2026", "🎉"])
def test_subjects_that_say_nothing_are_told_apart_by_their_sender(subject: str) -> None:
    assert together(envelope("a", subject, BEN), envelope("b", "hello", BEN))
    assert not together(envelope("a", subject, BEN), envelope("b", subject, EVA))


def test_several_mails_of_one_machine_are_a_topic() -> None:
    topic, *rest = groups(
        envelope("a", "Build failed", "Forge <ci@forge.example>", automatic=True),
        envelope("b", "Release 2.0", "Forge <ci@forge.example>", automatic=True),
        envelope("c", "Backup done", "Forge <backup@mail.forge.example>", automatic=True),
        envelope("d", "Parcel", "Post <no-reply@post.example>", automatic=True),
    )
    assert (topic.kind, topic.label, len(topic.mails)) == (TopicKind.SIMILAR, "Mails from Forge", 3)
    assert [other.kind for other in rest] == [TopicKind.NOTIFICATIONS]


def test_shops_of_one_mail_service_are_not_one_machine() -> None:
    assert not together(
        envelope("a", "Ticket", "Acme <no-reply@desk.example>", automatic=True),
        envelope("b", "Ticket", "Bolt <help@desk.example>", automatic=True),
    )


def test_mails_of_one_list_are_a_topic_with_the_lists_name() -> None:
    topic = groups(
        envelope("a", "Typing", BEN, bulk=True, list_id="<python-dev.lists.example>"),
        envelope("b", "Release", CLARA, bulk=True, list_id="<python-dev.lists.example>"),
    )[0]
    assert (topic.kind, topic.label) == (TopicKind.SIMILAR, "The python dev list")


def test_an_important_alert_does_not_drag_its_like_to_the_front() -> None:
    alerts = [envelope(f"a{n}", f"Alert {n}", "Forge <ci@forge.example>", automatic=True) for n in range(5)]
    flagged = envelope("f", "Alert 9", "Forge <ci@forge.example>", automatic=True, flagged=True)
    kinds = {topic.kind: len(topic.mails) for topic in groups(*alerts, flagged)}
    assert kinds == {TopicKind.SIMILAR: 5, TopicKind.IMPORTANT: 1}


def test_a_single_important_mail_is_a_topic_of_its_own() -> None:
    topics = groups(envelope("a", "Offer", BEN), envelope("b", "Weather", CLARA), known=signals(vips="ben@kontor.example"))
    assert {(topic.kind, topic.label) for topic in topics} == {(TopicKind.IMPORTANT, "Offer"), (TopicKind.OTHER, "Other messages")}


def test_an_important_mail_without_a_subject_is_called_after_its_sender() -> None:
    assert groups(envelope("a", "", BEN, flagged=True))[0].label == "A mail from Ben Fuchs"
    assert groups(envelope("a", "hi", "", flagged=True))[0].label == "A mail from an unknown sender"


def test_the_rest_goes_by_kind() -> None:
    topics = groups(
        envelope("a", "Weather", BEN), envelope("b", "Sale", CLARA, bulk=True), envelope("c", "Parcel", "p@post.example", automatic=True)
    )
    assert {topic.kind: (topic.label, names(topic.mails)) for topic in topics} == {
        TopicKind.OTHER: ("Other messages", ["a"]),
        TopicKind.NEWSLETTERS: ("Newsletters", ["b"]),
        TopicKind.NOTIFICATIONS: ("Notifications", ["c"]),
    }


def test_an_acquaintance_who_writes_over_a_list_is_no_newsletter() -> None:
    topics = groups(envelope("a", "Rehearsal", BEN, bulk=True, to="choir@lists.example"), known=signals(written_to="ben@kontor.example"))
    assert [topic.kind for topic in topics] == [TopicKind.OTHER]


def test_equal_subjects_are_joined_however_full_their_bucket_is() -> None:
    noise = [envelope(f"n{n:03}", f"Harbour {word}{word} {word}x{word}") for n, word in enumerate(_made_up_words(200))]
    pair = [envelope("z1", "Harbour tour"), envelope("z2", "Re: Harbour tour")]
    topic = next(topic for topic in groups(*noise, *pair) if "z1" in names(topic.mails))
    assert set(names(topic.mails)) == {"z1", "z2"}


@given(
    st.lists(
        st.builds(
            Matter, st.frozensets(st.sampled_from("abcdefg"), min_size=1, max_size=6), st.frozensets(st.sampled_from("xyz"), max_size=2)
        ),
        max_size=8,
    )
)
def test_the_index_finds_what_comparing_all_pairs_finds(matters: list[Matter]) -> None:
    indexed, compared = Unions(len(matters)), Unions(len(matters))
    join_alike(dict(enumerate(matters)), indexed)
    for one, other in combinations(range(len(matters)), 2):
        if alike(matters[one].subject, matters[other].subject) and matters[one].ties & matters[other].ties:
            compared.join(one, other)
    assert [indexed.find(n) for n in range(len(matters))] == [compared.find(n) for n in range(len(matters))]


def test_nothing_is_like_an_empty_set_of_words() -> None:
    assert not alike(frozenset(), frozenset())
    assert not alike(frozenset(), frozenset({"a"}))
    assert alike(frozenset({"a"}), frozenset({"a"}))


@pytest.mark.parametrize(
    ("subject", "bare"),
    [
        ("Re: Fwd: AW: Budget", "Budget"),
        ("RE[4]: [team] Re: Budget", "Budget"),
        ("回复\uff1aBudget", "Budget"),
        ("[EXT] [JIRA-12] Budget", "Budget"),
        ("Reading list", "Reading list"),
        ("I: think", "think"),
        ("[Budget]", "Budget"),
        ("Re:", "Re:"),
        ("", ""),
    ],
)
def test_what_programs_add_to_a_subject_is_taken_off(subject: str, bare: str) -> None:
    assert without_prefixes(subject) == bare


@pytest.mark.parametrize("subject", ["Re: " * 60_000, "[" * 60_000, "a" * 60_000, "?" * 60_000])
def test_a_hostile_subject_costs_no_more_than_a_long_one(subject: str) -> None:
    assert len(telling_words(subject)) <= 12


def _fields(mail: Envelope) -> dict[str, object]:
    return {name: getattr(mail, name) for name in Envelope.__dataclass_fields__}


def _made_up_words(count: int) -> list[str]:
    return ["".join("bcdfghjklmnpqrstvwxz"[n // 20**place % 20] for place in range(3)) for n in range(count)]
