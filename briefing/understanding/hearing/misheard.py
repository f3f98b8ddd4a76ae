"""What a line plainly was before a recogniser misheard it: "achieve it", "un do that", "next male", "mark it is read".

A line that means nothing as it stands is tried with a word that sounds alike, with two words as one, and with a little word more or less:
one change, or two. It counts only if all of it is then one plain command, and no other command is as near. What changes a mailbox, sends
or ends the call is only a guess, which is asked back: "Did you say “archive it”?"
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice, pairwise

from briefing.understanding.command_grammar.command_forms import EXACT
from briefing.understanding.command_grammar.command_frame import DANGLING, VERBS
from briefing.understanding.command_grammar.command_leads import cores, starts
from briefing.understanding.command_grammar.command_phrases.kinds import CHANGE_NOTHING, Command, CommandKind
from briefing.understanding.command_grammar.command_phrases.notation import SYNONYMS
from briefing.understanding.command_grammar.free_words import phrase
from briefing.understanding.hearing.sound_alikes import (
    A_HOMOPHONE,
    A_LITTLE_WORD,
    KNOWN,
    as_one,
    instead_of,
    parted_elsewhere,
    sounds_the_same,
)
from briefing.understanding.times.put_first import time_first, time_last
from briefing.words import split_words

Words = tuple[str, ...]

MOST_WORDS = 9
_MOST_UNKNOWN = 3
_FARTHEST, _FARTHEST_OF_ALL = 0.75, 0.5
_NO_NEARER = 0.05
"""Two commands that differ by less are as near as one another."""
_TRIED, _TRIED_IN_FULL = 300, 40
_LITTLE = frozenset("a an the to of is as at and in on for it its this that one me my has his us".split())  # noqa: SIM905 - words of one kind
_TOO_MUCH, _POINTED_AT = frozenset({"the", "a", "an", "to", "of"}), frozenset({"it", "this", "that", "me", "her", "him", "them"})
_IS_VERB: Callable[[str], bool] = VERBS.__contains__
_BEHIND_IT = frozenset({"until", "in", "as", "to", "for", "away", "back", "off", "full"})
_STATES = frozenset({"read", "red", "unread", "important", "spam", "junk"})
_LOST: tuple[tuple[str, tuple[Callable[[str], bool], frozenset[str]]], ...] = (
    ("it", (_IS_VERB, _BEHIND_IT)),
    ("in", ("it".__eq__, frozenset({"full"}))),
    ("as", (lambda word: word in _POINTED_AT or word == "one", _STATES)),
    ("the", (_IS_VERB, frozenset({"one", "second", "third", "fourth", "fifth", "mail", "first", "newsletters"}))),
    ("the", (lambda word: word in {"me", "in", "only", "out"}, frozenset({"whole", "archive", "important", "newsletters"}))),
    ("are", ("many".__eq__, frozenset({"left"}))),
    ("a", (lambda word: word in _POINTED_AT, frozenset({"vip"}))),
)
"""A little word that gets lost, between what and what."""
_NO_END = {*((word, "on") for word in ("this", "that", "next", "first", "second", "third")), ("in", "for"), ("come", "in")}
"""As if more followed: "skip this on", "read it in for"."""
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_DICTATE = frozenset({"reply", "answer", "tell", "write", "say"})
_BOTH = (("mark", "it"), ("mark", "it", "as"))
_RUN_TOGETHER: Mapping[str, Sequence[Words]] = {
    "market": _BOTH, "marked": _BOTH, "undoing": (("undo",),), "lefty": (("left",),),
    "coming": (("come", "in"),),
}  # fmt: skip
_CLIPPED = (("to", "the", "next"), ("to", "the", "previous"), ("there", "anything"))
"""Behind a "go" or an "is" that was not heard; they are commands without their first word."""
_SPEAKS_OF_OTHERS = frozenset("""
    not never nobody none nothing if unless when while because before after since whether he she they someone somebody anybody said
    told wrote asked says wants would should could must may might maybe perhaps or yesterday already no nope nah can may shall else
    yes yeah yep yup sure and but
""".split())  # fmt: skip  # noqa: SIM905 - words of one kind
_SPEAKS_TO_US = frozenset({
    *(("when", each) for each in ("did", "was", "is")), *((each, "you") for each in ("can", "could", "would", "will")),
    ("he", "mail"), ("he", "mails"),
})  # fmt: skip
"""A question, a request, and one word in two, where the first word may be of others."""
_MAY_BE = CHANGE_NOTHING | {
    CommandKind.CHANGE, CommandKind.BULK, CommandKind.UNDO, CommandKind.UNSUBSCRIBE, CommandKind.FORWARD, CommandKind.REPLY,
    CommandKind.SEND, CommandKind.SEND_LATER, CommandKind.STOP,
}  # fmt: skip
"""What changes or ends something has to have been heard, and is asked back."""


def speaks_of_others(words: Words) -> bool:
    """Whether a line is a denial, a condition, a report or a doubt, whatever else was misheard in it."""
    return any(pair[0] in _SPEAKS_OF_OTHERS and pair not in _SPEAKS_TO_US for pair in pairwise((*words, "")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Misheard:
    """What was probably said; `is_sure`: it is done, and not only asked back."""

    command: Command
    words: Words
    is_sure: bool


@dataclass(frozen=True, slots=True)
class _Variant:
    """Other words in place of those that were heard, and how far from them."""

    words: Words
    cost: float
    place: int
    as_many_little: bool = True
    """No little word was put in or left out."""


_Found = tuple[_Variant, Command]


def misheard(words: Words, names: Collection[str], read: Callable[[Words], Command | None], plain: Command | None) -> Misheard | None:
    """The one plain command that the words probably are; `read` tells which plain command words are, if any. `names` were heard rightly.

    Where they are one as they stand, with words of the user's own in it, only a homophone makes another of them: "archive this won".
    """
    unknown = sum(word not in KNOWN and word not in SYNONYMS for word in words)
    if (words[-1:] and words[-1] in DANGLING - {"at"} and words[-2:] not in _NO_END) or not all(map(_WORD.fullmatch, words)):
        return None
    if not 0 < len(words) <= MOST_WORDS or unknown > _MOST_UNKNOWN or speaks_of_others(words):
        return None
    of_one = plain is not None and plain.kind in {CommandKind.JUMP_TO_MAIL, CommandKind.ASK_MAILS} and plain.target
    if plain is not None and not (plain.loosely or plain.text or plain.target in _LITTLE or of_one):
        return None
    if any(read(words[:place]) and read(words[place + 1 :]) for place, word in enumerate(words) if word == "and"):
        return None  # they are two
    variants = [each for each in islice(_variants(words), _TRIED) if _stays_itself(each, words) and set(each.words) >= set(names)]
    whole = [each for each in variants if any(phrase(core) in EXACT for core, _ in cores(each.words))]
    alike = [each for each in variants if each.as_many_little][:_TRIED_IN_FULL]
    nearest = partial(_nearest, read=read, names_time=any(chain(time_first(words), time_last(words))))
    if of_one:
        found = nearest([each for each in whole if each.cost <= A_HOMOPHONE and _sounds_the_same(each, words)])
    elif plain is not None:
        found = nearest([each for each in variants if each.cost <= A_HOMOPHONE])
    else:
        found = nearest(whole) or nearest(alike) or nearest(variants[:_TRIED_IN_FULL])
    if not found or any(command != found[0][1] for _, command in found) or _names_another(found[0][1], words):
        return None
    variant, command = found[0]
    return Misheard(command=command, words=variant.words, is_sure=command.kind in CHANGE_NOTHING)


def _sounds_the_same(variant: _Variant, words: Words) -> bool:
    return len(variant.words) == len(words) and all(map(sounds_the_same, words, variant.words))


def _names_another(command: Command, words: Words) -> bool:
    """Whether it is about somebody or something that was not said; what is asked has a name of ours, which nobody says."""
    named = f"{command.who} {'' if command.kind is CommandKind.LOOK_UP else command.target}"
    return not all(word in "".join(words) for word in split_words(named) if word != "from")


def _stays_itself(variant: _Variant, words: Words) -> bool:
    """Whether a word of weight is as it was heard, or all of them are nearly so: else anything may become anything."""
    core = min((core for core, _ in cores(words)), key=len, default=words)
    if variant.place < max(start for start in starts(words) if start < len(words)):
        return False  # what leads to it was heard
    if len(core) == 1 and variant.cost > A_HOMOPHONE:
        return False
    kept = {word for word in core if word not in _LITTLE}
    return not kept.isdisjoint(variant.words) or (variant.as_many_little and variant.cost <= _FARTHEST_OF_ALL)


def as_replies(line: str) -> Iterator[str]:
    """A line that may be dictated as it was, where the words before the text were misheard: "re ply that", "replies dad"."""
    first, _, rest = line.strip().partition(" ")
    second, _, behind = rest.partition(" ")
    if not first.isalpha():
        return
    merged = () if first.lower() in KNOWN else ((first + second, behind),)
    for verb, said in ((first, rest), *merged):
        for word in _DICTATE & {word for word, _ in instead_of(verb.lower())} | (_DICTATE & {verb.lower()}):
            that, _, text = said.partition(" ")
            yield f"{word} {said}"
            yield from (f"{word} that {text}" for each, _ in instead_of(that.lower()) if each == "that")


def _nearest(variants: Sequence[_Variant], read: Callable[[Words], Command | None], *, names_time: bool) -> Sequence[_Found]:
    """Those that are commands, of what is nearest and what is as near; with a time of theirs where the words name one."""
    found: list[_Found] = []
    for variant in variants:
        if found and variant.cost > found[0][0].cost + _NO_NEARER:
            break
        command = read(variant.words)
        if command is not None and command.kind in _MAY_BE and not command.loosely and not (command.when == "" and names_time):
            found.append((variant, command))
    return found


def _variants(words: Words) -> Iterator[_Variant]:
    """The nearest first."""
    once = sorted({each.words: each for each in sorted(_changed(words), key=lambda each: -each.cost)}.values(), key=lambda each: each.cost)
    twice = dict[Words, _Variant]()
    for first in once:
        if first.cost > _FARTHEST - A_HOMOPHONE:
            break
        for second in _changed(first.words, since=first.place):
            as_many = first.as_many_little and second.as_many_little
            both = _Variant(second.words, first.cost + second.cost, second.place, as_many)
            if both.cost <= _FARTHEST and both.words != words and (both.words not in twice or twice[both.words].cost > both.cost):
                twice[both.words] = both
        if len(twice) > 3 * _TRIED:
            break
    yield from sorted((*once, *twice.values()), key=lambda each: each.cost)


def _changed(words: Words, *, since: int = 0) -> Iterator[_Variant]:
    """The words with one change at this place or behind it."""
    for place in range(since, len(words)):
        word, before, behind = words[place], words[:place], words[place + 1 :]
        for other, cost in instead_of(word):
            yield _Variant((*before, other, *behind), cost, place)
        for others in _RUN_TOGETHER.get(word, ()):
            yield _Variant((*before, *others, *behind), A_HOMOPHONE, place=place)
        if behind:
            for other, cost in as_one(word, behind[0]):
                yield _Variant((*before, other, *behind[1:]), cost, place=place)
            for others in parted_elsewhere(word, behind[0]):
                yield _Variant((*before, *others, *behind[1:]), A_HOMOPHONE, place=place)
        if not place and any(words[: len(each)] == each for each in _CLIPPED):
            yield _Variant(behind, A_LITTLE_WORD, place=place, as_many_little=False)
        if place and word in _TOO_MUCH and behind and behind[0] in _POINTED_AT:
            yield _Variant((*before, *behind), A_LITTLE_WORD, place=place, as_many_little=False)
        if place:
            lost = [each for each, (last, first) in _LOST if last(before[-1]) and word in first and each != word]
            yield from (_Variant((*before, each, *words[place:]), A_LITTLE_WORD, place, as_many_little=False) for each in lost)
