"""A line cut into clauses, in the form in which the tables of `briefing.understanding.intent_words` are written."""

import itertools
import re
import unicodedata

from briefing.understanding.intent_words import SPELLED

MOST_ASKED = 8
LONGEST = 400
"""Characters. A longer line is dictation and not an intent to change a mail."""

_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u201b\u02bc\u2032\u00b4\u0060\uff07", "'"))
_MARKS = '"\u201c\u201d\u201e\u00ab\u00bb\u2039\u203a'
_QUOTED = re.compile(rf"[{_MARKS}][^{_MARKS}]*(?:[{_MARKS}]|$)|(?<!\w)'[^']*'(?!\w)")
_TAG = re.compile(r"(?:(?:or|and) )?(?:right|yes|yeah|no|okay|ok|correct|true|huh|eh|deal|please)")
_STUTTER = re.compile(r"\b([\w']{1,40}(?: [\w']{1,40})?)(?: \1\b){1,20}")
_CLAUSE_ENDS = re.compile(r"[,;!?\u2026\u2014\u2013]|(?<!\.)\.++(?=\s|$)|\bbut\b|\bjust\b(?! \w+ed\b)|\binstead\b(?! of)")


def clauses_of(words: str) -> tuple[str, ...]:
    """The words as clauses, without what is quoted; each in the form in which `briefing.understanding.intent_words` is written."""
    if len(words) > LONGEST:
        return ()
    text = _QUOTED.sub(" ", unicodedata.normalize("NFKC", words).translate(_APOSTROPHES).lower())
    for written, spelled in SPELLED:
        text = re.sub(written, spelled, text)
    clauses = (" ".join(re.sub(r"[^\w\s'&.]", " ", clause).split()) for clause in _CLAUSE_ENDS.split(text))
    return tuple(_STUTTER.sub(r"\1", clause) for clause in clauses if clause)


def asked_in(words: str) -> frozenset[int]:
    """Which of the clauses, by their place, end in a question mark, or are followed by a "right?"."""
    clauses = clauses_of(words)
    marks = itertools.islice(re.finditer(r"\?", words[:LONGEST]), MOST_ASKED)
    asked = {len(clauses_of(words[: mark.start()])) - 1 for mark in marks}
    for place in range(len(clauses) - 1, 0, -1):
        if place in asked and _TAG.fullmatch(clauses[place]):
            asked.add(place - 1)
    return frozenset(asked)
