"""What may stand before a wish in a clause of its own and leaves it one: courtesy, a reason, the mail, another wish, a judgement.

All else may be a condition, a time, a report, a joke or a call to somebody else ("in theory, delete it", "note to self, archive it", "hi
Anna, flag it"), and is asked about. The words are in the form of `briefing.understanding.intent_words`.
"""

import re
from collections.abc import Callable

from briefing.understanding.command_grammar.behind_a_verb import leaves_the_wish, unsettles
from briefing.understanding.intent_words import (
    ALL_BUT,
    CALLS_SOMEBODY,
    CONDITION,
    DOUBTS,
    ENDS_OPEN,
    FRAME,
    OWN_TELLING,
    REPORTS,
    TOLD,
    only_names,
)
from briefing.understanding.verbs.remarks_beside import remarks

_ANSWERS = re.compile(r"^(?:(?:yes|yeah|no|nope|nah|okay|ok|well|oh|never mind)(?: |$))+")
_A_LIST = re.compile(r"to do$")


def denies(before: str) -> bool:
    """Whether the clause right before a wish makes it none: it denies it, sets a condition, calls somebody else, or tells what they say."""
    return _is_telling(before) or any(re.search(each, before) for each in (ENDS_OPEN, ALL_BUT, CONDITION, CALLS_SOMEBODY))


def scoffs(before: str) -> bool:
    """Whether all that stands before a wish ends in what sounds like a yes and doubts: "yeah, right"."""
    return re.search(r"\b(?:yeah|yea|yep|yup|sure) right$", before) is not None


def leads_on(clause: str, *, is_wanted: Callable[[str], bool]) -> bool:
    """Whether a clause before a wish is understood, and leaves it one; what `is_wanted` in it is judged by itself."""
    if is_wanted(clause):
        return True
    return any(map(_is_known, (clause, _ANSWERS.sub("", clause)))) and _A_LIST.fullmatch(clause) is None


def _is_known(clause: str) -> bool:
    if remarks(clause):
        return True
    names = only_names(clause) and not unsettles(clause)
    is_known = names or re.match(FRAME, f"{clause} ") is not None or leaves_the_wish(clause)
    return is_known and re.search(DOUBTS, clause) is None


def _is_telling(clause: str) -> bool:
    """Whether a clause ends by announcing somebody else's words: "she said, archive it"."""
    told = re.sub(OWN_TELLING, "", clause)
    return re.search(rf"{TOLD}(?: (?:me|us|you|that|to|him|her|them))*$", told) is not None or re.search(REPORTS, told) is not None
