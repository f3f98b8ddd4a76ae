"""Which mail threads are about the same matter, found without comparing all with all.

A like subject alone joins the wrong mails four times in ten ("Lunch?", "Invoice"), so two threads are joined only when their subjects
share most of their telling words *and* they share somebody: a person besides the user, an organisation, a mailing list.

Subjects are compared by Jaccard similarity through prefix filtering: with a set's words ordered from rare to common, two sets that are
similar enough must share one of their first few words, so only threads that share such a word and somebody are looked at. Each such
bucket keeps a handful of different subjects to compare with; equal subjects need no bucket. The work is linear in the number of
threads, whatever the words are.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from math import ceil

from briefing.triage.disjoint_sets import Unions

ALIKE_FROM = 0.6
"""Share of common telling words (Jaccard) from which two subjects are alike."""

_COMPARED_PER_BUCKET = 8
_TIES_READ = 6


@dataclass(frozen=True, slots=True)
class Matter:
    """What a mail thread is compared by: the telling words of its subject, and the people, organisation or list it is tied to.

    `ties` are opaque strings.
    """

    subject: frozenset[str]
    ties: frozenset[str]


def alike(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two sets of telling words are about the same matter; nothing is like an empty set."""
    common = len(one & other)
    return common > 0 and common >= ALIKE_FROM * (len(one) + len(other) - common)


def join_alike(matters: Mapping[int, Matter], unions: Unions) -> None:
    """Join the positions in `unions` whose matters are alike and tied to one another. Depends on the order of `matters`."""
    words = Counter(chain.from_iterable(matter.subject for matter in matters.values()))
    ties = Counter(chain.from_iterable(matter.ties for matter in matters.values()))
    equal: dict[str, int] = {}
    buckets = _Buckets(matters, unions)
    for position, matter in matters.items():
        shared_ties = [tie for tie in matter.ties if ties[tie] > 1]
        if not shared_ties:
            continue
        subject = " ".join(sorted(matter.subject))
        prefix = [word for word in _prefix(matter.subject, words) if words[word] > 1]
        for tie in _limited(shared_ties):
            known = equal.setdefault(f"{tie} {subject}", position)
            if known != position:
                unions.join(known, position)
                continue
            for word in prefix:
                buckets.add(f"{tie} {word}", position)


class _Buckets:
    """Threads that share a word and somebody, to be compared with one another.

    Keys are strings and a bucket of one is an integer: a million small tuples and lists would keep Python's collector busy for as long
    as the comparing takes.
    """

    def __init__(self, matters: Mapping[int, Matter], unions: Unions) -> None:
        self._matters = matters
        self._unions = unions
        self._first: dict[str, int] = {}
        self._more: dict[str, list[int]] = {}

    def add(self, key: str, position: int) -> None:
        """Compare with who is in the bucket and, while there is room, stay in it."""
        first = self._first.setdefault(key, position)
        if first == position:
            return
        more = self._more.setdefault(key, [])
        subject = self._matters[position].subject
        for other in (first, *more):
            if alike(subject, self._matters[other].subject):
                self._unions.join(other, position)
        if len(more) < _COMPARED_PER_BUCKET - 1:
            more.append(position)


def _prefix(words: frozenset[str], frequency: Counter[str]) -> list[str]:
    if len(words) < 2:
        return list(words)
    at_least = ceil(ALIKE_FROM * len(words) - 1e-9)  # 0.6 * 5 must stay 3
    return sorted(words, key=lambda word: (frequency[word], word))[: len(words) - at_least + 1]


def _limited(ties: list[str]) -> list[str]:
    return ties if len(ties) <= _TIES_READ else sorted(ties)[:_TIES_READ]
