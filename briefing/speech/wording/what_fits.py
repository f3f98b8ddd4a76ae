"""What of several things is said where there is only so much time: what matters more first, each in its place."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from enum import IntEnum

_LETTER, _SENTENCE, _CLAUSE, _DIGIT, _LARGE_DIGIT = 0.63, 8.0, 6.0, 5.5, 11.5
"""How long each takes: a letter, the pauses behind a sentence and a clause, a digit among the last two of a number, and one before them.
Fitted to what espeak-ng makes of 200 greetings; 1 is what a character takes on the whole, pauses in."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """`words` are said at once. There was no time for what is `unsaid`; `later` are the words for as much of that as does not lapse."""

    words: str
    later: str
    unsaid: frozenset[IntEnum] = field(default=frozenset(), compare=False)


def spoken_length(words: str) -> float:
    """In characters of running speech."""
    weights = {".": _SENTENCE, "?": _SENTENCE, ",": _CLAUSE, ";": _CLAUSE}
    return sum(weights.get(letter, _LETTER) for letter in re.sub(r"\d+", "", words)) + sum(map(_of_a_number, re.findall(r"\d+", words)))


def _of_a_number(digits: str) -> float:
    """What is nought is not said."""
    return sum(_LARGE_DIGIT if place > 1 else _DIGIT for place, digit in enumerate(reversed(digits)) if digit != "0")


def fitted(
    steps: Iterable[tuple[IntEnum, str]], *, most: float, needed: Collection[IntEnum] = (), lapses: Collection[IntEnum] = ()
) -> Fitted:
    """Steps are places and the words for them, what matters most first; of several for one place, the fullest that fits is said.

    A place is said in its order. What is `needed` is said in its first words, however long they are, and what `lapses` at once or never.
    """
    said, fullest = dict[IntEnum, str](), dict[IntEnum, str]()
    for place, words in steps:
        if not words:
            continue
        if (place in needed and place not in said) or spoken_length(_in_order(said | {place: words})) <= most:
            said[place] = words
        fullest[place] = words
    unsaid = {place: words for place, words in fullest.items() if place not in said}
    later = {place: words for place, words in unsaid.items() if place not in lapses}
    return Fitted(_in_order(said), _in_order(later), frozenset(unsaid))


def _in_order(said: dict[IntEnum, str]) -> str:
    return " ".join(words for _, words in sorted(said.items()))
