"""Which of many forms sound most like what was heard, by the sounds of their spelling: "can solve" is near to "cancel"."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from briefing.understanding.hearing.name_sounds import instead, lost, sounds
from briefing.words import split_words

MOST = 8
_COMPARED = 30
"""Those that share most pairs of sounds; the others need not be compared sound by sound, which takes some tenths of a millisecond each."""
_LOST = 0.8
"""Times the cost for a name: whole little words get lost in a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NearForm:
    """`distance` is 0 for the same sounds, and 1 for others."""

    words: str
    distance: float


def nearest(heard: Iterable[str], forms: Sequence[str]) -> Sequence[NearForm]:
    """At most `MOST`, the nearest first: to any of what was heard."""
    best = dict[str, float]()
    for words in filter(None, (" ".join(split_words(each)) for each in heard)):
        pairs, spoken = _pairs(words), _all_sounds(words)
        some = sorted(forms, key=lambda form: _unlike(pairs, _pairs(form)))[:_COMPARED]
        best |= {form: min(best.get(form, 1.0), _far(spoken, _all_sounds(form))) for form in some}
    return [NearForm(words=form, distance=far) for form, far in sorted(best.items(), key=lambda each: each[1])[:MOST]]


def likest(heard: Sequence[str], names: Sequence[str], most: int) -> Sequence[str]:
    """Those names that share most of their pairs of sounds with something heard."""
    pairs = [_pairs(each) for each in heard]

    def shared(name: str) -> float:
        own = _pairs(name)
        return max((sum(min(times, each[pair]) for pair, times in own.items()) for each in pairs), default=0) / own.total()

    return sorted(names, key=shared, reverse=True)[:most]


def distance(one: str, other: str) -> float:
    """From 0 to 1."""
    return _far(_all_sounds(one), _all_sounds(other))


def _far(one: str, other: str) -> float:
    return min(1.0, _cost(one, other) / max(len(one), len(other), 1))


def sounds_in(words: str) -> int:
    return len(_all_sounds(words))


@lru_cache(maxsize=16_384)
def _all_sounds(words: str) -> str:
    return "".join(sounds(word) for word in split_words(words))


@lru_cache(maxsize=16_384)
def _pairs(words: str) -> Counter[str]:
    heard = f"^{_all_sounds(words)}$"
    return Counter(heard[place : place + 2] for place in range(len(heard) - 1))


def _unlike(one: Counter[str], other: Counter[str]) -> float:
    shared = sum(min(times, other[pair]) for pair, times in one.items())
    return -shared / (one.total() + other.total())


def _cost(one: str, other: str) -> float:
    """The least cost of turning one into the other, sound by sound."""
    row = [0.0]
    for sound in other:
        row.append(row[-1] + _LOST * lost(sound))
    for sound in one:
        costs = [row[0] + _LOST * lost(sound)]
        for place, wanted in enumerate(other):
            either = row[place + 1] + _LOST * lost(sound), costs[-1] + _LOST * lost(wanted)
            costs.append(min(row[place] + instead(sound, wanted), *either))
        row = costs
    return row[-1]
