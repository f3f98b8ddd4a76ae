"""What is kept of a briefing between calls, and that it comes back as it was."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from briefing.agenda import TopicKind
from briefing.mail import Address, MailId
from briefing.mail_action import MailAction
from briefing.tracking.snapshot import MailRecord, Snapshot, SnapshotError
from briefing.tracking.tracker import BriefingSessionTracker
from tests.briefing.tracker_agendas import AT, LATER, agenda, at, m, ref, statuses, tracker

REFS = {m(number): ref(number) for number in range(20)}


def eventful() -> BriefingSessionTracker:
    """A briefing to which everything has happened once; it stands on mail 7, right after a skipped topic."""
    briefing = tracker([1, 2, 3], [4, 5, 6], [7, 8])
    briefing.advance(at=AT)
    briefing.mark_actioned(m(2), MailAction.FLAG, at=AT)
    briefing.mark_actioned(m(2), MailAction.ARCHIVE, at=LATER)
    briefing.add_arrivals([ref(9)], accepted=True, label="New mail")
    briefing.jump_to(m(4), at=LATER)
    briefing.remove_handled_elsewhere([m(8)])
    briefing.skip_topic(at=LATER)
    return briefing


def test_a_snapshot_comes_back_as_it_was() -> None:
    briefing = eventful()
    text = briefing.snapshot().to_json()
    restored = BriefingSessionTracker.from_snapshot(Snapshot.from_json(text), {**REFS, m(2): ref(2, flagged=True)})
    assert restored.snapshot() == briefing.snapshot()
    assert restored.current() == briefing.current()
    assert [restored.state_of(m(number)) for number in range(10)] == [briefing.state_of(m(number)) for number in range(10)]
    assert replace(restored.progress(), topic_label="") == replace(briefing.progress(), topic_label="")


def test_going_back_works_in_the_next_call_as_in_this_one() -> None:
    briefing = eventful()
    restored = BriefingSessionTracker.from_snapshot(briefing.snapshot(), REFS)
    for one in (briefing, restored):
        assert at(one) == 7
        one.go_back()
        assert at(one) == 4
        assert statuses(one, 4, 5, 6, 8) == ["pending", "pending", "pending", "gone"]


def test_a_dropped_call_leaves_the_current_mail_pending() -> None:
    briefing = tracker([1, 2])
    briefing.note_presented(m(1))
    briefing.note_heard(m(1), 0.9)
    restored = BriefingSessionTracker.from_snapshot(briefing.snapshot(), REFS)
    assert at(restored) == 1
    assert statuses(restored, 1) == ["pending"]


def test_a_snapshot_holds_no_subject_sender_or_label() -> None:
    text = eventful().snapshot().to_json()
    for word in ("Subject", "Topic", "New mail"):
        assert word not in text


def test_labels_come_back_from_the_mails() -> None:
    snapshot = tracker([1, 2], [3]).snapshot()
    refs = {m(1): ref(1, subject="Garden party"), m(2): ref(2, subject="Re: Garden party"), m(3): ref(3, subject="Water bill")}
    labelled = BriefingSessionTracker.from_snapshot(snapshot, refs)
    assert [topic.label for topic in labelled.topics(limit=2)] == ["Garden party", "Water bill"]


@pytest.mark.parametrize(("kind", "label"), [(TopicKind.NEWSLETTERS, "Newsletters"), (TopicKind.THREAD, "Mail from Ada")])
def test_a_topic_without_subjects_still_has_a_label_to_read_aloud(kind: TopicKind, label: str) -> None:
    snapshot = BriefingSessionTracker(agenda([1], kind=kind)).snapshot()
    mail = replace(ref(1, subject=""), sender=Address(name="Ada", email="ada@example.org"))
    assert BriefingSessionTracker.from_snapshot(snapshot, {m(1): mail}).progress().topic_label == label


def test_a_mail_that_could_not_be_read_again_is_there_without_its_envelope() -> None:
    briefing = BriefingSessionTracker.from_snapshot(tracker([1]).snapshot(), {})
    mail = briefing.current()
    assert mail is not None
    assert (mail.mail_id, mail.loaded) == (m(1), False)
    assert briefing.progress().topic_label == "Other messages"
    briefing.update_mails([ref(1, subject="Water bill")])
    briefing.relabel()
    assert briefing.progress().topic_label == "Water bill"


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "null", '{"format": 0}', '{"format": 1}', '{"format": 1, "topics": [["no such kind", []]]}']
)
def test_a_text_that_is_no_snapshot_is_refused(text: str) -> None:
    with pytest.raises(SnapshotError):
        Snapshot.from_json(text)


NOWHERE = MailId("home:nowhere")


@pytest.mark.parametrize(
    "stray",
    [
        {"cursor": NOWHERE},
        {"history": (NOWHERE,)},
        {"just_skipped": (NOWHERE,)},
        {"mails": {NOWHERE: MailRecord(kept=(MailAction.FLAG,))}},
    ],
)
def test_a_snapshot_that_names_a_mail_of_no_topic_is_refused(stray: dict[str, Any]) -> None:
    with pytest.raises(SnapshotError):
        Snapshot.from_json(replace(eventful().snapshot(), **stray).to_json())


def test_what_was_touched_last_comes_first_and_so_it_is_in_the_next_call() -> None:
    briefing = tracker([1, 2, 3], [4, 5])
    assert briefing.touched(limit=9) == ()
    for number, minutes in ((3, 1), (1, 2), (5, 3), (3, 4)):
        briefing.mark_actioned(m(number), MailAction.ARCHIVE if minutes < 4 else MailAction.DELETE, at=AT + timedelta(minutes=minutes))
    restored = BriefingSessionTracker.from_snapshot(briefing.snapshot(), REFS)
    for one in (briefing, restored):
        assert one.touched(limit=9) == (m(3), m(5), m(1))
        assert one.touched(limit=2) == (m(3), m(5))


def test_what_happens_to_a_mail_costs_no_more_snapshot_than_its_own_record() -> None:
    before, after = tracker([1, 2, 3]), tracker([1, 2, 3])
    after.mark_briefed(m(2), at=AT)
    assert list(after.snapshot().mails) == [m(2)]
    assert len(after.snapshot().to_json()) - len(before.snapshot().to_json()) < 100
