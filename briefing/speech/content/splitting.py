"""Sentences of a spoken line.

The usual mistakes (titles, initials, "z.B.") are excluded by name; a wrong cut costs only a pause, so no better splitter is needed.
"""

import re

_END = re.compile(
    r"(?<=[.!?\u3002])([\"')]{0,2})\s+(?=[\"'(\u00bf\u00a1]?[^\W_a-z\u00df-\u00f6\u00f8-\u00ff])|(?<=[\u3002])|(?<=[^\W\d_]\?)\s+(?=[a-z])"
)
_SMALL_END = re.compile(r"(?<=[a-z]{2}[.!?])([\"')]{0,2})\s+(?=[a-z])|" + _END.pattern)
_WRITES_SMALL = re.compile(r"(?:^|[.!?] )i(?:'| [a-z])")
"""Somebody who writes "i" begins sentences with small letters too."""
_NOT_AN_END = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|no|nr|vs|ca|approx|bzw|inc|ltd|e\.g|i\.e|z\.b|d\.h|u\.a|p\.s|a\.m|mme|tel|str|jr|sr|art|abs|etc)"
    r"|[a-z\u00df-\u00fc]str|(?:^|[\s(])[^\W\d_])\.$",
    re.IGNORECASE,
)
_GERMAN_MONTH = re.compile(r"Januar|Februar|M\u00e4rz|April|Mai\b|Juni|Juli|August|September|Oktober|November|Dezember")


def sentences(line: str) -> list[str]:
    """The sentences of one line, in order, nothing lost but the spaces between them."""
    found: list[str] = []
    start = 0
    for end in (_SMALL_END if _WRITES_SMALL.search(line) else _END).finditer(line):
        piece = line[start : end.start()] + "".join(filter(None, end.groups()))
        if _NOT_AN_END.search(piece[-12:]) or (piece[-2:-1].isdigit() and _GERMAN_MONTH.match(line, end.end())):
            continue
        if piece.strip():
            found.append(piece.strip())
        start = end.end()
    if line[start:].strip():
        found.append(line[start:].strip())
    return found
