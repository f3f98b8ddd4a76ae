"""The numbers of mails in what somebody writes: "2", "#2", "2, 5 and 7", "2-4", "number two", "the first one".

A number that may be a time, an amount, a date or the count of something is none.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from briefing.understanding.command_grammar.command_words import number_of

_MOST_IN_A_RANGE = 40
_MOST_LISTED = 100
_MARK = r"(?:#\s?|(?:no|nr)\.\s?|(?:numbers?|num|items?|points?|mails?|e-?mails?|messages?|msg)\s)"
_COUNTED = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_NTH = r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth)"
_ONE = rf"(?:{_MARK}?\d{{1,3}}(?:st|nd|rd|th)?|{_MARK}{_COUNTED}\b)(?!\w)"
_JOINS = r"(?:\s?,\s?(?:and\s|&\s?)?|\s(?:and|plus)\s|\s?[&+/]\s?)"
_RANGES = r"(?:\s?[-\u2013]\s?|\s(?:to|through|thru)\s)"
_MANY = rf"(?:both\s)?{_ONE}(?>(?:(?:{_JOINS}|{_RANGES}){_ONE}){{0,{_MOST_LISTED}}})"
_PLACE = rf"(?:the\s)?(?:{_NTH}|\d{{1,2}}(?:st|nd|rd|th))\s(?:one|mail|e-?mail|message|item)\b"

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?"
    r"|dec(?:ember)?)\b\.?"
)
_DAY = r"(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)(?:day|sday|nesday|rsday|urday)?\b\.?"
_MEASURES = re.compile(
    rf"(?:[.:,]\d|\s?(?:[ap]\.?m\b|o'?\s?clock|uhr\b|h\b|hrs?\b|hours?|mins?\b|minutes?|sec(?:ond)?s?\b|days?\b|nights?|weeks?|months?|years?|x\b"
    rf"|people|persons?|guests?|kids|pages?|copies|cop(?:y|ies)|pieces?|times?\b|percent|[%\u20ac$\u00a3\u00b0]|eur(?:os?)?\b|usd\b|dollars?|bucks"
    rf"|k\b|m\b|km\b|kg\b|million|thousand|hundred|half\b|and a half|{_MONTH}|{_DAY}|of\s{_MONTH}))",
    re.IGNORECASE,
)
_COUNTS = re.compile(
    r"\s(?:of\b|more\b|other|others|new\b|things?\b|mails?\b|e-?mails?\b|messages?\b|newsletters?\b|items?\b|ones\b|points?\b|options?\b|questions?\b)",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    rf"\b(?:at|by|until|till?|before|after|around|since|past|from|between|page|pages|version|room|gate|flight|table|floor"
    rf"|chapter|section|q|over|under|nearly|almost|every|{_MONTH}|{_DAY})\s?$",
    re.IGNORECASE,
)
_GROUP = re.compile(rf"(?<![\w$\u20ac\u00a3+.:,/%@-])(?:{_PLACE}|{_MANY})", re.IGNORECASE)
_SEPARATES = r"[.):\]]*\s*(?:[-\u2013\u2014:=>\u2192,]+\s*|\.{2,}\s*)?"
_HEAD = re.compile(
    rf"(?:(?P<lead>re|for|as for|on|about|regarding|concerning|with)\b:?\s*)?[(\[]?(?:(?P<place>{_PLACE})|(?P<many>{_MANY})"
    rf"|(?:the\s)?(?P<named>{_NTH}|{_COUNTED})(?=\s?[:\u2013\u2014-]|[.)]\s))(?P<separates>{_SEPARATES})(?P<words>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_EACH = re.compile(rf"(?:\d+|\b{_COUNTED}\b|\b{_NTH}\b)|[-\u2013]|\b(?:to|through|thru)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedByNumber:
    """Numbers that stand together, and where in the text."""

    numbers: tuple[int, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Headed:
    """Numbers with which a text begins, and the words behind them."""

    numbers: tuple[int, ...]
    words: str = field(repr=False)


def headed(text: str) -> Headed | None:
    """The numbers that a text begins with, and what it says of them; None where the number may be another kind of number."""
    found = _HEAD.match(text)
    if found is None:
        return None
    group = next(name for name in ("place", "many", "named") if found[name])
    behind = text[found.end(group) :]
    if group == "many" and (_MEASURES.match(behind) or _COUNTS.match(behind)):
        return None
    if found["lead"] and not re.search(r"[:,\u2013\u2014-]", found["separates"]):
        return None
    if found["words"] and not found["separates"] and not found["words"][:1].isspace():
        return None
    return Headed(numbers=_values(found[group]), words=found["words"].strip())


def named(text: str, *, behind_anything: bool = False) -> Iterator[NamedByNumber]:
    """Every group of numbers that may be mails; with `behind_anything` also behind words that make a time of them ("at 3")."""
    for found in _GROUP.finditer(text):
        if not _MEASURES.match(text, found.end()) and (behind_anything or not _BEFORE.search(text, 0, found.start())):
            yield NamedByNumber(numbers=_values(found[0]), start=found.start(), end=found.end())


def names_one_of(text: str, known: Collection[int]) -> bool:
    """Whether any number in it may be one of these mails."""
    return any(not known or set(each.numbers) & set(known) for each in named(text))


def counts_something(text: str, at: int) -> bool:
    """Whether what stands here tells what a number before it counts: "2 of them", "3 mails"."""
    return _COUNTS.match(text, at) is not None


def _values(text: str) -> tuple[int, ...]:
    values: list[int] = []
    to = False
    found = _EACH.findall(re.sub(r"(?i)\sone$", "", text))  # "the second one"
    for each in found:
        word = each.lower()
        number = int(word) if word.isdecimal() else (number_of((word,)) or ("", 0))[1]
        if not number:
            to = True
        elif to and values and values[-1] < number <= values[-1] + _MOST_IN_A_RANGE:
            values += range(values[-1] + 1, number + 1)
            to = False
        else:
            values.append(0 if to else number)  # a range that runs backwards names no mail
            to = False
    return tuple(dict.fromkeys(values))
