"""Texts that could take a pattern long, drawn from its own syntax tree: they also try patterns that are too large for the automaton.

Each is what one of its repetitions reads, many times over, behind what leads there, and then an end that fits nothing.
"""

import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

from tests.patterns.constructs import leaves, parser, points, sre

DRAWN = 3
"""Texts for each repetition of a pattern."""
_OFTEN = 2
_FITS_NOTHING = ("", "\x00\n,\x00")
_CATEGORIES = {
    sre.CATEGORY_DIGIT: "1",
    sre.CATEGORY_SPACE: " ",
    sre.CATEGORY_WORD: "a",
    sre.CATEGORY_NOT_DIGIT: "a",
    sre.CATEGORY_NOT_SPACE: "a",
    sre.CATEGORY_NOT_WORD: "-",
}
_ANYWHERE = ("a", " ", "\n", "a ", "1", ", ", ". ", "-", "'", '"')


def worst_cases(pattern: re.Pattern[str] | re.Pattern[bytes]) -> Iterator[tuple[str, str, str]]:
    """What stands before, what is repeated, and what stands behind; the same ones each time."""
    text = pattern.pattern
    tree = parser.parse(text.decode("latin-1") if isinstance(text, bytes) else text, pattern.flags & ~re.DEBUG)
    draw = random.Random(len(text))  # noqa: S311 - to be repeated
    named = {chr(point) for item, _ in leaves(tree, pattern.flags) for point in points(item)}
    units = {("", each) for each in (*_ANYWHERE, *(each for each in sorted(named) if not each.isalnum()))}
    for before, body in _repeated(tree, [], draw):
        units |= {("".join(_drawn(before, draw)), unit) for _ in range(DRAWN) if (unit := "".join(_drawn(body, draw)))}
        units |= {("", "".join(_drawn([*before, *body], draw))) for _ in range(DRAWN)}
    units |= {("", "".join(_drawn(tree, draw))) for _ in range(DRAWN)}
    for before, unit in sorted(units - {("", "")}):
        for behind in _FITS_NOTHING:
            yield before, unit, behind


def _repeated(items: Sequence[Any], before: Sequence[Any], draw: random.Random) -> Iterator[tuple[Sequence[Any], Sequence[Any]]]:
    """The bodies of the repetitions without a bound, or with one beyond what an automaton counts, and what leads to each."""
    for at, (kind, value) in enumerate(items):
        here = [*before, *items[:at]]
        if kind in {sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT}:
            if value[1] is sre.MAXREPEAT or value[1] > _OFTEN:
                yield here, list(value[2])
            yield from _repeated(list(value[2]), here, draw)
        else:
            for inner in _inside(kind, value):
                yield from _repeated(inner, here, draw)


def _inside(kind: Any, value: Any) -> list[Sequence[Any]]:
    if kind is sre.BRANCH:
        return [list(branch) for branch in value[1]]
    if kind is sre.SUBPATTERN:
        return [list(value[3])]
    if kind is sre.ATOMIC_GROUP:
        return [list(value)]
    return [list(value[1])] if kind is sre.ASSERT else []


def _drawn(items: Sequence[Any], draw: random.Random) -> Iterator[str]:
    """Something that these places read, one after the other; looks around and places between characters read nothing."""
    for kind, value in items:
        if kind is sre.LITERAL:
            yield chr(value)
        elif kind is sre.IN:
            yield _member(value, draw)
        elif kind in {sre.ANY, sre.NOT_LITERAL}:
            yield "a" if kind is sre.ANY or value != ord("a") else "b"
        elif kind in {sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT}:
            for _ in range(max(min(value[0], 300), draw.randint(0, min(_OFTEN, int(value[1]))))):
                yield from _drawn(value[2], draw)
        elif kind is not sre.ASSERT and (inside := _inside(kind, value)):
            yield from _drawn(draw.choice(inside), draw)


def _member(members: Sequence[Any], draw: random.Random) -> str:
    negated = members[0][0] is sre.NEGATE
    if negated:
        excluded = {point for member in members[1:] for point in points(member)}
        return next(each for each in "a b1-_~§" if ord(each) not in excluded)
    kind, value = draw.choice(members)
    if kind is sre.CATEGORY:
        return _CATEGORIES[value]
    return chr(draw.choice(value) if kind is sre.RANGE else value)
