"""From the docket and the cursor to the values that are spoken from. Reads only; each is bounded by its arguments."""

from collections import Counter

from briefing.agenda import MailRef
from briefing.docket import Docket
from briefing.mail import ActionKind, MailId, account_of
from briefing.position import CompactReference, CursorContext, HeldBackMails, NamedMail, NextStep, Progress, TopicOverview
from briefing.running_order import Column, Heading


def progress_at(docket: Docket, cursor: MailId | None) -> Progress:
    """How far the briefing is."""
    order = docket.order
    heading = None if cursor is None else order.heading_of(cursor)
    mail: MailRef | None = None if cursor is None else docket.mail(cursor)
    mails, active, pending, skipped, due = (
        order.total(column) for column in (Column.MAILS, Column.ACTIVE, Column.PENDING, Column.SKIPPED, Column.DUE)
    )
    return Progress(
        topic_number=0 if heading is None else order.index_of(heading) + 1,
        topics=order.total(Column.TOPICS),
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
        actions={kind: docket.actions[kind] for kind in ActionKind if docket.actions[kind]},
    )


def context_at(docket: Docket, cursor: MailId | None, *, presented: bool, heard: float, arrivals_waiting: int) -> CursorContext:
    """Everything one model call has to know about the position."""
    progress = progress_at(docket, cursor)
    state = None if cursor is None else docket.state(cursor)
    at_a_mail = NextStep.AWAIT_WISH if presented else NextStep.PRESENT
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


def held_back_in(docket: Docket) -> HeldBackMails:
    """What is held back: those of accounts that are not wanted, by account, and how many others have not loaded."""
    order, held_back = docket.order, docket.held_back
    if order.total(Column.PENDING) == order.total(Column.DUE):
        return HeldBackMails()
    held = [mail_id for mail_id in order.all_in(Column.PENDING) if held_back.holds(mail_id)]
    elsewhere = Counter(account_of(mail_id) for mail_id in held if not held_back.wants(mail_id))
    return HeldBackMails(elsewhere=elsewhere, not_loaded=len(held) - elsewhere.total())


def overview_of(docket: Docket, heading: Heading) -> TopicOverview:
    """One topic with its counts."""
    counts = heading.counts
    return TopicOverview(
        number=docket.order.index_of(heading) + 1,
        label=heading.label,
        pending=counts[Column.DUE],
        active=counts[Column.ACTIVE],
        mails=counts[Column.MAILS],
        remaining=counts[Column.PENDING],
    )


def topics_from(docket: Docket, start: int, limit: int) -> tuple[TopicOverview, ...]:
    """At most `limit` topics from the one with number `start` on."""
    headings = (docket.order.heading_at(number - 1) for number in range(start, start + limit))
    return tuple(overview_of(docket, heading) for heading in headings if heading is not None)


def compact_reference_at(docket: Docket, cursor: MailId | None, *, mails: int, topics: int) -> CompactReference:
    """A quarter of the mails named lie behind the current one, the rest ahead, so far as the topic has them."""
    if cursor is None:
        return CompactReference(topic=None, mails=(), topics=())
    order = docket.order
    heading = order.heading_of(cursor)
    latest_start = heading.counts[Column.ACTIVE] - mails
    start = max(0, min(order.index_in_topic(cursor, Column.ACTIVE) - mails // 4, latest_start))
    ids = order.in_topic(heading, Column.ACTIVE, start=start, limit=mails)
    return CompactReference(
        topic=overview_of(docket, heading),
        mails=tuple(_named(docket, mail_id, number) for number, mail_id in enumerate(ids, start=start + 1)),
        topics=tuple(overview_of(docket, one) for one in order.due_topics(heading, topics)),
    )


def _named(docket: Docket, mail_id: MailId, number: int) -> NamedMail:
    state = docket.state(mail_id)
    if state is None:
        raise KeyError(mail_id)
    return NamedMail(number=number, mail=state.mail, status=state.status)
