"""What is kept of a briefing between calls, and that it comes back as it was."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from briefing.agenda import MailRef, TopicKind
from briefing.mail import ActionKind, Address, MailStatus
from briefing.tracking.snapshot import MailRecord, Snapshot, SnapshotChange, SnapshotError
from briefing.tracking.tracker import BriefingSessionTracker
from tests.briefing.tracker_agendas import AT, LATER, agenda, at, m, ref, statuses, tracker

REFS = {m(number): ref(number) for number in range(20)}


def eventful() -> BriefingSessionTracker:
    """A briefing to which everything has happened once; it stands on mail 7, right after a skipped topic."""
    briefing = tracker([1, 2, 3], [4, 5, 6], [7, 8])
    briefing.advance(at=AT)
    briefing.mark_actioned(m(2), ActionKind.FLAGGED, at=AT)
    briefing.mark_actioned(m(2), ActionKind.ARCHIVED, at=LATER)
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
    text = eventful().snapshot().to_json() + eventful().drain_changes().to_json()
    for word in ("Subject", "Topic", "New mail"):
        assert word not in text


def test_labels_come_back_from_the_mails_or_from_a_function() -> None:
    snapshot = tracker([1, 2], [3]).snapshot()
    refs = {m(1): ref(1, subject="Garden party"), m(2): ref(2, subject="Re: Garden party"), m(3): ref(3, subject="Water bill")}
    labelled = BriefingSessionTracker.from_snapshot(snapshot, refs)
    assert [topic.label for topic in labelled.topics(limit=2)] == ["Garden party", "Water bill"]

    def count(kind: TopicKind, mails: Sequence[MailRef]) -> str:
        return f"{len(mails)} {kind.value}"

    labelled = BriefingSessionTracker.from_snapshot(snapshot, refs, label=count)
    assert [topic.label for topic in labelled.topics(limit=2)] == ["2 similar", "1 similar"]


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


def test_the_first_change_is_the_whole_and_the_next_only_what_changed() -> None:
    briefing = tracker([1, 2, 3])
    first = SnapshotChange.from_json(briefing.drain_changes().to_json())
    assert Snapshot().after(first) == briefing.snapshot()
    briefing.advance(at=AT)
    change = briefing.drain_changes()
    assert (change.order, change.added, list(change.mails), change.went) == (None, (), [m(1)], (m(1),))
    assert Snapshot().after(first).after(change) == briefing.snapshot()
    assert briefing.drain_changes().mails == {}


def test_changes_go_on_from_the_snapshot_that_was_restored() -> None:
    saved = eventful().snapshot()
    briefing = BriefingSessionTracker.from_snapshot(saved, REFS)
    briefing.go_back()
    briefing.add_arrivals([MailRef(mail_id=m(15), thread_id=ref(15).thread_id)], accepted=True, label="New mail")
    briefing.add_arrivals([ref(16)], accepted=False, label="New mail")
    briefing.advance(at=AT)
    change = briefing.drain_changes()
    assert change.order is None
    assert saved.after(SnapshotChange.from_json(change.to_json())) == briefing.snapshot()


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "null", '{"format": 0}', '{"format": 1}', '{"format": 1, "topics": [["no such kind", []]]}']
)
def test_a_text_that_is_no_snapshot_is_refused(text: str) -> None:
    with pytest.raises(SnapshotError):
        Snapshot.from_json(text)
    with pytest.raises(SnapshotError):
        SnapshotChange.from_json(text)


def test_changes_that_waited_are_one_change() -> None:
    briefing = tracker([1, 2, 3], [4, 5])
    saved = Snapshot().after(briefing.drain_changes())
    briefing.advance(at=AT)
    briefing.advance(at=AT)
    first = briefing.drain_changes()
    briefing.go_back()
    briefing.add_arrivals([ref(9)], accepted=True, label="New mail")
    second = briefing.drain_changes()
    briefing.skip_topic(at=LATER)
    third = briefing.drain_changes()
    for together in (first.then(second).then(third), first.then(second.then(third))):
        assert saved.after(SnapshotChange.from_json(together.to_json())) == briefing.snapshot()
    assert list(first.then(second).mails) == [m(1), m(2)]


@pytest.mark.parametrize(
    "stray", [SnapshotChange(cursor=m(1)), SnapshotChange(went=(m(1),)), SnapshotChange(just_skipped=(m(1),)),
              SnapshotChange(mails={m(1): MailRecord(status=MailStatus.BRIEFED)})]
)  # fmt: skip
def test_a_snapshot_that_names_a_mail_of_no_topic_is_not_coherent(stray: SnapshotChange) -> None:
    assert eventful().snapshot().is_coherent()
    assert not Snapshot().after(stray).is_coherent()
    assert not eventful().snapshot().after(SnapshotChange(cursor=m(19))).is_coherent()
