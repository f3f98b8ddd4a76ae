"""Small agendas for the tracker's tests: topics of numbered mails, and a clock that is only a value."""

from datetime import UTC, datetime, timedelta

from briefing.agenda import Agenda, MailRef, Topic, TopicKind
from briefing.mail import MailId, ThreadId, mail_id
from briefing.tracking.tracker import BriefingSessionTracker

AT = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)
LATER = AT + timedelta(minutes=5)
UNKNOWN = mail_id("home", "nobody")


def ref(number: int, *, subject: str | None = None, flagged: bool = False) -> MailRef:
    """Mail number so-and-so."""
    text = f"Subject {number}" if subject is None else subject
    return MailRef(mail_id=m(number), thread_id=ThreadId(f"home:t{number}"), subject=text, flagged=flagged)


def m(number: int) -> MailId:
    """The id of mail number so-and-so."""
    return mail_id("home", str(number))


def agenda(*topics: list[int], kind: TopicKind = TopicKind.SIMILAR) -> Agenda:
    """Topics called "Topic 1", "Topic 2" and so on, of mails by number."""
    return Agenda(
        topics=tuple(
            Topic(label=f"Topic {index}", kind=kind, mails=tuple(ref(number) for number in numbers))
            for index, numbers in enumerate(topics, start=1)
        )
    )


def tracker(*topics: list[int]) -> BriefingSessionTracker:
    """A tracker at the first mail of such an agenda."""
    return BriefingSessionTracker(agenda(*topics))


def at(briefing: BriefingSessionTracker) -> int | None:
    """The number of the mail under the cursor."""
    mail = briefing.current()
    return None if mail is None else number_of(mail)


def number_of(mail: MailRef) -> int:
    """The number of a mail."""
    return int(mail.mail_id.partition(":")[2])


def statuses(briefing: BriefingSessionTracker, *numbers: int) -> list[str]:
    """The statuses of these mails, "gone" for those that the tracker no longer knows."""
    states = [briefing.state_of(m(number)) for number in numbers]
    return ["gone" if state is None else state.status.value for state in states]
