"""Mail that a user does not want to hear of for a while: "leave out Github until Monday"."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

LONGEST = 100
"""Characters of what is left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """`what` is in the user's own words, in lower case; without `until` it is left out in this call alone."""

    what: str = field(repr=False)
    until: datetime | None = None

    @property
    def as_stored(self) -> str:
        return f"{self.until.isoformat(timespec='minutes')} {self.what}" if self.until is not None else ""

    def is_over(self, now: datetime) -> bool:
        return self.until is not None and self.until <= now


def read_left_out(stored: Iterable[str]) -> tuple[LeftOut, ...]:
    """The earliest to end first; what cannot be read is nothing."""
    parts = (each.partition(" ") for each in stored)
    read = [(moment, what) for written, _, what in parts if what and (moment := _moment(written)) is not None]
    return tuple(LeftOut(what=what, until=until) for until, what in sorted(read))


def _moment(written: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(written)
    except ValueError:
        return None
    return found if found.tzinfo is not None else None
