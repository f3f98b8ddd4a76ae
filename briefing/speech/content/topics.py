"""What a mail is about: its subject without the machinery around it."""

import re
from dataclasses import dataclass

from briefing.speech.wording.characters import plain, says_something
from briefing.speech.wording.speakable import capped, speakable

_PREFIX = re.compile(r"\s*(re|aw|antw|antwort|sv|ref|r|odp|fwd?|wg|wtr|tr|i|enc|ext|external)\s?(?:\[[0-9]{1,3}\])?\s?:\s*", re.IGNORECASE)
_NUMBERED = re.compile(r"(?<!\s)\s*+\((?:PR|MR|Issue|Pull Request)?\s?[#!][0-9]{1,9}\)\s*+$", re.IGNORECASE)
_EMPTY = frozenset(
    {"hi", "hey", "hello", "hallo", "no subject", "kein betreff", "none", "question", "quick question", "sans objet", "frage", "untitled"}
)
_TAG = re.compile(r"\s*(?:\[([^\]\n]{1,40})\]|\(([A-Z]{2,10}-[0-9]{1,7})\))\s*")
_FORWARDS = frozenset({"fw", "fwd", "wg", "wtr", "tr", "i", "enc"})
_REPLIES = frozenset({"re", "aw", "antw", "antwort", "sv", "ref", "r", "odp"})
_COMMON = frozenset(
    {"the", "an", "and", "or", "of", "for", "to", "in", "on", "at", "with", "your", "you", "is", "are", "was", "our", "my", "from", "re",
     "about", "der", "die", "das", "und", "für", "le", "la", "les", "de", "du", "des"}
)  # fmt: skip
_LONGEST = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A subject taken apart. `title` is speakable, at most 80 characters, possibly empty; `tags` is what stood in brackets before it."""

    title: str = ""
    tags: tuple[str, ...] = ()
    reply: bool = False
    forward: bool = False


def subject_of(line: str) -> Subject:
    """`Re: Fwd: [team] Budget` -> title `Budget`, a reply (the outermost prefix counts), tag `team`."""
    rest = " ".join(plain(line[:500]).split())
    first, tags = "", []
    while True:
        if found := _PREFIX.match(rest):
            first = first or found[1].lower()
        elif found := _TAG.match(rest):
            tags.append(found[1] or found[2])
        else:
            break
        if not says_something(rest[found.end() :]):
            break
        rest = rest[found.end() :]
    title = capped(speakable(_NUMBERED.sub("", rest)).rstrip(".,;: "), _LONGEST)
    unsaid = not says_something(title) or "=?" in rest or title.lower().strip("()!?.") in _EMPTY
    return Subject(title="" if unsaid else title, tags=tuple(tags), reply=first in _REPLIES, forward=first in _FORWARDS)


def adds_to(title: str, sentence: str) -> bool:
    """Whether the title says something that the sentence does not."""
    words = {word for word in re.findall(r"\w{2,}", title.lower()) if word not in _COMMON}
    there = set(re.findall(r"\w{2,}", sentence.lower()))
    return bool(words) and len(words & there) * 2 < len(words) + (len(words) == 1)
