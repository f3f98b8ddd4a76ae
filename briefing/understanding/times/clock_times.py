"""How a time of day is spoken: "half past nine", "9.30 am", "nine oh five".

This module has no clock. "Nine" is one of twelve hours; `when` decides which half of the day is meant.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from briefing.understanding.command_grammar.command_words import number_of

Words = tuple[str, ...]

_HALVES: Mapping[str, bool] = {
    "am": False, "a.m": False, "a m": False, "in morning": False, "pm": True, "p.m": True, "p m": True, "in afternoon": True,
    "in evening": True, "at night": True,
}  # fmt: skip
_AN_HOUR = 60
_COUNTED = {(f"{unit}{end}",) for unit in ("minute", "hour", "day", "week", "month") for end in ("", "s")}
"""Behind a number it counts these, and is no hour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockTime:
    """A time on a clock. `certain`: the hour is one of 24, and not one of twelve that come twice a day."""

    hour: int
    minute: int = 0
    certain: bool = False


def clock_time(words: Words) -> tuple[int, ClockTime] | None:
    """The time that these words begin with, and how many of them it takes."""
    face = _face(words)
    if face is None:
        return None
    size, clock = face
    half, more = _half_of_day(words[size:])
    if half is None:
        return size, clock
    if clock.hour > 12:
        return None
    return size + more, ClockTime(hour=clock.hour % 12 + (12 if half else 0), minute=clock.minute, certain=True)


def number_at(words: Words, start: int) -> tuple[int, int, bool] | None:
    """A number, how many words it takes, and whether it is an ordinal."""
    for size in (2, 1):
        found = number_of(words[start : start + size]) if start + size <= len(words) else None
        if found:
            return found[1], size, found[0] == "<nth>"
    return None


def _half_of_day(words: Words) -> tuple[bool | None, int]:
    for size in (2, 1):
        half = _HALVES.get(" ".join(words[:size])) if size <= len(words) else None
        if half is not None:
            return half, size
    return None, 0


def _face(words: Words) -> tuple[int, ClockTime] | None:
    return _digital(words[0]) or _past_or_to(words) or _hours_and_minutes(words)


def _digital(word: str) -> tuple[int, ClockTime] | None:
    """`9:30`, `21.00`, `09:00`, `9am`."""
    for half in ("am", "pm"):
        digits = word.removesuffix(half)
        if digits != word and digits.replace(":", "").replace(".", "").isdecimal():
            face = _digital(digits if ":" in digits or "." in digits else f"{digits}:00")
            if face is None or not 1 <= face[1].hour <= 12:
                return None
            return 1, ClockTime(hour=face[1].hour % 12 + (12 if half == "pm" else 0), minute=face[1].minute, certain=True)
    hour, _, minute = word.replace(".", ":").partition(":")
    if not (1 <= len(hour) <= 2 and len(minute) == 2 and (hour + minute).isdecimal() and (hour + minute).isascii()):
        return None
    if int(hour) > 23 or int(minute) > 59:
        return None
    return 1, ClockTime(hour=int(hour), minute=int(minute), certain=int(hour) > 12 or hour.startswith("0"))


def _past_or_to(words: Words) -> tuple[int, ClockTime] | None:
    """`half past nine`, `half nine`, `quarter to ten`, `twenty past nine`, `ten to nine`."""
    if words[0] == "half" and (hour := _hour(words[1:])) is not None and words[1 + hour[1] : 2 + hour[1]] not in _COUNTED:
        return 1 + hour[1], ClockTime(hour=hour[0], minute=30)
    words = words[1:] if words[0] == "a" else words
    added = 1 if words and words[0] == "a" else 0
    minutes: tuple[int, int] | None = {"half": (30, 1), "quarter": (15, 1)}.get(words[0]) if words else None
    if words and minutes is None and (number := number_at(words, 0)):
        minutes = number[0], number[1] + (1 if words[number[1] : number[1] + 1] == ("minutes",) else 0)
    if minutes is None or minutes[1] >= len(words) or words[minutes[1]] not in {"past", "to", "after"} or minutes[0] > 30:
        return None
    hour = _hour(words[minutes[1] + 1 :])
    if hour is None:
        return None
    size = minutes[1] + 1 + hour[1] + added
    if words[minutes[1]] == "to":
        return size, ClockTime(hour=(hour[0] - 1) % 12 or 12, minute=_AN_HOUR - minutes[0])
    return size, ClockTime(hour=hour[0], minute=minutes[0])


def _hours_and_minutes(words: Words) -> tuple[int, ClockTime] | None:
    """`nine`, `nine o'clock`, `nine thirty`, `nine oh five`, `14 hundred`."""
    hour = _hour(words)
    if hour is None:
        return None
    value, size = hour
    rest = words[size:]
    if rest[:1] in {("oh",), ("o",)} and (five := number_at(rest, 1)) and five[0] <= 9:
        return size + 1 + five[1], ClockTime(hour=value, minute=five[0])
    minutes = number_at(rest, 0)
    if minutes and not minutes[2] and 10 <= minutes[0] <= 59 and rest[minutes[1] : minutes[1] + 1] != ("days",):
        return size + minutes[1], ClockTime(hour=value, minute=minutes[0])
    return size, ClockTime(hour=value)


def _hour(words: Words) -> tuple[int, int] | None:
    """An hour of twelve, and how many words it takes."""
    found = number_of(words[:1]) if words else None
    if found is None or found[0] != "<n>" or not 1 <= found[1] <= 12:
        return None
    return found[1], 2 if words[1:2] in {("o'clock",), ("oclock",)} else 1
