"""What is to be kept in mind, where it is told as a fact and not only as a thing: "remember that I am vegetarian", but not the milk."""

import re

from briefing.understanding.command_grammar.command_phrases import team_talk
from briefing.understanding.command_grammar.command_phrases.notation import expand_all

_OF_ONESELF = frozenset(expand_all(team_talk.TO_REMEMBER_OF_ONESELF))
IS_A_THING = re.compile(
    r"^(?:(?:mail|e-?mail|message|draft|reply|answer|question|one|newsletter|time|day|thing|guy|person|man|woman|song|name|text)s?\b"
    r"|(?:if possible|thanks|cheers|done with)\b"
    r"|(?:it|this|that|me|him|her|them|to|when|how|who|where|what|the (?:mail|time|day|name|milk))\b"
    r"(?! (?:is|was|has|are|were|always|never)))",
    re.IGNORECASE,
)
"""It begins like a thing, or another wish, and states nothing."""
STATES_OF_ONESELF = re.compile(
    r"^(?:i|we|i['\u2019](?:m|ve|d|ll)|we['\u2019](?:re|ve|d|ll)"
    r"|(?:my|our) [\w ]+['\u2019]s"
    r"|(?:my|our) (?:\S+ ){1,5}?(?:is|are|was|were|has|have|had|will|can(?:['\u2019]t|not)?|does(?:n['\u2019]t)?|never|always"
    r"|lives?|works?|likes?|hates?|prefers?|expires?|starts?|ends?|opens?|closes?|comes?|goes|needs?|wants?|takes?)"
    r")\b(?: \S+)+",
    re.IGNORECASE,
)
_TELLS_OFF = re.compile(r"you\b|i (?:told|asked|said)\b", re.IGNORECASE)


def is_to_be_noted(head: str, rest: str) -> bool:
    if rest.endswith("?") or len(rest.split()) < 2 or IS_A_THING.match(rest):
        return False
    if head.endswith(("you to know that", "for the record")) and _TELLS_OFF.match(rest):
        return False
    if head in _OF_ONESELF and not STATES_OF_ONESELF.match(rest):
        return False
    return head.endswith("that") or re.match(r"(?:i|i['\u2019]\w+|my|we|our)\b", rest, re.IGNORECASE) is not None
