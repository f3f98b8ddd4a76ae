"""Whether matching a pattern may take more than linear time, and on which text.

Quadratic work needs two places of the pattern that both come back to themselves over the same characters, with a way over these characters
from the first to the second: the engine may leave the first after any of the repetitions and tries each (Weber and Seidl, "On the degree
of ambiguity of finite automata", 1991). The beginning of a search is such a place as well, for all characters. If there are two ways from a
place back to itself over the same characters, the work is exponential. None of this costs anything where the pattern can end whatever
comes, since the first attempt then succeeds.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from tests.patterns.automaton import START, Automaton, Node

MOST_LOOKED_AT = 200_000

_At = TypeVar("_At")


@dataclass(frozen=True, slots=True)
class Worst:
    """A text that takes more than linear time when it is repeated as often as one likes, perhaps with something before and behind."""

    again: str
    exponential: bool = False


class Growth:
    """What is slow about one way to apply a pattern."""

    def __init__(self, pattern: re.Pattern[str] | re.Pattern[bytes], way: str) -> None:
        self._automaton = Automaton(pattern, search=way not in {"match", "fullmatch"}, whole=way == "fullmatch")
        self._steps: dict[Node, list[list[Node]]] = {}

    def worst(self) -> Worst | None:
        if not self._loops:
            return None
        for node in self._loops:
            if node not in self._safe and (again := self._doubled(node)):
                return Worst(self._text(again), exponential=True)
        if START in self._groups and (again := self._begun_anew()):
            return Worst(self._text(again))
        for one in sorted({*self._groups.values()}):
            for other in sorted({*self._groups.values()}):
                pairs = [
                    (first, second)
                    for first in self._loops
                    if self._groups[first[0]] == one
                    for second in self._loops
                    if self._groups[second[0]] == other and first[0] != second[0] and first[1] == second[1] and second not in self._safe
                ]
                if self._tripled(pairs, whole=False) and (again := next(filter(None, (self._tripled([pair]) for pair in pairs)), [])):
                    return Worst(self._text(again))
        return None

    def _next(self, node: Node) -> list[list[Node]]:
        if node not in self._steps:
            self._steps[node] = [self._automaton.step(node, read) for read in range(len(self._automaton.characters))]
        return self._steps[node]

    @cached_property
    def _groups(self) -> dict[int, int]:
        """The strongly connected component of each state that lies on a circle."""
        return _circles({state: [edge.to for edge in self._automaton.ways(state) if edge.reads] for state in self._automaton.states()})

    @cached_property
    def _loops(self) -> list[Node]:
        """The nodes on circles of the pattern itself."""
        reads = {edge.to: 0 for state in self._groups for edge in self._automaton.ways(state)}
        for state in self._groups:
            for edge in self._automaton.ways(state):
                reads[edge.to] |= edge.reads
        return [
            (state, read)
            for state in sorted(self._groups)
            if state != START
            for read in range(len(self._automaton.characters))
            if reads.get(state, 0) >> read & 1
        ]

    @cached_property
    def _safe(self) -> frozenset[Node]:
        """Nodes of circles at which, whatever follows, the pattern can end or go round on."""
        safe = set(self._loops)
        ends = {node: self._automaton.accepts(node) for node in safe}
        while unsafe := {
            node
            for node in safe
            if not ends[node] & self._automaton.end
            or any(not ends[node] >> read & 1 and safe.isdisjoint(targets) for read, targets in enumerate(self._next(node)))
        }:
            safe -= unsafe
        return frozenset(safe)

    def _begun_anew(self) -> list[int]:
        """Characters that a circle reads from one of its places to another, and over which a new attempt comes to that place as well: the
        circle can go on to where it began, and so can the attempt."""
        unsafe = {node for node in self._loops if node not in self._safe}
        return self._found(
            [((START, node[1]), node) for node in unsafe],
            lambda at: at[0] == at[1],
            lambda read, at: (
                (one, two)
                for two in self._next(at[1])[read]
                if two in unsafe and self._groups[two[0]] == self._groups[at[1][0]]
                for one in self._next(at[0])[read]
            ),
        )

    def _tripled(self, pairs: list[tuple[Node, Node]], *, whole: bool = True) -> list[int]:
        """Characters that lead from a pair's first to itself, from the first to the second, and from the second to itself; empty if
        there are none. Not `whole`: without the way back to where the pair began, so that all pairs of two circles are judged at once."""
        return self._found(
            [(first, first, second) for first, second in pairs],
            lambda at: at[1] == at[2] and (not whole or at[::2] == pairs[0]),
            lambda read, at: (
                (one, two, three)
                for one in self._next(at[0])[read]
                if self._groups.get(one[0]) == self._groups[at[0][0]]
                for three in self._next(at[2])[read]
                if self._groups.get(three[0]) == self._groups[at[2][0]] and three not in self._safe
                for two in self._next(at[1])[read]
            ),
        )

    def _doubled(self, node: Node) -> list[int]:
        """Characters that lead from a node back to itself in two ways."""
        group = self._groups[node[0]]

        def on(read: int, at: tuple[Node, Node, bool]) -> Iterator[tuple[Node, Node, bool]]:
            ones, twos = self._next(at[0])[read], self._next(at[1])[read]
            for i, one in enumerate(ones):
                for j, two in enumerate(twos):
                    if self._groups.get(one[0]) == group == self._groups.get(two[0]) and one not in self._safe:
                        yield one, two, at[2] or one != two or (at[0] == at[1] and i != j)

        return self._found([(node, node, False)], lambda at: at == (node, node, True), on)

    def _found(self, begins: Iterable[_At], ends: Callable[[_At], bool], on: Callable[[int, _At], Iterator[_At]]) -> list[int]:
        """The shortest text over which one comes from one of the beginnings to an end; empty if there is none."""
        came: dict[_At, list[int]] = {each: [] for each in begins}
        queue = deque(came)
        while queue:
            at = queue.popleft()
            for read in range(len(self._automaton.characters)):
                for target in on(read, at):
                    if ends(target):
                        return [*came[at], read]
                    if target not in came:
                        came[target] = [*came[at], read]
                        queue.append(target)
                        assert len(came) < MOST_LOOKED_AT, "this pattern is too large to judge"
        return []

    def _text(self, read: list[int]) -> str:
        return "".join(self._automaton.characters[each] for each in read)


def _circles(graph: dict[int, list[int]]) -> dict[int, int]:
    """Tarjan's algorithm, without recursion; only components with a circle."""
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    group: dict[int, int] = {}
    done: set[int] = set()
    for root, targets in graph.items():
        if root in number:
            continue
        work = [(root, iter(targets))]
        number[root] = low[root] = len(number)
        stack.append(root)
        while work:
            node, rest = work[-1]
            target = next(rest, None)
            if target is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    members = stack[stack.index(node) :] if stack[-1] != node else [node]
                    del stack[-len(members) :]
                    done.update(members)
                    if len(members) > 1 or node in graph[node]:
                        group.update(dict.fromkeys(members, number[node]))
            elif target not in number:
                number[target] = low[target] = len(number)
                stack.append(target)
                work.append((target, iter(graph[target])))
            elif target not in done:
                low[node] = min(low[node], number[target])
    return group
