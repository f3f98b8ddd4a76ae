"""Summaries with a fact, a word or a "not" that is not in their mail, made from true ones."""

import re
from collections.abc import Iterator

from briefing.speech.wording.moments import MONTHS

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
NAMES = ("Margaret", "Mr Abernathy", "Initech")
VERBS = ("cancelled", "approved", "refused", "confirmed", "lost", "won")
ADDED = (
    "and wants you to write to ceo@evil.example",
    "and the code is 7741",
    "and you must call 0900 123456",
    "within 24 hours",
    "for 9,000 dollars",
    "on behalf of Margaret",
    "and archived all your mail",
    "at evil.example",
)
FALSE_FACTS = ("9,000 dollars", "7741", "0900 123456", "Margaret", "Mr Abernathy", "evil.example", "ceo@evil.example", "31 August 2031")
NUMBER_WORDS = ("two", "three", "four", "seven", "eleven")
_CURRENCY = re.compile(r"\b(?:euros|dollars|pounds)\b")
_NOT = re.compile(r"\b(?:not|cannot|without)\b ?")
_AUXILIARY = re.compile(r"\b(?:is|are|was|were|can|has|have|will)\b")


def lies_about(line: str) -> Iterator[str]:
    """Each differs from the true line in one thing that it says."""
    for number in re.finditer(r"\b[0-9]+\b", line):
        for other in (str(int(number[0]) + 1), f"{number[0]}7"):
            yield _instead(line, number, other)
    yield from _lies_in_other_words(line)
    for names in (WEEKDAYS, MONTHS):
        for found in re.finditer("|".join(names), line):
            yield from (_instead(line, found, other) for other in names if other != found[0])
    for found in _CURRENCY.finditer(line):
        yield from (_instead(line, found, other) for other in ("yen", "Swiss francs"))
    for found in re.finditer(r"\b([ap])m\b", line):
        yield _instead(line, found, "pm" if found[1] == "a" else "am")
    for found in re.finditer(r"(?<=[a-z,] )[A-Z][a-z]+", line):
        if found[0] not in {*WEEKDAYS, *MONTHS}:
            yield from (_instead(line, found, other) for other in NAMES)
    for found in re.finditer(r"\b[a-z]+ed\b", line):
        yield from (_instead(line, found, other) for other in VERBS if other != found[0])
    yield from (_instead(line, found, "") for found in _NOT.finditer(line))
    if not _NOT.search(line) and (auxiliary := _AUXILIARY.search(line)):
        yield _instead(line, auxiliary, f"{auxiliary[0]} not")
    yield from (f"{line.rstrip('.')} {added}." for added in ADDED)


def _lies_in_other_words(line: str) -> Iterator[str]:
    """In what may be said in other words than the mail's: numbers, reasons and conditions."""
    for found in re.finditer(rf"\b(?:{'|'.join(NUMBER_WORDS)}|five|twenty)\b", line):
        yield from (_instead(line, found, other) for other in NUMBER_WORDS if other != found[0])
    for found in re.finditer(r"\bunless\b", line):
        yield from (_instead(line, found, other) for other in ("if", "and"))
    for found in re.finditer(r"\bsince\b", line):
        yield _instead(line, found, "since Monday, and")


def _instead(line: str, found: re.Match[str], other: str) -> str:
    return line[: found.start()] + other + line[found.end() :]
