"""Sends another agent to a call whose worker, or the machine under it, is lost.

LiveKit does not do this, and `agent.operations.supervision` can only replace the agents of a worker that is alive. The keeper checks a
room when a webhook reports that an agent left or a caller came, when a page reports that it hears nothing, and checks every room once
when the server starts. The check is always the same: it asks the LiveKit server who is in the room, asks each listed agent whether it is
alive, and sends another one only if a caller waits, no agent is alive, and no other agent is on its way. If two agents come all the same,
the newer one takes over and the older one leaves silently; their saved state settles it.

The keeper stores nothing about calls. What the next agent must know is in the room's dispatch metadata, so any web server can do this,
also for callers on the telephone.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Self

from providers.livekit.call_rooms import CallRooms
from providers.livekit.dispatch_metadata import DispatchMetadata
from providers.livekit.rooms import Room, RoomsUnavailableError, dispatch_until_answered
from session.background_tasks import BackgroundTasks
from web.calls.lost_calls import on_the_way, told_to_the_next

logger = logging.getLogger(__name__)

LOOK_AGAIN_S = 0.5
SERVER_AWAY_S = 2.0
GIVE_UP_AFTER_S = 120.0
"""After the LiveKit server has been away for so long its rooms are gone; once it is back, its webhooks report new ones."""
AT_ONCE = 8
"""Rooms that are checked concurrently."""


@dataclass(slots=True, kw_only=True)
class _Watch:
    """One room under watch. `gone`: agents that are known to have left. `stirred`: there was news since the last check."""

    room: Room
    gone: set[str] = field(default_factory=set)
    stirred: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _LostCall:
    """A caller waits; `dead` agents are listed and do not answer. `another_comes`: one was requested and may still arrive."""

    dead: frozenset[str]
    metadata: DispatchMetadata
    another_comes: bool


class Keeper:
    """An async context manager: inside, rooms can be looked after; leaving it ends all that it began."""

    def __init__(self, rooms: CallRooms, *, now: Callable[[], datetime]) -> None:
        self._rooms = rooms
        self._now = now
        self._watches: dict[str, _Watch] = {}
        self._tasks = BackgroundTasks()
        self._turns = asyncio.Semaphore(AT_ONCE)

    def look_after(self, room: Room, *, left: str | None = None, after_s: float = 0.0) -> None:
        """Make sure that a caller in this room has an agent; returns at once.

        `left` is an agent that has just left. `after_s` is how long to wait first, because others may send an agent too.
        """
        watch = self._watches.get(room.sid)
        if watch is None:
            watch = self._watches[room.sid] = _Watch(room=room)
            self._tasks.start("look after room", self._watch(watch, after_s))
        watch.stirred = True
        if left:
            watch.gone.add(left)

    async def __aenter__(self) -> Self:
        self._tasks.start("look after all rooms", self._look_after_all())
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._tasks.__aexit__(*error)

    async def _look_after_all(self) -> None:
        """Check every room once, because no webhook was received while no web server ran."""
        try:
            rooms = await self._rooms.all()
        except RoomsUnavailableError:
            logger.warning("the LiveKit server does not answer")
            return
        for room in rooms:
            self.look_after(room)

    async def _watch(self, watch: _Watch, after_s: float) -> None:
        try:
            await asyncio.sleep(after_s)
            while watch.stirred:
                watch.stirred = False
                await self._keep(watch)
        finally:
            del self._watches[watch.room.sid]

    async def _keep(self, watch: _Watch) -> None:
        lost = await self._lost(watch)
        if lost is None:
            return
        logger.warning("a caller is without an agent; one is sent", extra={"room_id": watch.room.sid})
        with contextlib.suppress(RoomsUnavailableError):
            await asyncio.gather(*(self._rooms.remove(watch.room, agent) for agent in lost.dead))
        if await dispatch_until_answered(self._rooms, watch.room, lost.metadata, dead=lost.dead | watch.gone):
            logger.info("the caller has an agent again", extra={"room_id": watch.room.sid})

    async def _lost(self, watch: _Watch) -> _LostCall | None:
        """Look until it is certain whether the call has lost its agent; None if it has not."""
        now = asyncio.get_running_loop().time
        answered_at = now()
        while True:
            pause_s = LOOK_AGAIN_S
            try:
                async with self._turns:
                    lost = await self._look(watch)
                answered_at = now()
                if lost is None or not lost.another_comes:
                    return lost
            except RoomsUnavailableError:
                if now() - answered_at > GIVE_UP_AFTER_S:
                    logger.warning("the LiveKit server does not answer", extra={"room_id": watch.room.sid})
                    return None
                pause_s = SERVER_AWAY_S
            await asyncio.sleep(pause_s)

    async def _look(self, watch: _Watch) -> _LostCall | None:
        """Look at a room once; None if nobody waits there for an agent."""
        there = await self._rooms.occupants(watch.room)
        asked = await self._rooms.asked_for(watch.room) if there and there.callers else ()
        metadata = told_to_the_next(asked)
        if there is None or metadata is None or not there.have_caller(metadata.identity):
            return None
        shown = sorted(there.agents - watch.gone)
        if any(await asyncio.gather(*(self._rooms.lives(watch.room, agent) for agent in shown))):
            return None
        return _LostCall(dead=frozenset(shown), metadata=metadata, another_comes=on_the_way(asked, gone=watch.gone, now=self._now()))
