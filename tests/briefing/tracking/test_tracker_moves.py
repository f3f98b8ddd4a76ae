"""Advance, skip, go back, jump: where the cursor goes and what becomes of the mail it leaves."""

import pytest

from briefing.mail_action import MailAction
from briefing.tracking.position import NextStep
from briefing.tracking.tracker import BriefingSessionTracker
from tests.briefing.tracker_agendas import AT, LATER, UNKNOWN, at, m, number_of, ref, statuses, tracker


def told(briefing: BriefingSessionTracker) -> list[int]:
    """Every mail that "next" alone reaches."""
    heard = []
    while (mail := briefing.current()) is not None:
        heard.append(number_of(mail))
        briefing.advance(at=AT)
    return heard


@pytest.mark.parametrize("count", [1, 50, 500])
def test_every_mail_is_reached_by_next_alone(count: int) -> None:
    briefing = tracker(*([number, number + 1] for number in range(0, 2 * count, 2)))
    assert told(briefing) == list(range(2 * count))
    assert briefing.is_complete()


def test_an_empty_briefing_is_complete_and_has_no_current_mail() -> None:
    briefing = tracker()
    assert briefing.current() is None
    assert briefing.is_complete()
    assert briefing.advance(at=AT) is None
    assert briefing.skip_topic(at=AT) is None
    assert briefing.go_back() is None


def test_next_makes_the_mail_briefed_and_crosses_topics() -> None:
    briefing = tracker([1], [2])
    following = briefing.advance(at=AT)
    assert following is not None
    assert number_of(following) == 2
    state = briefing.state_of(m(1))
    assert state is not None
    assert (state.status.value, state.briefed_at) == ("briefed", AT)


def test_next_passes_over_everything_that_is_not_pending() -> None:
    briefing = tracker([1, 2, 3, 4, 5])
    briefing.mark_briefed(m(2), at=AT)
    briefing.mark_skipped(m(3), at=AT)
    briefing.mark_actioned(m(4), MailAction.ARCHIVE, at=AT)
    briefing.advance(at=AT)
    assert at(briefing) == 5


def test_skipping_a_mail_marks_that_one_only() -> None:
    briefing = tracker([1, 2, 3])
    briefing.skip_mail(at=AT)
    assert statuses(briefing, 1, 2, 3) == ["skipped", "pending", "pending"]
    assert at(briefing) == 2


def test_a_mail_heard_to_its_end_is_skipped_when_the_user_says_so() -> None:
    briefing = tracker([1, 2])
    briefing.mark_briefed(m(1), at=AT)
    briefing.skip_mail(at=AT)
    assert statuses(briefing, 1) == ["skipped"]


def test_skip_topic_goes_to_the_first_pending_mail_of_the_next_topic() -> None:
    briefing = tracker([1, 2, 3], [4, 5])
    briefing.mark_briefed(m(4), at=AT)
    briefing.skip_topic(at=AT)
    assert at(briefing) == 5
    assert statuses(briefing, 1, 2, 3) == ["skipped", "skipped", "skipped"]


@pytest.mark.parametrize("note", ["presented", "partly heard"])
def test_skip_topic_counts_the_mail_just_heard_as_briefed(note: str) -> None:
    briefing = tracker([1, 2, 3], [4])
    if note == "presented":
        briefing.note_presented(m(1))
    else:
        briefing.note_heard(m(1), 0.2)
    briefing.skip_topic(at=AT)
    assert statuses(briefing, 1, 2, 3) == ["briefed", "skipped", "skipped"]


def test_skip_topic_also_skips_what_a_jump_passed_over_in_it() -> None:
    briefing = tracker([1, 2, 3, 4], [5])
    briefing.jump_to(m(3), at=AT)
    briefing.skip_topic(at=AT)
    assert statuses(briefing, 1, 2, 3, 4) == ["briefed", "skipped", "skipped", "skipped"]


def test_going_back_right_after_skip_topic_makes_the_rest_pending_again() -> None:
    briefing = tracker([1, 2, 3], [4])
    briefing.note_presented(m(1))
    briefing.skip_topic(at=AT)
    briefing.note_presented(m(4))
    briefing.mark_briefed(m(4), at=AT)
    briefing.go_back()
    assert at(briefing) == 1
    assert statuses(briefing, 1, 2, 3) == ["briefed", "pending", "pending"]
    briefing.advance(at=AT)
    assert at(briefing) == 2


def test_going_back_later_leaves_the_skipped_topic_skipped() -> None:
    briefing = tracker([1, 2, 3], [4, 5])
    briefing.note_presented(m(1))
    briefing.skip_topic(at=AT)
    briefing.advance(at=AT)
    briefing.go_back()
    briefing.go_back()
    assert at(briefing) == 1
    assert statuses(briefing, 2, 3) == ["skipped", "skipped"]


def test_going_back_after_an_action_leaves_the_skipped_topic_skipped() -> None:
    briefing = tracker([1, 2, 3], [4, 5])
    briefing.note_presented(m(1))
    briefing.skip_topic(at=AT)
    briefing.mark_actioned(m(4), MailAction.ARCHIVE, at=AT)
    briefing.go_back()
    assert at(briefing) == 1
    assert statuses(briefing, 2, 3) == ["skipped", "skipped"]


def test_going_back_after_skipping_the_last_topic_continues_there_even_if_the_mail_left() -> None:
    briefing = tracker([1, 2, 3])
    briefing.skip_topic(at=AT)
    assert briefing.current() is None
    briefing.remove_handled_elsewhere([m(1)])
    briefing.go_back()
    assert at(briefing) == 2
    assert statuses(briefing, 2, 3) == ["pending", "pending"]


def test_going_back_repeatedly_walks_the_positions_in_turn() -> None:
    briefing = tracker([1, 2], [3, 4])
    for _ in range(3):
        briefing.advance(at=AT)
    walked = [briefing.go_back() for _ in range(4)]
    assert [mail and number_of(mail) for mail in walked] == [3, 2, 1, None]
    assert at(briefing) == 1


def test_going_back_settles_nothing_and_the_briefed_mail_stays_briefed() -> None:
    briefing = tracker([1, 2, 3])
    briefing.advance(at=AT)
    briefing.go_back()
    assert statuses(briefing, 1, 2) == ["briefed", "pending"]
    briefing.advance(at=LATER)
    assert at(briefing) == 2
    state = briefing.state_of(m(1))
    assert state is not None
    assert state.briefed_at == AT


def test_going_back_to_a_skipped_mail_makes_it_pending() -> None:
    briefing = tracker([1, 2])
    briefing.skip_mail(at=AT)
    briefing.go_back()
    assert statuses(briefing, 1) == ["pending"]


def test_going_back_never_lands_on_a_mail_that_left() -> None:
    briefing = tracker([1, 2, 3, 4])
    for _ in range(3):
        briefing.advance(at=AT)
    briefing.mark_actioned(m(3), MailAction.DELETE, at=AT)
    briefing.remove_handled_elsewhere([m(2)])
    briefing.go_back()
    assert at(briefing) == 1


def test_going_back_after_an_archive_skips_the_archived_mail() -> None:
    briefing = tracker([1, 2, 3])
    briefing.advance(at=AT)
    briefing.mark_actioned(m(2), MailAction.ARCHIVE, at=AT)
    briefing.go_back()
    assert at(briefing) == 1


def test_going_back_from_the_end_returns_to_the_last_position() -> None:
    briefing = tracker([1, 2])
    briefing.advance(at=AT)
    briefing.advance(at=AT)
    assert briefing.current() is None
    briefing.go_back()
    assert at(briefing) == 2
    assert briefing.is_complete()


def test_going_back_never_returns_to_the_mail_it_is_on() -> None:
    briefing = tracker([1, 2, 3])
    briefing.advance(at=AT)
    briefing.restore(m(1), at=AT)
    for number in (2, 3):
        briefing.mark_actioned(m(number), MailAction.ARCHIVE, at=AT)
    assert at(briefing) == 1
    assert briefing.go_back() is None
    assert at(briefing) == 1


def test_what_a_jump_passed_over_is_still_reached() -> None:
    briefing = tracker([1, 2], [3, 4])
    briefing.jump_to(m(4), at=AT)
    assert statuses(briefing, 1, 2, 3) == ["briefed", "pending", "pending"]
    assert told(briefing) == [4, 2, 3]


def test_jumping_back_to_a_briefed_mail_keeps_it_briefed() -> None:
    briefing = tracker([1, 2, 3])
    briefing.advance(at=AT)
    briefing.jump_to(m(1), at=AT)
    assert statuses(briefing, 1, 2) == ["briefed", "briefed"]
    briefing.advance(at=AT)
    assert at(briefing) == 3


def test_jumping_to_a_skipped_mail_makes_it_pending() -> None:
    briefing = tracker([1, 2])
    briefing.skip_mail(at=AT)
    briefing.jump_to(m(1), at=AT)
    assert at(briefing) == 1
    assert statuses(briefing, 1) == ["pending"]


def test_a_jump_to_the_current_an_unknown_or_an_archived_mail_moves_nothing() -> None:
    briefing = tracker([1, 2, 3])
    briefing.mark_actioned(m(2), MailAction.ARCHIVE, at=AT)
    before = briefing.version
    assert briefing.jump_to(m(1), at=AT) == ref(1)
    assert briefing.jump_to(m(2), at=AT) is None
    assert briefing.jump_to(UNKNOWN, at=AT) is None
    assert briefing.version == before
    assert statuses(briefing, 1) == ["pending"]


def test_a_jump_to_a_topic_goes_to_its_first_pending_mail() -> None:
    briefing = tracker([1, 2], [3, 4, 5])
    briefing.mark_briefed(m(3), at=AT)
    briefing.jump_to_topic(2, at=AT)
    assert at(briefing) == 4


def test_a_jump_to_a_skipped_topic_brings_what_was_skipped_back() -> None:
    briefing = tracker([1, 2, 3], [4])
    briefing.note_presented(m(1))
    briefing.skip_topic(at=AT)
    briefing.jump_to_topic(1, at=AT)
    assert at(briefing) == 2
    assert statuses(briefing, 1, 2, 3) == ["briefed", "pending", "pending"]


def test_a_jump_to_a_briefed_topic_goes_to_its_first_mail() -> None:
    briefing = tracker([1, 2], [3])
    briefing.advance(at=AT)
    briefing.advance(at=AT)
    briefing.jump_to_topic(1, at=AT)
    assert at(briefing) == 1


@pytest.mark.parametrize("number", [-1, 0, 3])
def test_a_jump_to_a_topic_that_is_not_there_moves_nothing(number: int) -> None:
    briefing = tracker([1], [2])
    assert briefing.jump_to_topic(number, at=AT) is None
    assert at(briefing) == 1


def test_a_jump_to_a_topic_of_which_all_left_moves_nothing() -> None:
    briefing = tracker([1], [2], [3])
    briefing.mark_actioned(m(2), MailAction.ARCHIVE, at=AT)
    assert briefing.jump_to_topic(2, at=AT) is None
    assert at(briefing) == 1


def test_the_version_changes_with_every_move_and_every_change_of_state() -> None:
    briefing = tracker([1, 2, 3, 4], [5])
    seen = [briefing.version]
    for change in (
        lambda: briefing.advance(at=AT),
        lambda: briefing.mark_briefed(m(2), at=AT),
        lambda: briefing.mark_actioned(m(2), MailAction.FLAG, at=AT),
        lambda: briefing.mark_actioned(m(3), MailAction.ARCHIVE, at=AT),
        briefing.go_back,
        lambda: briefing.restore(m(3), at=AT),
        lambda: briefing.add_arrivals([ref(9)], accepted=True, label="New"),
        lambda: briefing.remove_handled_elsewhere([m(9)]),
        lambda: briefing.skip_topic(at=AT),
    ):
        change()
        seen.append(briefing.version)
    assert len(set(seen)) == len(seen)


def test_a_mail_that_is_reopened_is_open_again_and_the_one_that_came_instead_comes_behind_it() -> None:
    briefing = tracker([1, 2, 3], [4])
    briefing.advance(at=AT)
    briefing.mark_actioned(m(2), MailAction.ARCHIVE, at=AT)
    briefing.mark_briefed(m(3), at=AT)
    briefing.take_back(m(2), MailAction.ARCHIVE, at=AT)
    assert briefing.reopen(m(2))
    assert (at(briefing), briefing.cursor_context().next_step) == (2, NextStep.AWAIT_INTENT)
    briefing.mark_actioned(m(2), MailAction.DELETE, at=LATER)
    assert at(briefing) == 3
    briefing.go_back()
    assert at(briefing) == 1


def test_a_mail_stays_out_until_all_that_takes_it_out_is_undone() -> None:
    briefing = tracker([1, 2])
    briefing.mark_actioned(m(1), MailAction.FLAG, at=AT)
    briefing.mark_actioned(m(1), MailAction.MARK_READ, at=AT)
    briefing.mark_actioned(m(1), MailAction.ARCHIVE, at=AT)
    briefing.take_back(m(1), MailAction.ARCHIVE, at=LATER)
    assert briefing.progress().actions == {MailAction.MARK_READ: 1, MailAction.FLAG: 1}
    assert [mark.action for mark in briefing.drain_marks()] == [MailAction.MARK_READ]
    briefing.take_back(m(1), MailAction.MARK_READ, at=LATER)
    assert m(1) in [ref.mail_id for ref in briefing.pending_mails()]
    assert briefing.progress().actions == {MailAction.FLAG: 1}


def test_a_mail_that_was_never_open_is_not_reopened() -> None:
    briefing = tracker([1, 2, 3])
    assert not briefing.reopen(m(3))
    assert at(briefing) == 1
