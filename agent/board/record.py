"""Stirs the board when something has happened to a mail: it stands in front of the saved state, because everything comes by there."""

from collections.abc import Callable

from briefing.tracking.tracker import BriefingSessionTracker
from session.call_records import SavedState


class Record(SavedState):
    """Passes every state on to the saved state, and calls `stir` after it."""

    def __init__(self, saved: SavedState, stir: Callable[[], None]) -> None:
        self._saved = saved
        self._stir = stir
        self.taken_over = saved.taken_over

    def put(self, tracker: BriefingSessionTracker) -> None:
        self._saved.put(tracker)
        self._stir()

    async def owner(self) -> str | None:
        return await self._saved.owner()

    async def drain(self, *, within_s: float = 3.0) -> bool:
        return await self._saved.drain(within_s=within_s)

    async def end(self, *, within_s: float = 3.0) -> bool:
        return await self._saved.end(within_s=within_s)
