"""What several processes may spend of one Gmail user's minute: a ledger in which each writes what it spent and what it leases.

Two calls of one user overlap for some seconds when the user calls from elsewhere, a process that was killed can no longer report what it
spent, and `aloud doctor` may run beside a call. So a process spends only what it has leased, and a lease of another process counts as spent
until that process says that it was not, or until the lease has expired. Then no minute holds more than the limit, even after a crash.

Not all of the minute can be leased: a part is left to a process that cannot reach the ledger while others can. And a part of the rest is
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
"""Units that it holds in addition while it reads ahead."""

UNLEASED = 1_000
"""Units of a minute that a process spends at most without a lease. There is room for one such beside all that lease, or for six."""

LEASABLE = LIMIT - UNLEASED

LEFT_FOR_OTHERS = 1_000
"""Units of what can be leased that are never given for reading ahead."""

HELD_FOR_S = 60.0
"""How long a lease is valid; its holder renews it before that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerEntry:
    """What one process has spent, by second, and what it holds until when."""

    spent: tuple[tuple[int, int], ...] = ()
    held: int = 0
    until: float = 0.0

    def counts(self, now: float) -> int:
        """Units that stand in the way of others."""
        spent = sum(units for second, units in self.spent if second + WINDOW_S > now)
        return spent + (self.held if self.until + WINDOW_S > now else 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaseRequest:
    """What a process has spent lately (seconds ago, units), what it still holds, and what it would like to hold."""

    spent: Sequence[tuple[float, int]] = ()
    left: int = 0
    wanted: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotaLedger:
    """The entries of all who spend one user's units, by a name that each has chosen for itself."""

    entries: Mapping[str, LedgerEntry] = field(default_factory=dict)

    def leased(self, name: str, request: LeaseRequest, now: float) -> tuple["QuotaLedger", int]:
        """The ledger with this request granted, and how many units the process holds now: never less than what it held still."""
        others = {other: entry for other, entry in self.entries.items() if other != name and entry.counts(now)}
        spent = _by_second(request.spent, now)
        free = LEASABLE - sum(entry.counts(now) for entry in others.values()) - sum(units for _, units in spent)
        held = max(request.left, min(request.wanted, max(min(FOR_THE_CALLER, free), free - LEFT_FOR_OTHERS)))
        entry = LedgerEntry(spent=spent, held=held, until=now + HELD_FOR_S)
        return QuotaLedger(entries=others | ({name: entry} if entry.counts(now) else {})), held


_ENTRIES = TypeAdapter(dict[str, LedgerEntry])


def read_ledger(text: str) -> QuotaLedger:
    """A ledger as it was written; an empty one where nothing was, or nothing that can be read."""
    try:
        return QuotaLedger(entries=_ENTRIES.validate_json(text)) if text else QuotaLedger()
    except ValidationError:
        return QuotaLedger()


def written(ledger: QuotaLedger) -> str:
    """As JSON; a few hundred characters, two thousand at the most busy."""
    return _ENTRIES.dump_json(dict(ledger.entries)).decode()


def _by_second(spent: Sequence[tuple[float, int]], now: float) -> tuple[tuple[int, int], ...]:
    """The second in which it ended counts, so that nothing is forgotten too early."""
    seconds: dict[int, int] = {}
    for seconds_ago, units in spent:
        second = math.ceil(now - seconds_ago)
        seconds[second] = seconds.get(second, 0) + units
    return tuple(seconds.items())
