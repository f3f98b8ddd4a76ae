"""What becomes of a mail: actions, flags, undo, and what the ledger is told about it."""

import pytest

from briefing.agenda import Agenda, Topic, TopicKind
from briefing.mail import MailStatus, Mark
from briefing.mail_action import ON_MAILS, MailAction
from briefing.tracking.tracker import BriefingSessionTracker
from tests.briefing.tracker_agendas import AT, LATER, UNKNOWN, agenda, at, m, number_of, ref, statuses, tracker


@pytest.mark.parametrize("action", [MailAction.ARCHIVE, MailAction.MARK_READ, MailAction.DELETE, MailAction.SNOOZE])
def test_an_action_that_takes_the_current_mail_out_moves_on_by_exactly_one(action: MailAction) -> None:
    briefing = tracker([1, 2, 3])
    briefing.mark_actioned(m(1), action, at=AT)
    briefing.drain_marks()
    for _ in range(3):
        briefing.mark_actioned(m(1), action, at=LATER)
    assert at(briefing) == 2
    assert briefing.drain_marks() == ()
    state = briefing.state_of(m(1))
    assert state is not None
    assert (state.status, state.action, state.actioned_at) == (MailStatus.ACTIONED, action, AT)
    assert [number_of(mail) for mail in briefing.active_mails()] == [2, 3]


def test_archiving_a_mail_that_is_not_current_leaves_the_cursor() -> None:
    briefing = tracker([1, 2, 3])
    briefing.mark_actioned(m(2), MailAction.ARCHIVE, at=AT)
    assert at(briefing) == 1


def test_archiving_the_last_mail_completes_the_briefing() -> None:
    briefing = tracker([1])
    briefing.mark_actioned(m(1), MailAction.ARCHIVE, at=AT)
    assert briefing.current() is None
    assert briefing.is_complete()


def test_archived_mail_never_comes_back() -> None:
    briefing = tracker([1, 2])
    briefing.mark_actioned(m(2), MailAction.ARCHIVE, at=AT)
    briefing.mark_briefed(m(2), at=AT)
    briefing.mark_skipped(m(2), at=AT)
    briefing.refine(agenda([2, 1]))
    assert briefing.add_arrivals([ref(2)], accepted=True, label="New") == ()
    assert briefing.return_skipped(at=AT) == ref(1)
    assert statuses(briefing, 2) == ["actioned"]
    assert briefing.advance(at=AT) is None


def test_an_unknown_id_changes_nothing() -> None:
    briefing = tracker([1, 2])
    before = briefing.version, briefing.snapshot()
    briefing.mark_briefed(UNKNOWN, at=AT)
    briefing.mark_skipped(UNKNOWN, at=AT)
    for action in ON_MAILS:
        briefing.mark_actioned(UNKNOWN, action, at=AT)
    briefing.note_presented(UNKNOWN)
    briefing.note_heard(UNKNOWN, 1.0)
    briefing.update_mails([ref(77)])
    assert briefing.restore(UNKNOWN, at=AT) is None
    assert briefing.remove_handled_elsewhere([UNKNOWN]) == ()
    assert briefing.topic_of(UNKNOWN) is None
    assert (briefing.version, briefing.snapshot()) == before
    assert briefing.drain_marks() == ()


def test_marking_the_current_mail_skipped_moves_on() -> None:
    briefing = tracker([1, 2])
    briefing.mark_skipped(m(1), at=AT)
    assert at(briefing) == 2


def test_a_mail_marked_briefed_when_heard_stays_current() -> None:
    briefing = tracker([1, 2])
    briefing.mark_briefed(m(1), at=AT)
    assert at(briefing) == 1
    briefing.advance(at=LATER)
    assert briefing.drain_marks() == (Mark(mail_id=m(1), status=MailStatus.BRIEFED, at=AT),)


def test_a_flag_is_recorded_beside_the_status_and_the_mail_stays_current() -> None:
    briefing = tracker([1, 2])
    briefing.mark_actioned(m(1), MailAction.FLAG, at=AT)
    state = briefing.state_of(m(1))
    assert state is not None
    assert (state.status, state.flag, state.mail.flagged) == (MailStatus.PENDING, MailAction.FLAG, True)
    assert at(briefing) == 1
    assert briefing.progress().actions == {MailAction.FLAG: 1}
    briefing.advance(at=AT)
    assert briefing.drain_marks() == (Mark(mail_id=m(1), status=MailStatus.BRIEFED, at=AT, action=MailAction.FLAG),)


def test_unflagging_takes_the_flag_of_this_briefing_back() -> None:
    briefing = tracker([1])
    briefing.mark_actioned(m(1), MailAction.FLAG, at=AT)
    briefing.mark_actioned(m(1), MailAction.UNFLAG, at=AT)
    state = briefing.state_of(m(1))
    assert state is not None
    assert not state.mail.flagged
    assert briefing.progress().actions == {}


def test_unflagging_a_mail_that_came_with_a_flag_is_counted_as_that() -> None:
    topic = Topic(label="Topic", kind=TopicKind.THREAD, mails=(ref(1, flagged=True),))
    briefing = BriefingSessionTracker(Agenda(topics=(topic,)))
    assert briefing.progress().actions == {}
    briefing.mark_actioned(m(1), MailAction.UNFLAG, at=AT)
    assert briefing.progress().actions == {MailAction.UNFLAG: 1}


def test_a_flag_on_a_briefed_mail_reaches_the_ledger() -> None:
    briefing = tracker([1, 2])
    briefing.advance(at=AT)
    briefing.drain_marks()
    briefing.mark_actioned(m(1), MailAction.FLAG, at=LATER)
    assert briefing.drain_marks() == (Mark(mail_id=m(1), status=MailStatus.BRIEFED, at=LATER, action=MailAction.FLAG),)


def test_closing_counts_take_flags_and_actions_from_the_record() -> None:
    briefing = tracker([1, 2, 3, 4])
    briefing.mark_actioned(m(1), MailAction.FLAG, at=AT)
    briefing.mark_actioned(m(1), MailAction.ARCHIVE, at=AT)
    briefing.mark_actioned(m(2), MailAction.FLAG, at=AT)
    briefing.mark_actioned(m(3), MailAction.MARK_READ, at=AT)
    briefing.mark_actioned(m(3), MailAction.ARCHIVE, at=LATER)
    assert briefing.progress().actions == {MailAction.ARCHIVE: 2, MailAction.FLAG: 2}
    assert briefing.drain_marks()[-1] == Mark(mail_id=m(3), status=MailStatus.ACTIONED, at=LATER, action=MailAction.ARCHIVE)


def test_whatever_is_done_to_a_mail_that_stays_is_counted_and_undone_by_itself() -> None:
    briefing = tracker([1, 2])
    for kind in (MailAction.FLAG, MailAction.LABEL, MailAction.MARK_UNREAD):
        briefing.mark_actioned(m(1), kind, at=AT)
    assert briefing.progress().actions == {MailAction.FLAG: 1, MailAction.LABEL: 1, MailAction.MARK_UNREAD: 1}
    briefing.take_back(m(1), MailAction.FLAG, at=AT)
    assert briefing.progress().actions == {MailAction.LABEL: 1, MailAction.MARK_UNREAD: 1}
    state = briefing.state_of(m(1))
    assert state is not None
    assert not state.mail.flagged


def test_what_was_unflagged_by_mistake_is_flagged_again() -> None:
    briefing = tracker([1])
    briefing.mark_actioned(m(1), MailAction.FLAG, at=AT)
    briefing.mark_actioned(m(1), MailAction.UNFLAG, at=AT)
    briefing.take_back(m(1), MailAction.UNFLAG, at=AT)
    assert briefing.progress().actions == {MailAction.FLAG: 1}


@pytest.mark.parametrize("how", ["archived", "briefed", "skipped", "handled elsewhere"])
def test_a_restored_mail_is_pending_at_its_old_place(how: str) -> None:
    briefing = tracker([1, 2, 3, 4])
    if how == "archived":
        briefing.mark_actioned(m(2), MailAction.ARCHIVE, at=AT)
    elif how == "briefed":
        briefing.mark_briefed(m(2), at=AT)
    elif how == "skipped":
        briefing.mark_skipped(m(2), at=AT)
    else:
        briefing.remove_handled_elsewhere([m(2)])
    briefing.drain_marks()
    assert briefing.restore(m(2), at=LATER) == ref(2)
    assert at(briefing) == 1
    assert [number_of(mail) for mail in briefing.active_mails()] == [1, 2, 3, 4]
    assert briefing.drain_marks() == (Mark(mail_id=m(2), status=MailStatus.PENDING, at=LATER),)
    assert briefing.progress().actions == {}


def test_restoring_a_pending_mail_changes_nothing() -> None:
    briefing = tracker([1])
    before = briefing.version
    assert briefing.restore(m(1), at=AT) is None
    assert briefing.version == before


def test_a_mail_restored_at_the_end_is_current_again() -> None:
    briefing = tracker([1])
    briefing.mark_actioned(m(1), MailAction.DELETE, at=AT)
    briefing.restore(m(1), at=AT)
    assert at(briefing) == 1


def test_a_mail_restored_behind_the_cursor_is_still_reached() -> None:
    briefing = tracker([1, 2])
    briefing.mark_actioned(m(1), MailAction.ARCHIVE, at=AT)
    briefing.restore(m(1), at=AT)
    assert at(briefing) == 2
    briefing.advance(at=AT)
    assert at(briefing) == 1


def test_skipped_mails_are_listed_in_agenda_order_and_come_on_request() -> None:
    briefing = tracker([1, 2], [3])
    briefing.advance(at=AT)
    briefing.mark_skipped(m(3), at=AT)
    briefing.skip_mail(at=AT)
    assert [number_of(mail) for mail in briefing.skipped_mails()] == [2, 3]
    assert briefing.current() is None
    assert briefing.return_skipped(at=AT) == ref(2)
    assert statuses(briefing, 1, 2, 3) == ["briefed", "pending", "pending"]
    assert briefing.skipped_mails() == ()


def test_going_back_from_the_skipped_mails_returns_to_the_mail_heard_before() -> None:
    briefing = tracker([1, 2])
    briefing.skip_mail(at=AT)
    briefing.mark_briefed(m(2), at=AT)
    assert briefing.return_skipped(at=AT) == ref(1)
    assert briefing.go_back() == ref(2)


def test_returning_the_skipped_mails_in_the_middle_leaves_the_cursor() -> None:
    briefing = tracker([1, 2, 3])
    briefing.skip_mail(at=AT)
    assert briefing.return_skipped(at=AT) == ref(2)
    briefing.advance(at=AT)
    briefing.advance(at=AT)
    assert at(briefing) == 1


def test_marks_are_net_and_drained_once() -> None:
    briefing = tracker([1, 2, 3])
    briefing.skip_mail(at=AT)
    briefing.go_back()
    briefing.advance(at=LATER)
    briefing.mark_actioned(m(1), MailAction.ARCHIVE, at=LATER)
    assert briefing.drain_marks() == (Mark(mail_id=m(1), status=MailStatus.ACTIONED, at=LATER, action=MailAction.ARCHIVE),)
    assert briefing.drain_marks() == ()


def test_marks_come_in_the_order_of_their_times() -> None:
    briefing = tracker([1, 2, 3])
    briefing.advance(at=AT)
    briefing.advance(at=AT)
    briefing.mark_actioned(m(1), MailAction.ARCHIVE, at=LATER)
    assert [mark.at for mark in briefing.drain_marks()] == [AT, LATER]


def test_going_back_after_skip_topic_withdraws_its_marks() -> None:
    briefing = tracker([1, 2, 3], [4])
    briefing.skip_topic(at=AT)
    briefing.drain_marks()
    briefing.go_back()
    assert {(mark.mail_id, mark.status) for mark in briefing.drain_marks()} == {(m(number), MailStatus.PENDING) for number in (1, 2, 3)}
