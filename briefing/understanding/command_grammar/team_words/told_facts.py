"""What is told in passing: how somebody or something always is, and what is right instead of what was told."""

import re

from briefing.understanding.command_grammar.command_frame import VERBS
from briefing.understanding.command_grammar.command_leads import starts

LONGEST = 1_500
"""Characters of what is told or wanted; what is longer is talk, and no wish."""

BY_THE_WAY = re.compile(
    r"^(?:(?:by the way|btw|and|oh|well|so|you know|fyi|for your information|just so you know|actually|also),? )*", re.IGNORECASE
)
_FACT = re.compile(
    r"(?P<who>(?:(?:that|this|the|our|my|every|all|these|those|an?) )?(?!(?:i|we|you|he|she|it|they|who|what|that"
    r"|this|there|if|when|one|mails?|e-?mails?|messages?"
    r"|please|always|never|dont|do|not|no|yes|just|from)\b)[\w&'\u2019.-]+(?: (?!(?:always|never|usually|normally"
    r"|generally|typically|tends?|only)\b)[\w&'\u2019.-]+){0,5}?)"
    r" (?:always|never|usually|normally|generally|typically|tends? to|only ever|as a rule)\b(?: (?!been\b|again\b)\S+)+",
    re.IGNORECASE,
)
_EVERY = re.compile(
    r"(?:that|this|the|our|my) (?!mail\b|one\b|message\b)\w+(?: \w+){0,3}? \w+s\b.* (?:every|each) "
    r"(?:\w+ )?[a-z]+\b[\s.!]*$",
    re.IGNORECASE,
)
_DETERMINER = r"^(?:that|this|the|our|my|every|all|these|those|an?) "
_IS_ONE = re.compile(rf"{_DETERMINER}|^\w+s (?:from|of|by|for) ", re.IGNORECASE)
_WHO_DOES_NOT_COUNT = re.compile(r"\b(?:i|we|you|he|she|they|it|me|us|mails?|e-?mails?|messages?|one|ones|newsletters?)\b", re.IGNORECASE)
_ASKS = re.compile(
    r"\b(?:why|how|where|when|which|who|whose|what|whether|if|is|are|was|were|am|do|does|did|has|have|had|can|could|will"
    r"|would|shall|should|may|might|must|(?:is|are|was|were|do|does|did|has|have|had|ca|could|wo|would|should)n['\u2019]?t)\b"
    r"|^(?:tell|ask|make|ensure|let|see|check|remind|show|say|get|give|try)\b",
    re.IGNORECASE,
)
"""It asks, or wants something done: a recogniser writes no question mark."""
_FIRST_PERSON = re.compile(
    r"\b(?:i|i['\u2019]m|i['\u2019]ve|i['\u2019]d|i['\u2019]ll|me|my|mine|we|us|myself|we['\u2019]re)\b", re.IGNORECASE
)
_CORRECTS = re.compile(
    r"^(?:(?:no|nope|oh|well|sorry|actually)[\s,.;:]+)*"
    r"(?:(?:(?:that|it|this)(?:['\u2019]s| is| was) (?:(?:all|quite|just|simply) )?(?:wrong|false|untrue|incorrect|outdated|out of date"
    r"|a mistake|old news|no longer (?:true|right|the case)|not (?:quite |at all )?(?:right|true|correct|so|it|the case))"
    r"(?: any ?more| any longer)?"
    r"|(?:that|it|this) isn['\u2019]?t (?:quite )?(?:right|true|correct|so|it|the case)(?: any ?more| any longer)?"
    r"|you(?:['\u2019]ve| have)? got (?:that|it|this) wrong|you(?:['\u2019]re| are) wrong|wrong|not quite|incorrect|correction"
    r"|you(?:['\u2019]ve| have)? (?:misheard|misunderstood)(?: me| that)?"
    r")[\s,.;:!\u2014-]+|(?<=[\s,.;:])|(?=it should (?:be|say)\b))"
    r"(?:(?:and|but|because|since|in fact|rather) )*(?P<rest>(?:it|that|he|she|they|the|my|our|we|i|there|on)\b.*\w.*)$",
    re.IGNORECASE | re.DOTALL,
)


def is_a_fact(said: str, *, begins_line: bool = True) -> bool:
    """Whether it states how somebody or something always is, so that whoever works with them had better know.

    Whatever begins a line is written with a capital, and is no name for that.
    """
    if said.endswith("?") or _FIRST_PERSON.search(said):
        return False
    stated = BY_THE_WAY.sub("", said)
    found = _FACT.match(stated)
    if found is not None:
        who, begins_line = found["who"], begins_line and stated == said
        may_be_names = who.split()[1:] if begins_line else who.split()
        is_somebody = any(word[0].isupper() for word in may_be_names) or _IS_ONE.match(who) is not None
        is_polite = len(starts(tuple(who.lower().split()))) > 1
        first = re.sub(_DETERMINER, "", who.lower()).partition(" ")[0]
        is_wish = is_polite or first in VERBS or _ASKS.search(who) is not None
        return is_somebody and not is_wish and _WHO_DOES_NOT_COUNT.search(who) is None
    return _EVERY.match(stated) is not None


def corrected(line: str) -> str:
    """What is right instead, where the words deny what was told: "that's wrong, it is the last Thursday"; else empty."""
    found = _CORRECTS.match(line.strip()) if len(line) <= LONGEST and not line.rstrip().endswith("?") else None
    return found["rest"].strip() if found is not None else ""
