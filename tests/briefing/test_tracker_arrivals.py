"""New mails that are read at once: the topic that was open goes on behind them, nothing is settled, and a saved state follows."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefing.agenda import Agenda, MailRef, Topic, TopicKind
from briefing.mail import MailId, MailStatus, ThreadId
from briefing.snapshot import Snapshot
from briefing.tracker import BriefingSessionTracker

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


def test_mails_that_are_here_already_move_nothing() -> None:
    tracker = tracker_of("ab")
    assert tracker.begin_arrivals([ref("b")], label=LABEL) == ref("a")
    assert presented_from_here(tracker) == "ab"


@given(st.integers(0, 6), st.lists(st.sampled_from("xyz"), unique=True, min_size=1), st.integers(0, 3))
def test_a_state_saved_move_by_move_is_the_state_itself(moves: int, new: list[str], more: int) -> None:
    tracker = tracker_of("ab", "c", "def")
    saved = Snapshot().after(tracker.drain_changes())
    for _ in range(moves):
        tracker.advance(at=NOW)
    saved = saved.after(tracker.drain_changes())
    tracker.begin_arrivals([ref(name) for name in new], label=LABEL)
    saved = saved.after(tracker.drain_changes())
    for _ in range(more):
        tracker.advance(at=NOW)
    assert saved.after(tracker.drain_changes()) == tracker.snapshot()
