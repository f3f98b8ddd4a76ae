"""The order in which mails come: a list of topics, each with its mails in order.

Plain lists that are scanned, which takes less than a millisecond with 5,000 mails. Each topic knows how many of its mails count in each
column, so that whole topics can be passed over. The order is told how each mail counts and knows nothing else about it.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from briefing.agenda import TopicKind
from briefing.mail import MailId, account_of


class Column(IntEnum):
    """What is counted: the places in a `Standing`.

    A pending mail that is held back counts as `PENDING`, and neither as `ACTIVE` nor as `DUE`.
    """

    MAILS = 0
    ACTIVE = 1
    PENDING = 2
    SKIPPED = 3
    DUE = 4


class Standing(NamedTuple):
    counted: bool
    active: bool
    pending: bool
    skipped: bool
    due: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicPlan:
    """A topic as ids: what the order is built from and can be read back into."""

    label: str
    kind: TopicKind
    mails: tuple[MailId, ...]


class Heading:
    """A topic in the order: its label, its mails, and how many of them count in each column."""

    __slots__ = ("counts", "kind", "label", "mails")

    def __init__(self, plan: TopicPlan) -> None:
        self.label = plan.label
        self.kind = plan.kind
        self.mails = plan.mails
        self.counts = [0] * len(Column)


class RunningOrder:
    """Every mail of the briefing in agenda order, those that left included: they count nowhere but keep their place."""

    def __init__(self, plans: Sequence[TopicPlan], standing: Callable[[MailId], Standing]) -> None:
        self.topics: list[Heading] = []
        self._heading_of: dict[MailId, Heading] = {}
        self._standing: dict[MailId, Standing] = {}
        self._totals = [0] * len(Column)
        self._of_account: defaultdict[str, list[MailId]] = defaultdict(list)
        for plan in plans:
            self.add_topic(plan, standing)

    def plans(self) -> list[TopicPlan]:
        return [TopicPlan(label=heading.label, kind=heading.kind, mails=heading.mails) for heading in self.topics]

    def add_topic(self, plan: TopicPlan, standing: Callable[[MailId], Standing], *, place: int | None = None) -> None:
        """Put a topic behind so many others, or at the very end."""
        heading = Heading(plan)
        self.topics.insert(len(self.topics) if place is None else place, heading)
        for mail_id in plan.mails:
            self._of_account[account_of(mail_id)].append(mail_id)
            self._heading_of[mail_id] = heading
            self._standing[mail_id] = _NOWHERE
            self.recount(mail_id, standing(mail_id))

    def recount(self, mail_id: MailId, standing: Standing) -> None:
        """The mail counts differently from now on."""
        before, self._standing[mail_id] = self._standing[mail_id], standing
        counts = self._heading_of[mail_id].counts
        for column, (new, old) in enumerate(zip(standing, before, strict=True)):
            counts[column] += new - old
            self._totals[column] += new - old

    def bring_only(self, wanted: Callable[[str], bool], *, but: Collection[MailId]) -> None:
        """Of what is pending, the mails of the accounts wanted come next from now on, without these."""
        for account, mails in self._of_account.items():
            self._set_due(mails, due=wanted(account))
        self._set_due(but, due=False)

    def _set_due(self, mails: Collection[MailId], *, due: bool) -> None:
        standing = self._standing
        changed = [mail_id for mail_id in mails if standing[mail_id].pending and standing[mail_id].due is not due]
        standing.update(dict.fromkeys(changed, _DUE if due else _HELD_BACK))
        sign = 1 if due else -1
        by_topic = Counter(map(self._heading_of.__getitem__, changed))
        for counts, mails_changed in ((self._totals, len(changed)), *((heading.counts, number) for heading, number in by_topic.items())):
            counts[Column.ACTIVE] += sign * mails_changed
            counts[Column.DUE] += sign * mails_changed

    def total(self, column: Column) -> int:
        return self._totals[column]

    def next_due(self, after: MailId | None) -> MailId | None:
        """The next mail that is due behind one that is not; when there is none, the first of all, so that nothing passed over is lost."""
        return next(self.due_from(after), None)

    def due_from(self, start: MailId | None) -> Iterator[MailId]:
        """The mails that are due, from this one on, beginning again at the first."""
        if start is None:
            yield from self.all_in(Column.DUE)
            return
        here = self.heading_of(start)
        place, mail = self.topics.index(here), here.mails.index(start)
        yield from self._in(here.mails[mail:], Column.DUE)
        for heading in (*self.topics[place + 1 :], *self.topics[:place]):
            if heading.counts[Column.DUE]:
                yield from self._in(heading.mails, Column.DUE)
        yield from self._in(here.mails[:mail], Column.DUE)

    def all_in(self, column: Column) -> list[MailId]:
        """Every mail that counts in the column, in order."""
        return [mail_id for heading in self.topics if heading.counts[column] for mail_id in self._in(heading.mails, column)]

    def heading_of(self, mail_id: MailId) -> Heading:
        """The topic a mail belongs to. Raises `KeyError` for a mail that was never here."""
        return self._heading_of[mail_id]

    def counted_topics(self) -> list[Heading]:
        """The topics as they are numbered: one counts as long as one mail in it does."""
        mails = int(Column.MAILS)  # an enum's attribute costs more than the rest of the loop
        return [heading for heading in self.topics if heading.counts[mails]]

    def number_of(self, heading: Heading) -> int:
        """The number of a topic that counts, as it is spoken."""
        return self.counted_topics().index(heading) + 1

    def place_of(self, mail_id: MailId) -> int:
        """How many topics stand before that of the mail, those that do not count included."""
        return self.topics.index(self.heading_of(mail_id))

    def index_in_topic(self, mail_id: MailId, column: Column) -> int:
        """How many mails of the same topic that count in the column stand before this one."""
        mails = self.heading_of(mail_id).mails
        return sum(1 for _ in self._in(mails[: mails.index(mail_id)], column))

    def in_topic(self, heading: Heading, column: Column) -> list[MailId]:
        standing, place = self._standing, int(column)
        return [mail_id for mail_id in heading.mails if standing[mail_id][place]]

    def due_topics(self, after: Heading, limit: int) -> list[Heading]:
        """The topics behind this one that have mails due, then those before it, at most `limit`."""
        place = self.topics.index(after)
        others = (*self.topics[place + 1 :], *self.topics[:place])
        return [heading for heading in others if heading.counts[Column.DUE]][:limit]

    def _in(self, mails: Iterable[MailId], column: Column) -> Iterator[MailId]:
        standing, place = self._standing, int(column)
        return (mail_id for mail_id in mails if standing[mail_id][place])


_NOWHERE = Standing(counted=False, active=False, pending=False, skipped=False, due=False)
_DUE = Standing(counted=True, active=True, pending=True, skipped=False, due=True)
_HELD_BACK = Standing(counted=True, active=False, pending=True, skipped=False, due=False)
