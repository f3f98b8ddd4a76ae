"""Which mails were settled last, for the board's list of what is done.

A record of ids only: what became of each is asked of the tracker when the board is drawn, so that the two cannot disagree. It stands in
front of the saved state, because everything that happens to a mail comes by there, in time, once.
"""

from collections.abc import Callable, Mapping
from datetime import datetime

from briefing.mail import MailId
from briefing.tracking.snapshot import MailRecord, SnapshotChange
from session.call import SavedState

KEPT = 120
"""More than are shown: of these, some may be pending again."""


class Record(SavedState):
    """Passes every change on to the saved state, and calls `stir` after it. `before` is what happened in a call that broke off."""

    def __init__(self, saved: SavedState, before: Mapping[MailId, MailRecord], stir: Callable[[], None]) -> None:
        self._saved = saved
        self._stir = stir
        self._touched: dict[MailId, None] = {}
        self.taken_over = saved.taken_over
        self._note(before)

    @property
    def latest(self) -> tuple[MailId, ...]:
        """The mails to which something has happened, newest first; at most `KEPT`."""
        return tuple(reversed(self._touched))

    def put(self, change: SnapshotChange) -> None:
        """Hand a change over; returns at once."""
        self._saved.put(change)
        self._note(change.mails)
        self._stir()

    async def owner(self) -> str | None:
        """The call that goes on with the user's briefing. Raises `CallStateUnavailableError`."""
        return await self._saved.owner()

    async def drain(self, *, within_s: float = 3.0) -> bool:
        """Wait so long until everything put so far is stored; returns whether it is."""
        return await self._saved.drain(within_s=within_s)

    async def end(self, *, within_s: float = 3.0) -> bool:
        """The call came to its end: its place is not to be taken up again."""
        return await self._saved.end(within_s=within_s)

    def _note(self, records: Mapping[MailId, MailRecord]) -> None:
        at = {mail_id: when for mail_id, record in records.items() if (when := _settled_at(record)) is not None}
        for mail_id in sorted(at, key=lambda mail_id: at[mail_id])[-KEPT:]:
            self._touched.pop(mail_id, None)
            self._touched[mail_id] = None
        for mail_id in list(self._touched)[:-KEPT]:
            del self._touched[mail_id]


def _settled_at(record: MailRecord) -> datetime | None:
    """When the newest thing happened to a mail that is done; none for one that is still to be told."""
    times = [when for when in (record.briefed_at, record.skipped_at, record.actioned_at) if when is not None]
    return max(times, default=None)
