"""Saved calls in memory; what it promises is held to the same contract as every other store."""

import asyncio
from dataclasses import dataclass
from datetime import datetime

from inbox.saved_call.call_state import CallStateUnavailableError, SavedCall, saved_call
from storage.epoch import ms_of


@dataclass
class State:
    owner: str
    owned_since: int
    number: int | None = None
    saved_by: str | None = None
    saved_at: int | None = None
    ended: bool = False
    snapshot: str | None = None


class MemoryCallState:
    """`away`, `answers_are_lost` (what is asked happens, and nobody learns of it) and `hangs` are what the test says."""

    def __init__(self) -> None:
        self.away = False
        self.answers_are_lost = False
        self.hangs = False
        self.answers_after_s = 0.0
        self.states: dict[str, State] = {}
        self.writes = 0
        self.looks = 0

    async def take_over(self, user_id: str, call_id: str, *, now: datetime) -> SavedCall | None:
        await self._must_be_there()
        state = self.states.setdefault(user_id, State(call_id, ms_of(now)))
        state.owner, state.owned_since, state.number = call_id, ms_of(now), None
        return saved_call(snapshot=state.snapshot, saved_at=state.saved_at, ended=state.ended, call_id=state.saved_by, now=now)

    async def save(self, user_id: str, call: SavedCall, *, number: int, began_at: datetime | None = None) -> bool:
        await self._must_be_there()
        since = ms_of(began_at or call.saved_at)
        state = self.states.setdefault(user_id, State(call.call_id, since))
        if state.owner != call.call_id:
            if began_at is None or state.owned_since > since:
                return False
            state.owner, state.owned_since, state.number = call.call_id, since, None
        if state.number is None or number > state.number:
            state.number, state.saved_by, state.saved_at, state.ended = number, call.call_id, ms_of(call.saved_at), call.ended
            state.snapshot = call.snapshot.to_json()
            self.writes += 1
        await asyncio.sleep(self.answers_after_s)
        if self.answers_are_lost:
            raise CallStateUnavailableError("the answer was lost")
        return True

    async def owner(self, user_id: str) -> str | None:
        self.looks += 1
        await self._must_be_there()
        return self.states[user_id].owner if user_id in self.states else None

    async def forget(self, user_id: str) -> int:
        await self._must_be_there()
        gone = self.states.pop(user_id, None)
        return int(gone is not None and gone.saved_at is not None)

    async def aclose(self) -> None:
        """Nothing to let go of."""

    async def _must_be_there(self) -> None:
        if self.hangs:
            await asyncio.Event().wait()
        if self.away:
            raise CallStateUnavailableError("the test said so")
