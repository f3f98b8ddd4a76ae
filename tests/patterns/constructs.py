"""What a parsed regular expression is made of. The parser is that of `re` itself, which has no public name."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

sre: Any = import_module("re._constants")
parser: Any = import_module("re._parser")

ONE = frozenset({sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN})
OTHERS = "éßÉ中٣\u00a0\u2028\u2019\u201c\u00ad\u200b\u017f\u212a€\x85\u0130"
"""Characters beyond ASCII of which a pattern may think in different ways."""


def is_word(character: str, *, ascii_only: bool) -> bool:
    return (character.isalnum() or character == "_") and (character.isascii() or not ascii_only)


def leaves(tree: Any, flags: int) -> Iterator[tuple[Any, int]]:
    """The places of a parsed pattern that read one character, with their flags."""
    for item in tree:
        kind, value = item
        if kind in ONE:
            yield item, flags
        elif kind is sre.BRANCH:
            for branch in value[1]:
                yield from leaves(branch, flags)
        elif kind is sre.SUBPATTERN:
            yield from leaves(value[3], (flags | value[1]) & ~value[2])
        elif kind is sre.ATOMIC_GROUP:
            yield from leaves(value, flags)
        elif kind in {sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT}:
            yield from leaves(value[2], flags)
        elif kind in {sre.ASSERT, sre.ASSERT_NOT}:
            yield from leaves(value[1], flags)


def points(item: Any) -> list[int]:
    """The code points that a place names."""
    kind, value = item
    if kind is sre.IN:
        return [point for member in value for point in points(member)]
    if kind in {sre.LITERAL, sre.NOT_LITERAL}:
        return [value]
    return list(value) if kind is sre.RANGE else []


def repeats_a_group_possessively(tree: Any) -> bool:
    """Whether anything but one character is repeated by `*+`, `++` or `?+`.

    Python before 3.11.5 goes on at the wrong character where such a repetition ends amid its group (python/cpython#106052); within an
    atomic group, `(?>(?:...)*)`, it means the same and is read rightly.
    """
    for kind, value in tree:
        if kind is sre.POSSESSIVE_REPEAT and not (len(value[2]) == 1 and value[2][0][0] in ONE):
            return True
        if any(map(repeats_a_group_possessively, _within(kind, value))):
            return True
    return False


def _within(kind: Any, value: Any) -> list[Any]:
    if kind is sre.BRANCH:
        return list(value[1])
    if kind is sre.SUBPATTERN:
        return [value[3]]
    if kind is sre.ATOMIC_GROUP:
        return [value]
    if kind in {sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT}:
        return [value[2]]
    return [value[1]] if kind in {sre.ASSERT, sre.ASSERT_NOT} else []
