"""What changes from outside: arrivals, mail handled elsewhere, envelopes that load later."""

from dataclasses import replace

from briefing.agenda import Agenda, MailRef, Topic, TopicKind
from briefing.mail_action import MailAction
from briefing.tracking.tracker import BriefingSessionTracker
from tests.briefing.tracker_agendas import AT, agenda, at, m, number_of, ref, statuses, tracker


def rest(briefing: BriefingSessionTracker) -> list[int]:
    """What "next" will present from here on, the current mail included."""
    heard = []
    while (mail := briefing.current()) is not None:
        heard.append(number_of(mail))
        briefing.advance(at=AT)
    return heard


def test_accepted_arrivals_form_a_topic_right_after_the_current_one() -> None:
    briefing = tracker([1, 2], [3])
    assert briefing.add_arrivals([ref(8), ref(9)], accepted=True, label="New mail") == (m(8), m(9))
    overview = briefing.topic_of(m(8))
    assert overview is not None
    assert (overview.number, overview.label, overview.pending) == (2, "New mail", 2)
    assert rest(briefing) == [1, 2, 8, 9, 3]


def test_declined_arrivals_are_pending_at_the_very_end() -> None:
    briefing = tracker([1, 2], [3])
    briefing.add_arrivals([ref(9)], accepted=False, label="New mail")
    assert rest(briefing) == [1, 2, 3, 9]


def test_arrivals_during_arrivals_come_next_again() -> None:
    briefing = tracker([1], [2])
    for number in (7, 8, 9):
        briefing.add_arrivals([ref(number), ref(number + 10)], accepted=True, label="New mail")
        briefing.advance(at=AT)
    assert rest(briefing) == [9, 19, 8, 18, 2]


def test_arrivals_at_the_end_become_current() -> None:
    briefing = tracker()
    briefing.add_arrivals([ref(1)], accepted=False, label="New mail")
    assert at(briefing) == 1


def test_a_mail_arrives_only_once() -> None:
    briefing = tracker([1])
    assert briefing.add_arrivals([ref(1), ref(2), ref(2)], accepted=True, label="New mail") == (m(2),)
    assert briefing.add_arrivals([ref(2)], accepted=True, label="New mail") == ()
    assert briefing.progress().mails == 2


def test_mail_handled_elsewhere_leaves_all_totals() -> None:
    briefing = tracker([1, 2], [3], [4])
    briefing.advance(at=AT)
    assert briefing.remove_handled_elsewhere([m(1), m(3), m(3), m(77)]) == (m(1), m(3))
    progress = briefing.progress()
    assert (progress.mails, progress.briefed, progress.remaining) == (2, 0, 2)
    assert (progress.topics, progress.topic_number, progress.topic_mails) == (2, 1, 1)
    assert statuses(briefing, 1, 3) == ["gone", "gone"]
    assert briefing.topic_of(m(3)) is None
    assert rest(briefing) == [2, 4]


def test_the_current_mail_handled_elsewhere_gives_way_to_the_next() -> None:
    briefing = tracker([1, 2, 3])
    briefing.remove_handled_elsewhere([m(1), m(2)])
    assert at(briefing) == 3
    briefing.remove_handled_elsewhere([m(3)])
    assert briefing.current() is None


def test_a_mail_the_user_archived_here_stays_counted_when_the_mailbox_echoes_it() -> None:
    briefing = tracker([1, 2])
    briefing.mark_actioned(m(1), MailAction.ARCHIVE, at=AT)
    assert briefing.remove_handled_elsewhere([m(1)]) == ()
    assert briefing.progress().actioned == 1


def test_a_mail_handled_elsewhere_does_not_come_back_with_a_better_agenda() -> None:
    briefing = tracker([1, 2])
    briefing.remove_handled_elsewhere([m(2)])
    briefing.refine(agenda([1], [2]))
    assert briefing.add_arrivals([ref(2)], accepted=True, label="New mail") == ()
    assert rest(briefing) == [1]


def test_a_better_agenda_orders_what_is_ahead_and_the_cursor_stays() -> None:
    briefing = tracker([1, 2, 3, 4, 5, 6])
    briefing.advance(at=AT)
    briefing.refine(agenda([6, 5], [2, 4], [1, 3]))
    assert at(briefing) == 2
    progress = briefing.progress()
    assert (progress.topic_number, progress.topics, progress.topic_label) == (1, 3, "Topic 2")
    assert (progress.mail_number, progress.topic_mails) == (2, 3)
    assert statuses(briefing, 1) == ["briefed"]
    assert rest(briefing) == [2, 4, 6, 5, 3]


def test_a_better_agenda_also_reorders_what_a_jump_passed_over() -> None:
    briefing = tracker([1, 2], [3, 4])
    briefing.jump_to(m(4), at=AT)
    briefing.refine(agenda([3], [2, 1], [4]))
    assert rest(briefing) == [4, 3, 2]


def test_a_better_agenda_may_leave_out_mails_without_losing_them() -> None:
    briefing = tracker([1, 2], [3], [4])
    briefing.refine(agenda([4], [5]))
    assert rest(briefing) == [1, 2, 4, 5, 3]


def test_the_open_topic_goes_on_as_it_stood_where_a_better_agenda_leaves_out_its_mail_which_was_heard() -> None:
    briefing = tracker([1, 2, 3, 4], [5])
    briefing.advance(at=AT)
    briefing.mark_briefed(m(2), at=AT)
    briefing.refine(agenda([5, 4], [3, 6]))
    topic = briefing.topic_of(m(2))
    assert topic is not None
    assert (topic.label, topic.active, topic.pending) == ("Topic 1", 4, 2)
    assert rest(briefing) == [2, 3, 4, 5, 6]


def test_arrivals_stay_next_when_a_better_agenda_does_not_know_them() -> None:
    briefing = tracker([1], [2], [3])
    briefing.add_arrivals([ref(9)], accepted=True, label="New mail")
    briefing.add_arrivals([ref(10)], accepted=False, label="New mail")
    briefing.refine(agenda([3], [2], [1]))
    assert rest(briefing) == [1, 9, 3, 2, 10]


def test_going_back_works_across_a_better_agenda() -> None:
    briefing = tracker([1, 2], [3])
    briefing.advance(at=AT)
    briefing.refine(agenda([3], [2]))
    briefing.go_back()
    assert at(briefing) == 1


def test_an_agenda_for_an_empty_briefing_starts_it() -> None:
    briefing = tracker()
    briefing.refine(agenda([1, 2]))
    assert rest(briefing) == [1, 2]


def test_a_mail_that_an_agenda_names_twice_is_presented_once() -> None:
    assert rest(tracker([1, 2, 1], [2, 3])) == [1, 2, 3]


def test_a_better_agenda_brings_the_facts_of_mails_already_presented() -> None:
    unloaded = MailRef(mail_id=m(1), thread_id=ref(1).thread_id, loaded=False)
    briefing = BriefingSessionTracker(Agenda(topics=(Topic(label="Mail", kind=TopicKind.OTHER, mails=(unloaded,)),)))
    briefing.refine(agenda([1]))
    assert briefing.current() == ref(1)


def test_an_envelope_fetched_before_the_users_word_does_not_take_the_flag_away() -> None:
    briefing = tracker([1, 2])
    briefing.mark_actioned(m(1), MailAction.FLAG, at=AT)
    briefing.refine(agenda([1], [2]))
    state = briefing.state_of(m(1))
    assert state is not None
    assert state.mail.flagged


def test_newer_facts_replace_older_ones_without_reordering() -> None:
    briefing = tracker([1, 2, 3])
    before = briefing.version
    briefing.update_mails([replace(ref(3), subject="Other", score=9.0, flagged=True), ref(1)])
    assert briefing.version != before
    state = briefing.state_of(m(3))
    assert state is not None
    assert (state.mail.subject, state.mail.flagged) == ("Other", True)
    assert rest(briefing) == [1, 2, 3]


def important(number: int) -> Topic:
    return Topic(label="Important", kind=TopicKind.IMPORTANT, mails=(replace(ref(number), important=True),))


def pile(*numbers: int) -> Topic:
    return Topic(label="Other messages", kind=TopicKind.OTHER, mails=tuple(map(ref, numbers)))


def test_what_is_important_by_now_comes_before_the_rest_of_a_pile_and_the_cursor_stays() -> None:
    briefing = BriefingSessionTracker(Agenda(topics=(pile(1, 2, 3, 4),)))
    briefing.advance(at=AT)
    briefing.refine(Agenda(topics=(important(4), pile(1, 2, 3))))
    assert at(briefing) == 2
    assert rest(briefing) == [2, 4, 3]
    assert statuses(briefing, 1, 2, 3, 4) == ["briefed"] * 4


def test_a_topic_that_belongs_together_is_told_to_its_end_first() -> None:
    briefing = tracker([1, 2, 3], [4])
    briefing.refine(Agenda(topics=(important(4), *agenda([1, 2, 3]).topics)))
    assert rest(briefing) == [1, 2, 3, 4]


def test_who_went_to_a_pile_is_not_taken_back_to_what_they_passed_over() -> None:
    briefing = BriefingSessionTracker(Agenda(topics=(important(1), important(2), pile(3, 4, 5))))
    briefing.jump_to(m(3), at=AT, settles=False)
    briefing.refine(Agenda(topics=(important(1), important(2), pile(3, 4, 5))))
    assert rest(briefing) == [3, 4, 5, 1, 2]
