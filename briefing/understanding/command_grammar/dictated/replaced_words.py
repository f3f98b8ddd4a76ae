"""Words of a draft that are to be replaced by others: "change Tuesday to Wednesday"."""

import re

from briefing.understanding.command_grammar.command_phrases.writing import REPLACED, REPLACED_BY
from briefing.understanding.command_grammar.dictated.dictated_text import STUMBLES, bare, taken_down

_LONGEST_REPLACED, _LONGEST_NEW = 8, 20  # words
_NOT_REPLACED = frozenset([
    "it", "this", "that", "everything", "subject", "recipient", "address", "topic", "pace", "speed", "voice",
    "account", "date", "time", "day", "mail", "email", "draft", "reply",
])  # fmt: skip
REPLACING = frozenset(verb for verb, _ in (*REPLACED, *REPLACED_BY))


def replacement(verb: str, rest: list[str]) -> tuple[str, str] | None:
    """The old words and the new ones, as they were said, empty where it is not certain what they are; None where nothing is replaced."""
    parts = _parts(verb, rest)
    if parts is None:
        return None
    old, new = _replaced(parts[0]), bare(taken_down(" ".join(parts[1]), asked=True))
    return (old, new) if old and new and len(new.split()) <= _LONGEST_NEW else ("", "")


def is_replacing(words: tuple[str, ...]) -> bool:
    """Whether words are to be replaced, and the new ones are still to come."""
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
