"""A sequence that counts: how many of a kind stand before this place, which one is the n-th of its kind, put this one in after that.

All three in logarithmic time. A sorted list with bisect answers the first two as fast, but it moves everything behind an insertion or
a deletion; a Fenwick tree cannot insert at all, and mail that arrives during a call goes into the middle. Hence a treap whose slots
know their parent; it is built in balance. Nothing is ever deleted: what no longer counts gets counts of zero and keeps its place, so
that it can come back there.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Slot(Generic[Item]):
    """One place in the sequence: its item, and how much it counts in each column (0 or 1)."""

    __slots__ = ("counts", "item", "left", "priority", "right", "totals", "up")

    def __init__(self, item: Item, counts: Sequence[int]) -> None:
        self.item = item
        self.counts = tuple(counts)
        self.totals = list(counts)
        self.priority = 0.0
        self.up: Slot[Item] | None = None
        self.left: Slot[Item] | None = None
        self.right: Slot[Item] | None = None


class CountedSequence(Generic[Item]):
    """Slots in order, each with the same columns of counts."""

    def __init__(self, slots: Sequence[Slot[Item]]) -> None:
        # The shape decides nothing but speed, so the seed is fixed and a run can be repeated.
        self._random = Random(len(slots))  # noqa: S311
        self._root = self._built(slots, 0, len(slots), 1.0)

    def __iter__(self) -> Iterator[Slot[Item]]:
        """The slots in order."""
        waiting: list[Slot[Item]] = []
        slot = self._root
        while slot is not None or waiting:
            while slot is not None:
                waiting.append(slot)
                slot = slot.left
            slot = waiting.pop()
            yield slot
            slot = slot.right

    def total(self, column: int) -> int:
        """How many count in the column."""
        return 0 if self._root is None else self._root.totals[column]

    def before(self, slot: Slot[Item], column: int) -> int:
        """How many count in the column in front of the slot, itself left out."""
        found = 0 if slot.left is None else slot.left.totals[column]
        while slot.up is not None:
            if slot.up.right is slot:
                found += slot.up.totals[column] - slot.totals[column]
            slot = slot.up
        return found

    def nth(self, index: int, column: int) -> Slot[Item] | None:
        """The slot with `index` others in front of it that count in the column, or None beyond the ends."""
        slot = self._root
        if slot is None or not 0 <= index < slot.totals[column]:
            return None
        while slot is not None:
            left = 0 if slot.left is None else slot.left.totals[column]
            if index < left:
                slot = slot.left
            elif index < left + slot.counts[column]:
                return slot
            else:
                index -= left + slot.counts[column]
                slot = slot.right
        return None

    def recount(self, slot: Slot[Item], counts: Sequence[int]) -> None:
        """Give the slot other counts."""
        changes = [(column, new - old) for column, (new, old) in enumerate(zip(counts, slot.counts, strict=True)) if new != old]
        slot.counts = tuple(counts)
        if changes:
            self._add_above(slot, changes)

    def append(self, slot: Slot[Item]) -> None:
        """Put the slot at the end."""
        last = self._root
        while last is not None and last.right is not None:
            last = last.right
        if last is None:
            self._root = slot
        else:
            self.insert_after(last, slot)

    def insert_after(self, place: Slot[Item], slot: Slot[Item]) -> None:
        """Put a new slot directly behind one that is in the sequence."""
        slot.priority = self._random.random()
        if place.right is None:
            place.right, slot.up = slot, place
        else:
            place = place.right
            while place.left is not None:
                place = place.left
            place.left, slot.up = slot, place
        self._add_above(slot.up, list(enumerate(slot.counts)))
        while slot.up is not None and slot.priority > slot.up.priority:
            self._lift(slot)

    def _built(self, slots: Sequence[Slot[Item]], start: int, end: int, ceiling: float) -> Slot[Item] | None:
        if start == end:
            return None
        middle = (start + end) // 2
        slot = slots[middle]
        # The highest of n even random numbers is distributed like the n-th root of one: the balanced shape is a fair treap.
        slot.priority = ceiling * self._random.random() ** (1 / (end - start))
        slot.left = self._built(slots, start, middle, slot.priority)
        slot.right = self._built(slots, middle + 1, end, slot.priority)
        self._adopt(slot)
        return slot

    def _lift(self, slot: Slot[Item]) -> None:
        """Rotate the slot above its parent; the order stays."""
        parent = slot.up
        if parent is None:
            return
        above = parent.up
        if parent.left is slot:
            parent.left, slot.right = slot.right, parent
        else:
            parent.right, slot.left = slot.left, parent
        if above is None:
            self._root = slot
        elif above.left is parent:
            above.left = slot
        else:
            above.right = slot
        slot.up = above
        self._adopt(parent)
        self._adopt(slot)

    def _adopt(self, slot: Slot[Item]) -> None:
        slot.totals = list(slot.counts)
        for child in (slot.left, slot.right):
            if child is not None:
                child.up = slot
                slot.totals = [mine + below for mine, below in zip(slot.totals, child.totals, strict=True)]

    @staticmethod
    def _add_above(slot: Slot[Item] | None, changes: Sequence[tuple[int, int]]) -> None:
        while slot is not None:
            for column, change in changes:
                slot.totals[column] += change
            slot = slot.up
