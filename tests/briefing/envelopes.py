"""Envelopes for tests, in one line each."""

from datetime import UTC, datetime, timedelta
from email.utils import parseaddr

from briefing.agenda import Agenda, MailRef, Topic
from briefing.mail import Address, Envelope, MailId, Preferences, ThreadId, mail_id
from briefing.triage.scoring import Signals

NOW = datetime(2026, 3, 10, 8, 0, tzinfo=UTC)
ME = "robin@fernweh.example"


def address(text: str) -> Address:
    name, email = parseaddr(text)
    return Address(name=name, email=email.lower())


def envelope(
    name: str,
    subject: str = "Notes",
    sender: str = "Ben Fuchs <ben@kontor.example>",
    *,
    to: str = ME,
    cc: str = "",
    thread: str = "",
    hours_ago: float = 24,
    snippet: str = "",
    flagged: bool = False,
    important: bool = False,
    answers_me: bool = False,
    bulk: bool = False,
    automatic: bool = False,
    list_id: str = "",
    invitation: bool = False,
) -> Envelope:
    return Envelope(
        mail_id=mail_id("work", name),
        thread_id=ThreadId(f"work:{thread or name}"),
        subject=subject,
        sender=address(sender),
        to=tuple(address(one) for one in to.split(",") if one),
        cc=tuple(address(one) for one in cc.split(",") if one),
        received_at=NOW - timedelta(hours=hours_ago),
        flagged=flagged,
        important=important,
        answers_me=answers_me,
        bulk=bulk,
        automatic=automatic,
        list_id=list_id,
        invitation=invitation,
        snippet=snippet,
    )


def signals(
    *,
    vips: str = "",
    keywords: tuple[str, ...] = (),
    written_to: str = "",
    important: frozenset[MailId] = frozenset(),
    flagged: frozenset[MailId] = frozenset(),
    to_me: frozenset[MailId] = frozenset(),
    from_vips: frozenset[MailId] = frozenset(),
) -> Signals:
    return Signals(
        now=NOW,
        preferences=Preferences(vips=frozenset(vips.split()), keywords=keywords, own_addresses=frozenset({ME})),
        written_to=frozenset(written_to.split()),
        important=important,
        flagged=flagged,
        to_me=to_me,
        from_vips=from_vips,
    )


def ids(*names: str) -> frozenset[MailId]:
    return frozenset(mail_id("work", name) for name in names)


def names(mails: tuple[MailRef, ...]) -> list[str]:
    return [mail.mail_id.partition(":")[2] for mail in mails]


def topic_of(agenda: Agenda, name: str) -> Topic:
    return next(topic for topic in agenda.topics if name in names(topic.mails))


def ref_of(agenda: Agenda, name: str) -> MailRef:
    return next(mail for topic in agenda.topics for mail in topic.mails if mail.mail_id == mail_id("work", name))
