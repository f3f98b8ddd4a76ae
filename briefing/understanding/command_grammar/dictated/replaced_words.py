"""Words of a draft that are to be replaced, or to go: "change Tuesday to Wednesday", "make it four", "take out the last sentence"."""

import re

from briefing.understanding.command_grammar.command_phrases.notation import expand_all
from briefing.understanding.command_grammar.command_phrases.writing import ANEW, CUT, IN_ITS_PLACE, REPLACED, REPLACED_BY
from briefing.understanding.command_grammar.dictated.dictated_text import STUMBLES, bare, taken_down
from briefing.understanding.command_grammar.dictated.swapped_values import value_in
from briefing.understanding.command_grammar.dictated.text_beginnings import begins_a_text, has_a_verb

_LONGEST_REPLACED, _LONGEST_NEW = 8, 20  # words
_NOT_REPLACED = frozenset([
    "it", "this", "that", "everything", "subject", "recipient", "address", "topic", "pace", "speed", "voice",
    "account", "date", "time", "day", "mail", "email", "draft", "reply", "text", "whole text", "whole thing", "wording", "message",
    "answer",
])  # fmt: skip
_ANEW, _IN_ITS_PLACE, _CUT = expand_all(ANEW), expand_all(IN_ITS_PLACE), expand_all(CUT)
REPLACING = frozenset(verb for verb, _ in (*REPLACED, *REPLACED_BY)) | _ANEW | _IN_ITS_PLACE | _CUT
_AND_ANOTHER = re.compile(r" and [^ ]+(?: [^ ]+)? (?:to|with|by|into) ")
"""Two things at once: "change Friday to Monday and Raj to Anna"."""
_PART = re.compile(
    r"the (?:very )?(?:first|second|third|fourth|last) (?:sentence|line|part|bit)"
    r"|the (?:sentence|line|part|bit)(?: (?:about|with|where|on|saying|that says|that mentions))? \S+(?: \S+){0,7}"
    r"|the (?:words?|phrase) \S+(?: \S+){0,7}"
)
"""A part of a draft as one speaks of it."""


def replacement(verb: str, rest: list[str]) -> tuple[str, str] | None:
    """The old words and the new ones, as they were said; None where it is not certain that anything is replaced, or what.

    The old ones are empty where the new ones take the place of the whole text, or of what is there of their kind; the new ones where the
    old ones are to go.
    """
    if (parts := _parts(verb, rest)) is not None:
        old, new = _replaced(parts[0]), bare(taken_down(" ".join(parts[1]), asked=True))
        is_one = len(new.split()) <= _LONGEST_NEW and _AND_ANOTHER.search(new) is None
        return (old, new) if old and new and is_one else None
    new = taken_down(" ".join(rest), asked=True)
    if verb in _IN_ITS_PLACE | _ANEW and (value := value_in(new)):
        return "", value
    if verb in _ANEW and new and _is_said(verb, new):
        return "", new
    part = bare(re.sub(r",? please$", "", new)).lower() if verb in _CUT else ""
    return (part, "") if _PART.fullmatch(part) else None


def _is_said(verb: str, text: str) -> bool:
    """Whether it is what a mail shall say, and not what it shall be: "change it to something more polite"."""
    words = [bare(word).lower() for word in text.split()]
    may_be_of_it = words[0] in {"more", "less", "something", "anything", "it", "that", "the"}
    if verb.startswith("change"):
        return begins_a_text(words, behind_a_name=True) and not may_be_of_it
    return has_a_verb(words) or not may_be_of_it


def is_replacing(words: tuple[str, ...]) -> bool:
    """Whether words are to be replaced, and the new ones are still to come."""
    if " ".join(words) in _ANEW:
        return True
    for verb, between in REPLACED:
        size = len(verb.split())
        if " ".join(words[:size]) == verb:
            places = [place for place, word in enumerate(words) if word in between and place > size]
            return len(words) <= _LONGEST_REPLACED + size + 1 and (not places or places[0] == len(words) - 1)
    return False


def _parts(verb: str, rest: list[str]) -> tuple[list[str], list[str]] | None:
    """The old words and the new ones."""
    plain = [bare(token).lower() for token in rest]
    for before, between in REPLACED:
        places = [place for place, word in enumerate(plain) if word in between and place]
        if verb == before and places:
            end = places[0] + 1
            while end < len(plain) and plain[end] == plain[places[0]]:
                end += 1
            return rest[: places[0]], rest[end:]
    for before, phrase_between in REPLACED_BY:
        size = len(phrase_between.split())
        places = [place for place in range(1, len(plain)) if " ".join(plain[place : place + size]) == phrase_between]
        if verb == before and places and places[0] <= _LONGEST_REPLACED:
            return rest[places[0] + size :], rest[: places[0]]
    return None


def _replaced(tokens: list[str]) -> str:
    old = re.sub(r"^the \w+ from |^(?:the )?words? |^the (?:name|date|time|day) ", "", bare(STUMBLES.sub("", " ".join(tokens))).lower())
    old = bare(re.sub(r",? please$", "", old))
    is_one = 0 < len(old.split()) <= _LONGEST_REPLACED and old.split()[0] not in {"it", "this", "that"}
    return old if is_one and old.removeprefix("the ") not in _NOT_REPLACED else ""
