"""Dates and times as one says them.

Only what can be read in one way is changed: `2026-03-12`, `12.03.2026` and `25/03/2026` are days, `12/03/2026` may be two and is left
as it stands. Hours above twelve or with a leading zero are on a 24-hour clock; a bare `2:30` says no half of the day, so neither do we.
"""

import re

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_SHORT_MONTHS = {month[:3].lower(): month for month in MONTHS} | {"sept": "September"}
_DAYS = {"mon": "Monday", "tue": "Tuesday", "wed": "Wednesday", "thu": "Thursday", "fri": "Friday", "sat": "Saturday", "sun": "Sunday"}

_CLOCK = r"([01][0-9]|[1-9]|2[0-3]|0(?=:[0-5][0-9] ?(?:Uhr|h)\b)):([0-5][0-9])(?::[0-5][0-9])?(?:\.[0-9]{1,6})?"
_STAMP = re.compile(rf"(?<![\w-])([12][0-9]{{3}}-[01][0-9]-[0-3][0-9])[T ]{_CLOCK}(?:Z\b| ?[+-][0-9]{{2}}:?[0-9]{{2}})?(?![\w:])")
_ISO = re.compile(r"(?<![\w/.-])([12][0-9]{3})-([01]?[0-9])-([0-3]?[0-9])(?![\w/-])")
_DOTTED = re.compile(r"(?<![\w.,/])([0-3]?[0-9])\. ?([01]?[0-9])\. ?([12][0-9]{3})\b(?!\.?[0-9])")
# Without a year, "2.10." may be a chapter: two digits each, or a word before it, make it a day.
_DOTTED_SHORT = re.compile(
    r"(?:(?<![\w.,/])(?=[0-9]{2}\.[0-9]{2}\.)|(?<=\b(?:am|ab) )|(?<=\b(?:bis|vom|zum|den|der) ))([0-3]?[0-9])\.([01]?[0-9])\.(?!\w|\.[0-9])"
)
_SLASHED = re.compile(r"(?<![\w/.-])([0-3]?[0-9])/([0-3]?[0-9])/([12][0-9]{3})(?![\w/-])")
_SHORT_MONTH = "|".join(_SHORT_MONTHS)
_DAY_MONTH = re.compile(rf"\b([0-3]?[0-9])(?:st|nd|rd|th)? ({_SHORT_MONTH})\b\.?(?! ?[0-9]:)", re.IGNORECASE)
_MONTH_DAY = re.compile(rf"\b({_SHORT_MONTH})\b\.? (?=[0-3]?[0-9](?:st|nd|rd|th)?\b)", re.IGNORECASE)
_SHORT_DAY = re.compile(rf"\b({'|'.join(_DAYS)})\b[.,]? (?=[0-3]?[0-9](?:st|nd|rd|th)? |(?:{'|'.join(MONTHS)})\b)", re.IGNORECASE)

_HALF = r" ?([ap])(?:m\b|\.m\.(?= [A-Z])|\.m\b\.?)"
_TWELVE = re.compile(rf"(?<![\w:.])(1[0-2]|0?[1-9])(?:[:.]([0-5][0-9]))?{_HALF}(?!\w)", re.IGNORECASE)
_SPAN = re.compile(rf"(?<![\w:.]){_CLOCK} ?(?:-|\u2013|to|bis) ?{_CLOCK}(?! ?[ap]\.?m)(?: Uhr\b)?(?![\w:])", re.IGNORECASE)
_TWENTYFOUR = re.compile(rf"(?<![\w:.,]){_CLOCK}(?! ?[ap]\.?m)(?: ?Uhr\b| ?h\b)?(?![\w:])", re.IGNORECASE)
_DOTTED_CLOCK = re.compile(r"(?<![\w:.,])([01]?[0-9]|2[0-3])(?:\.([0-5][0-9]))? ?Uhr\b(?! ?[0-9])", re.IGNORECASE)
_HALF_TOLD = re.compile(r"(?<=zwischen )([01]?[0-9]|2[0-3])(?= und (?:[01]?[0-9]|2[0-3])(?:[:.][0-5][0-9])? Uhr\b)", re.IGNORECASE)
"""`14` of "zwischen 14 und 16 Uhr"."""
_FRENCH_CLOCK = re.compile(r"(?<![\w:.,])([01]?[0-9]|2[0-3]) ?h ?([0-5][0-9])?(?!\w)")


def spoken_clock(hour: int, minute: int, *, certain: bool = True) -> str:
    """`14:30` -> `2:30 pm`; when it is not certain that the clock has 24 hours, `2:30` stays without its half of the day."""
    if certain and (hour, minute) in {(0, 0), (12, 0)}:
        return "noon" if hour else "midnight"
    face = hour % 12 or 12
    if not certain and 1 <= hour <= 12:
        return f"{face}:{minute:02}" if minute else f"{face} o'clock"
    half = "pm" if hour >= 12 else "am"
    return f"{face}:{minute:02} {half}" if minute else f"{face} {half}"


def _clock(hour: str, minute: str | None, *, certain: bool = False) -> str:
    return spoken_clock(int(hour), int(minute or 0), certain=certain or int(hour) > 12 or hour.startswith("0"))


def _date(day: str, month: str, year: str | None, whole: str) -> str:
    if not (1 <= int(day) <= 31 and 1 <= int(month) <= 12):
        return whole
    return f"{int(day)} {MONTHS[int(month) - 1]}" + (f" {year}" if year else "")


def _slashed(found: re.Match[str]) -> str:
    first, second = int(found[1]), int(found[2])
    if (first > 12) == (second > 12):
        return found[0]
    day, month = (found[1], found[2]) if first > 12 else (found[2], found[1])
    return _date(day, month, found[3], found[0])


def _span(found: re.Match[str]) -> str:
    certain = any(int(hour) > 12 or hour.startswith("0") for hour in (found[1], found[3]))
    return f"{_clock(found[1], found[2], certain=certain)} to {_clock(found[3], found[4], certain=certain)}"


def _twelve(found: re.Match[str]) -> str:
    minute = "" if found[2] in {None, "00"} else f":{found[2]}"
    ends = "." if found[0].endswith(".") and re.match(" [A-Z]", found.string[found.end() : found.end() + 2]) else ""
    return f"{int(found[1])}{minute} {found[3].lower()}m{ends}"


def with_spoken_moments(text: str) -> str:
    """Dates and times as words; what could be read in two ways stays as it is."""
    text = _STAMP.sub(lambda m: f"{m[1]} at {_clock(m[2], m[3], certain=True)}", text)
    text = _ISO.sub(lambda m: _date(m[3], m[2], m[1], m[0]), text)
    text = _DOTTED.sub(lambda m: _date(m[1], m[2], m[3], m[0]), text)
    text = _DOTTED_SHORT.sub(lambda m: _date(m[1], m[2], None, m[0]), text)
    text = _SLASHED.sub(_slashed, text)
    text = _DAY_MONTH.sub(lambda m: f"{int(m[1])} {_SHORT_MONTHS[m[2].lower()]}", text)
    text = _MONTH_DAY.sub(lambda m: f"{_SHORT_MONTHS[m[1].lower()]} ", text)
    text = _SHORT_DAY.sub(lambda m: f"{_DAYS[m[1].lower()]} ", text)
    text = _HALF_TOLD.sub(r"\1 Uhr", text)
    text = _TWELVE.sub(_twelve, _SPAN.sub(_span, text))
    text = _TWENTYFOUR.sub(lambda m: _clock(m[1], m[2], certain=m[0].lower().endswith(("uhr", "h"))), text)
    text = _DOTTED_CLOCK.sub(lambda m: _clock(m[1], m[2], certain=True), text)
    return _FRENCH_CLOCK.sub(lambda m: _clock(m[1], m[2], certain=True), text)
