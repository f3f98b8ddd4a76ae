"""What nobody is to work on any more: "stop the research into hotels", "nobody needs to look into that any more"."""

import re

from briefing.understanding.command_grammar.command_phrases import team_talk
from briefing.understanding.command_grammar.command_phrases.notation import expand_all

_ANY_MORE_IS_NEEDED = frozenset(expand_all(team_talk.TO_STOP_ANY_MORE))
_OF_A_TASK = frozenset(expand_all(team_talk.TO_STOP_A_TASK))
_ANY_MORE = re.compile(r"^(?P<what>.+?),? (?:any ?more|any longer)[\s.!]*$", re.IGNORECASE | re.DOTALL)
_DROPS_IN = re.compile(r"(?:by|in|off|out|round|around)\b", re.IGNORECASE)
"""It is no work that is dropped."""
PUT_OFF = r"(?:yet|for now|for the moment|for the time being|today|tonight|at night|alone|again)"
UNTIL_THEN = r"(?:before|until|till)"
_STAYS = re.compile(
    rf"\b{PUT_OFF}[\s.!?]*+$|\b{UNTIL_THEN} \S"
    r"|, (?:\w+ ){1,3}(?:said|says|wrote|writes|thinks)\b",
    re.IGNORECASE,
)
"""It is only put off, or somebody else's word."""
_JUST_NOW = re.compile(r"\b(?:now|at the moment)[\s.!?]*$", re.IGNORECASE)
_DENIES = re.compile(r"\b(?:no|not|nobody)\b")
_SET_AT_SCHOOL = re.compile(r"\bassignments?[\s.!]*$", re.IGNORECASE)
_A_TASK = re.compile(r"^(?P<what>(?:[\w&'\u2019-]+ ){1,5}?)(?:task|research|investigation|assignment)s?[\s.!]*$", re.IGNORECASE)


def ended(head: str, rest: str) -> str:
    """The work that is to end; empty where it is something else that ends, or it is only put off."""
    if _DROPS_IN.match(rest) or _STAYS.search(rest) or (_DENIES.search(head) and _JUST_NOW.search(rest)):
        return ""
    what = without_any_more(rest)
    if head not in _OF_A_TASK:
        return what if what != rest or head not in _ANY_MORE_IS_NEEDED else ""
    task = _A_TASK.match(what)
    is_of_school = head.startswith(("forget", "i ")) and _SET_AT_SCHOOL.search(what) is not None
    return task["what"] if task is not None and not is_of_school else ""


def without_any_more(rest: str) -> str:
    return found["what"] if (found := _ANY_MORE.match(rest)) is not None else rest
