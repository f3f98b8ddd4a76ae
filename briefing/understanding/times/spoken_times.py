"""How times and spans are spoken: tables, and a reader that turns words into their parts.

This module has no clock. "Monday at half past nine" is a weekday and a clock time; `when`, which is given the user's clock, decides which
Monday and which half of the day. So it can be decided without a clock whether words are a time.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum

from briefing.understanding.times.clock_times import ClockTime, Words, clock_time, number_at


class PartOfDay(StrEnum):
    MORNING = "morning"
    NOON = "noon"
    AFTERNOON = "afternoon"
    CLOSE = "close of business"
    EVENING = "evening"
    NIGHT = "night"
    MIDNIGHT = "midnight"


class Day(StrEnum):
    """A day that is named by how far it is from today."""

    TODAY = "today"
    TOMORROW = "tomorrow"
    AFTER_TOMORROW = "day after tomorrow"
    NEXT_WEEK = "next week"
    WEEKEND = "weekend"
    END_OF_WEEK = "end of the week"
    NEXT_MONTH = "next month"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """The parts of a spoken time; at least one is there. `weekday` counts from Monday, 0; `month` from 1.

    `ahead` is a stretch from now, `months` as well; `whole_days` says that the stretch was counted in days, so that no hour was said.
    """

    day: Day | None = None
    weekday: int | None = None
    next_weekday: bool = False
    of_month: int | None = None
    month: int | None = None
    part: PartOfDay | None = None
    clock: ClockTime | None = None
    ahead: timedelta | None = None
    months: int = 0
    whole_days: bool = False

    @property
    def names_day(self) -> bool:
        """Whether a day is named, and not only a time that comes every day."""
        return any(each is not None for each in (self.day, self.weekday, self.of_month)) or self.whole_days


_PARTS: Mapping[str, PartOfDay] = {
    name: part
    for part, names in {
        PartOfDay.MORNING: ("morning", "first thing", "first thing in morning", "early"),
        PartOfDay.NOON: ("noon", "midday", "lunch", "lunchtime", "lunch time"),
        PartOfDay.AFTERNOON: ("afternoon", "after lunch"),
        PartOfDay.CLOSE: ("end of day", "end of business", "close of business"),
        PartOfDay.EVENING: ("evening", "after work", "after dinner"),
        PartOfDay.NIGHT: ("night",),
        PartOfDay.MIDNIGHT: ("midnight",),
    }.items()
    for name in names
}
_DAYS: Mapping[str, Spoken] = {
    "today": Spoken(day=Day.TODAY),
    "tonight": Spoken(day=Day.TODAY, part=PartOfDay.EVENING),
    "tomorrow": Spoken(day=Day.TOMORROW),
    "day after tomorrow": Spoken(day=Day.AFTER_TOMORROW),
    "overmorrow": Spoken(day=Day.AFTER_TOMORROW),
    "next week": Spoken(day=Day.NEXT_WEEK),
    "beginning of next week": Spoken(day=Day.NEXT_WEEK),
    "start of next week": Spoken(day=Day.NEXT_WEEK),
    "weekend": Spoken(day=Day.WEEKEND),
    "end of week": Spoken(day=Day.END_OF_WEEK),
    "next month": Spoken(day=Day.NEXT_MONTH),
    **{f"this {name}": Spoken(day=Day.TODAY, part=_PARTS[name]) for name in ("morning", "afternoon", "evening")},
}
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_UNITS: Mapping[str, timedelta] = {
    "minute": timedelta(minutes=1), "min": timedelta(minutes=1), "hour": timedelta(hours=1), "day": timedelta(days=1),
    "week": timedelta(weeks=1), "fortnight": timedelta(weeks=2),
}  # fmt: skip
_WEEKS = frozenset({"week", "fortnight"})
_SMALL = frozenset(
    {"on", "at", "by", "around", "about", "like", "the", "of", "until", "till", "to", "for", "this", "coming", "in", "sometime", "later"}
)
_BEFORE_A_DAY = frozenset({"on", "by", "until", "till", "to", "for", "around", "about"})
_MOST_COUNTED = 12
"""Mails are counted no further than this, so that "send it the 24th" is a day."""
_LONGEST = 12


def spoken_time(words: Sequence[str]) -> Spoken | None:
    """The parts of a time to come; None if any word is left over. Words are as `command_words.hear` gives them."""
    left = tuple(word for word in words if word != "the")
    if not 0 < len(left) <= _LONGEST:
        return None
    found, before = Spoken(), ""
    while left:
        reading = next((each for read in _READERS if (each := read(left))), None)
        if reading is None and left[0] in _SMALL and len(left) > 1:
            before, left = left[0], left[1:]
        elif reading is None:
            return None
        else:
            size, told = reading
            merged = _merged(found, told)
            if merged is None or (told.of_month is not None and not _is_day_of_month(told, found, before, left[size:])):
                return None
            found, before, left = merged, "", left[size:]
    return found if found != Spoken() else None


def spoken_length(words: Sequence[str]) -> timedelta | None:
    """How long a stretch is ("a week", "two and a half hours", "three months", a month being thirty days); None for any other words."""
    left = tuple(words)
    reading = _stretch(left)
    if reading is None or reading[0] != len(left):
        return None
    told = reading[1]
    return (told.ahead or timedelta(0)) + timedelta(days=30 * told.months)


def _is_day_of_month(told: Spoken, found: Spoken, before: str, behind: Words) -> bool:
    """Whether a number counts days, and not mails or what comes first: "on the first" does, "the first one" and "it first" do not."""
    is_said = told.month is not None or found.names_day or before in _BEFORE_A_DAY or (told.of_month or 0) > _MOST_COUNTED
    return is_said and behind[:1] not in {("one",), ("ones",)}


_Reading = tuple[int, Spoken]


def _merged(one: Spoken, other: Spoken) -> Spoken | None:
    """Both together; None if they say the same part twice, as "monday tuesday" does."""
    told = {name: getattr(other, name) for name in Spoken.__slots__ if getattr(other, name) != getattr(_NOTHING, name)}
    if any(getattr(one, name) != getattr(_NOTHING, name) for name in told):
        return None
    return replace(one, **told)


_NOTHING = Spoken()


def _from_table(table: Mapping[str, Spoken]) -> Callable[[Words], _Reading | None]:
    longest = max(len(name.split()) for name in table)

    def read(words: Words) -> _Reading | None:
        sizes = range(min(longest, len(words)), 0, -1)
        return next(((size, table[name]) for size in sizes if (name := " ".join(words[:size])) in table), None)

    return read


def _weekday(words: Words) -> _Reading | None:
    skipped = 1 if words[0] in {"next", "this"} and len(words) > 1 else 0
    name = words[skipped].removesuffix("s") if words[skipped] not in _WEEKDAYS else words[skipped]
    if name not in _WEEKDAYS:
        return None
    size = skipped + 1
    ahead = {"week": _UNITS["week"], "fortnight": _UNITS["fortnight"]}.get(words[size]) if words[size:] and not skipped else None
    told = Spoken(weekday=_WEEKDAYS.index(name), next_weekday=words[0] == "next", ahead=ahead, whole_days=ahead is not None)
    return size + (ahead is not None), told


def _date(words: Words) -> _Reading | None:
    """`december first`, `first of december`, `24 december`, `24th`."""
    if words[0] in _MONTHS:
        day = number_at(words, 1)
        return (1 + day[1], Spoken(month=_MONTHS.index(words[0]) + 1, of_month=day[0])) if day and day[0] <= 31 else None
    day = number_at(words, 0)
    if day is None or day[0] > 31:
        return None
    value, size, ordinal = day
    after = words[size + 1 :] if words[size : size + 1] == ("of",) else words[size:]
    if after and after[0] in _MONTHS:
        return len(words) - len(after) + 1, Spoken(month=_MONTHS.index(after[0]) + 1, of_month=value)
    return (size, Spoken(of_month=value)) if ordinal else None


def _clock(words: Words) -> _Reading | None:
    found = clock_time(words)
    return found and (found[0], Spoken(clock=found[1]))


def _stretch(words: Words) -> _Reading | None:
    """`two hours`, `half an hour`, `an hour and a half`, `a couple of days`, `three months`, each also with `from now` behind it.

    Behind weeks the day stands from which they count: `a week on tuesday`, `two weeks from monday`.
    """
    amount = _amount(words)
    if amount is None or amount[1] >= len(words):
        return None
    halves, size = amount
    unit = words[size].removesuffix("s") if words[size] not in _UNITS else words[size]
    size += 1
    if words[size : size + 3] == ("and", "a", "half"):
        halves, size = halves + 1, size + 3
    size += 2 if words[size : size + 2] == ("from", "now") else 1 if unit in _WEEKS and words[size : size + 1] == ("from",) else 0
    if unit == "month":
        return (size, Spoken(months=halves // 2, whole_days=True)) if halves and halves % 2 == 0 else None
    if unit not in _UNITS or not halves:
        return None
    return size, Spoken(ahead=_UNITS[unit] * halves / 2, whole_days=_UNITS[unit] >= timedelta(days=1))


def _amount(words: Words) -> tuple[int, int] | None:
    """How many halves, and how many words say so."""
    for phrase, halves in _AMOUNTS.items():
        parts = tuple(phrase.split())
        if words[: len(parts)] == parts:
            return halves, len(parts)
    number = number_at(words, 0)
    if number is None or number[2]:
        return None
    size = number[1]
    if words[size : size + 3] == ("and", "a", "half"):
        return 2 * number[0] + 1, size + 3
    return 2 * number[0], size


_AMOUNTS: Mapping[str, int] = {
    "half an": 1,
    "half a": 1,
    "a half": 1,
    "a couple of": 4,
    "a couple": 4,
    "couple of": 4,
    "a few": 6,
    "an": 2,
    "a": 2,
}

_READERS: tuple[Callable[[Words], _Reading | None], ...] = (
    _stretch,
    _from_table(_DAYS),
    _weekday,
    _from_table({name: Spoken(part=part) for name, part in _PARTS.items()}),  # "first thing" is no date
    _date,
    _clock,
)
