"""The values that a model call, a greeting and a closing sentence are filled from."""

from dataclasses import replace

from briefing.agenda import Agenda, Reason, ReasonKind, Topic, TopicKind
from briefing.mail import MailStatus
from briefing.mail_action import MailAction
from briefing.tracking.position import NextStep, TopicOverview
from briefing.tracking.tracker import BriefingSessionTracker
from tests.briefing.tracker_agendas import AT, at, m, number_of, ref, tracker


def test_progress_counts_as_in_the_example_of_fifty() -> None:
    briefing = tracker(list(range(50)))
    for _ in range(12):
        briefing.advance(at=AT)
    for number in (20, 30, 40):
        briefing.mark_actioned(m(number), MailAction.ARCHIVE, at=AT)
    progress = briefing.progress()
    assert (progress.briefed, progress.actioned, progress.skipped, progress.remaining, progress.mails) == (12, 3, 0, 35, 50)


def test_the_position_is_told_in_numbers_as_spoken() -> None:
    briefing = tracker([1], [2, 3, 4])
    briefing.advance(at=AT)
    briefing.advance(at=AT)
    progress = briefing.progress()
    assert (progress.topic_number, progress.topics, progress.topic_label) == (2, 2, "Topic 2")
    assert (progress.mail_number, progress.topic_mails, progress.mail) == (2, 3, ref(3))


def test_a_topic_whose_mails_were_all_archived_keeps_its_number() -> None:
    briefing = tracker([1], [2], [3])
    briefing.mark_actioned(m(1), MailAction.ARCHIVE, at=AT)
    progress = briefing.progress()
    assert (progress.topic_number, progress.topics) == (2, 3)


def test_at_the_end_there_is_no_position() -> None:
    briefing = tracker([1])
    briefing.advance(at=AT)
    progress = briefing.progress()
    assert (progress.topic_number, progress.topic_label, progress.mail_number, progress.topic_mails, progress.mail) == (0, "", 0, 0, None)
    assert (progress.topics, progress.mails, progress.briefed) == (1, 1, 1)


def test_the_cursor_context_says_to_present_then_to_wait_then_to_close() -> None:
    briefing = tracker([1])
    assert briefing.cursor_context().next_step is NextStep.PRESENT
    briefing.note_presented(m(1))
    assert briefing.cursor_context().next_step is NextStep.AWAIT_INTENT
    briefing.mark_briefed(m(1), at=AT)
    assert briefing.is_complete()
    assert briefing.cursor_context().next_step is NextStep.AWAIT_INTENT
    briefing.advance(at=AT)
    context = briefing.cursor_context()
    assert (context.next_step, context.mail, context.status) == (NextStep.CLOSE, None, None)


def test_a_mail_heard_to_its_end_counts_as_presented() -> None:
    briefing = tracker([1, 2])
    briefing.mark_briefed(m(1), at=AT)
    assert briefing.cursor_context().next_step is NextStep.AWAIT_INTENT


def test_a_mail_gone_back_to_is_to_be_presented_again() -> None:
    briefing = tracker([1, 2])
    briefing.note_presented(m(1))
    briefing.advance(at=AT)
    briefing.go_back()
    context = briefing.cursor_context()
    assert (context.next_step, context.status) == (NextStep.PRESENT, MailStatus.BRIEFED)


def test_the_cursor_context_tells_why_the_mail_matters_and_in_which_topic_it_is() -> None:
    reasons = (Reason(kind=ReasonKind.VIP), Reason(kind=ReasonKind.KEYWORD, detail="invoice"))
    topic = Topic(label="Invoices", kind=TopicKind.IMPORTANT, mails=(replace(ref(1), reasons=reasons),))
    context = BriefingSessionTracker(Agenda(topics=(topic,))).cursor_context()
    assert context.mail
    assert (context.mail.reasons, context.progress.topic_label) == (reasons, "Invoices")


def test_heard_is_the_largest_share_of_the_current_mail_and_forgotten_with_a_move() -> None:
    briefing = tracker([1, 2])
    for fraction in (0.4, 0.3, 1.2):
        briefing.note_heard(m(1), fraction)
    briefing.note_heard(m(2), 0.9)
    assert briefing.cursor_context().heard == 1.0
    briefing.advance(at=AT)
    assert briefing.cursor_context().heard == 0.0


def test_arrivals_waiting_are_told_as_noted() -> None:
    briefing = tracker([1])
    briefing.note_arrivals_waiting(3)
    assert briefing.cursor_context().arrivals_waiting == 3


def test_active_mails_are_the_pending_and_briefed_ones_of_the_topic() -> None:
    briefing = tracker([1, 2, 3, 4, 5], [6])
    briefing.advance(at=AT)
    briefing.mark_skipped(m(3), at=AT)
    briefing.mark_actioned(m(4), MailAction.MARK_READ, at=AT)
    assert [number_of(mail) for mail in briefing.active_mails()] == [1, 2, 5]
    briefing.jump_to(m(6), at=AT)
    briefing.advance(at=AT)
    briefing.advance(at=AT)
    assert briefing.active_mails() == ()


def test_topics_are_listed_by_number_with_what_is_pending() -> None:
    briefing = tracker([1, 2], [3], [4, 5])
    briefing.advance(at=AT)
    briefing.mark_actioned(m(4), MailAction.ARCHIVE, at=AT)
    assert briefing.topics(limit=2) == (
        TopicOverview(number=1, label="Topic 1", pending=1, active=2, mails=2, remaining=1),
        TopicOverview(number=2, label="Topic 2", pending=1, active=1, mails=1, remaining=1),
    )
    assert briefing.topics(limit=9, start=3) == (TopicOverview(number=3, label="Topic 3", pending=1, active=1, mails=2, remaining=1),)


def test_the_compact_reference_names_neighbours_and_never_a_mail_that_was_taken_out() -> None:
    briefing = tracker(list(range(40)), [40])
    for _ in range(10):
        briefing.advance(at=AT)
    briefing.mark_actioned(m(12), MailAction.ARCHIVE, at=AT)
    reference = briefing.compact_reference()
    assert at(briefing) == 10
    assert [number_of(mail) for mail in reference.mails] == [8, 9, 10, 11, 13, 14, 15, 16]
    assert m(12) not in reference.mail_ids


def test_the_compact_reference_is_full_at_the_end_of_a_topic() -> None:
    briefing = tracker(list(range(20)))
    briefing.jump_to(m(19), at=AT)
    assert [number_of(mail) for mail in briefing.compact_reference().mails] == list(range(12, 20))


def test_the_compact_reference_names_other_topics_nearest_first() -> None:
    briefing = tracker([1], [2], [3], [4], [5])
    briefing.jump_to_topic(3, at=AT)
    briefing.mark_briefed(m(4), at=AT)
    reference = briefing.compact_reference()
    assert reference.topic == TopicOverview(number=3, label="Topic 3", pending=1, active=1, mails=1, remaining=1)
    assert [topic.number for topic in reference.topics] == [5, 2]


def test_the_compact_reference_is_bounded_whatever_the_inbox_holds() -> None:
    briefing = tracker(*([number] for number in range(1000)))
    reference = briefing.compact_reference()
    assert (len(reference.mails), len(reference.topics)) == (1, 8)
    assert len(briefing.compact_reference(topics=3).topics) == 3


def test_the_compact_reference_is_empty_at_the_end() -> None:
    reference = tracker().compact_reference()
    assert (reference.topic, reference.mails, reference.topics) == (None, (), ())
