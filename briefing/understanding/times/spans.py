"""Which stretch of the past is meant: "this morning", "yesterday", "since nine", "in the last two hours".

It is used to undo what was done in that stretch and to describe mails that came in it. It looks back where `when` looks ahead: "on monday"
is the last Monday.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from briefing.understanding.times.spoken_times import Day, PartOfDay, Spoken, spoken_length, spoken_time
from briefing.understanding.times.when import SOME_TIME, between, months_on, on_clock


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A stretch of time: from `since`, and before `until`."""

    since: datetime
    until: datetime


_JUST_NOW = timedelta(minutes=10)
_DAY = timedelta(days=1)


def span_of(words: str | Sequence[str], now: datetime) -> Span | None:
    """The past stretch that the words name: "this morning", "yesterday", "since nine", "in the last two hours", "on monday"; or None."""
    told = tuple(word for word in (words.split() if isinstance(words, str) else words) if word != "the")
    while told and told[0] in {"from", "on", "in", "during", "of", "earlier", "within", "over"}:
        told = told[1:]
    try:
        return _span(told, now) if told else None
    except (OverflowError, ValueError):
        return None


def names_span(words: Sequence[str]) -> bool:
    """Whether the words name a past stretch, independent of the current time."""
    return span_of(words, SOME_TIME) is not None


def _span(told: tuple[str, ...], now: datetime) -> Span | None:
    if told in {("just", "now"), ("a", "moment", "ago"), ("just",)}:
        return Span(since=now - _JUST_NOW, until=now)
    if told[0] == "since":
        begun = _last(told[1:], now) if len(told) > 1 else None
        return Span(since=begun.since, until=now) if begun else None
    if told[0] in {"last", "past"} and (length := spoken_length(told[1:]) or spoken_length(("a", *told[1:]))):
        return _calendar(told, now) or Span(since=now - length, until=now)
    if told[-1] == "ago" and (length := spoken_length(told[:-1])):
        return Span(since=now - length * 1.5, until=now - length * 0.5)
    return _last(told, now)


def _calendar(told: tuple[str, ...], now: datetime) -> Span | None:
    """`last week` and `last month` follow the calendar, `the last two weeks` count back from now."""
    midnight = on_clock(now.date(), 0, 0, now)
    if told == ("last", "week"):
        monday = midnight - timedelta(days=now.weekday())
        return Span(since=monday - timedelta(days=7), until=monday)
    if told == ("last", "month"):
        first = on_clock(now.date().replace(day=1), 0, 0, now)
        return Span(since=on_clock(months_on(first.date(), -1), 0, 0, now), until=first)
    return None


def _last(told: tuple[str, ...], now: datetime) -> Span | None:
    """The latest such day, part of a day or hour that has begun."""
    midnight = on_clock(now.date(), 0, 0, now)
    if told in {("this", "week"), ("this", "month")}:
        back = now.weekday() if told[1] == "week" else now.day - 1
        return Span(since=on_clock(now.date() - timedelta(days=back), 0, 0, now), until=now)
    if told in {("weekend",), ("last", "weekend")}:
        back = (now.weekday() - 5) % 7 + (7 if told[0] == "last" and now.weekday() >= 5 else 0)
        return Span(since=midnight - back * _DAY, until=min(now, on_clock(now.date() - timedelta(days=back - 2), 0, 0, now)))
    if told == ("last", "night"):
        return Span(since=midnight - timedelta(hours=6), until=midnight + timedelta(hours=4))
    if told[0] == "yesterday":
        part = spoken_time(told[1:]) if len(told) > 1 else Spoken()
        return _part_of(midnight - _DAY, part, now) if part is not None else None
    spoken = spoken_time(told[1:] if told[0] == "last" and len(told) > 1 else told)
    if spoken is None or spoken.ahead is not None or spoken.months or spoken.next_weekday:
        return None
    return _last_day(spoken, now)


def _last_day(spoken: Spoken, now: datetime) -> Span | None:
    midnight = on_clock(now.date(), 0, 0, now)
    if spoken.weekday is not None:
        back = (now.weekday() - spoken.weekday) % 7 or 7
        return _part_of(midnight - back * _DAY, replace(spoken, weekday=None), now)
    if spoken.of_month is not None:
        days = [now.date() - timedelta(days=back) for back in range(1, 367)]
        fitting = [each for each in days if each.day == spoken.of_month and spoken.month in {None, each.month}]
        return _part_of(on_clock(fitting[0], 0, 0, now), replace(spoken, of_month=None, month=None), now) if fitting else None
    return _part_of(midnight, spoken, now) if spoken.day in {None, Day.TODAY} else None


def _part_of(midnight: datetime, spoken: Spoken, now: datetime) -> Span | None:
    day = midnight.date()
    if spoken.clock is not None:
        hours = sorted({spoken.clock.hour} if spoken.clock.certain else {spoken.clock.hour % 12, spoken.clock.hour % 12 + 12}, reverse=True)
        begun = [at for hour in hours if between(at := on_clock(day, hour, spoken.clock.minute, now), now) > timedelta(0)]
        return Span(since=begun[0], until=now) if begun else None
    if spoken.part is None:
        return Span(since=midnight, until=min(now, on_clock(day + timedelta(days=1), 0, 0, now)))
    begins, ends = (0, 12) if spoken.part is PartOfDay.MORNING else (12, 18) if spoken.part is PartOfDay.AFTERNOON else (18, 24)
    since = on_clock(day, begins, 0, now)
    until = on_clock(day, ends, 0, now) if ends < 24 else on_clock(day + timedelta(days=1), 0, 0, now)
    return Span(since=since, until=until) if between(since, now) > timedelta(0) else None
