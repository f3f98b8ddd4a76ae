"""The saved state of a call: where the user's briefing stands, so that a call that breaks off is resumed at the same mail.

A user has one snapshot, owned by one call. The newest call takes it over, and the store itself refuses later writes of an older call,
because two calls of one user need not know of each other. Only ids, order and states are kept; subjects and labels are read again with the
mails.

Every write is the whole snapshot, so a write whose answer was lost is simply repeated. Writes of one call have rising numbers: one that
arrives after a newer one changes nothing.
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
        """This call owns the state from now on. Returns the saved call, or None if there is none or it is unreadable or too old.

        The saved call stays stored until this one saves, so a call that breaks off before that loses nothing.
        """

    async def save(self, user_id: str, call: SavedCall, *, number: int, began_at: datetime | None = None) -> bool:
        """Store this in place of what was there; false, and nothing stored, if another call owns the state.

        If none does, this one owns it from now on.
        `number` rises with the writes of one call; a write whose number is not above the last one changes nothing. A call that could not
        take over when it began passes `began_at`: it then replaces an owner that had not taken over later than that.
        """

    async def owner(self, user_id: str) -> str | None:
        """The id of the call that owns the state."""

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
