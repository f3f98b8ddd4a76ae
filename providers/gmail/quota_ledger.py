"""What several processes may spend of one Gmail user's minute: a ledger in which each writes what it spent and what it leases.

Two calls of one user overlap for some seconds when the user calls from another device, a killed process can no longer report what it
spent, and `aloud doctor` may run beside a call. So a process spends only what it has leased, and its lease counts as spent for all others
until the process gives it back or the lease expires. No minute holds more than the limit, even after a crash.

A part of the minute is never leased: it is left for a process that cannot reach the ledger. A part of the rest is never leased for reading
ahead, so a call that is opened now finds room for its first mail at once.

Times are seconds since the epoch. Machines whose clocks differ by more than a second could not sign their requests either.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import TypeAdapter, ValidationError

from providers.gmail.quota import LIMIT, WINDOW_S

FOR_THE_CALLER = 500
"""Units that a process always holds, as far as there are any: enough for the first mail and its text (`READS_AT_ONCE`)."""

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
    """One process: units spent by second, and units held until a time."""

    spent: Mapping[int, int]
    held: int
    until: float

    def counts(self, now: float) -> int:
        """Units that others cannot have."""
        spent = sum(units for second, units in self.spent.items() if second + WINDOW_S > now)
        return spent + (self.held if self.until + WINDOW_S > now else 0)


_ENTRIES = TypeAdapter(dict[str, LedgerEntry])


def read_ledger(text: str) -> dict[str, LedgerEntry]:
    """The entries by the names of their processes; none where nothing was written, or nothing that can be read."""
    try:
        return _ENTRIES.validate_json(text or "{}")
    except ValidationError:
        return {}


def leased(text: str, name: str, *, spent: Sequence[tuple[float, int]] = (), left: int = 0, wanted: int = 0, now: float) -> tuple[str, int]:
    """The ledger with a lease for process `name`, and how many units it now holds: never less than the `left` of its old lease.

    `spent` is what the process spent lately (seconds ago, units), `wanted` what it would like to hold.
    """
    entries = {other: entry for other, entry in read_ledger(text).items() if other != name and entry.counts(now)}
    by_second: Counter[int] = Counter()
    for seconds_ago, units in spent:
        by_second[math.ceil(now - seconds_ago)] += units  # rounded up, so that nothing is forgotten too early
    free = LEASABLE - sum(entry.counts(now) for entry in entries.values()) - by_second.total()
    held = max(left, min(wanted, max(min(FOR_THE_CALLER, free), free - LEFT_FOR_OTHERS)))
    own = LedgerEntry(spent=by_second, held=held, until=now + HELD_FOR_S)
    if own.counts(now):
        entries[name] = own
    return _ENTRIES.dump_json(entries).decode(), held
