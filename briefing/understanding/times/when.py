"""Which moment is meant: "tomorrow morning", "on monday at half past nine", "in an hour", by the user's own clock.

A past time means the next one: "at nine" said at ten is nine tonight, and "this morning" said in the evening is tomorrow morning. An hour
of twelve is taken as a waking hour ("at three" is in the afternoon). Before four in the morning the day before has not ended for a user
who is still up, so "tomorrow" is what the calendar calls today. For past times see `spans`.
"""

from calendar import monthrange
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

from briefing.understanding.times.clock_times import ClockTime
from briefing.understanding.times.spoken_times import Day, PartOfDay, Spoken, spoken_time

HOURS: dict[PartOfDay, tuple[int, int]] = {
    PartOfDay.MORNING: (8, 12),
    PartOfDay.NOON: (12, 13),
    PartOfDay.AFTERNOON: (14, 18),
    PartOfDay.CLOSE: (17, 18),
    PartOfDay.EVENING: (19, 23),
    PartOfDay.NIGHT: (21, 24),
    PartOfDay.MIDNIGHT: (0, 1),
}
"""When a part of the day is meant to begin, and when it is over."""

_LATER = timedelta(hours=3)
_WEEK = timedelta(weeks=1)
_STILL_UP_UNTIL = 4
_FIRST_WAKING, _LAST_WAKING = 7, 22
_FARTHEST = timedelta(days=10 * 366)


def moment_of(words: str | Sequence[str], now: datetime) -> datetime | None:
    """The moment to come that the words name, in the time zone of `now`, which must be aware; None if they name none.

    Words in lower case, as a `Command` has them in `when`. Never in the past; a time that a change of the clock leaves out is what the
    clock shows instead.
    """
    told = words.split() if isinstance(words, str) else list(words)
    if told in (["later", "today"], ["today"], ["later", "on"]):
        return _ahead(now, _LATER)
    spoken = spoken_time(told)
    if spoken is None:
        return None
    try:
        found = _resolved(spoken, now)
    except (OverflowError, ValueError):
        return None
    return found if found is not None and timedelta(0) < between(now, found) <= _FARTHEST else None


def ends_at(words: str, now: datetime) -> datetime | None:
    """When something ends that lasts until the moment that the words name: with the beginning of a day for which no hour is named."""
    at, spoken = moment_of(words, now), spoken_time(words.split())
    if at is None or spoken is None or not spoken.names_day or spoken.clock is not None or spoken.part is not None:
        return at
    begun = on_clock(at.date(), 0, 0, now)
    return begun if between(now, begun) > timedelta(0) else at


def names_moment(words: Sequence[str]) -> bool:
    """Whether the words name a moment to come, independent of the current time."""
    return any(moment_of(words, at) is not None for at in (SOME_TIME, SOME_TIME.replace(hour=0)))


SOME_TIME = datetime(2026, 3, 10, 6, 30, tzinfo=UTC)
"""Whether words are a time at all does not depend on when they are said."""


def between(earlier: datetime, later: datetime) -> timedelta:
    """The time between two moments, negative if the second one is earlier."""
    # Two times of one zone are compared by the face of the clock, which is not what passes between them.
    return later.astimezone(UTC) - earlier.astimezone(UTC)


def _ahead(now: datetime, stretch: timedelta) -> datetime | None:
    try:
        return (now.astimezone(UTC) + stretch).astimezone(now.tzinfo)
    except OverflowError:
        return None


def _resolved(spoken: Spoken, now: datetime) -> datetime | None:
    if spoken.ahead is not None and not spoken.whole_days:
        return _ahead(now, spoken.ahead) if spoken == Spoken(ahead=spoken.ahead) else None
    if not spoken.names_day:
        return _next_time(spoken, now)
    return next((found for day in _days(spoken, now) if (found := _at(day, spoken, now)) is not None), None)


def _days(spoken: Spoken, now: datetime) -> list[date]:
    """The candidate days; the first one that is not over is meant."""
    today = now.date() - timedelta(days=1 if now.hour < _STILL_UP_UNTIL else 0)
    if (first := replace(spoken, ahead=None, whole_days=False, months=0)).names_day and spoken.whole_days:
        return [day + spoken.ahead for day in _days(first, now)[:1]] if spoken.ahead and not spoken.ahead % _WEEK else []
    if spoken.whole_days:
        return [months_on(today, spoken.months) + (spoken.ahead or timedelta(0))]
    if spoken.of_month is not None:
        return _dates(spoken, now.date())
    if spoken.weekday is not None:
        return _weekdays(spoken, today)
    if spoken.day is Day.TODAY and spoken.clock is not None and today == now.date():
        return [today]
    return _NAMED_DAYS[spoken.day or Day.TOMORROW](today)


def _on(today: date, *days: int) -> list[date]:
    return [today + timedelta(days=each) for each in days]


def _coming(weekday: int, today: date) -> list[date]:
    days_on = (weekday - today.weekday()) % 7
    return _on(today, days_on, days_on + 7)


_NAMED_DAYS: Mapping[Day, Callable[[date], list[date]]] = {
    Day.TODAY: lambda today: _on(today, 0, 1),
    Day.TOMORROW: lambda today: _on(today, 1, 2),
    Day.AFTER_TOMORROW: lambda today: _on(today, 2),
    Day.NEXT_WEEK: lambda today: _on(today, 7 - today.weekday()),
    Day.WEEKEND: lambda today: _coming(5, today),
    Day.END_OF_WEEK: lambda today: _coming(4, today),
    Day.NEXT_MONTH: lambda today: [months_on(today.replace(day=1), 1)],
}


def _weekdays(spoken: Spoken, today: date) -> list[date]:
    """The coming one; a "next" one lies in the next week of the calendar, and only with an hour may it be today."""
    weekday = spoken.weekday or 0
    if spoken.next_weekday or spoken.day is Day.NEXT_WEEK:
        return [today + timedelta(days=7 - today.weekday() + weekday)]
    days_on = (weekday - today.weekday()) % 7
    first = 7 if not days_on and spoken.clock is None and spoken.part is None else days_on
    return [today + timedelta(days=first), today + timedelta(days=first + 7)]


def _dates(spoken: Spoken, today: date) -> list[date]:
    """The day of the month in this and the coming months that have it; of one month, in this and the coming years."""
    day = spoken.of_month or 1
    firsts = [months_on(today.replace(day=1), months) for months in range(61)]
    return [
        first.replace(day=day)
        for first in firsts
        if (spoken.month is None or first.month == spoken.month) and day <= monthrange(first.year, first.month)[1]
    ]


def months_on(day: date, months: int) -> date:
    """The same day some months later or earlier; the last day of a month that has no such day."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _at(day: date, spoken: Spoken, now: datetime) -> datetime | None:
    """The moment on that day; None if it is past."""
    if spoken.clock is not None:
        hours = _hours(spoken.clock, spoken.part, any_half=False)
        if day == now.date():
            hours = _hours(spoken.clock, spoken.part, any_half=True)
        return _first_after(now, [on_clock(day, hour, spoken.clock.minute, now) for hour in hours])
    begins, ends = HOURS[spoken.part or PartOfDay.MORNING]
    if spoken.part is PartOfDay.MIDNIGHT:
        day += timedelta(days=1)
    start = on_clock(day, begins, 0, now)
    if between(now, start) > timedelta(0):
        return start
    soon = _ahead(now, timedelta(hours=1))
    return soon if spoken.part and soon and soon.date() == day and begins <= soon.hour < ends else None


def _next_time(spoken: Spoken, now: datetime) -> datetime | None:
    """The next moment at which the clock shows this time."""
    if spoken.clock is None:
        days = [now.date() + timedelta(days=more) for more in (-1, 0, 1)]
        return next((found for day in days if (found := _at(day, spoken, now)) is not None), None)
    hours = _hours(spoken.clock, spoken.part, any_half=True)
    days = [now.date() + timedelta(days=more) for more in (0, 1, 2)]
    return _first_after(now, [on_clock(day, hour, spoken.clock.minute, now) for day in days for hour in hours])


def _hours(clock: ClockTime, part: PartOfDay | None, *, any_half: bool) -> list[int]:
    """The hours of 24 that a clock time probably means."""
    if clock.certain:
        return [clock.hour]
    morning, evening = clock.hour % 12, clock.hour % 12 + 12
    if part is not None:
        return [morning] if part is PartOfDay.MORNING else [evening]
    if any_half:
        return [hour for hour in (morning, evening) if _FIRST_WAKING <= hour <= _LAST_WAKING]
    return [morning] if morning >= _FIRST_WAKING else [evening]


def on_clock(day: date, hour: int, minute: int, now: datetime) -> datetime:
    """That time of that day in the zone of `now`; a time that a change of the clock leaves out becomes the one it shows instead."""
    wall = datetime.combine(day, time(hour, minute), tzinfo=now.tzinfo)
    return wall.astimezone(UTC).astimezone(now.tzinfo)


def _first_after(now: datetime, moments: Sequence[datetime]) -> datetime | None:
    return next((moment for moment in moments if between(now, moment) > timedelta(0)), None)
