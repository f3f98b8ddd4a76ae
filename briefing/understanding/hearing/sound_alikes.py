"""Words of commands that sound like what a recogniser wrote: by a table of what is mistaken most, by their endings, and by their sounds."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache

from briefing.understanding.command_grammar.command_forms import WORDS
from briefing.understanding.hearing.name_sounds import instead, sounds
from briefing.understanding.hearing.near_forms import distance

A_LITTLE_WORD, _A_RHYME, _AN_ENDING, A_HOMOPHONE = 0.3, 0.36, 0.12, 0.1
"""How unlike they are: 0 for the same, 1 for any other word."""
_FAR = 0.42
"""Words that are farther apart were not taken for each other."""
_MISTAKEN = """
    on one un; won one; once ones; wants ones; wan one; form from; two to; too to two; to two; four for; at it; eat it; its it; hit it;
    and in un it; an un on and; under undo; is as; his is as; has as is; us as; our are; of off are; off of; dad that; hat that; data
    that; dat that; lift left; laughed left; hole whole; fool full; for full four; way away; weigh away; bag back; black back; pack
    back; nu new; eye i; think thing; buy by; where were; wear where; were where; free three; tree three; gain again; against again;
    ours hours; pleas please; text next; necks next; nexed next; nex next; undue undo; stopped stop; nest next; nail mail; nails mails;
    news snooze; start star; stare star; through throw; but put; man many; wars was; red read; right write; rite write; girl go; remain
    remind; tick take; leaf leave; hon on; hand and; market mark; save say; ready rid; cent send sent; scent send sent; sand send; been
    bin; send sent; whose who; sent send; thrash trash; mundane monday; word work; low slow;
    wen when; their there
"""
_SOUNDS_LIKE: Mapping[str, Sequence[str]] = {heard: said for heard, *said in (line.split() for line in _MISTAKEN.split(";"))}
"""A word that was heard, and those that it is mistaken for."""
_AS_TWO: Mapping[str, str] = {
    **dict.fromkeys(("ourkive", "ourhive", "ourchive", "arckhive", "arkhive", "arehive", "arekive", "achive"), "archive"),
    **dict.fromkeys(("thelead", "theleet", "delead", "theleak", "dealeat"), "delete"), "slowher": "slower", "fasther": "faster",
    "hemail": "email", "hemails": "emails",
}  # fmt: skip
_ALSO_SAID = ("email", "emails", "message", "messages", "remaining", "quicker")
"""For words of the tables, which have one word for each thing."""
KNOWN = frozenset((*filter(str.isalpha, WORDS), *_ALSO_SAID))
_SOUNDS = {word: sounds(word) for word in sorted(KNOWN) if len(word) > 2}
_LETTERS = {word: Counter(sound) for word, sound in _SOUNDS.items()}
_BY_FIRST = {first: [each for each in _SOUNDS.items() if each[1][:1] == first] for first in {sound[:1] for sound in _SOUNDS.values()}}
_BY_SOUNDS, _RHYMES = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
for _word, _sound in _SOUNDS.items():
    _BY_SOUNDS[_sound].append(_word)
    _RHYMES[_sound[1:]].append(_word)
_COMPARED = 8
"""Sound by sound, of those that share most of their sounds."""


@lru_cache(maxsize=4096)
def instead_of(word: str) -> Sequence[tuple[str, float]]:
    """Words of commands that may have been taken for this one, and how unlike they sound."""
    found = dict.fromkeys(_SOUNDS_LIKE.get(word, ()), A_HOMOPHONE)
    for ending in ("s", "ed", "d", "es", "ing", "led"):
        stem = word.removesuffix(ending)
        for whole in (stem, f"{stem}e", stem[:-1] if stem[-2:-1] == stem[-1:] else stem, f"{stem[:-1]}y"):
            if stem != word and whole in KNOWN and len(whole) > 1:
                found.setdefault(whole, _AN_ENDING)
    if f"{word}s" in KNOWN and word not in {"one", "mail"}:
        found.setdefault(f"{word}s", A_LITTLE_WORD)
    if word not in KNOWN:
        found = {**dict(_alike(word)), **found}
    return sorted(found.items(), key=lambda each: each[1])[:6]


@lru_cache(maxsize=4096)
def as_one(first: str, second: str) -> Sequence[tuple[str, float]]:
    """Words of commands that two words may have been, said as one."""
    joined = first + second
    if joined in _AS_TWO:
        return ((_AS_TWO[joined], A_HOMOPHONE),)
    same = [joined] if joined in KNOWN else _BY_SOUNDS.get(sounds(joined), ())
    if same:
        return [(each, A_HOMOPHONE) for each in same]
    if first in KNOWN and second in KNOWN and len(first) > 2:
        return ()
    return [(word, cost) for word, cost in _alike(joined) if len(word) > 4 and cost < _FAR]


def sounds_the_same(heard: str, said: str) -> bool:
    """Whether nobody hears which of the two it is, or only that the last sound of what was said is lost: "hole" and "whole", "necks"."""
    one, other = (sounds(word).replace("wh", "h" if word.startswith("who") else "w") for word in (heard, said))
    return one == other or (one == other[:-1] and other[-1:] in {"t", "d"} and len(one) > 2)


@lru_cache(maxsize=4096)
def parted_elsewhere(first: str, second: str) -> Sequence[tuple[str, str]]:
    """Two words with the break between them one letter on: "the semail" is "this email", "archives it" stays what it is.

    Only where the second one is no word of a command as it stands, and is one then.
    """
    if second in KNOWN or len(second) < 4 or second[1:] not in KNOWN:
        return ()
    begun = first + second[0]
    return [(word, second[1:]) for word in ((begun,) if begun in KNOWN else (each for each, cost in instead_of(begun) if cost < _A_RHYME))]


@lru_cache(maxsize=4096)
def _alike(word: str) -> Sequence[tuple[str, float]]:
    own = sounds(word)
    if len(own) < 2:
        return ()
    letters = Counter(own)
    shared = [
        ((letters & _LETTERS[each]).total() / max(len(own), len(sound)), each)
        for first, those in _BY_FIRST.items()
        if instead(own[0], first) < 1
        for each, sound in those
        if abs(len(sound) - len(own)) <= 2
    ]
    near = [each for share, each in sorted(shared, reverse=True)[:_COMPARED] if share >= 1 / 2]
    rhymes = [*_RHYMES.get(own, ()), *(_RHYMES.get(own[1:], ()) if len(own) > 3 else ())]
    found = sorted({(_A_RHYME, each) for each in rhymes} | {(A_HOMOPHONE + distance(word, each), each) for each in near})
    return [(each, cost) for cost, each in found[:5] if cost <= _FAR + A_HOMOPHONE]
