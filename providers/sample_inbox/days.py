"""Fills the dates into the sample letters, so that "by Friday" is always a Friday that is still to come."""

import re
from datetime import datetime, timedelta

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS_DE = ("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember")
_MONTHS_FR = ("janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre")
_DAYS_DE = ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag")
_SATURDAY = 5
_SLOT = re.compile(r"\[\[(\w+)([+-]\d+)?\]\]")


def fill(text: str, now: datetime) -> str:
    """Replace the slots of `text`. `[[friday]]` (any weekday) is the date of the next one; the others count days from `now`:

    `[[day+2]]` Thursday, `[[date+2]]` 14 May, `[[workday+2]]` and `[[workdate+2]]` the same but never at a weekend, `[[tag+2]]` Donnerstag,
    `[[datum+2]]` 14. Mai, `[[jour+2]]` 14 mai, `[[month-30]]` April, `[[workstamp+2]]` 20260514 for calendars. An unknown slot raises
    `KeyError`.
    """
    return _SLOT.sub(lambda slot: _word(slot[1], int(slot[2] or 0), now), text)


def _word(name: str, days: int, now: datetime) -> str:
    if name in _WEEKDAYS:
        days = (_WEEKDAYS.index(name) - now.weekday() - 1) % 7 + 1
        name = "date"
    day = now + timedelta(days=days)
    if name.startswith("work"):
        name, day = name.removeprefix("work"), day + timedelta(days=max(0, 7 - day.weekday()) if day.weekday() >= _SATURDAY else 0)
    words = {
        "day": f"{day:%A}",
        "date": f"{day.day} {day:%B}",
        "month": f"{day:%B}",
        "tag": _DAYS_DE[day.weekday()],
        "datum": f"{day.day}. {_MONTHS_DE[day.month - 1]}",
        "jour": f"{day.day} {_MONTHS_FR[day.month - 1]}",
        "stamp": f"{day:%Y%m%d}",
    }
    return words[name]
