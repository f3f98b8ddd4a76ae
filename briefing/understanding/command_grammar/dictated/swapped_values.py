"""A day, a time or a number in a text in place of the one that stands there: "make it Wednesday", "say four o'clock instead"."""

import re
from collections.abc import Sequence

from briefing.understanding.command_grammar.command_words import COUNTED

_COUNTED = "|".join(each.replace(" ", "[ -]") for each in sorted(COUNTED, key=len, reverse=True))
_NUMBER = rf"(?:\d[\d.,]*(?<![.,])|(?:{_COUNTED}))"
_HOUR = rf"(?:\d{{1,2}}(?:[:.]\d\d)?|(?:{_COUNTED})(?: (?:fifteen|thirty|forty[ -]five))?)"
_HALF = r"(?:[ap]\.m\.(?= [a-z])|[ap]\.m\b|[ap]m\b|o['\u2019]?clock|in the (?:morning|afternoon|evening))"
_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b"
)
_NTH = r"(?:\d{1,2}(?:st|nd|rd|th)?)"
_OF_DAY = r"(?: (?:morning|afternoon|evening|night)\b)"
_DAY = re.compile(
    rf"\b(?:(?:next|this) )?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b(?: the {_NTH}\b)?"
    r"|\b(?:the day after tomorrow|tomorrow|today|tonight)\b|\b(?:next|this) week\b"
    rf"|\b(?:the )?{_NTH} (?:of )?{_MONTH}|\b{_MONTH} {_NTH}\b",
    re.IGNORECASE,
)
_PART_OF_DAY = re.compile(_OF_DAY, re.IGNORECASE)
_A_DAY = re.compile(rf"(?:{_DAY.pattern}){_OF_DAY}?", re.IGNORECASE)
_TIME = re.compile(
    rf"\b(?:half past|quarter past|quarter to) {_HOUR}\b|\b{_HOUR} ?{_HALF}|\b\d{{1,2}}[:.]\d\d\b|\b(?:noon|midday|midnight)\b",
    re.IGNORECASE,
)
_COUNT = re.compile(rf"\b{_NUMBER}(?![\w%])", re.IGNORECASE)
_IS_AN_HOUR = re.compile(r"\b(?:at|by|until|till|from|around|about|before|after) $", re.IGNORECASE)
_IS_NO_HOUR = re.compile(r" (?:\d|point\b|time\b|stage\b|of\b|another\b|day\b)|[.,]?\d", re.IGNORECASE)
_NO_ON = re.compile(r"(?:the day after )?(?:tomorrow|today|tonight|next|this)\b", re.IGNORECASE)
_LEADS = re.compile(r"^(?:on|at|to|by|for|from|it's|is) ", re.IGNORECASE)
_BESIDE = frozenset({"instead", "please", "then", "rather"})
_ARE_NAMES = re.compile(rf"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:{_MONTH})", re.IGNORECASE)


def value_in(text: str) -> str:
    """The day, time or number that is all of a text, without "instead" and what else stands around it; empty where it says more."""
    words = [word.strip(",.!") for word in text.split()]
    while words and words[-1].lower() in _BESIDE:
        words.pop()
    told = " ".join(words)
    bare = _LEADS.sub("", told, count=1)
    is_one = any(kind.fullmatch(bare) for kind in (_A_DAY, _TIME, _COUNT))
    if not is_one or (bare.lower() == "one" and bare == told):  # "no one" names nothing
        return ""
    return _ARE_NAMES.sub(lambda found: found[0].capitalize(), bare)


def with_value(text: str, value: str) -> str | None:
    """The text with this in the place of the only one of its kind; None where there is none, or it cannot be told which."""
    days = _found(_DAY, text)
    times = _found(_TIME, text, beside=days)
    numbers = [each for each in _found(_COUNT, text, beside=[*days, *times]) if each[0].lower() != "one" or _is_an_hour(text, each)]
    is_day = _A_DAY.fullmatch(value) is not None
    if is_day:
        found = days
    elif _TIME.fullmatch(value):
        found = times or [each for each in numbers if _is_an_hour(text, each)]
    else:
        found = [*times, *numbers]
    if len(found) != 1:
        return None
    start, end = found[0].span()
    if is_day and _PART_OF_DAY.search(value) and (part := _PART_OF_DAY.match(text, end)) is not None:
        end = part.end()
    if is_day and _NO_ON.match(value) and text[:start].lower().endswith("on "):
        start -= len("on ")
    put = value[:1].upper() + value[1:] if start == 0 else value
    return f"{text[:start]}{put}{text[end:]}"


def with_time(named: str, value: str) -> str:
    """What names a moment, "Thursday at noon", with this day or time in the place of its own: what was not named stays."""
    if (swapped := with_value(named, value)) is not None:
        return swapped
    has_day, has_time = _DAY.search(named) is not None, _TIME.search(named) is not None
    if _A_DAY.fullmatch(value):
        at = "" if named.lower().startswith("at ") else "at "
        return f"{value} {at}{named}" if has_time and not has_day else value
    return f"{named} at {value}" if has_day and not has_time else value


def _found(kind: re.Pattern[str], text: str, *, beside: Sequence[re.Match[str]] = ()) -> list[re.Match[str]]:
    """All of this kind that are no part of others."""
    return [each for each in kind.finditer(text) if not any(each.start() < other.end() and other.start() < each.end() for other in beside)]


def _is_an_hour(text: str, number: re.Match[str]) -> bool:
    is_short = len(number[0]) <= 2 or not number[0].isdecimal()
    return is_short and _IS_AN_HOUR.search(text[: number.start()]) is not None and _IS_NO_HOUR.match(text, number.end()) is None
