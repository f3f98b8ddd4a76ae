"""How alike two names sound, from their spelling alone.

A recogniser writes a name as it is most often written: "Thomas" for Tomasz, "Novak" for Nowak. So both spellings are reduced to sounds, the
known name also as those of its language read it, and the sounds are compared: what a recogniser mixes up costs little, what tells two names
apart ("Paul" and "Paula", "Dom" and "Tom") costs much. The echo guard's comparison does not fit here: it leaves out vowels and voicing, and
"Ann" and "Nina" are the same to it.
"""

import re
from functools import lru_cache

from briefing.words import fold

VOWELS = frozenset("aeiouAIO")
"""Long ones are capitals, and `i` and `u` of any length."""

_IRREGULAR = {
    "aoife": "eefa", "caoimhe": "keeva", "eoghan": "owen", "eoin": "owen", "guillaume": "geeyom", "hugues": "oog", "joaquin": "wakeen",
    "jose": "hosay", "juan": "wan", "leigh": "lee", "ngoc": "nock", "nguyen": "win", "niamh": "neev", "saoirse": "seersha",
    "sean": "shawn", "siobhan": "shivawn", "xi": "shee", "xiao": "shaow", "xu": "shoo", "zhang": "jang", "zhao": "jow",
}  # fmt: skip
"""As an English speaker would spell what is said."""

_NATIVE = (("tsch", "ch"), ("sch", "sh"), ("cz", "ch"), ("w", "v"), ("j", "y"))
"""How German and Slavic names are read; the Spanish j, too, is far from the English one, and a lost `h` costs next to nothing."""

_SPELLED = tuple(
    (re.compile(written), sound)
    for written, sound in (
        (r"\bmc", "mak"), (r"ph", "f"), (r"tsch|tch|cz|ch(?=[aeiouy])(?!a[eo]?l|r)", "C"), (r"sch|sh|sz|zh", "S"), (r"ck|ch|qu?", "k"),
        (r"dg|j", "J"), (r"gh", ""), (r"\b[kg]n", "n"), (r"\bwr|rh", "r"), (r"th", "t"), (r"(?<=[rnl])ge\b", "J"),
        (r"(?<=[rnl])[cs]e\b", "s"), (r"c(?=[eiy])", "s"), (r"c", "k"), (r"x", "ks"), (r"g(?=e|i[aeo])", "J"), (r"mb\b", "m"),
        (r"([^aeiouy])\1e\b", r"\1"), (r"ine\b", "in"), (r"(?<=[dt]r)e\b", "A"), (r"([aeiou])([^aeiouyAIO])e\b", r"<\1>\2"),
        (r"<a>", "A"), (r"<i>", "I"), (r"<o>", "O"), (r"<([eu])>", r"\1"),
        (r"ai|ay|ei\b|ey|eigh", "A"), (r"oa|ow\b|oe\b", "O"), (r"au|aw|ao", "o"), (r"oo|ou|ew|eu|ue", "u"),
        (r"ea\b", "ia"), (r"ee|ea|ie(?![nl])", "i"), (r"ae", "e"),
        (r"(?<=[aeiouAIO])y(?=[aeiouAIO])", ""), (r"(?<=[^aeiouAIO])y|y(?![aeiouAIO])", "i"), (r"(?<=[aeiouAIO])h", ""),
        (r"(.)\1+", r"\1"),
    )
)  # fmt: skip
"""One after the other: long vowels are marked before doubled letters become one, since "Anne" has a short one and "Jane" has not."""

_NEAR = {
    frozenset(pair): cost
    for cost, pairs in (
        (0.2, ("sz",)),
        (0.25, ("sS", "zS", "vw", "yJ")),
        (0.4, ("bp", "dt", "gk", "vf", "CS", "CJ", "kC", "SJ", "ae", "ei", "ou", "ao", "Ae")),
        (0.6, ("mn", "ai", "Ou")),
    )
    for pair in pairs
}
_LOST = {"h": 0.3, "y": 0.4, "w": 0.4}
_LOST_VOWEL = 0.95
AT_THE_END = 2.0
"""Of a vowel that one name ends in and the other does not, or not in the same: most such names are of two people, "Maria" and "Marie"."""
AT_THE_BEGINNING = 2.0
"""Times the cost: the first sound is heard best, and names are told apart by it."""


def likeness(heard: str, name: str) -> float:
    """1 for names that sound the same, 0 for those that share nothing. Both are single words."""
    one = sounds(heard)
    return max((_likeness(one, other) for other in readings(name) if _begin_alike(one, other)), default=0.0)


@lru_cache(maxsize=4096)
def readings(name: str) -> tuple[str, ...]:
    """The sounds of a name as an English reader takes them, and as those of its language do."""
    folded = fold(name)
    native = _IRREGULAR.get(folded, folded)
    if native == folded:
        for written, read in _NATIVE:
            native = native.replace(written, read)
    return tuple(dict.fromkeys((sounds(folded), sounds(native))))


@lru_cache(maxsize=4096)
def sounds(word: str) -> str:
    """One letter for each sound, vowels included."""
    written = "".join(letter for letter in fold(word) if letter.isalpha())
    for spelled, sound in _SPELLED:
        written = spelled.sub(sound, written)
    return written


def _begin_alike(one: str, other: str) -> bool:
    """Whether the first sounds may be taken for each other; if not, nothing behind them need be compared."""
    first, wanted = one[:1], other[:1]
    return instead(first, wanted) < 1 or not _LOST.keys().isdisjoint({first, wanted})


def _likeness(one: str, other: str) -> float:
    longest = max(len(one), len(other))
    return max(0.0, 1 - _distance(one, other) / longest) if longest else 0.0


def _distance(one: str, other: str) -> float:
    """The least cost of turning one into the other, sound by sound."""
    row = [0.0]
    for sound in other:
        row.append(row[-1] + lost(sound))
    costs = row
    for place, sound in enumerate(one):
        costs = [row[0] + lost(sound)]
        for index, wanted in enumerate(other):
            first = AT_THE_BEGINNING if place == index == 0 else 1.0
            changed = row[index] + first * instead(sound, wanted)
            costs.append(min(changed, row[index + 1] + lost(sound), costs[-1] + lost(wanted)))
        row = costs
    return costs[-1] + _at_the_end(one, other)


def instead(one: str, other: str) -> float:
    return 0.0 if one == other else _NEAR.get(frozenset((one, other)), 1.0)


def lost(sound: str) -> float:
    return _LOST_VOWEL if sound in VOWELS else _LOST.get(sound, 1.0)


def _at_the_end(one: str, other: str) -> float:
    """What is added where the ends tell two names apart."""
    ends = [name[-1:] if name[-1:] in VOWELS else "" for name in (one, other)]
    return 0.0 if ends[0] == ends[1] else AT_THE_END - _LOST_VOWEL
