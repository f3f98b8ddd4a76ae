"""A line cut where one wish may end and another begin."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

JOINS = "and|then|also|plus|but|after that|afterwards"
_BREAK = re.compile(
    rf"(?:(?P<mark>(?:(?<!\s)\s++|(?<![,.;:!?\u2026\u2014\u2013]))[,.;:!?\u2026\u2014\u2013]++)\s+|(?<!\s)\s++)(?P<joins>(?:(?:{JOINS})(?:,\s*+|\s++)(?=\S)){{1,8}})"
    rf"|(?P<alone>(?:(?<!\s)\s++|(?<![,.;!?\u2026\u2014\u2013]))[,.;!?\u2026\u2014\u2013]++)\s+(?=\S)",
    re.IGNORECASE,
)
ENDS_A_SENTENCE = re.compile(r"[.;!?\u2026]")
_ENDS_DICTATION = re.compile(r"\b(?:then|also)\b", re.IGNORECASE)
_ALL_BUT = re.compile(r"\b(?:anything|everything|all|nothing|whatever)\W+but\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line between two breaks. `joins` are the words that join it to the one before, `ends` the marks before those."""

    start: int
    end: int
    ends: str = ""
    joins: str = ""

    @property
    def ends_dictation(self) -> bool:
        """Whether a dictated text may end before it."""
        return bool(ENDS_A_SENTENCE.search(self.ends) or _ENDS_DICTATION.search(self.joins))


def pieces_in(words: str) -> Iterator[Piece]:
    start, marks, joins = 0, "", ""
    for found in _BREAK.finditer(words):
        if _ALL_BUT.search(words, 0, found.end()) and "but" in (found["joins"] or "").lower():
            continue  # it excepts what follows: "anything but archive it"
        if words[start : found.start()].strip():
            yield Piece(start, found.start(), marks, joins)
            marks = joins = ""
        marks, joins, start = marks + (found["mark"] or found["alone"] or ""), joins + (found["joins"] or ""), found.end()
    if words[start:].strip():
        yield Piece(start, len(words), marks, joins)
