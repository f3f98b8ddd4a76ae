"""What several processes may spend of one Gmail user's minute: a book in which each writes down what it spent and what it may still spend.

Two calls of one user overlap for some seconds when the user calls from elsewhere, a process that was killed has spent what nobody can ask
it any more, and `aloud doctor` may run beside a call. So nobody spends what is not booked: what others hold counts as spent, until they
say that it was not, or until nobody could hold it any longer. No minute then holds more than the limit, whatever happens to whom.

Not all of the minute can be booked: a part is left to a process that cannot reach the book while others can. And a part of the rest is
out of reach for what is read ahead, so that a call that is opened now finds room for its first mail at once, whatever another one reads.

Times are seconds since the epoch. Machines whose clocks differ by more than a second could not sign their requests either.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import TypeAdapter, ValidationError

from providers.gmail.quota import LIMIT, WINDOW_S

FOR_THE_CALLER = 500
"""Units that a process holds while it lives, as far as there are any: enough for the first mail and its text (`READS_AT_ONCE`)."""

FOR_READING_AHEAD = 1_000
"""Units that it holds in addition while it reads ahead, for each booking."""

UNBOOKED = 1_000
"""Units of a minute that a process spends at most where it cannot book. There is room for one such beside all that book, or for six."""

BOOKABLE = LIMIT - UNBOOKED

LEFT_FOR_OTHERS = 1_000
"""Units of what can be booked that nobody gets for reading ahead."""

HELD_FOR_S = 60.0
"""So long a booking is good; whoever holds it renews it before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What one process has spent, by second, and what it holds until when."""

    spent: tuple[tuple[int, int], ...] = ()
    held: int = 0
    until: float = 0.0

    def counts(self, now: float) -> int:
        """Units that stand in the way of others."""
        spent = sum(units for second, units in self.spent if second + WINDOW_S > now)
        return spent + (self.held if self.until + WINDOW_S > now else 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a process has spent lately (seconds ago, units), what it still holds, and what it would like to hold."""

    spent: Sequence[tuple[float, int]] = ()
    left: int = 0
    wanted: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """The pages of all who spend one user's units, by a name that each has chosen for itself."""

    pages: Mapping[str, Page] = field(default_factory=dict)

    def booked(self, name: str, wish: Wish, now: float) -> tuple["Book", int]:
        """The book with this wish in it, and how many units the process holds now: never less than what it held still."""
        others = {other: page for other, page in self.pages.items() if other != name and page.counts(now)}
        spent = _by_second(wish.spent, now)
        free = BOOKABLE - sum(page.counts(now) for page in others.values()) - sum(units for _, units in spent)
        held = max(wish.left, min(wish.wanted, max(min(FOR_THE_CALLER, free), free - LEFT_FOR_OTHERS)))
        page = Page(spent=spent, held=held, until=now + HELD_FOR_S)
        return Book(pages=others | ({name: page} if page.counts(now) else {})), held


_PAGES = TypeAdapter(dict[str, Page])


def read_book(text: str) -> Book:
    """A book as it was written; an empty one where nothing was, or nothing that can be read."""
    try:
        return Book(pages=_PAGES.validate_json(text)) if text else Book()
    except ValidationError:
        return Book()


def written(book: Book) -> str:
    """As JSON; a few hundred characters, two thousand at the most busy."""
    return _PAGES.dump_json(dict(book.pages)).decode()


def _by_second(spent: Sequence[tuple[float, int]], now: float) -> tuple[tuple[int, int], ...]:
    """The second in which it ended counts, so that nothing is forgotten too early."""
    seconds: dict[int, int] = {}
    for seconds_ago, units in spent:
        second = math.ceil(now - seconds_ago)
        seconds[second] = seconds.get(second, 0) + units
    return tuple(seconds.items())
