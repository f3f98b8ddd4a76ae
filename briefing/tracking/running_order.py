"""The order in which mails come: topics one after another, the mails of each behind its heading, in one counted sequence.

Which mail is next, which topic is the third, how many mails of the topic are left: each is a count before a place, or the n-th of a
kind, so each takes logarithmic time in an inbox of any size. Who may stand where is not decided here: the order is told how each
mail counts, and knows nothing else about it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from briefing.agenda import TopicKind
from briefing.mail import MailId
from briefing.tracking.counted_sequence import CountedSequence, Slot


class Column(IntEnum):
    """What is counted at each place. A topic counts as long as one mail in it does.

    A pending mail that is held back counts as `PENDING`, and neither as `ACTIVE` nor as `DUE`.
    """

    TOPICS = 0
    MAILS = 1
    ACTIVE = 2
    PENDING = 3
    SKIPPED = 4
    DUE = 5


class Standing(NamedTuple):
    """How one mail counts."""

    counted: bool
    active: bool
    pending: bool
    skipped: bool
    due: bool

    @property
    def columns(self) -> tuple[int, ...]:
        """The counts at the mail's place; a mail is no topic."""
        return (0, *map(int, self))


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicPlan:
    """A topic as ids: what the order is built from and can be read back into."""

    label: str
    kind: TopicKind
    mails: tuple[MailId, ...]


class Heading:
    """A topic in the order: its label, and how its mails count. `first` and `last` are where it begins and ends."""

    __slots__ = ("counts", "first", "kind", "label", "last")

    def __init__(self, plan: TopicPlan) -> None:
        self.label = plan.label
        self.kind = plan.kind
        self.counts = [0] * len(Column)
        self.first: Slot[Place]
        self.last: Slot[Place]


class Place(NamedTuple):
    """What stands at one slot: a topic's heading (no mail) or one mail of the topic."""

    heading: Heading
    mail_id: MailId | None


class RunningOrder:
    """Every mail of the briefing in agenda order, those that left included: they count nowhere but keep their place."""

    def __init__(self, plans: Sequence[TopicPlan], standing: Callable[[MailId], Standing]) -> None:
        self._slots: dict[MailId, Slot[Place]] = {}
        slots = [slot for plan in plans for slot in self._slots_of(plan, standing)]
        self._sequence = CountedSequence(slots)

    def topics(self) -> list[tuple[Heading, list[MailId]]]:
        """The whole order, in time linear in its size."""
        mails: dict[Heading, list[MailId]] = {}
        for slot in self._sequence:
            heading, mail_id = slot.item
            if mail_id is None:
                mails[heading] = []
            else:
                mails[heading].append(mail_id)
        return list(mails.items())

    def plans(self) -> list[TopicPlan]:
        """The whole order as ids."""
        return [TopicPlan(label=heading.label, kind=heading.kind, mails=tuple(ids)) for heading, ids in self.topics()]

    def add_topic(self, plan: TopicPlan, standing: Callable[[MailId], Standing], *, after: Heading | None) -> None:
        """Put a topic directly behind another one, or at the very end."""
        end = None if after is None else after.last
        for slot in self._slots_of(plan, standing):
            if end is None:
                self._sequence.append(slot)
            else:
                self._sequence.insert_after(end, slot)
            end = slot

    def recount(self, mail_id: MailId, standing: Standing) -> None:
        """The mail counts differently from now on."""
        slot = self._slots[mail_id]
        heading = slot.item.heading
        columns = standing.columns
        heading.counts = [have + new - old for have, new, old in zip(heading.counts, columns, slot.counts, strict=True)]
        self._sequence.recount(slot, columns)
        self._sequence.recount(heading.first, _heading_columns(heading))

    def total(self, column: Column) -> int:
        """How many there are in the whole order."""
        return self._sequence.total(column)

    def next_due(self, after: MailId | None) -> MailId | None:
        """The next mail that is due behind one that is not; when there is none, the first of all, so that nothing passed over is lost."""
        start = 0 if after is None else self._sequence.before(self._slots[after], Column.DUE)
        return self.nth(start, Column.DUE) or self.nth(0, Column.DUE)

    def due_from(self, start: MailId, *, most: int) -> Iterator[MailId]:
        """At most `most` mails that are due, from this one on, beginning again at the first."""
        before, due = self._sequence.before(self._slots[start], Column.DUE), self.total(Column.DUE)
        for step in range(min(most, due)):
            if (mail_id := self.nth((before + step) % due, Column.DUE)) is not None:
                yield mail_id

    def nth(self, index: int, column: Column) -> MailId | None:
        """The mail with `index` others before it that count in the column."""
        slot = self._sequence.nth(index, column)
        return None if slot is None else slot.item.mail_id

    def all_in(self, column: Column) -> list[MailId]:
        """Every mail that counts in the column, in order."""
        return self._run(0, self.total(column), column)

    def heading_of(self, mail_id: MailId) -> Heading:
        """The topic a mail belongs to. Raises `KeyError` for a mail that was never here."""
        return self._slots[mail_id].item.heading

    def heading_at(self, index: int) -> Heading | None:
        """The topic with `index` others before it."""
        slot = self._sequence.nth(index, Column.TOPICS)
        return None if slot is None else slot.item.heading

    def index_of(self, heading: Heading) -> int:
        """How many topics stand before this one."""
        return self._sequence.before(heading.first, Column.TOPICS)

    def index_in_topic(self, mail_id: MailId, column: Column) -> int:
        """How many mails of the same topic that count in the column stand before this one."""
        slot = self._slots[mail_id]
        return self._sequence.before(slot, column) - self._sequence.before(slot.item.heading.first, column)

    def in_topic(self, heading: Heading, column: Column, *, start: int = 0, limit: int | None = None) -> list[MailId]:
        """The topic's mails that count in the column, from the `start`-th on, at most `limit`."""
        left = max(0, heading.counts[column] - start)
        first = self._sequence.before(heading.first, column) + start
        return self._run(first, left if limit is None else min(left, limit), column)

    def due_topics(self, after: Heading, limit: int) -> list[Heading]:
        """The topics behind this one that have mails due, then those before it, at most `limit`."""
        found: list[Heading] = []
        remaining = self.total(Column.DUE) - after.counts[Column.DUE]
        index = self._sequence.before(after.first, Column.DUE) + after.counts[Column.DUE]
        while remaining > 0 and len(found) < limit:
            mail_id = self.nth(index, Column.DUE)
            if mail_id is None:
                index = 0
                continue
            found.append(self.heading_of(mail_id))
            index += found[-1].counts[Column.DUE]
            remaining -= found[-1].counts[Column.DUE]
        return found

    def _run(self, first: int, count: int, column: Column) -> list[MailId]:
        found = (self.nth(index, column) for index in range(first, first + count))
        return [mail_id for mail_id in found if mail_id is not None]

    def _slots_of(self, plan: TopicPlan, standing: Callable[[MailId], Standing]) -> list[Slot[Place]]:
        heading = Heading(plan)
        slots = [Slot(Place(heading, mail_id), standing(mail_id).columns) for mail_id in plan.mails]
        for slot, mail_id in zip(slots, plan.mails, strict=True):
            self._slots[mail_id] = slot
            heading.counts = [have + more for have, more in zip(heading.counts, slot.counts, strict=True)]
        heading.first = Slot(Place(heading, None), _heading_columns(heading))
        heading.last = slots[-1] if slots else heading.first
        return [heading.first, *slots]


def _heading_columns(heading: Heading) -> tuple[int, ...]:
    return (int(heading.counts[Column.MAILS] > 0), 0, 0, 0, 0, 0)
