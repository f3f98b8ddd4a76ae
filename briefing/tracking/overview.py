"""From the mail_states and the cursor to the values that are spoken from. Reads only; each is bounded by its arguments."""

from collections import Counter

from briefing.agenda import MailRef
from briefing.mail import ActionKind, MailId, account_of
from briefing.tracking.mail_states import MailStates
from briefing.tracking.position import CompactReference, CursorContext, HeldBackMails, NamedMail, NextStep, Progress, TopicOverview
from briefing.tracking.running_order import Column, Heading


def progress_at(mail_states: MailStates, cursor: MailId | None) -> Progress:
    order = mail_states.order
    heading = None if cursor is None else order.heading_of(cursor)
    mail: MailRef | None = None if cursor is None else mail_states.mail(cursor)
    mails, active, pending, skipped, due = (
        order.total(column) for column in (Column.MAILS, Column.ACTIVE, Column.PENDING, Column.SKIPPED, Column.DUE)
    )
    return Progress(
        topic_number=0 if heading is None else order.number_of(heading),
        topics=len(order.counted_topics()),
        topic_label="" if heading is None else heading.label,
        mail_number=0 if cursor is None else order.index_in_topic(cursor, Column.ACTIVE) + 1,
        topic_mails=0 if heading is None else heading.counts[Column.ACTIVE],
        mail=mail,
        mails=mails,
        briefed=active - due,
        actioned=mails - active - (pending - due) - skipped,
        skipped=skipped,
        remaining=pending,
        held_back=pending - due,
        actions={kind: mail_states.actions[kind] for kind in ActionKind if mail_states.actions[kind]},
    )


def context_at(mail_states: MailStates, cursor: MailId | None, *, presented: bool, heard: float, arrivals_waiting: int) -> CursorContext:
    progress = progress_at(mail_states, cursor)
    state = None if cursor is None else mail_states.state(cursor)
    at_a_mail = NextStep.AWAIT_INTENT if presented else NextStep.PRESENT
    return CursorContext(
        next_step=NextStep.CLOSE if state is None else at_a_mail,
        progress=progress,
        mail=progress.mail,
        account="" if cursor is None else account_of(cursor),
        status=None if state is None else state.status,
        reasons=() if state is None else state.mail.reasons,
        heard=heard,
        arrivals_waiting=arrivals_waiting,
    )


def held_back_in(mail_states: MailStates) -> HeldBackMails:
    """What is held back: those of accounts that are not wanted, by account, and how many others have not loaded."""
    order, held_back = mail_states.order, mail_states.held_back
    if order.total(Column.PENDING) == order.total(Column.DUE):
        return HeldBackMails()
    held = [mail_id for mail_id in order.all_in(Column.PENDING) if held_back.holds(mail_id)]
    elsewhere = Counter(account_of(mail_id) for mail_id in held if not held_back.wants(mail_id))
    return HeldBackMails(elsewhere=elsewhere, not_loaded=len(held) - elsewhere.total())


def overview_of(mail_states: MailStates, heading: Heading) -> TopicOverview:
    return _overview(heading, mail_states.order.number_of(heading))


def _overview(heading: Heading, number: int) -> TopicOverview:
    counts = heading.counts
    return TopicOverview(
        number=number,
        label=heading.label,
        pending=counts[Column.DUE],
        active=counts[Column.ACTIVE],
        mails=counts[Column.MAILS],
        remaining=counts[Column.PENDING],
    )


def topics_from(mail_states: MailStates, start: int, limit: int) -> tuple[TopicOverview, ...]:
    headings = mail_states.order.counted_topics()[start - 1 : start - 1 + limit]
    return tuple(_overview(heading, number) for number, heading in enumerate(headings, start))


def compact_reference_at(mail_states: MailStates, cursor: MailId | None, *, mails: int, topics: int) -> CompactReference:
    """A quarter of the mails named lie behind the current one, the rest ahead, so far as the topic has them."""
    if cursor is None:
        return CompactReference(topic=None, mails=(), topics=())
    order = mail_states.order
    heading = order.heading_of(cursor)
    latest_start = heading.counts[Column.ACTIVE] - mails
    start = max(0, min(order.index_in_topic(cursor, Column.ACTIVE) - mails // 4, latest_start))
    ids = order.in_topic(heading, Column.ACTIVE)[start : start + mails]
    numbered = order.counted_topics()
    return CompactReference(
        topic=_overview(heading, numbered.index(heading) + 1),
        mails=tuple(_named(mail_states, mail_id, number) for number, mail_id in enumerate(ids, start=start + 1)),
        topics=tuple(_overview(one, numbered.index(one) + 1) for one in order.due_topics(heading, topics)),
    )


def _named(mail_states: MailStates, mail_id: MailId, number: int) -> NamedMail:
    state = mail_states.state(mail_id)
    if state is None:
        raise KeyError(mail_id)
    return NamedMail(number=number, mail=state.mail, status=state.status)
