"""A regular expression as an automaton of the steps that Python's backtracking engine may take.

Characters are put into classes that the pattern cannot tell apart. A node is a place in the pattern with the class of the character before
it, so `\\b`, `(?<!x)` and `^` are exact for one character; longer look-behinds, and negative look-aheads of several characters, are taken
to hold nothing back, which can only make a pattern look slower than it is. What a look-ahead reads is a way that ends nowhere: it costs its
reading.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.patterns.constructs import ONE, OTHERS, is_word, leaves, parser, points, sre

Node = tuple[int, int]
"""A state, and the class of the character before it."""
START, ACCEPT = 0, 1
_MOST_PATHS = 5_000
_OFTEN = 3
"""Bounded repetitions count as no more than so many: they cost a factor, however long the text is."""


@dataclass(frozen=True, slots=True)
class Edge:
    """To a state: over one character of `reads`, or over none between a character of `before` and one of `after`."""

    to: int
    reads: int = 0
    before: int = -1
    after: int = -1


class Automaton:
    """`search`: an attempt begins at every character. `whole`: a match ends where the text ends."""

    def __init__(self, pattern: re.Pattern[str] | re.Pattern[bytes], *, search: bool, whole: bool) -> None:
        text = pattern.pattern
        self._bytes = isinstance(text, bytes)
        self._tree = parser.parse(text.decode("latin-1") if isinstance(text, bytes) else text, pattern.flags & ~re.DEBUG)
        self._flags = pattern.flags
        self._edges: list[list[Edge]] = [[], []]
        self._paths: dict[int, list[Edge]] = {}
        self._by_read: dict[int, list[list[Edge]]] = {}
        self._captured: dict[int | None, tuple[Sequence[Any], int]] = {}
        self.characters = self._representatives()
        self.end = 1 << len(self.characters)
        self.any = self.end - 1
        self._words = self._mask(lambda each: is_word(each, ascii_only=self._ascii(pattern.flags)))
        first = self._state()
        self._edges[START] = [Edge(first)] + ([Edge(START, reads=self.any)] if search else [])
        last = self._sequence(self._tree, first, pattern.flags)
        self._edges[last].append(Edge(ACCEPT, after=self.end if whole else -1))

    def step(self, node: Node, read: int) -> list[Node]:
        """Where the engine may be after the next character, as often as there are ways to get there."""
        state, before = node[0], 1 << node[1]
        if state not in self._by_read:
            self._by_read[state] = [[] for _ in self.characters]
            for edge in self.ways(state):
                for at, held in enumerate(self._by_read[state]):
                    if edge.reads >> at & 1:
                        held.append(edge)
        return [(edge.to, read) for edge in self._by_read[state][read] if edge.before & before]

    def accepts(self, node: Node) -> int:
        """Before which characters (or the end) the pattern may end here."""
        after = 0
        for edge in self.ways(node[0]):
            if edge.to == ACCEPT and not edge.reads and edge.before >> node[1] & 1:
                after |= edge.after
        return after & (self.any | self.end)

    def states(self) -> range:
        return range(len(self._edges))

    def ways(self, state: int) -> list[Edge]:
        """The ways from a state over one character or to the end, with what their steps over none ask for put together."""
        if state not in self._paths:
            found: list[Edge] = []
            self._follow(state, -1, -1, [], found)
            self._paths[state] = found
        return self._paths[state]

    def _follow(self, state: int, before: int, after: int, been: list[int], found: list[Edge]) -> None:
        if state == ACCEPT:
            found.append(Edge(ACCEPT, 0, before, after))
            return
        if state in been or len(found) > _MOST_PATHS:
            return
        for edge in self._edges[state]:
            if edge.reads:
                if reads := edge.reads & after:
                    found.append(Edge(edge.to, reads, before & edge.before, -1))
            elif before & edge.before and after & edge.after:
                self._follow(edge.to, before & edge.before, after & edge.after, [*been, state], found)

    def _state(self) -> int:
        self._edges.append([])
        return len(self._edges) - 1

    def _edge(self, start: int, end: int, *, reads: int = 0, before: int = -1, after: int = -1) -> None:
        self._edges[start].append(Edge(end, reads, before, after))

    def _sequence(self, items: Sequence[Any], at: int, flags: int) -> int:
        for item in items:
            at = self._item(item, at, flags)
        return at

    def _item(self, item: Any, at: int, flags: int) -> int:
        kind, value = item
        after = self._state()
        match kind:
            case sre.LITERAL | sre.NOT_LITERAL | sre.ANY | sre.IN:
                self._edge(at, after, reads=self._reads(item, flags))
            case sre.BRANCH:
                for branch in value[1]:
                    self._edge(self._sequence(branch, self._from(at), flags), after)
            case sre.SUBPATTERN:
                self._captured[value[0]] = (value[3], (flags | value[1]) & ~value[2])
                self._edge(self._sequence(value[3], at, (flags | value[1]) & ~value[2]), after)
            case sre.ATOMIC_GROUP:
                self._edge(self._atomic(value, at, flags), after)
            case sre.MAX_REPEAT | sre.MIN_REPEAT | sre.POSSESSIVE_REPEAT:
                return self._repeat(value, at, flags, possessive=kind is sre.POSSESSIVE_REPEAT)
            case sre.AT:
                self._at(value, at, after, flags)
            case sre.ASSERT | sre.ASSERT_NOT:
                self._look(value[0], value[1], at, after, flags, holds=kind is sre.ASSERT)
            case sre.GROUPREF:
                items, its_flags = self._captured[value]
                self._edge(self._sequence(items, at, its_flags), after)
            case _:
                raise NotImplementedError(kind)
        return after

    def _from(self, at: int) -> int:
        state = self._state()
        self._edge(at, state)
        return state

    def _atomic(self, items: Sequence[Any], at: int, flags: int) -> int:
        *before, (kind, value) = items
        at = self._sequence(before, at, flags)
        if kind in {sre.MAX_REPEAT, sre.POSSESSIVE_REPEAT}:
            return self._repeat(value, at, flags, possessive=True)
        return self._item((kind, value), at, flags)

    def _repeat(self, value: Any, at: int, flags: int, *, possessive: bool) -> int:
        least, most, body = value
        least, most = min(least, _OFTEN), most if most is sre.MAXREPEAT else min(most, min(least, _OFTEN) + _OFTEN)
        for _ in range(least):
            at = self._sequence(body, at, flags)
        end, unbounded = self._state(), most is sre.MAXREPEAT
        keeps = self._reads(body[0], flags) if possessive and len(body) == 1 and body[0][0] in ONE else 0
        if unbounded:
            loop = self._from(at)
            self._edge(self._sequence(body, self._from(loop), flags), loop)
            self._edge(loop, end, after=~keeps)
        else:
            for _ in range(most - least):
                self._edge(at, end, after=~keeps)
                at = self._sequence(body, self._from(at), flags)
            self._edge(at, end)
        return end

    def _at(self, value: Any, at: int, after: int, flags: int) -> None:
        line = self._mask(lambda each: each == "\n")
        match value:
            case sre.AT_BEGINNING:
                self._edge(at, after, before=self.end | (line if flags & re.MULTILINE else 0))
            case sre.AT_BEGINNING_STRING:
                self._edge(at, after, before=self.end)
            case sre.AT_END:
                self._edge(at, after, after=self.end | line)
            case sre.AT_END_STRING:
                self._edge(at, after, after=self.end)
            case sre.AT_BOUNDARY | sre.AT_NON_BOUNDARY:
                words, others = self._words, ~self._words
                for before, behind in (
                    ((words, others), (others, words)) if value is sre.AT_BOUNDARY else ((words, words), (others, others))
                ):
                    self._edge(at, after, before=before, after=behind)
            case _:
                raise NotImplementedError(value)

    def _look(self, direction: int, body: Sequence[Any], at: int, after: int, flags: int, *, holds: bool) -> None:
        one = self._one_of(body, flags)
        if direction < 0:
            behind = one if one is not None else self._one_of(body[-1:], flags) if holds else None
            self._edge(at, after, before=-1 if behind is None else behind if holds else ~behind)
            return
        if one is None:
            self._sequence(body, self._from(at), flags)
        ahead = one if one is not None else self._one_of(body[:1], flags) if holds else None
        self._edge(at, after, after=-1 if ahead is None else ahead if holds else ~ahead)

    def _one_of(self, body: Sequence[Any], flags: int) -> int | None:  # noqa: PLR0911 - one for each construct
        """What a look at one character sees; none if it is not one character that is looked at."""
        if len(body) != 1:
            return None
        kind, value = body[0]
        if kind in ONE:
            return self._reads(body[0], flags)
        if kind is sre.SUBPATTERN:
            return self._one_of(value[3], (flags | value[1]) & ~value[2])
        if kind is sre.BRANCH:
            seen = [self._one_of(branch, flags) for branch in value[1]]
            return None if None in seen else _joined([each for each in seen if each is not None])
        if kind is sre.AT and value in {sre.AT_END_STRING, sre.AT_BEGINNING_STRING}:
            return self.end
        if kind is sre.AT and value in {sre.AT_END, sre.AT_BEGINNING}:
            return self.end | (self._mask(lambda each: each == "\n") if value is sre.AT_END or flags & re.MULTILINE else 0)
        return None

    def _reads(self, item: Any, flags: int) -> int:
        return self._mask(lambda each: self._holds(item, each, flags))

    def _mask(self, holds: Callable[[str], bool]) -> int:
        return sum(1 << at for at, each in enumerate(self.characters) if holds(each))

    def _ascii(self, flags: int) -> bool:
        return self._bytes or bool(flags & re.ASCII)

    def _holds(self, item: Any, character: str, flags: int) -> bool:
        kind, value = item
        if kind is sre.ANY:
            return character != "\n" or bool(flags & re.DOTALL)
        forms = {character, character.lower(), character.upper()} if flags & re.IGNORECASE else {character}
        if kind is sre.IN:
            negated = value[0][0] is sre.NEGATE
            return negated != any(self._member(each, form, flags) for each in value[negated:] for form in forms)
        held = any(self._member((sre.LITERAL, value), form, flags) for form in forms)
        return held != (kind is sre.NOT_LITERAL)

    def _member(self, member: Any, form: str, flags: int) -> bool:
        kind, value = member
        if kind is sre.LITERAL:
            return form == chr(value)
        if kind is sre.RANGE:
            return len(form) == 1 and value[0] <= ord(form) <= value[1]
        is_in: dict[Any, Callable[[str], bool]] = {
            sre.CATEGORY_DIGIT: lambda each: each.isdecimal() and (each.isascii() or not self._ascii(flags)),
            sre.CATEGORY_SPACE: lambda each: each.isspace() and (each.isascii() or not self._ascii(flags)),
            sre.CATEGORY_WORD: lambda each: is_word(each, ascii_only=self._ascii(flags)),
        }
        name = str(value).replace("_NOT_", "_")
        return any(str(each) == name and test(form) != ("_NOT_" in str(value)) for each, test in is_in.items())

    def _representatives(self) -> list[str]:
        """One character of each class that the pattern can tell from the others."""
        items = list(leaves(self._tree, self._flags))
        near = {chr(point) for item, _ in items for each in points(item) for point in (each - 1, each, each + 1) if 0 <= point < 0x110000}
        mentioned = {form for each in near for form in (each, each.lower(), each.upper()) if len(form) == 1}
        chosen: dict[tuple[object, ...], str] = {}
        unique = {repr(item) + str(flags & (re.I | re.S | re.A)): (item, flags) for item, flags in items}.values()
        for each in [*map(chr, (*range(97, 123), *range(128))), *OTHERS, *sorted(mentioned)]:
            if self._bytes and ord(each) > 255:
                continue
            signs = (
                each == "\n",
                is_word(each, ascii_only=self._ascii(self._flags)),
                *(self._holds(item, each, flags) for item, flags in unique),
            )
            chosen.setdefault(signs, each)
        return list(chosen.values())


def _joined(masks: Sequence[int]) -> int:
    together = 0
    for each in masks:
        together |= each
    return together
