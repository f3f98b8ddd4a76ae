"""Words of a reply that may keep the wishes below them, or above them, from being meant: "Do not:", "Tomorrow:", "Ben's list:".

On one line with a wish they are read with it. On a line of their own they are no part of any, so it is asked here what they leave as it
is: sentences do that which hold nothing back, courtesies, and what only says that wishes follow ("Here are my answers:").
"""

import re
from collections.abc import Sequence

from briefing.understanding.small_talk import ASIDE
from briefing.understanding.understanding import understand
from briefing.words import split_words
from correspondence.cut_words import ASKS, Item, PieceKind, is_sure
from correspondence.reply_lines import ReplyLine
from correspondence.wishing.stated_preferences import stated

_POLITE = r"(?:(?:please|pls|just|only|kindly|ok(?:ay)?|so|and|but|now|aloud|maybe|perhaps)\W+)*"
_PUTS_OFF = re.compile(
    rf"{_POLITE}(?:later|tomorrow|tonight|not (?:yet|now|today)|next (?:week|month|year)|in (?:a|an|the|\d+) \w+|on \w+day|after|before"
    r"|until|till|when|once|as soon as|if|unless|in case|should|from \w+ on|some ?(?:time|day)|one day|eventually)\b",
    re.IGNORECASE,
)
_HOLDS_BACK = re.compile(
    rf"{_POLITE}(?:do not|don['\u2019]?t|never|not|stop|hold|leave|ignore|disregard|skip|forget|cancel|nothing|nobody|none"
    r"|i (?:do not|don['\u2019]?t|would not|wouldn['\u2019]?t|disagree))\b",
    re.IGNORECASE,
)
_WAITS = re.compile(r"\b(?:waits?|hold off|not yet|for later)\b", re.IGNORECASE)
_ENDS = re.compile(r"[.!?;\u2026)]\s*$")
_ONLY_BEGINS = frozenset(
    """
    ok okay so right well and please pls hi hello hey aloud here is are goes you go my the these this following follows as below
    answer answers reply replies response responses wish wishes decision decisions instruction instructions request requests action
    actions list notes for today what i want would like to do your briefing mail mails email emails good great nice thanks thank
    morning done
    """.split()  # noqa: SIM905 - a list would fill the screen
)
"""Words of which a line may be made that only says that wishes follow."""


def puts_off(words: str) -> "re.Match[str] | None":
    """Whether words say when, or on what condition, something is to be done."""
    return _PUTS_OFF.match(words)


def under_other_words(lines: Sequence[ReplyLine], found: Sequence[Sequence[Item]]) -> frozenset[int]:
    """Which lines hold wishes that may not be meant, because of words on other lines. `found` are the items of each line."""
    doubted = set[int]()
    held = led = led_on = False
    for at, (line, items) in enumerate(zip(lines, found, strict=True)):
        led = led and not line.begins
        if all(each.kind is PieceKind.REST for each in items):
            held = held or _holds_back(line.text)
            led = _leads(line.text)
            led_on = led and line.text.endswith(":")
        elif held or led or led_on:
            doubted.add(at)
        if line.goes_on and not all(_is_certain(each) for each in items):
            doubted.update(_above_in_its_paragraph(lines, at))
    return frozenset(doubted)


def _above_in_its_paragraph(lines: Sequence[ReplyLine], at: int) -> range:
    first = at
    while first > 0 and not lines[first].begins:
        first -= 1
    return range(first, at)


def _is_certain(item: Item) -> bool:
    return item.kind is PieceKind.DESCRIBED or (item.kind is PieceKind.WISH and is_sure(item.words))


def _holds_back(words: str) -> bool:
    if ASKS.match(words) or understand(words, verbatim=True).small_talk in ASIDE:
        return False
    return puts_off(words) is not None or _HOLDS_BACK.match(words) is not None or _WAITS.search(words) is not None


def _leads(words: str) -> bool:
    """Whether the sentence goes on in the lines below, and is more than their beginning."""
    said = understand(words, verbatim=True)
    if _ENDS.search(words) or said.small_talk is not None or said.answer is not None or is_sure(words) or stated(words):
        return False
    return not _ONLY_BEGINS.issuperset(each.lower() for each in split_words(words))
