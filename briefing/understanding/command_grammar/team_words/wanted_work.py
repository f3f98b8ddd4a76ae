"""Work that is wanted of the team: what can be handed on, what it is about, and when the user is to hear of it.

What is about the open mail ("find out what he wants") is none: we can answer that at once.
"""

import re
from collections.abc import Iterator

from briefing.understanding.command_grammar.command_leads import VOCABULARY, starts
from briefing.understanding.command_grammar.command_phrases import team_talk
from briefing.understanding.command_grammar.command_phrases.notation import expand_all
from briefing.understanding.command_grammar.command_words import beginnings
from briefing.understanding.command_grammar.team_words.wanted_report import wanted_report
from briefing.understanding.times.when import names_moment

_LONGEST_HEAD = 14
_WORK = frozenset(expand_all((*team_talk.TO_SOMEBODY, *team_talk.ALONE)))
ASKED_OF = frozenset(expand_all(team_talk.WHETHER_SOMEBODY))
_BY_SOMEBODY = frozenset(expand_all(team_talk.BY_SOMEBODY))
_HANDED_ON = frozenset(expand_all(team_talk.TO_HAND_ON))
_THEM = frozenset(expand_all(("<them>",)))
_CHECKED = frozenset({"check", "verify", "see", "check up on"})
_ALONE = frozenset(expand_all(team_talk.ALONE))
"""Said to nobody: what is wanted may be for the assistant to answer at once."""
_CHECKS = re.compile(
    r"(?:(?:please|and|so|now|okay|then|also|could you|can you|would you|will you|i want you to|i need you to"
    r"|i(?:['\u2019]d| would) like you to),? )*"
    r"(?P<what>(?:check|see (?:if|whether)|verify|compare|track down|chase up|go through|look (?:for|up|at|through)|count|sum up"
    r"|summari[sz]e|list|read through|make (?:me )?(?:a|an) \w+)\b.*)",
    re.IGNORECASE | re.DOTALL,
)
"""What a model does at once, and others where it is wanted later."""
MEANWHILE = re.compile(
    r"^(?:(?:okay|so|and|well),? )?(?:in the (?:background|meantime)|meanwhile|on the side|while (?:we|i|you)(?: \w+){1,4}"
    r"|when(?:ever)? you (?:have|get|find) (?:the )?(?:time|a (?:moment|minute|chance))),? ",
    re.IGNORECASE,
)
_THERE = re.compile(r"^(?:(?:okay|so|and|well|please),? )?(?:in the background|on the side),? ", re.IGNORECASE)
_TAKES_A_WHILE = re.compile(
    r"^(?:find|look|check|research|investigate|go through|compare|collect|gather|dig|work out|figure out|sum up|list|read)\b", re.IGNORECASE
)
_ONCE = re.compile(r"(?:when|once|as soon as|after|whenever|later|next time|if|in case)\b", re.IGNORECASE)
_BY = re.compile(
    r"^(?:by|until|till|again|at the latest|no later than|sometime|some time)\s++|(?<!\s)\s++(?:at the latest|please|again)$",
    re.IGNORECASE,
)
_NAMES = re.compile(
    r"\b(?:the|an?|my|our|all|any|every|each|last|which|how many|how much|what|about|from|of|with|by|on)"
    r" (?!(?:it|this|that|he|she|they|him|her|them|you|i|we|me)\b)[a-z]{3,}"
    r"|\b[A-Z][\w-]+"
    r"|\b\w+['\u2019]s\b"
)
"""It says what it is about, and does not only point at it."""
POINTS = re.compile(r"^(?:it|this|that|these|those|him|her|them)\b(?:[\s.!?,]|\b(?:for me|please|then|now|one|more)\b)*$", re.IGNORECASE)
_OF_THE_OPEN_ONE = re.compile(
    r"^(?:(?:what|who|whether|if|why|when|where|how) )?(?:he|she|it|they|this|that|these|those)\b"
    r"|\b(?:wants?|says?|said|wrote|writes|is asking|asks|asked|means?|meant)\b[\s.!?]*(?:(?:from|of|to) me[\s.!?]*)?$"
    r"|\b(?:the|this|that) (?:mail|e-?mail|message|sender|attachment|draft|next one)\b",
    re.IGNORECASE,
)
_ASKS_ABOUT = re.compile(
    r"^(?:what|who|whom|whose|which|when|where|why|how|whether|if|about|more|everything|all|anything|something|the|my|our)\b", re.IGNORECASE
)
_NO_WORK = re.compile(
    r"^(?:know|go\b(?! (?:through|over|and)\b)|have|see|in\b|think|that\b|who\b|else|copy|cc|bcc|hold|on\b|off\b|it be|be\b)"
    r"|^(?:the )?(?:list|vips?)\b",
    re.IGNORECASE,
)
_USES_US = re.compile(r"^(?:how (?:to|do i|can i|do you|can you)|whether you can|if you can|what (?:you|i) can)\b", re.IGNORECASE)
_SEARCHES = re.compile(r"(?:find|look for)\b", re.IGNORECASE)


def may_be_left(head: str, what: str) -> bool:
    """Whether others are asked by name to do what we would do at once: "ask the team to find the contract"."""
    return head not in _ALONE and _SEARCHES.match(what) is not None


def is_work(head: str, rest: str) -> bool:
    """Whether others can do what stands behind this head."""
    if head not in _ALONE:
        if _NO_WORK.match(rest) or (head in _BY_SOMEBODY and not _TAKES_A_WHILE.match(rest)):
            return False
        return head not in _HANDED_ON or rest.rstrip(" .!?").lower() in _THEM
    needs_question = head.removesuffix(" for me").removesuffix(" for us").endswith(("find out", "work out", "figure out"))
    if _USES_US.match(rest) or (needs_question and not _ASKS_ABOUT.match(rest)):
        return False
    if head.endswith("into") and POINTS.match(rest):
        return True
    report = wanted_report(rest)
    is_of_the_open_one = _OF_THE_OPEN_ONE.search(rest if report is None else report.before) is not None
    return _NAMES.search(rest if needs_question else f"about {rest}") is not None and not is_of_the_open_one


def in_the_background(line: str) -> str:
    """What is said to be done there, where it is what others can do; else empty."""
    said = _THERE.sub("", line.strip())
    is_there = said != line.strip() and _TAKES_A_WHILE.match(said) is not None and _NAMES.search(said) is not None
    return said if is_there else ""


def checked_later(said: str) -> tuple[str, str] | None:
    """What is to be looked at, and when the user wants to hear of it; None for what a model does at once."""
    checks, report = _CHECKS.fullmatch(said), wanted_report(said)
    if checks is None or report is None or not report.before:
        return None
    when = _moment(report.when)
    return (checks["what"], when) if not report.tells or when or _ONCE.match(report.when) else None


def matter_of(words: str) -> str:
    """What a piece of work is about, in the user's words, without how they asked for it and when they want to hear of it."""
    matter = MEANWHILE.sub("", words.strip())
    for _ in range(2):
        heads = [end for begun, end in begun_heads(matter) if any(" ".join(begun[start:]) in _WORK | _CHECKED for start in starts(begun))]
        matter = matter[heads[-1] :].strip() if heads and matter[heads[-1] :].strip() else matter
    report = wanted_report(matter)
    return (matter if report is None else report.before).strip().strip(",;:.!?").strip() or words.strip()


def told_when(words: str) -> str:
    """When the user wants to hear of it, as a `Command` has a time; empty where they named none."""
    report = wanted_report(words)
    return _moment(report.when) if report is not None else ""


def begun_heads(said: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """The beginnings of a line that may be a head, as words, and where each ends."""
    for count, begun in enumerate(beginnings(said, vocabulary=VOCABULARY)):
        if count >= _LONGEST_HEAD:
            return
        yield begun.words, begun.end


def _moment(words: str) -> str:
    bare = _BY.sub("", _BY.sub("", words.strip().lower()))
    return bare if bare and names_moment(bare.split()) else ""
