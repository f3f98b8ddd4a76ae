"""The saved state of a call: where the user's briefing stands, so that a call that breaks off is taken up at the same mail.

Per user there is one snapshot, and one call that owns it. The newest call takes it over; whatever an older one still tries to write is
refused by the store itself, since two calls of one user need not know of each other. Ids, order and states are all that is kept:
subjects and labels come back from the mails when they are read again.

Every write is the whole, so one whose answer was lost is simply sent again. Writes of one call bear rising numbers: one that arrives
after a newer one changes nothing.
"""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from briefing.tracking.snapshot import Snapshot, SnapshotError
from storage.epoch import moment_of_ms

logger = logging.getLogger(__name__)

KEPT_FOR = timedelta(days=7)
"""A state is forgotten this long after it was saved last."""


class CallStateUnavailableError(Exception):
    """The store cannot be reached; whether the write was stored is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedCall:
    """What is stored of one call. `ended` says that it came to its end (goodbye, or nothing left) instead of breaking off."""

    snapshot: Snapshot
    saved_at: datetime
    ended: bool
    call_id: str


class CallStateStore(Protocol):
    """One state per user. Every method may raise `CallStateUnavailableError`; check and write are one step for all callers together.

    Times are timezone-aware and kept to the millisecond.
    """

    async def take_over(self, user_id: str, call_id: str, *, now: datetime) -> SavedCall | None:
        """This call owns the state from now on. Returns what was left; None if that is nothing, unreadable or older than `KEPT_FOR`.

        It stays stored until this call saves, so that one that breaks off before loses nothing.
        """

    async def save(self, user_id: str, call: SavedCall, *, number: int, began_at: datetime | None = None) -> bool:
        """Store this in place of what was there; false, and nothing stored, if another call owns the state.

        If none does, this one owns it from now on.
        `number` rises with the writes of one call; a write whose number is not above the last one changes nothing. A call that could not
        take over when it began passes `began_at`: it then replaces an owner that had not taken over later than that.
        """

    async def owner(self, user_id: str) -> str | None:
        """The call that owns the state."""

    async def forget(self, user_id: str) -> int:
        """Delete everything about the user; returns how many saved calls that were (0 or 1)."""

    async def aclose(self) -> None:
        """Disconnect."""


def saved_call(*, snapshot: str | None, saved_at: int | None, ended: bool, call_id: str | None, now: datetime) -> SavedCall | None:
    """What a store has, as `take_over` returns it; `snapshot` is JSON, `saved_at` as of `ms_of`."""
    if snapshot is None or saved_at is None or call_id is None or now - moment_of_ms(saved_at) >= KEPT_FOR:
        return None
    try:
        found = Snapshot.from_json(snapshot)
    except SnapshotError:
        logger.warning("a saved call cannot be read")
        return None
    return SavedCall(snapshot=found, saved_at=moment_of_ms(saved_at), ended=ended, call_id=call_id)
