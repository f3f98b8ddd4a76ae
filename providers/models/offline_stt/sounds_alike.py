"""How alike two sequences of English sounds are, where a recogniser hears a sound as one of its kin more often than as a stranger."""

from collections.abc import Sequence

VOWELS = frozenset(["AA", "AE", "AH", "AO", "AW", "AY", "EH", "ER", "EY", "IH", "IY", "OW", "OY", "UH", "UW"])
KIN = tuple(
    frozenset(sounds.split())
    for sounds in ("P B T D K G", "M N NG", "S Z SH ZH F V TH DH HH CH JH", "L R W Y")  # stops, nasals, hisses, glides
)
VOWEL_LIKENESS = 0.6
KIN_LIKENESS = 0.5


def likeness(first: Sequence[str], second: Sequence[str]) -> float:
    """From 0 to 1: twice the best alignment of the two over their length (ARPAbet sounds without stress)."""
    best = [0.0] * (len(second) + 1)
    for one in first:
        diagonal = 0.0
        for column, other in enumerate(second, start=1):
            diagonal, best[column] = best[column], max(best[column], best[column - 1], diagonal + _likeness(one, other))
    return 2 * best[-1] / max(1, len(first) + len(second))


def _likeness(one: str, other: str) -> float:
    if one == other:
        return 1.0
    if one in VOWELS and other in VOWELS:
        return VOWEL_LIKENESS
    return KIN_LIKENESS if any(one in kin and other in kin for kin in KIN) else 0.0
