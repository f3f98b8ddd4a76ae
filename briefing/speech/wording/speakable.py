"""Mail text as a voice can say it: one line, plain words, no characters that are only for the eye.

The rules run in an order in which none sees another's leftovers (links, then money, then dates, then codes), and again until nothing
changes, so that saying a spoken text again changes nothing. What the rules produce is never longer than a few words per match.
"""

import re

from briefing.speech.wording.amounts import with_spoken_amounts
from briefing.speech.wording.characters import plain, says_something
from briefing.speech.wording.codes import with_spoken_codes
from briefing.speech.wording.links import with_spoken_links
from briefing.speech.wording.moments import with_spoken_moments
from briefing.speech.wording.tidying import calm, tidy, without_symbols

_PASSES = 6
_BULLET = re.compile(r"^\s*(?:[-*+\u2022]|[0-9]{1,2}[.)](?=\s))\s{0,9}(?=\S)")
_PLAIN_WORDS = re.compile(r"(?!.*(.)\1\1)[A-Z]?[a-z]{2,12}(?: [A-Z]?[a-z]{2,12}){0,3}")
_ENDS = (".", "!", "?", ":", ";", ",")
_SHORT = 35
_WRAPPED = 50
_SHORTEST_WRAPPED = 20
"""A line that is at least so long goes on in one that begins with a small letter."""


def speakable(text: str) -> str:
    """The text for a voice, on one line. Idempotent; empty only when the text holds no letter and no digit."""
    if _PLAIN_WORDS.fullmatch(text):
        return text  # a name, mostly: thousands are spoken before the first word is, and no rule has anything to do in them
    spoken = plain(text)
    for _ in range(_PASSES):
        again = _pass(spoken)
        if again == spoken:
            break
        spoken = again
    return spoken if says_something(spoken) else " ".join(filter(says_something, plain(text).split()))


def one_line(text: str) -> str:
    """The text as it is written, cleaned of what must not reach a screen or a voice, on one line."""
    return " ".join(plain(text).split())


def _pass(text: str) -> str:
    text = with_spoken_links(_joined_lines(plain(text)))
    text = with_spoken_codes(with_spoken_moments(with_spoken_amounts(text)))
    return tidy(calm(without_symbols(text)))


def _joined_lines(text: str) -> str:
    """Lines joined: a wrapped sentence flows on, a list item or a short line becomes a sentence of its own."""
    joined = ""
    last_length = 0
    flows = False
    for raw in text.split("\n"):
        line = re.sub(r"\s{0,40}\|\s*", ", ", _BULLET.sub("", raw, count=1).strip().strip("| "))
        if not says_something(line):
            last_length, flows = 0, False
            continue
        goes_on = line[0].islower() and " " in line and (flows or last_length > _SHORTEST_WRAPPED)
        starts_anew = (last_length < _SHORT and not goes_on) or (last_length < _WRAPPED and (line[0].isupper() or line[0].isdigit()))
        starts_anew = starts_anew or line != raw.strip()
        flows = last_length > 0 and not starts_anew
        joined += (". " if starts_anew and not joined.endswith(_ENDS) else " ") + line if joined else line
        last_length = len(line)
    return joined


def capped(text: str, limit: int) -> str:
    """At most `limit` characters, cut between words, with "..." where something is missing."""
    if len(text) <= limit:
        return text
    head = text[: limit - 3]
    cut = head.rfind(" ")
    return head[: cut if cut > limit // 2 else len(head)].rstrip(" ,;:-(\"'") + "..."
