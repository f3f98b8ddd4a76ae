"""When a briefing mail is due: once for each date of the user's own calendar, at their hour, whatever the clocks do.

Only what their clock shows is compared: an hour that a change of the clock leaves out has come when the clock is past it, and of one that
comes twice the first counts, since a date that was sent is never sent again.
"""

from datetime import date, datetime, timedelta, tzinfo

from knowledge.mail_wishes import MailWishes

LATEST = timedelta(hours=12)
"""A briefing that could not be written for so long is none any more; the next one tells of the same mail."""


def due(wishes: MailWishes, zone: tzinfo, last_sent: date | None, now: datetime) -> date | None:
    """The date of which a briefing is due now, if one is. `last_sent` is the newest date of which one was sent or begun; `now` is aware."""
    local = now.astimezone(zone).replace(tzinfo=None)
    today = local.date()
    if last_sent is not None and last_sent >= today:
        return None
    if wishes.asked_on == today:
        return today
    begins = datetime.combine(today, wishes.at)
    is_day = wishes.on and today.weekday() in wishes.days and (wishes.from_day is None or today >= wishes.from_day)
    return today if is_day and begins <= local < begins + LATEST else None
