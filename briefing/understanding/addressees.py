"""To whom the user's own words say that something be written: "reply to Tomasz that ...", "tell Ruth and Anna", "forward it to Priya".

Only at the beginning of a clause, where a request stands, and only as far as a name reaches: who is spoken of in a dictated text gets
nothing. It does not decide who these people are; it keeps a mail from going to anybody else.
"""

import re
from dataclasses import dataclass

from briefing.understanding.telling_words import NAMES_NOBODY, SOMEBODY
from briefing.words import split_words

_POLITE = (
    r"(?:(?:and|then|also|please|okay|ok|so|well|now|no|yes|oh|sorry|hey|actually|just|kindly|(?:can|could|would|will) you|i mean|let us"
    r"|i (?:want|need) (?:you )?to|(?:i would|i'd) like (?:you )?to|go ahead and),? ){0,12}"
)
_IT = r"(?:it|this|that|these|those|them|(?:the|this|that|my) (?:\w+ )?(?:one|mail|message|draft|reply|answer))"
_WRITES = (
    r"(?:write|send|draft|compose|start) (?:an?|the|another) (?:\w+ )?(?:reply|answer|mail|message|note)(?: back)? (?:to|for)|get back to"
    r"|(?:reply|respond|answer|write)(?: back)?(?: to)?|send(?: [\w']+){0,3}? to|(?:forward|pass)(?: [\w']+){0,7}? to"
    rf"|(?:forward|send|pass|share) {_IT}(?: on| over| along)? (?:to|with)|tell|let|ask|thank|remind|inform|notify|e-?mail|mail|text"
    r"|send"
)
_CLAUSE = re.compile(r"(?<![,;.!?:\u2026\u2014\u2013])[,;.!?:\u2026\u2014\u2013]++\s+|(?<!\s)\s++(?:and|then|but|also)\s+", re.IGNORECASE)
_HEAD = re.compile(rf"{_POLITE}(?:{_WRITES})\b", re.IGNORECASE)
_MOST = 4
_NAMED_WITHIN = 200
"""Characters behind the verb."""
_OF_MAIL = frozenset({"mail", "email", "message", "one", "note", "question", "invitation"})
_AND = frozenset({"and", "or"})
_HAS_A_VERB = frozenset({"that", "this", "it", "there", "here", "what", "who", "where", "let", "everything", "one"})
"""With an "'s" they begin a sentence, and nobody's teacher is meant."""
_BEFORE_A_NAME = frozenset({"the", "my", "our", "a", "an", "to", "mail", "email", "message", "one", "from", "by"})
_RELATIONS = frozenset(
    {"mum", "mom", "dad", "grandma", "grandpa", "granny", "boss", "landlord", "landlady", "wife", "husband", "sister", "brother"}
)
"""Whom these mean, only the user and a model know."""
_FIRST_NAMES = frozenset({"mark", "may", "will", "april", "june", "august"})
"""Common words that are names where somebody is addressed: "tell Will that ..."."""


@dataclass(frozen=True, slots=True)
class Addressees:
    """The words, folded, by which people are addressed; `plainly`: as a name, and not "the landlord"."""

    words: frozenset[str] = frozenset()
    plainly: bool = False


def addressees(line: str) -> Addressees:
    """Nobody where a part of the line writes to nobody by name, since that part may be what is being done."""
    found, plainly = set[str](), False
    line = line.replace("\u2019", "'")
    for start in [0, *(found_end.end() for found_end in _CLAUSE.finditer(line))]:
        head = _HEAD.match(line, start)
        if head is None:
            continue
        names, is_plain = _named(line[head.end() : head.end() + _NAMED_WITHIN])
        if names is None:
            return Addressees()
        found |= names
        plainly = plainly or (is_plain and bool(names))
    return Addressees(frozenset(found), plainly)


def _named(behind: str) -> tuple[set[str] | None, bool]:
    """The words of the names with which this begins; empty for "him", none where it begins with no name."""
    names, plainly, spoken_of = set[str](), True, False
    told = behind.split()
    if split_words(" ".join(told[:2])) == ["will", "do"]:
        return None, plainly
    for place, word in enumerate(told):
        folded = split_words(word.removesuffix("'s"))
        one, is_joined = folded[0] if folded else "", place == 0 or told[place - 1] == "and"
        if one in _BEFORE_A_NAME and not names and not spoken_of:
            plainly = plainly and one not in {"my", "our", "a", "an"} and (one != "the" or "from" in behind.lower())
        elif one in SOMEBODY and not names:
            spoken_of = True
        elif one in _HAS_A_VERB and word.endswith("'s"):
            break
        elif word.endswith("'s") and _OF_MAIL.isdisjoint(told[place + 1 : place + 2]):
            return set(), False  # "Leo's teacher": whom that means is for a model to tell
        elif (not spoken_of or is_joined) and (one in _FIRST_NAMES or (one and one not in NAMES_NOBODY)):
            names.add(one)
            plainly = plainly and one not in _RELATIONS
        elif one not in _AND or not (names or spoken_of):
            break
        if len(names) == _MOST or word.endswith((",", ".", ";", ":", "!", "?", "'s")):
            break
    return (names if names or spoken_of else None), plainly
