"""Every mail is on the agenda exactly once, in an order that depends on the mails alone, at a cost that grows with their number."""

import gc
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from random import Random
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.made_up_inbox import made_up_inbox, signals_for
from briefing.agenda import Agenda, ReasonKind, TopicKind
from briefing.mail import Address, Envelope, MailId, ThreadId
from briefing.triage.scoring import Signals
from briefing.triage.triage import build_agenda, lost
from tests.briefing.envelopes import ME, NOW, envelope, ids, names, ref_of, signals, topic_of

SUBJECTS = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        ["", "Re:", "hi", "Budget plan", "Re: Budget plan", "Budget plan 7", "[x]", "\u202e\u200b", "Re: " * 200, "🎉", "合同"]
    ),
)
ADDRESSES = st.builds(
    Address,
    name=st.sampled_from(["", "Anna Berg", "\u202e", "Forge"]),
    email=st.sampled_from(
        ["", "@", "anna@berg.example", "ben@kontor.example", "eva@kontor.example", "x@gmail.com", ME, "no-at-sign", "a@b@c"]
    ),
)
ENVELOPES = st.builds(
    Envelope,
    mail_id=st.integers(0, 40).map(lambda n: MailId(f"work:{n}")),
    thread_id=st.sampled_from(["", "work:", "work:t", "work:u", "home:t", ":"]).map(ThreadId),
    subject=SUBJECTS,
    sender=ADDRESSES,
    to=st.lists(ADDRESSES, max_size=3).map(tuple),
    cc=st.lists(ADDRESSES, max_size=3).map(tuple),
    received_at=st.integers(-10, 10_000).map(lambda hours: NOW - timedelta(hours=hours)),
    flagged=st.booleans(),
    answers_me=st.booleans(),
    bulk=st.booleans(),
    automatic=st.booleans(),
    list_id=st.sampled_from(["", "<choir.lists.example>", "x"]),
    invitation=st.booleans(),
    snippet=SUBJECTS,
    readable=st.booleans(),
)
INBOXES = st.lists(ENVELOPES, max_size=40)
WAITING = st.lists(st.integers(20, 60).map(lambda n: MailId(f"work:{n}")), max_size=20)
SOME_SIGNALS = signals(
    vips="anna@berg.example",
    keywords=("budget", "合同"),
    written_to="ben@kontor.example",
    important=ids("1", "25", "45"),
    flagged=ids("2", "26", "46", "47"),
    to_me=ids("3", "27", "45", "48"),
    from_vips=ids("4", "28", "49"),
)


def all_ids(agenda: Agenda) -> Counter[MailId]:
    return Counter(mail.mail_id for topic in agenda.topics for mail in topic.mails)


@pytest.mark.slow
@given(INBOXES, WAITING)
def test_every_mail_is_on_the_agenda_exactly_once(inbox: list[Envelope], waiting: list[MailId]) -> None:
    fetched = {mail.mail_id for mail in inbox} | set(waiting)
    agenda = build_agenda(inbox, SOME_SIGNALS, not_loaded=waiting)
    assert all_ids(agenda) == Counter(fetched)
    assert lost(fetched, agenda) == set()
    assert all(topic.mails and topic.label for topic in agenda.topics)


@pytest.mark.slow
@given(INBOXES, WAITING, st.randoms(use_true_random=False))
def test_the_agenda_does_not_depend_on_the_order_of_arrival(inbox: list[Envelope], waiting: list[MailId], random: Random) -> None:
    agenda = build_agenda(inbox, SOME_SIGNALS, not_loaded=waiting)
    random.shuffle(inbox)
    random.shuffle(waiting)
    assert build_agenda(inbox, SOME_SIGNALS, not_loaded=waiting) == agenda


@pytest.mark.slow
@given(INBOXES)
def test_an_important_mail_never_waits_in_a_pile(inbox: list[Envelope]) -> None:
    for topic in build_agenda(inbox, SOME_SIGNALS).topics:
        if topic.kind in {TopicKind.OTHER, TopicKind.NEWSLETTERS, TopicKind.NOTIFICATIONS}:
            assert not any(mail.important for mail in topic.mails)


@pytest.mark.slow
@given(INBOXES)
def test_mails_of_one_thread_stand_together_in_the_order_they_were_written(inbox: list[Envelope]) -> None:
    agenda = build_agenda(inbox, SOME_SIGNALS)
    for thread in ("work:t", "work:u", "home:t"):
        places = [
            (topic_number, place, mail)
            for topic_number, topic in enumerate(agenda.topics)
            for place, mail in enumerate(topic.mails)
            if mail.thread_id == thread
        ]
        assert len({topic_number for topic_number, _, _ in places}) <= 1
        assert [place for _, place, _ in places] == list(range(places[0][1], places[0][1] + len(places))) if places else True
        leads = any(mail.important for _, _, mail in places)
        times = [(leads and not (mail.important or mail.vouched), mail.received_at) for _, _, mail in places if mail.received_at]
        assert times == sorted(times)  # strangers stand last in a thread that leads by its importance


@pytest.mark.parametrize("size", [0, 1, 50, 500])
def test_a_lifelike_inbox_of_any_size_is_complete(size: int) -> None:
    inbox = made_up_inbox(size)
    agenda = build_agenda(inbox, signals_for(inbox))
    assert all_ids(agenda) == Counter(mail.mail_id for mail in inbox)


def test_of_fifty_lifelike_mails_five_to_ten_are_important() -> None:
    counts = []
    for seed in range(20):
        inbox = made_up_inbox(50, seed)
        agenda = build_agenda(inbox, signals_for(inbox))
        counts.append(sum(mail.important for topic in agenda.topics for mail in topic.mails))
    assert 5 <= sorted(counts)[len(counts) // 2] <= 10


def test_lost_names_what_is_missing() -> None:
    agenda = build_agenda([envelope("a")], signals())
    assert lost([*ids("a", "b")], agenda) == ids("b")


def test_a_mail_that_comes_twice_is_presented_once_in_its_newest_version() -> None:
    old, new = envelope("a", "Old", hours_ago=5), envelope("a", "New", hours_ago=1)
    for inbox in ([old, new], [new, old]):
        assert ref_of(build_agenda(inbox, signals()), "a").subject == "New"


def test_waiting_mails_that_an_id_set_holds_come_first_with_their_reason() -> None:
    known = signals(important=ids("i"), flagged=ids("f"), to_me=ids("t"), from_vips=ids("v"))
    agenda = build_agenda([], known, not_loaded=sorted(ids("o", "t", "i", "v", "f")))
    assert names(tuple(mail for topic in agenda.topics for mail in topic.mails))[2:] == ["i", "t", "o"]
    assert {name: [reason.kind for reason in ref_of(agenda, name).reasons] for name in "fvito"} == {
        "f": [ReasonKind.FLAGGED],
        "v": [ReasonKind.VIP],
        "i": [ReasonKind.IMPORTANT],
        "t": [ReasonKind.TO_ME],
        "o": [],
    }
    assert not any(ref_of(agenda, name).loaded for name in "fvito")
    assert ref_of(agenda, "f").flagged


def test_waiting_mails_without_a_set_wait_in_other_messages_with_the_loaded_ones() -> None:
    agenda = build_agenda([envelope("a")], signals(), not_loaded=sorted(ids("o")))
    topic = topic_of(agenda, "o")
    assert (topic.label, topic.kind, names(topic.mails)) == ("Other messages", TopicKind.OTHER, ["a", "o"])


def test_a_mail_that_is_loaded_is_not_waiting_too() -> None:
    agenda = build_agenda([envelope("a")], signals(), not_loaded=sorted(ids("a")))
    assert all_ids(agenda) == Counter(ids("a"))
    assert ref_of(agenda, "a").loaded


def test_loading_an_envelope_refines_what_was_known_of_a_mail() -> None:
    known = signals(flagged=ids("a"))
    before = ref_of(build_agenda([], known, not_loaded=sorted(ids("a"))), "a")
    after = ref_of(build_agenda([envelope("a", "Offer")], known), "a")
    assert after.score >= before.score
    assert (before.subject, after.subject) == ("", "Offer")


def test_the_collector_works_again_afterwards_and_stays_off_where_it_was() -> None:
    build_agenda([envelope("a")], signals())
    assert gc.isenabled()
    gc.disable()
    try:
        build_agenda([envelope("a")], signals())
        assert not gc.isenabled()
    finally:
        gc.enable()


def calls_for(inbox: list[Envelope], known: Signals) -> int:
    """How many calls, Python's and C's, the agenda of an inbox takes: a cost that no busy machine can blur."""
    count = 0

    def on_event(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(on_event)
    try:
        build_agenda(inbox, known)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.slow
def test_ten_times_the_mails_take_about_ten_times_the_work() -> None:
    small, large = made_up_inbox(1000), made_up_inbox(10_000)
    assert calls_for(large, signals_for(large)) <= 12 * calls_for(small, signals_for(small))


@pytest.mark.slow
@pytest.mark.parametrize(
    "likeness",
    [
        pytest.param(lambda mail, n: replace(mail, subject="Budget plan", thread_id=ThreadId(f"work:{n}")), id="all subjects equal"),
        pytest.param(
            lambda mail, n: replace(mail, subject=f"Budget plan {'abcdefghij'[n % 10] * 3} {'klmnopqrst'[n // 10 % 10] * 3}"),
            id="all subjects alike",
        ),
        pytest.param(lambda mail, _: replace(mail, thread_id=ThreadId("work:one")), id="one thread"),
        pytest.param(lambda mail, _: replace(mail, bulk=True, list_id="one"), id="one list"),
    ],
)
def test_inboxes_in_which_all_is_alike_cost_no_more(likeness: Callable[[Envelope, int], Envelope]) -> None:
    person = Address(name="Ben Fuchs", email="ben@kontor.example")
    inboxes = [[likeness(replace(mail, sender=person), n) for n, mail in enumerate(made_up_inbox(size))] for size in (500, 5000)]
    small, large = (calls_for(inbox, signals()) for inbox in inboxes)
    assert large <= 12 * small
