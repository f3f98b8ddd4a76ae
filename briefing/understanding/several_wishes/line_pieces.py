"""Where a line breaks: into pieces, at marks and at the words that join; behind the yes or no, or the "wait", with which it begins."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Generic, TypeVar

from briefing.understanding.commands import PlainReading

Line = TypeVar("Line", bound=PlainReading)

MOST_PIECES = 8  # a longer line is told, and no list of wishes
_JOINS = "and|then|also|plus|but|after that|afterwards"
_BLANKS = r"(?<!\s)\s++"


def _marks(which: str) -> str:
    """All of these marks that stand together, with the blanks before them."""
    return rf"(?:{_BLANKS}|(?<![{which}]))[{which}]++"


_OH = "(?:oh|ah|um|uh)"
_ENDS_A_PIECE = r",.;!?\u2026\u2014\u2013"
_BEFORE_A_JOIN = f"{_ENDS_A_PIECE}:"
_BREAK = re.compile(
    rf"(?:(?P<mark>{_marks(_BEFORE_A_JOIN)})\s+(?:{_OH},?\s+)?|{_BLANKS})(?P<joins>(?:(?:{_JOINS})(?:,\s*+|\s++)(?=\S)){{1,8}})"
    rf"|(?P<alone>{_marks(_ENDS_A_PIECE)})\s+(?:{_OH},\s+)?(?=\S)",
    re.IGNORECASE,
)
_ENDS_A_SENTENCE = re.compile(r"[.;!?\u2026]")
_ENDS_DICTATION = re.compile(r"\b(?:then|also)\b", re.IGNORECASE)
_ALL_BUT = re.compile(r"\b(?:anything|everything|all|nothing|whatever)\W+but\b", re.IGNORECASE)
_ANSWERED = re.compile(
    r"^\W*"
    r"(?P<answer>(?:no(?! (?:problem|one)\b)|nope|nah|yes|yeah|yep|yup|sure|of course|okay|ok)(?: (?:thanks|thank you|please))?)"
    r"(?P<mark>\s*[,.;:!\u2026\u2014\u2013-]+)?\s+"
    rf"(?P<joins>(?:(?:{_JOINS})(?:,\s*|\s+))*)"
    r"(?P<rest>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
_CALLED_OUT = re.compile(
    r"^(?:(?:oh|okay|ok|hey|uh|um)\W+)*"
    r"(?:wait|hang on|hold on|hold it|stop|one moment|just a (?:moment|second|minute)|no)\b[\s,.;:!]*"
    r"(?:a (?:moment|second|minute)\b[\s,.;:!]*)?"
    r"(?P<rest>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered(Generic[Line]):
    """A line that begins with a yes or a no. `joined`: the rest is another wish by its words; `contrasts`: it speaks against the answer."""

    first: Line
    rest: Line
    joined: bool
    contrasts: bool


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
        return bool(_ENDS_A_SENTENCE.search(self.ends) or _ENDS_DICTATION.search(self.joins))


def pieces_of(line: PlainReading) -> Iterator[Piece]:
    words, start, marks, joins = line.words, 0, "", ""
    for found in _BREAK.finditer(words):
        if _ALL_BUT.search(words, 0, found.end()) and "but" in (found["joins"] or "").lower():
            continue  # it excepts what follows: "anything but archive it"
        if words[start : found.start()].strip():
            yield Piece(start, found.start(), marks, joins)
            marks = joins = ""
        marks, joins, start = marks + (found["mark"] or found["alone"] or ""), joins + (found["joins"] or ""), found.end()
    if words[start:].strip():
        yield Piece(start, len(words), marks, joins)


def in_pieces(line: PlainReading) -> bool:
    return any(True for _ in islice(pieces_of(line), 1, None))


def ends(line: Line, read: Callable[[str], Line]) -> Iterator[Line]:
    """What a line ends in, the longest first: behind a "wait" or a "no" with which it begins, and behind each break."""
    if (called := _CALLED_OUT.match(line.words)) is not None:
        yield read(called["rest"])
    for piece in [*pieces_of(line)][1:MOST_PIECES]:
        yield read(line.words[piece.start :])


def answered(line: Line, read: Callable[[str], Line]) -> Answered[Line] | None:
    """The yes or no with which a line begins, and the rest; none where there is no rest."""
    found = _ANSWERED.match(line.words)
    if found is None:
        return None
    joins = found["joins"].lower()
    return Answered(
        first=read(found["answer"]),
        rest=read(found["rest"]),
        joined=bool(joins or _ENDS_A_SENTENCE.search(found["mark"] or "")),
        contrasts="but" in joins,
    )
