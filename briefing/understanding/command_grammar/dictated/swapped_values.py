"""A day, a time or a number in a text in place of the one that stands there: "make it Wednesday", "say four o'clock instead"."""

import re
from collections.abc import Sequence

_COUNTED = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
    "|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
)
_NUMBER = rf"(?:\d[\d.,]*(?<![.,])|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[ -](?:{_COUNTED})|(?:{_COUNTED}))"
_HOUR = rf"(?:\d{{1,2}}(?:[:.]\d\d)?|(?:{_COUNTED})(?: (?:fifteen|thirty|forty[ -]five))?)"
_HALF = r"(?:a\.?m\b\.?|p\.?m\b\.?|o['\u2019]?clock|in the (?:morning|afternoon|evening))"
_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b"
)
_NTH = r"(?:\d{1,2}(?:st|nd|rd|th)?)"
_DAY = re.compile(
    r"\b(?:(?:next|this) )?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b(?: (?:morning|afternoon|evening|night))?"
    r"|\b(?:the day after tomorrow|tomorrow|today|tonight)\b(?: (?:morning|afternoon|evening|night))?|\b(?:next|this) week\b"
    rf"|\b(?:the )?{_NTH} (?:of )?{_MONTH}|\b{_MONTH} {_NTH}\b",
    re.IGNORECASE,
)
_TIME = re.compile(
    rf"\b(?:half past|quarter past|quarter to) {_HOUR}\b|\b{_HOUR} ?{_HALF}|\b\d{{1,2}}[:.]\d\d\b|\b(?:noon|midday|midnight)\b",
    re.IGNORECASE,
)
_COUNT = re.compile(rf"\b{_NUMBER}(?![\w%])", re.IGNORECASE)
_IS_AN_HOUR = re.compile(r"\b(?:at|by|until|till|from|around|about|before|after) $", re.IGNORECASE)
_LEADS = re.compile(r"^(?:on|at|to|by|for|from|it's|is) ", re.IGNORECASE)
_BESIDE = frozenset({"instead", "please", "then", "rather"})
_ARE_NAMES = re.compile(rf"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:{_MONTH})", re.IGNORECASE)


def value_in(text: str) -> str:
    """The day, time or number that is all of a text, without "instead" and what else stands around it; empty where it says more."""
    words = [word.strip(",.!") for word in text.split()]
    while words and words[-1].lower() in _BESIDE:
        words.pop()
    bare = _LEADS.sub("", " ".join(words), count=1)
    if not any(kind.fullmatch(bare) for kind in (_DAY, _TIME, _COUNT)):
        return ""
    return _ARE_NAMES.sub(lambda found: found[0].capitalize(), bare)


def with_value(text: str, value: str) -> str | None:
    """The text with this in the place of the only one of its kind; None where there is none, or it cannot be told which."""
    days = _found(_DAY, text)
    times = _found(_TIME, text, beside=days)
    numbers = [each for each in _found(_COUNT, text, beside=[*days, *times]) if each[0].lower() != "one" or _is_an_hour(text, each)]
    if _DAY.fullmatch(value):
        found = days
    elif _TIME.fullmatch(value):
        found = times or [each for each in numbers if _is_an_hour(text, each)]
    else:
        found = [*times, *numbers]
    if len(found) != 1:
        return None
    (place,) = found
    put = value[:1].upper() + value[1:] if place.start() == 0 else value
    return f"{text[: place.start()]}{put}{text[place.end() :]}"


def _found(kind: re.Pattern[str], text: str, *, beside: Sequence[re.Match[str]] = ()) -> list[re.Match[str]]:
    """All of this kind that are no part of others."""
    return [each for each in kind.finditer(text) if not any(each.start() < other.end() and other.start() < each.end() for other in beside)]


def _is_an_hour(text: str, number: re.Match[str]) -> bool:
    return _IS_AN_HOUR.search(text[: number.start()]) is not None
