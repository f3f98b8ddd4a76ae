"""New mails that are read at once: the topic that was open goes on behind them, nothing is settled, and a saved state follows."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from briefing.agenda import Agenda, MailRef, Topic, TopicKind
from briefing.mail import MailId, MailStatus, ThreadId
from briefing.mail_action import MailAction
from briefing.tracking.tracker import BriefingSessionTracker

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
LABEL = "New mail"


def ref(name: str) -> MailRef:
    return MailRef(mail_id=MailId(f"a:{name}"), thread_id=ThreadId(f"a:{name}"))


def tracker_of(*topics: str) -> BriefingSessionTracker:
    """A topic per word, a mail per letter."""
    return BriefingSessionTracker(
        Agenda(topics=tuple(Topic(label=word, kind=TopicKind.SIMILAR, mails=tuple(map(ref, word))) for word in topics))
    )


def presented_from_here(tracker: BriefingSessionTracker) -> str:
    names = ""
    while (mail := tracker.current()) is not None:
        names += mail.mail_id.removeprefix("a:")
        tracker.advance(at=NOW)
    return names


@pytest.mark.parametrize(
    ("topics", "moves", "expected"),
    [(("ab", "cd"), 0, "xyabcd"), (("ab", "cd"), 1, "xybcd"), (("ab", "cd"), 2, "xycd"), (("ab", "cd"), 3, "xyd"), (("a",), 1, "xy")],
)
def test_what_is_read_at_once_comes_first_and_the_open_topic_goes_on(topics: tuple[str, ...], moves: int, expected: str) -> None:
    tracker = tracker_of(*topics)
    for _ in range(moves):
        tracker.advance(at=NOW)
    assert tracker.begin_arrivals([ref("x"), ref("y")], label=LABEL) == ref("x")
    assert presented_from_here(tracker) == expected


def test_the_mail_that_was_interrupted_stays_pending_and_one_can_go_back_to_it() -> None:
    tracker = tracker_of("ab")
    tracker.begin_arrivals([ref("x")], label=LABEL)
    state = tracker.state_of(MailId("a:a"))
    assert state
    assert state.status is MailStatus.PENDING
    assert tracker.drain_marks() == ()
    assert tracker.go_back() == ref("a")


def at_a_heard_mail() -> BriefingSessionTracker:
    """At b of the topic ab, heard, with the topic cd behind it."""
    tracker = tracker_of("ab", "cd")
    tracker.advance(at=NOW)
    tracker.mark_briefed(MailId("a:b"), at=NOW)
    tracker.drain_marks()
    return tracker


def test_behind_the_arrivals_one_is_back_at_the_mail_that_was_left_though_it_was_heard() -> None:
    tracker = at_a_heard_mail()
    tracker.begin_arrivals([ref("x"), ref("y")], label=LABEL)
    assert presented_from_here(tracker) == "xybcd"
    assert MailId("a:b") not in {mark.mail_id for mark in tracker.drain_marks()}


@pytest.mark.parametrize("last", ["advance", "skip_mail", "skip_topic", "archive", "remove"])
def test_every_way_of_moving_on_from_the_last_arrival_leads_back(last: str) -> None:
    tracker = at_a_heard_mail()
    tracker.begin_arrivals([ref("x")], label=LABEL)
    moves: dict[str, Callable[[], object]] = {
        "advance": lambda: tracker.advance(at=NOW),
        "skip_mail": lambda: tracker.skip_mail(at=NOW),
        "skip_topic": lambda: tracker.skip_topic(at=NOW),
        "archive": lambda: tracker.mark_actioned(MailId("a:x"), MailAction.ARCHIVE, at=NOW),
        "remove": lambda: tracker.remove_handled_elsewhere([MailId("a:x")]),
    }
    moves[last]()
    assert tracker.current() == ref("b")
    assert tracker.left_for_arrivals == ()


def test_arrivals_that_interrupt_arrivals_lead_back_to_those_first() -> None:
    tracker = at_a_heard_mail()
    tracker.begin_arrivals([ref("x"), ref("y")], label=LABEL)
    tracker.mark_briefed(MailId("a:x"), at=NOW)
    tracker.begin_arrivals([ref("z")], label=LABEL)
    assert presented_from_here(tracker) == "zxybcd"


def test_arrivals_that_were_accepted_for_later_come_before_the_way_back() -> None:
    tracker = at_a_heard_mail()
    tracker.begin_arrivals([ref("x")], label=LABEL)
    tracker.add_arrivals([ref("y")], accepted=True, label=LABEL)
    assert presented_from_here(tracker) == "xybcd"


def test_a_mail_that_was_archived_meanwhile_is_not_returned_to() -> None:
    tracker = at_a_heard_mail()
    tracker.begin_arrivals([ref("x")], label=LABEL)
    tracker.mark_actioned(MailId("a:b"), MailAction.ARCHIVE, at=NOW)
    assert presented_from_here(tracker) == "xcd"


def test_whoever_jumps_elsewhere_is_not_led_back() -> None:
    tracker = at_a_heard_mail()
    tracker.begin_arrivals([ref("x")], label=LABEL)
    tracker.jump_to(MailId("a:c"), at=NOW)
    assert presented_from_here(tracker) == "cd"


def test_a_restored_tracker_goes_on_without_the_way_back() -> None:
    tracker = at_a_heard_mail()
    tracker.begin_arrivals([ref("x")], label=LABEL)
    restored = BriefingSessionTracker.from_snapshot(tracker.snapshot(), {MailId(f"a:{name}"): ref(name) for name in "abcdx"})
    assert presented_from_here(restored) == "xcd"


def test_mails_that_are_here_already_move_nothing() -> None:
    tracker = tracker_of("ab")
    assert tracker.begin_arrivals([ref("b")], label=LABEL) == ref("a")
    assert presented_from_here(tracker) == "ab"
