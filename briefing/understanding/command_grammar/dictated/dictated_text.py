"""Whether words behind the head of a dictation are a text, a subject, or more than that; and how they are taken down."""

import re
from collections.abc import Callable

from briefing.understanding.command_grammar.command_frame import DANGLING
from briefing.understanding.command_grammar.dictated.dictated_heads import Head

_LONGEST_SUBJECT = 12  # words
_NO_SUBJECT = frozenset({"to", "of", "matter", "matters", "in", "is", "it", "that", "about", "line"})
"""Behind "subject" they make a sentence about one."""
_MARKS = frozenset({"that", "saying", "with", "say", "sentence", "line", "note", "words", "comment", "about", "so"})
"""Behind one of these the text begins for certain; "reply" and "add" alone may be about something else."""
_LOOSE = frozenset({"tell", "let", "append", "mention", "also", "put", "include"})
"""Almost any text may follow heads that begin with these words. Behind other heads and behind a name it has to sound like dictation."""
_BEGIN_A_TEXT = frozenset([
    "i", "i'm", "i'll", "i've", "i'd", "we", "we're", "we'll", "we've", "yes", "yeah", "no", "okay", "ok", "sure", "thanks", "thank",
    "sorry", "please", "sounds", "great", "good", "fine", "perfect", "dear", "hi", "hello", "best", "kind", "regards", "see",
    "looking", "congratulations", "happy", "welcome", "agreed", "absolutely", "done", "monday", "tuesday", "wednesday", "thursday",
    "friday", "saturday", "sunday",
])  # fmt: skip
_GO_ON_A_NAME = frozenset(["the", "it", "it's", "that's", "this", "my", "our", "there", "there's"])
_FOR_A_MODEL = frozenset(
    ["about", "to", "if", "whether", "what", "when", "where", "how", "why", "who", "which", "off", "for", "again", "later", "more"]
)
_SAID_AGAIN = frozenset([
    "again", "once", "one", "slower", "slowly", "more", "louder", "faster", "in", "to", "back", "out", "mail", "message", "text", "draft",
    "reply", "part", "word", "sentence", "answer",
])  # fmt: skip
_THIRD_PERSON = frozenset([
    "he", "she", "they", "his", "her", "their", "him", "he's", "she's", "they're", "he'll", "she'll", "they'll", "himself",
    "herself", "themselves",
])  # fmt: skip
_RETRACTS = re.compile(r"(?i)\b(?:no,? wait|(?:wait|actually),? no|(?:scratch|strike) that|never ?mind|i mean|\W{1,3}no,? sorry)\b")
_UM = r"(?:u+h+m*|u+m+|e+r+m)"
STUMBLES = re.compile(rf"(?:(?<=\s)|^){_UM}\b[,.]*\s*|,\s+{_UM}\b(?=[,.\s])", re.IGNORECASE)
_HANGS = re.compile(rf"(?:(?<!\.)\.{{2,}}+|[\u2026\u2014\u2013,-])$|\b{_UM}[.,]*$", re.IGNORECASE)
_MAY_END = frozenset({"in", "on", "by", "about", "for", "with", "all", "each", "then"})
"""Words that elsewhere leave a line open, and may end a text: "come on"."""
BREAKS = re.compile(r"^actually,?\s+|[,.;!?]\s+(?:and |then )*|(?<!\s)\s++(?:(?:and|then|but)\s++)+", re.IGNORECASE)
_QUOTES = "\"'\u201c\u201d\u2018\u2019\u00ab\u00bb"


def taken_down(raw: str, *, asked: bool) -> str:
    """The text without the stumbles of a voice; the question mark of "could you reply that ...?" belongs to us."""
    text = STUMBLES.sub("", raw).strip()
    text = text.removesuffix("?") if asked else text
    return re.sub(r",? please([.!]?)$", r"\1", text)


def is_text(text: str, head: Head) -> bool:
    first = bare(text.split(maxsplit=1)[0]).lower().replace("\u2019", "'")
    if head.colon or (text[0] in _QUOTES and text.rstrip(".!")[-1] in _QUOTES):
        return True
    joins = {"and", "but", "or", "then"}
    if first in joins or (head.words[-1] not in _MARKS and not joins.isdisjoint(text.lower().split()[1:2])):
        return False
    if head.words[-2:] in {("say", "that"), ("answer", "that")}:
        return first not in _SAID_AGAIN
    if head.words[-1] in _MARKS and len(head.words) > 1:
        return head.words[-1] != "that" or first not in _THIRD_PERSON
    if head.words[0] in _LOOSE and not head.command.who:
        return first not in _FOR_A_MODEL | _THIRD_PERSON and (head.words[0] in {"tell", "let"} or first not in {"it", "them"})
    may_begin = _BEGIN_A_TEXT | _GO_ON_A_NAME if head.command.who else _BEGIN_A_TEXT
    return head.command.who != "me" and first in may_begin


def is_subject(text: str, is_intent: Callable[[str], bool]) -> bool:
    """Whether it is one short line, and nothing of the mail's text behind it."""
    words = bare(text).split()
    plain = 0 < len(words) <= _LONGEST_SUBJECT and words[0].lower() not in _NO_SUBJECT and re.search(r"[.!?;]\s", text) is None
    return plain and not text.endswith("?") and not goes_on(text) and not second_intent(text, is_intent)


def goes_on(text: str) -> bool:
    """Whether the end of the text is still to come."""
    words = STUMBLES.sub("", text).split()
    return not words or _HANGS.search(text.strip()) is not None or bare(words[-1]).lower() in DANGLING - _MAY_END


def second_intent(text: str, is_intent: Callable[[str], bool]) -> bool:
    places = [found.end() for found in BREAKS.finditer(text)]
    return _RETRACTS.search(text) is not None or any(is_intent(text[place:]) for place in places if text[place:].strip())


def bare(text: str) -> str:
    return text.strip().strip(_QUOTES + ".,;:!? ").strip()
