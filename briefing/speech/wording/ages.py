"""How long ago something was, as one says it: days of the user's calendar, not hours."""

from datetime import datetime, timedelta

from briefing.speech.wording.counts import counted

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_JUST_NOW = timedelta(minutes=10)


def part_of_day(at: datetime) -> str:
    """`morning` from 5 o'clock, `afternoon` from 12, `evening` from 18, `night` before 5."""
    if at.hour < 5:
        return "night"
    return "morning" if at.hour < 12 else "afternoon" if at.hour < 18 else "evening"


def _days_between(earlier: datetime, now: datetime) -> int:
    try:
        return (now.date() - earlier.astimezone(now.tzinfo).date()).days
    except OverflowError:  # The first and last days of the calendar exist in no other time zone; mails can be dated there.
        return (now.date() - earlier.date()).days


def _day(earlier: datetime, now: datetime) -> str:
    """`this morning`, `last night`, `yesterday`, `Tuesday`, `last week`, `three weeks ago`, `over a year ago`."""
    days = _days_between(earlier, now)
    if days <= 0:
        part = part_of_day(earlier.astimezone(now.tzinfo))
        return "last night" if part == "night" else f"this {part}"
    if days < 7:
        return "yesterday" if days == 1 else _WEEKDAYS[earlier.astimezone(now.tzinfo).weekday()]
    if days < 60:
        return "last week" if days < 14 else f"{counted(days // 7, 'week')} ago"
    if days < 730:
        return f"{counted(days // 30, 'month')} ago" if days < 365 else "over a year ago"
    return f"{counted(days // 365, 'year')} ago"


def spoken_age(received_at: datetime, now: datetime) -> str:
    """`from this morning`, `from yesterday`, `from Tuesday`, `from last week`; both times timezone-aware, days counted in `now`'s zone."""
    age = now - received_at
    if age < timedelta(days=-1):
        return "from a date in the future"
    if age < _JUST_NOW:
        return "from just now"
    return f"from {_day(received_at, now)}"


def spoken_since(moment: datetime, now: datetime) -> str:
    """`since this morning`, `since yesterday`, `since Tuesday`; `since we last spoke` when that was less than two hours ago."""
    if now - moment < timedelta(hours=2):
        return "since we last spoke"
    return f"since {_day(moment, now)}"
