"""Whether words that were heard while we spoke may be our own voice, coming back through the caller's microphone.

Compared by sound and not by letter: a recogniser spells an echo as it likes, and whoever wrote a mail that we read out may have spelled it
so that it sounds like a command. What is left of a word are its consonants, with those that sound alike made equal.
"""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

ALIKE = 0.75
"""The part of what was heard that has to occur, in one piece, in what was said."""

_SOUNDS = (("ph", "f"), ("gh", ""), ("ck", "k"), ("ch", "k"), ("kn", "n"), ("wr", "r"), ("x", "ks"), ("qu", "k"))
_ALIKE = str.maketrans("cqzdbvgj", "kkstpfkk", "aeiouyhw")
_DOUBLED = re.compile(r"(.)\1+")


def may_be_echo(words: str, spoken: Iterable[str]) -> bool:
    """Whether the words sound like a piece of something we said."""
    heard = _sound(words)
    return not heard or any(_longest_common(heard, _sound(each)) >= ALIKE * len(heard) for each in spoken)


def _sound(text: str) -> str:
    letters = re.sub(r"[^a-z0-9]", "", text.lower())
    for written, sound in _SOUNDS:
        letters = letters.replace(written, sound)
    return _DOUBLED.sub(r"\1", letters.translate(_ALIKE))


def _longest_common(one: str, other: str) -> int:
    return SequenceMatcher(None, one, other, autojunk=False).find_longest_match().size
