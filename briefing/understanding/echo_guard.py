"""Whether words that were heard while we spoke may be our own voice, coming back through the caller's microphone.

Words are compared by sound and not by letter: a recogniser may spell an echo in any way, and the author of a mail that we read out may have
spelled it so that it sounds like a command. A word is reduced to its consonants, and consonants that sound alike are made equal.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

ALIKE = 0.75
"""The share of the heard sounds that must occur, in order and in pieces of some length, in a run of whole words that we said."""

PIECE = 3
"""Sounds. A word that the recogniser has lost or misheard leaves pieces before and behind it, and these are longer."""

SHORT = 6
"""Sounds. Below this number all of them must occur: "archive it" has four, and three of them occur in almost any sentence."""

_SOUNDS = (("ph", "f"), ("gh", ""), ("ck", "k"), ("ch", "k"), ("kn", "n"), ("wr", "r"), ("x", "ks"), ("qu", "k"))
_ALIKE = str.maketrans("cqzdbvgj", "kkstpfkk", "aeiouyhw")
_DOUBLED = re.compile(r"(.)\1+")


def may_be_echo(words: str, spoken: Iterable[str]) -> bool:
    """Whether the words sound like a piece of something we said."""
    heard = _sound(words)
    return not heard or any(_occurs(heard, each.split()) or _in_order(words, each) for each in spoken)


def _in_order(words: str, said: str) -> bool:
    """Whether each of these words is one that we said, or the beginning of one, in this order: the others were lost on the way."""
    told = iter([_sound(word) for word in said.split()])
    return all(any(run.startswith(heard) and len(run) <= len(heard) + 1 for run in told) for heard in map(_sound, words.split()) if heard)


def _occurs(heard: str, said: Sequence[str]) -> bool:
    """Whether a run of whole words sounds like what was heard."""
    needed, words, often = ALIKE if len(heard) >= SHORT else 1.0, [*map(_letters, said)], Counter(heard)
    for start in range(len(words)):
        letters = ""
        for word in words[start:]:
            letters += word
            run = _sound_of(letters)
            if len(run) > len(heard) and (needed == 1.0 or len(run) > 2 * len(heard)):
                break
            if sum(min(count, run.count(sound)) for sound, count in often.items()) < needed * len(heard):
                continue  # too few of its sounds are there, in whatever order
            if len(run) >= needed * len(heard) and _in_common(heard, run) >= needed * len(heard):
                return True
    return False


def _sound(text: str) -> str:
    return _sound_of(_letters(text))


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def _sound_of(letters: str) -> str:
    for written, sound in _SOUNDS:
        letters = letters.replace(written, sound)
    return _DOUBLED.sub(r"\1", letters.translate(_ALIKE))


def _in_common(one: str, other: str) -> int:
    pieces = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    return sum(piece.size for piece in pieces if piece.size >= min(PIECE, len(one)))
