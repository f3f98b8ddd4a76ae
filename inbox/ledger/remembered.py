"""Which marks count: the newest of each mail, for `REMEMBERED_FOR`, counted in whole minutes.

Every ledger stores minutes since the epoch, so that all of them forget at exactly the same moment.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from briefing.mail import REMEMBERED_FOR, MailId, MailStatus, Mark

REMEMBERED_FOR_MINUTES = int(REMEMBERED_FOR.total_seconds()) // 60


def minute_of(at: datetime) -> int:
    """Whole minutes since the epoch, rounded down. Raises `ValueError` for a time without a zone."""
    if at.tzinfo is None:
        raise ValueError("a ledger's time needs a time zone")
    return int(at.timestamp() // 60)


def moment_of(minute: int) -> datetime:
    """The moment, in UTC, at which that minute began."""
    return datetime.fromtimestamp(minute * 60, UTC)


def last_forgotten_minute(now: datetime) -> int:
    """Marks of this minute and of every one before are forgotten at `now`."""
    return minute_of(now) - REMEMBERED_FOR_MINUTES


def newest_of_each(marks: Iterable[Mark]) -> dict[MailId, Mark]:
    """The mark of each mail that counts, withdrawals included; `marks` stand in the order in which they were made."""
    newest: dict[MailId, Mark] = {}
    for mark in marks:
        known = newest.get(mark.mail_id)
        if known is None or minute_of(mark.at) >= minute_of(known.at):
            newest[mark.mail_id] = mark
    return newest


def remembered(marks: Iterable[Mark], *, now: datetime) -> dict[MailId, Mark]:
    """What is remembered at `now` of marks in the order in which they were made: no withdrawn mail, nothing that has expired."""
    forgotten = last_forgotten_minute(now)
    return {
        mail: mark
        for mail, mark in newest_of_each(marks).items()
        if mark.status is not MailStatus.PENDING and minute_of(mark.at) > forgotten
    }


def last_briefed_minute(marks: Sequence[Mark]) -> int | None:
    """The newest minute in which a mail was presented or acted on; none when all of `marks` are withdrawals."""
    return max((minute_of(mark.at) for mark in marks if mark.status is not MailStatus.PENDING), default=None)
