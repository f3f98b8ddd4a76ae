"""A line cut into clauses, in the form in which the tables of `briefing.understanding.intent_words` are written."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from briefing.understanding.command_grammar.courtesy import in_short
from briefing.understanding.intent_words import SPELLED

LONGEST = 400
"""Characters. A longer line is dictation and not an intent to change a mail."""

_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u201b\u02bc\u2032\u00b4\u0060\uff07", "'"))
_MARKS = '"\u201c\u201d\u201e\u00ab\u00bb\u2039\u203a'
_QUOTED = re.compile(rf"[{_MARKS}][^{_MARKS}]*(?:[{_MARKS}]|$)|(?<!\w)'[^']*'(?!\w)")
_STUTTER = re.compile(r"\b([\w']{1,40}(?: [\w']{1,40})?)(?: \1\b){1,20}")
_SO_THEN = (
    r"\bso (?=(?:(?:please|now|then|(?:you|we) (?:can|may|might as well)|(?:can|could|would) you|go (?:ahead|on)|and|let us|do) )*"
    r"(?:archive|bin|chuck|delete|ditch|dump|erase|file|flag|get rid|mark|move|pop|put|remove|report|snooze|star|stick|throw|toss|trash)\b)"
)
"""Before what follows from a reason: "I have seen it so archive it"."""
_CLAUSE_ENDS = re.compile(
    rf"[,;!?\u2026\u2014\u2013]|(?<!\.)\.++(?=\s|$)|\bbut\b"
    rf"|(?<!\bi am )(?<!\bare )(?<!\bis )(?<!\bwas )(?<!\bhave )(?<!\bhas )\bjust\b(?! \w+ed\b)|\binstead\b(?! of)|{_SO_THEN}"
)


def clauses_of(words: str) -> tuple[str, ...]:
    """The words as clauses, without what is quoted; each in the form in which `briefing.understanding.intent_words` is written."""
    if len(words) > LONGEST:
        return ()
    text = _QUOTED.sub(" ", unicodedata.normalize("NFKC", words).translate(_APOSTROPHES).lower())
    for written, spelled in SPELLED:
        text = re.sub(written, spelled, text)
    clauses = (" ".join(re.sub(r"[^\w\s'&.]", " ", clause).split()) for clause in _CLAUSE_ENDS.split(text))
    return tuple(_referring([in_short(_STUTTER.sub(r"\1", clause)) for clause in clauses if clause]))


_ITS_MARK = re.compile(
    r"^(?:(?:oh|okay|well|so|and|now|(?:i|we) (?:do not|no longer) need|no need for) )*(?:the|that|this) (?P<mark>flag|star|label|tag"
    r"|important mark)\b"
)
_TAKES_IT_OFF = re.compile(r"\b((?:remove|drop|lose|clear|delete|get rid of|take)) (?:it|that)\b(?! (?:one|mail))")
_JUDGED = re.compile(r"\b(?P<so>important|priority|urgent|spam|junk|scam|phishing)\b")
_AS_SUCH = re.compile(
    r"^((?:(?:please|(?:could|would|can|will) you|and|so) )*mark(?: (?:it|this|that)(?: one| mail)?)?) (?:as such|so|accordingly)$"
)
_SO = {"priority": "important", "urgent": "important", "scam": "spam"}


def _referring(clauses: Sequence[str]) -> Iterator[str]:
    """What a clause takes up of the one before it, in its place: "the flag is not needed, remove it", "this is important, mark it so"."""
    before = ""
    for each in clauses:
        clause = each
        if (mark := _ITS_MARK.match(before)) is not None:
            clause = _TAKES_IT_OFF.sub(rf"\1 the {mark['mark']}", clause)
        if (judged := _JUDGED.search(before)) is not None:
            clause = _AS_SUCH.sub(rf"\1 as {_SO.get(judged['so'], judged['so'])}", clause)
        yield clause
        before = clause
