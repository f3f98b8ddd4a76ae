"""The facts of a line of mail, in one form whoever writes them: sums, times, days, numbers and names, and the words around them.

`17:00` and "5 pm" are one time, "Thursday" and "26 November" one day where the mail's date makes them one, "two" and "2" one number.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum

from briefing.speech.checking.numbers_in_words import numbers_of, with_figures
from briefing.speech.wording.amounts import SPOKEN_AMOUNT
from briefing.speech.wording.foreign_days import in_english_days
from briefing.speech.wording.moments import MONTHS
from briefing.speech.wording.speakable import speakable
from briefing.words import fold

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = tuple(month.lower() for month in MONTHS)
_RELATIVE = {"today": 0, "tonight": 0, "tomorrow": 1, "yesterday": -1}
_NEAR = timedelta(days=6)
"""A weekday's name means one day this far from the one on which it is said."""

_HOUR = r"(?P<hour>[0-9]{1,2}(?::[0-9]{2})?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_TIME = re.compile(rf"\b(?:{_HOUR}(?: ?(?P<half>[ap])m\b| o'clock)|(?P<named>noon|midnight)\b)", re.IGNORECASE)
_MONTH = "|".join(MONTHS)
_YEAR = r"(?:,? (?P<year{}>[12][0-9]{{3}})\b)?"
_DATE = re.compile(
    rf"\b(?:(?P<d1>[0-9]{{1,2}})(?:st|nd|rd|th|\.)?(?: of| de)? (?P<m1>{_MONTH}){_YEAR.format(1)}"
    rf"|(?P<m2>{_MONTH}) (?:the )?(?P<d2>[0-9]{{1,2}})(?:st|nd|rd|th)?(?![:\w]){_YEAR.format(2)})",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"[^\W_]+(?:[.,:][0-9]+)*")
_APOSTROPHE = re.compile(r"['\u2019](?=[^\W\d_])")
_STOP = re.compile(r"[.!?;:,]")
_FULL_STOP = re.compile(r"[.!?]")
_LONGEST_WORD = 60


class FactKind(StrEnum):
    AMOUNT = "amount"
    TIME = "time"
    DAY = "day"
    NUMBER = "number"
    NAME = "name"
    WORD = "word"


@dataclass(frozen=True, slots=True)
class Token:
    """One fact or word. `values`: all that it may be called, the narrowest first; `clause` counts from the beginning."""

    kind: FactKind
    values: tuple[str, ...] = field(repr=False)
    place: int
    clause: int


def tokens_of(text: str, *, written: date, said: date, language: str = "") -> list[Token]:
    """Of a text that was written on one day and is told on another; days are called as one calls them when it is told.

    A name is a word with a capital inside of a sentence. Numbers in words are read in English and in the `language`.
    """
    numbers = numbers_of(language)
    spoken = with_figures(in_english_days(speakable(text)).replace("n't", " not").replace("n\u2019t", " not"))
    found: list[tuple[int, FactKind, tuple[str, ...]]] = []
    for pattern, kind in ((SPOKEN_AMOUNT, FactKind.AMOUNT), (_TIME, FactKind.TIME), (_DATE, FactKind.DAY)):
        for fact in pattern.finditer(spoken):
            values = _values(kind, fact, written, said)
            if values:
                found.append((fact.start(), kind, values))
                spoken = spoken[: fact.start()] + " " * len(fact[0]) + spoken[fact.end() :]
    for word in _TOKEN.finditer(_APOSTROPHE.sub(" ", spoken)):
        found.append((word.start(), *_read(word, spoken, written, said, numbers)))
    return list(_placed(spoken, sorted(found)))


def _values(kind: FactKind, fact: re.Match[str], written: date, said: date) -> tuple[str, ...]:
    if kind is FactKind.AMOUNT:
        return (fact[0].lower().replace(",", ""),)
    if kind is FactKind.TIME:
        return _times(fact)
    day, month = int(fact["d1"] or fact["d2"]), MONTHS.index((fact["m1"] or fact["m2"]).capitalize()) + 1
    year = fact["year1"] or fact["year2"]
    try:
        meant = date(int(year) if year else _nearest_year(month, day, written), month, day)
    except ValueError:
        return ()
    exact = meant.isoformat()
    return (*((exact, _called(meant)) if year else (_called(meant), exact)), _of_month(month), *_names_of(meant, said))


def _nearest_year(month: int, day: int, written: date) -> int:
    years = (written.year - 1, written.year, written.year + 1)
    return min(years, key=lambda year: abs(date(year, month, min(day, 28)) - written))


def _times(fact: re.Match[str]) -> tuple[str, ...]:
    if fact["named"]:
        return (fact["named"].lower(), {"noon": "12pm", "midnight": "12am"}[fact["named"].lower()])
    hour = numbers_of("").get(fact["hour"].lower(), "1" if fact["hour"].lower() == "one" else fact["hour"]).removesuffix(":00")
    if not fact["half"]:
        return (hour,)
    return (f"{hour}{fact['half'].lower()}m", hour, *({"12pm": ("noon",), "12am": ("midnight",)}.get(f"{hour}{fact['half'].lower()}m", ())))


def _called(day: date) -> str:
    return f"{day.month}-{day.day}"


def _of_month(month: int) -> str:
    return f"{month}-"


def _names_of(day: date, said: date) -> Iterator[str]:
    """What the day is called on another, beside its date."""
    if abs(day - said) <= _NEAR:
        yield _WEEKDAYS[day.weekday()]
    yield from (name for name, days in _RELATIVE.items() if day - said == timedelta(days=days))


def _read(word: re.Match[str], text: str, written: date, said: date, numbers: Mapping[str, str]) -> tuple[FactKind, tuple[str, ...]]:
    bare = fold(word[0][:_LONGEST_WORD])
    if bare in _RELATIVE:
        meant = written + timedelta(days=_RELATIVE[bare])
        called = tuple(_names_of(meant, said))
        return FactKind.DAY, ((bare,) if bare in called else ()) + (_called(meant), *called)
    if bare in _WEEKDAYS:
        return FactKind.DAY, _weekday(bare, text[: word.start()].rstrip().lower().endswith(" next"), written, said)
    if bare in numbers or any(character.isdigit() for character in bare):
        return FactKind.NUMBER, (_number(numbers.get(bare, bare)),)
    begins = bool(not word.start() or _FULL_STOP.search(text[max(0, word.start() - 3) : word.start()]))
    if bare in _MONTHS and word[0][0].isupper() and not (begins and bare == "may"):
        return FactKind.DAY, (_of_month(_MONTHS.index(bare) + 1),)
    return (FactKind.NAME if word[0][0].isupper() and not begins else FactKind.WORD), (bare,)


def _weekday(name: str, is_next: bool, written: date, said: date) -> tuple[str, ...]:
    """The day of that name behind the one it was written on, and the one before: "on Monday" may be past."""
    ahead = written + timedelta(days=(_WEEKDAYS.index(name) - written.weekday()) % 7)
    meant = [ahead, *([ahead + timedelta(days=7)] if is_next else []), ahead - timedelta(days=7)]
    own = (name,) if said - written <= _NEAR else ()
    behind = (called for called in _names_of(ahead, said) if called in _RELATIVE)
    return (*own, *(_called(day) for day in meant), *behind)


def _number(written: str) -> str:
    """`1,200` and `1.200` are 1200, `3,5` is 3.5."""
    grouped = re.fullmatch(r"[0-9]{1,3}(?:[.,][0-9]{3})+", written)
    return re.sub(r"[.,]", "", written) if grouped else written.replace(",", ".")


def _placed(text: str, found: list[tuple[int, FactKind, tuple[str, ...]]]) -> Iterator[Token]:
    clause = end = 0
    joins = frozenset({"but", "and", "or", "because", "so"})
    for place, (start, kind, values) in enumerate(found):
        between = text[end:start]
        clause += bool(_STOP.search(between)) or values[0] in joins
        end = start + 1
        yield Token(kind, values, place, clause)
