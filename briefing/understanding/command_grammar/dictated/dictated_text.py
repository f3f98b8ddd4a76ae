"""Whether words behind the head of a dictation are a text, a subject, or more than that; and how they are taken down."""

import re
from collections.abc import Callable, Sequence

from briefing.understanding.command_grammar.command_frame import DANGLING
from briefing.understanding.command_grammar.command_phrases.kinds import CommandKind
from briefing.understanding.command_grammar.dictated.dictated_heads import AT_FIRST, Head
from briefing.understanding.command_grammar.dictated.text_beginnings import (
    asks,
    begins_a_text,
    begins_with_a_verb,
    has_a_verb,
    is_a_day,
    states,
    tells_when_or_how,
)
from briefing.understanding.stop_words import is_rather_a_stop
from briefing.understanding.times.when import names_moment

_LONGEST_SUBJECT = 12  # words
_NO_SUBJECT = frozenset({"to", "of", "matter", "matters", "in", "is", "it", "that", "about", "line"})
"""Behind "subject" they make a sentence about one."""
_BEGINNING = 8  # words: what a text is known by
_MARKS = frozenset({"that", "saying", "with", "say", "sentence", "line", "note", "words", "comment", "about", "so"})
"""Behind one of these the text begins for certain; "reply" and "add" alone may be about something else."""
_LOOSE = frozenset({"tell", "let", "append", "mention", "also", "put", "include"})
"""Almost any text may follow heads that begin with these words. Behind other heads and behind a name it has to sound like dictation."""
_CLAUSES = frozenset(["about", "to", "if", "whether", "what", "when", "where", "how", "why", "who", "which"])
_FOR_A_MODEL = _CLAUSES | {"off", "for", "again", "later", "more", "apart"}
_SAID_AGAIN = frozenset([
    "again", "once", "one", "slower", "slowly", "more", "louder", "faster", "in", "to", "back", "out", "mail", "message", "text", "draft",
    "reply", "part", "word", "sentence", "answer", "down", "up", "off", "later",
])  # fmt: skip
_SPEAKS_OF_THAT = frozenset((verb, "that") for verb in ("add", "write", "mention", "reply", "include"))
_AS_WELL = frozenset({"too", "also", "as well", "again", "instead", "please"})
_MAY_BE_ADDRESSED = frozenset(["he", "she", "his", "her", "him", "he's", "she's", "he'll", "she'll", "himself", "herself", "them"])
_ARE_ADDRESSED = frozenset(["they", "their", "they're", "they'll", "they've", "themselves"])
"""Where several people are written to: "tell them that they should come" is "you should come", which a model has to word."""
_RETRACTS = re.compile(
    r"(?i)\b(?:no,? wait|(?:wait|actually),? no|(?:scratch|strike) that|never ?mind|i mean|\W{1,3}no,? sorry)\b|(?:,|\.\.|\u2026) ?no\W*$"
)
_DEPENDS = re.compile(r"(?i)\bif (?:he|she|they|anybody|anyone|somebody|someone) (?:asks?|wants?|wonders?|writes?|calls?)\b")
"""A condition on what is sent, and not within it."""
_UM = r"(?:u+h+m*|u+m+|e+r+m)"
STUMBLES = re.compile(rf"(?:(?<=\s)|^){_UM}\b[,.]*\s*|,\s+{_UM}\b(?=[,.\s])", re.IGNORECASE)
_HANGS = re.compile(rf"(?:(?<!\.)\.{{2,}}+|[\u2026\u2014\u2013,-])$|\b{_UM}[.,]*$", re.IGNORECASE)
_MAY_END = frozenset({"in", "on", "by", "about", "for", "with", "all", "each", "then", "number"})
"""Words that elsewhere leave a line open, and may end a text: "come on"."""
BREAKS = re.compile(r"^actually,?\s+|[,.;!?]\s+(?:and |then )*|(?<!\s)\s++(?:(?:and|then|but)\s++)+", re.IGNORECASE)
_THAT = re.compile(r"\bthat(?:['\u2019]s)?[\s,]*$", re.IGNORECASE)
_YES_PLEASE = re.compile(r"(?:yes|yeah|sure|okay|ok|no)\W{1,3}please[.!]?", re.IGNORECASE)
"""Elsewhere a last "please" is for us."""
_CANNOT = re.compile(
    r"no[,.]? (?:i|we) (?:can['\u2019]?t|cannot|won['\u2019]?t|couldn['\u2019]?t)\b(?! (?:do|send|say|tell|write|reply))", re.IGNORECASE
)
"""An answer to somebody, and no stop."""
_PLACED = re.compile(
    r"[ ,]at the (?:very )?(?:(?P<first>beginning|start|top)|end|bottom)(?: of (?:it|the (?:mail|reply|draft|text)))?[.!]?$", re.IGNORECASE
)
_QUOTES = "\"'\u201c\u201d\u2018\u2019\u00ab\u00bb"


def text_begins_at(words: str, behind_head: int) -> int:
    """Where the text begins: with the "that" before it, if that is its subject ("reply that works")."""
    that = _THAT.search(words[:behind_head])
    is_subject = that is not None and (that[0].strip(" ,").lower() != "that" or begins_with_a_verb(words[behind_head:]))
    return that.start() if that is not None and is_subject else behind_head


def taken_down(raw: str, *, asked: bool) -> str:
    """The text without the stumbles of a voice; the question mark of "could you reply that ...?" belongs to us."""
    text = STUMBLES.sub("", raw).strip()
    text = text.removesuffix("?") if asked else text
    if _YES_PLEASE.fullmatch(text):
        return text
    return re.sub(r",? please([.!]?)$", r"\1", text)


def without_its_place(text: str) -> tuple[str, str]:
    """A text that is to be added, without what is said behind it of where, and that place: "hi Anna at the beginning"."""
    found = _PLACED.search(text)
    words = bare(text[: found.start()]).lower().split() if found is not None else []
    if found is None or not words or has_a_verb(words[-1:] if found["first"] else words):  # "the parking is at the bottom"
        return text, ""
    return text[: found.start()].rstrip(" ,"), AT_FIRST if found["first"] else ""


def is_text(text: str, head: Head) -> bool:
    words = text.lower().replace("\u2019", "'").split(maxsplit=_BEGINNING)[:_BEGINNING]
    words[0] = bare(words[0])
    first = words[0]
    if head.colon or (text[0] in _QUOTES and text.rstrip(".!")[-1] in _QUOTES):
        return True
    joins = {"and", "but", "or", "then"}
    if first in joins or (head.words[-1] not in _MARKS and not joins.isdisjoint(words[1:2])) or _speaks_of_a_text(words, text, head):
        return False
    if head.words[-2:] in {("say", "that"), ("answer", "that")}:
        return first not in _SAID_AGAIN
    if head.words[-1] in _MARKS and len(head.words) > 1:
        return head.words[-1] != "that" or not _is_reworded(first, head)
    if head.command.who == "me" or _is_reworded(first, head) or (is_rather_a_stop(text) and not _CANNOT.match(text)):
        return False
    return _sounds_dictated(words, head)


def _speaks_of_a_text(words: Sequence[str], text: str, head: Head) -> bool:
    """Whether they say when, how, to whom or on what condition, or what is to be done with "that"."""
    if bare(text).lower() in _AS_WELL or _DEPENDS.search(text) is not None:
        return True
    if head.words[-1] != "that":
        return tells_when_or_how(words)
    is_of_that = head.words[-2:] in _SPEAKS_OF_THAT or len(words) == 1  # "text Ruth that mail"
    return is_of_that and words[0] in _SAID_AGAIN and not has_a_verb(words)


def _sounds_dictated(words: Sequence[str], head: Head) -> bool:
    """Behind a head that may also begin something else, or a longer name."""
    if not is_a_day(words[0]) and names_moment([bare(word) for word in words]):
        return False  # when it is to be told
    is_question = head.words[-1] != "say" and asks(words)
    if head.words[0] in _LOOSE and not head.command.who:
        return is_question or (words[0] not in _FOR_A_MODEL and (head.words[0] in {"tell", "let"} or words[0] != "it"))
    is_known = head.words[-1] == "know" and words[0] not in _FOR_A_MODEL and states(words)
    return (
        is_question or is_known or begins_a_text(words, behind_a_name=bool(head.command.who) and head.command.kind is not CommandKind.REPLY)
    )


def _is_reworded(first: str, head: Head) -> bool:
    """Whether a text that begins so may speak of whom it goes to."""
    many = head.command.kind is CommandKind.REPLY_ALL or "them" in head.words or " and " in head.command.who
    return first in _MAY_BE_ADDRESSED or (many and first in _ARE_ADDRESSED)


def has_to_be_reworded(text: str, head: Head) -> bool:
    """Whether what is no text speaks of whom it goes to, or of what they are to be told: "she can have it", "to come", "when I'm free"."""
    first = bare(text.lower().split(maxsplit=1)[0])
    return _is_reworded(first, head) or first in _CLAUSES


def is_subject(text: str, is_intent: Callable[[str], bool]) -> bool:
    """Whether it is one short line, and nothing of the mail's text behind it."""
    words = bare(text).split()
    plain = 0 < len(words) <= _LONGEST_SUBJECT and words[0].lower() not in _NO_SUBJECT and re.search(r"[.!?;]\s", text) is None
    return plain and not text.endswith("?") and not goes_on(text) and not second_intent(text, is_intent)


def goes_on(text: str) -> bool:
    """Whether the end of the text is still to come."""
    words = STUMBLES.sub("", text).split()
    last = tuple(bare(word).lower() for word in words[-2:])
    return not words or _HANGS.search(text.strip()) is not None or (last[-1] in DANGLING - _MAY_END and last != ("love", "to"))


def second_intent(text: str, is_intent: Callable[[str], bool]) -> bool:
    places = [found.end() for found in BREAKS.finditer(text)]
    return takes_itself_back(text) or any(is_intent(text[place:]) for place in places if text[place:].strip())


def takes_itself_back(text: str) -> bool:
    return _RETRACTS.search(text) is not None


def bare(text: str) -> str:
    return text.strip().strip(_QUOTES + ".,;:!? ").strip()
