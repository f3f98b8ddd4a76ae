"""Replaces lost agents: a room that this worker served, and in which the caller still is, gets another agent.

LiveKit does not do this. When the process of a job dies, its participant stays in the room for some twenty seconds, and after that the
caller is alone. So the worker's main process watches its own jobs. When one disappears, it asks the server whether the caller is still in
the room. That separates a lost call from one that ended normally (the room was closed, or the caller has left), whatever killed the
process. Exit codes do not, because a job that raised exits with 0.

A caller who returns to a room that its agent has left, and that the server still keeps, gets an agent in the same way.

Only the public part of `AgentServer` is used: `active_jobs`, read ten times a second.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from livekit.agents import AgentServer

from agent.operations.metrics_page import WORKER
from providers.livekit.dispatch_metadata import DispatchMetadata
from providers.livekit.rooms import Room, Rooms, RoomsUnavailableError, dispatch_until_answered
from session.background_tasks import BackgroundTasks

logger = logging.getLogger(__name__)

LOOK_EVERY_S = 0.1
LOOK_AGAIN_S = 0.2
"""A room that is being closed may show its caller for a moment longer than its agent."""
EMPTY_ROOM_EVERY_S = 1.0
PAUSES_S = (0.0, 0.0, 0.5, 0.5, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0)
"""Before the first, second, ... replacement of an agent in one room within `WITHIN_S`; there are no more than these."""
WITHIN_S = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedCall:
    """One job of this worker: the room it serves, the identity of its agent there, and what it was told."""

    job_id: str
    room: Room
    agent: str
    metadata: DispatchMetadata


def served_by(server: AgentServer) -> list[ServedCall]:
    """The calls that a worker serves now. A job without a user id does not count: it turns the caller away and hangs up."""
    return [
        ServedCall(
            job_id=info.job.id,
            room=Room(name=info.job.room.name, sid=info.job.room.sid),
            agent=info.accept_arguments.identity,
            metadata=metadata,
        )
        for info in server.active_jobs
        if not info.fake_job and (metadata := DispatchMetadata.parse(info.job.metadata))
    ]


class Supervision:
    """Watches the calls of one worker while `watch` runs.

    A worker that drains takes no job itself, but another one may, so this goes on asking, with pauses.
    """

    def __init__(self, calls: Callable[[], Iterable[ServedCall]], rooms: Callable[[], AbstractAsyncContextManager[Rooms]]) -> None:
        self._calls = calls
        self._rooms = rooms
        self._lost: dict[str, asyncio.Task[None]] = {}
        self._replaced: dict[str, deque[float]] = {}

    async def watch(self) -> None:
        """Look after every call that disappears. Ends only by being cancelled, and then cancels all that it began."""
        async with self._rooms() as rooms, BackgroundTasks() as background:
            before: dict[str, ServedCall] = {}
            while True:
                now = {call.job_id: call for call in self._calls()}
                for job_id in before.keys() - now.keys():
                    self._begin_to_look_after(rooms, before[job_id], background)
                before = now
                await asyncio.sleep(LOOK_EVERY_S)

    def _begin_to_look_after(self, rooms: Rooms, call: ServedCall, background: BackgroundTasks) -> None:
        """One task per room: it stops waiting for an agent that died before it came into the room."""
        self._lost = {sid: task for sid, task in self._lost.items() if not task.done()}
        if earlier := self._lost.get(call.room.sid):
            earlier.cancel()
        if task := background.start("replacement", self._look_after(rooms, call)):
            self._lost[call.room.sid] = task

    async def _look_after(self, rooms: Rooms, call: ServedCall) -> None:
        """Look after this call until its room is closed, or has an agent. The next loss in this room begins anew."""
        while await self._is_left_alone(rooms, call):
            pause_s = self._pause_before_next(call.room)
            if pause_s is None:
                await self._give_up(rooms, call)
                return
            await asyncio.sleep(pause_s)
            if await self._replace(rooms, call):
                return

    async def _is_left_alone(self, rooms: Rooms, call: ServedCall) -> bool:
        """True once the caller is in the room without an agent and the lost one is removed; False once the room is closed or has one."""
        seen_alone = False
        while True:
            alone = False
            try:
                there = await rooms.occupants(call.room)
                if there is None or there.agents - {call.agent}:
                    return False
                alone = there.have_caller(call.metadata.identity)
                if alone and seen_alone:
                    await rooms.remove(call.room, call.agent)
                    return True
            except RoomsUnavailableError:
                logger.warning("the LiveKit server does not answer", extra={"job_id": call.job_id})
            seen_alone = alone
            await asyncio.sleep(LOOK_AGAIN_S if alone else EMPTY_ROOM_EVERY_S)

    async def _replace(self, rooms: Rooms, call: ServedCall) -> bool:
        logger.warning("a call has lost its agent; another one is sent", extra={"job_id": call.job_id})
        answered = await dispatch_until_answered(rooms, call.room, call.metadata.replacing(call.job_id), dead={call.agent})
        if answered:
            WORKER.count_replaced_agent()
            logger.info("the call has an agent again", extra={"job_id": call.job_id})
        return answered

    async def _give_up(self, rooms: Rooms, call: ServedCall) -> None:
        """Close the room: a caller notices that the line is gone, and would wait in vain on a silent one."""
        logger.error("every agent of a call is lost; its room is closed", extra={"job_id": call.job_id, "agents": len(PAUSES_S) + 1})
        try:
            await rooms.close(call.room)
        except RoomsUnavailableError:
            logger.warning("the room could not be closed", extra={"job_id": call.job_id})

    def _pause_before_next(self, room: Room) -> float | None:
        """How long to wait before the agent in `room` is replaced once more; None if it has been replaced too often."""
        now = asyncio.get_running_loop().time()
        recent = {sid: times for sid, times in self._replaced.items() if times[-1] > now - WITHIN_S}
        times = deque(time for time in recent.get(room.sid, ()) if time > now - WITHIN_S)
        if len(times) == len(PAUSES_S):
            return None
        self._replaced = {**recent, room.sid: deque([*times, now])}
        return PAUSES_S[len(times)]
