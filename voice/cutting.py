"""Where a long sentence is cut into pieces.

It is cut so that its beginning can be heard, and so that nothing more is computed when it is interrupted. At clauses if it has them,
where a speaker pauses too; otherwise between words, into parts of about the same length.
"""

from collections.abc import Iterator, Sequence
from math import ceil

LONGEST = 70
"""Phonemes; some five seconds of speech."""
SHORTEST = 15
CLAUSE_ENDS = frozenset(",;:—")


def pieces_of(sentence: Sequence[str]) -> Iterator[Sequence[str]]:
    """The phonemes of one sentence in parts of at most `LONGEST`, but for a word that is longer itself."""
    rest = list(sentence)
    while len(rest) > LONGEST:
        at = _last(rest, CLAUSE_ENDS) or _nearest_space(rest, len(rest) // ceil(len(rest) / LONGEST))
        if at is None:
            break
        yield rest[:at]
        rest = rest[at:]
    if rest:
        yield rest


def _last(phonemes: Sequence[str], marks: frozenset[str]) -> int | None:
    """Behind the last clause that still fits."""
    ends = [index + 1 for index, phoneme in enumerate(phonemes[:LONGEST]) if phoneme in marks and index + 1 >= SHORTEST]
    return ends[-1] if ends else None


def _nearest_space(phonemes: Sequence[str], target: int) -> int | None:
    """Of those that leave a part short enough; the first where there is none."""
    spaces = [index + 1 for index, phoneme in enumerate(phonemes[:-1]) if phoneme == " "]
    return min(spaces, key=lambda at: (at > LONGEST, abs(at - target)), default=None)
