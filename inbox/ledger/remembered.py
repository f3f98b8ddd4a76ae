"""Which marks count: the newest of each mail, for `REMEMBERED_FOR`, counted in whole minutes; and a mark as a row.

Every ledger stores minutes since the epoch, so that all of them forget at exactly the same moment.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from briefing.mail import REMEMBERED_FOR, MailId, MailStatus, Mark
from briefing.mail_action import MailAction
from storage.epoch import minute_of, moment_of_minute

REMEMBERED_FOR_MINUTES = int(REMEMBERED_FOR.total_seconds()) // 60


def last_forgotten_minute(now: datetime) -> int:
    """Marks of this minute and of every one before are forgotten at `now`."""
    return minute_of(now) - REMEMBERED_FOR_MINUTES


def newest_of_each(marks: Iterable[Mark]) -> dict[MailId, Mark]:
    """The newest mark of each mail, withdrawals included; `marks` are in the order in which they were made."""
    newest: dict[MailId, Mark] = {}
    for mark in marks:
        known = newest.get(mark.mail_id)
        if known is None or minute_of(mark.at) >= minute_of(known.at):
            newest[mark.mail_id] = mark
    return newest


def remembered(marks: Iterable[Mark], *, now: datetime) -> dict[MailId, Mark]:
    """The newest mark of each mail, without withdrawals and expired ones; `marks` are in the order in which they were made."""
    forgotten = last_forgotten_minute(now)
    return {
        mail: mark
        for mail, mark in newest_of_each(marks).items()
        if mark.status is not MailStatus.PENDING and minute_of(mark.at) > forgotten
    }


def last_briefed_minute(marks: Sequence[Mark]) -> int | None:
    """The newest minute of a mark that tells of a briefing; none if there is none."""
    return max((minute_of(mark.at) for mark in marks if mark.status not in {MailStatus.PENDING, MailStatus.NO_NEWS}), default=None)


def row_of(user_id: str, mark: Mark) -> dict[str, str | int | None]:
    """A mark as every table of marks holds it."""
    return {
        "user_id": user_id,
        "mail_id": mark.mail_id,
        "status": mark.status.value,
        "action": mark.action and mark.action.value,
        "at_minute": minute_of(mark.at),
    }


def mark_of(mail: str, status: str, action: str | None, minute: int) -> Mark:
    kind = None if action is None else MailAction(action)
    return Mark(mail_id=MailId(mail), status=MailStatus(status), action=kind, at=moment_of_minute(minute))
