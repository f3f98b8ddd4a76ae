"""Follows the screen that the caller shares in the room, and hands over a picture whenever it has changed and stands still.

No video is subscribed to but this one, and not while looking is paused, so another participant's share costs nothing and is never decoded.
"""

import asyncio
import logging
import resource
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

from livekit import rtc
from livekit.agents import JobContext

from agent.caller.presence import is_alone
from agent.glancing.pictures import picture_of, thumbnail_of
from glance.frames import ScreenWatch
from session.call import Call
from session.glancing.shared_screen import ScreenEvent, SharedScreen, Sharing

logger = logging.getLogger(__name__)

_STIRS = ("track_published", "track_unpublished", "track_subscribed", "track_unsubscribed", "track_muted", "track_unmuted")
_CALLER_STIRS = ("participant_connected", "participant_disconnected")


def look_at_the_shared_screen(call: Call, ctx: JobContext, identity: str) -> None:
    """Where models for pictures are set; nothing is looked at until the caller shares a screen. A crash writes no frame to a disk."""
    screen = call.line.screen
    if not screen.can_look:
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    screen.alone = partial(is_alone, ctx, identity)
    call.background.start("look at the shared screen", ScreenTrack(ctx.room, identity, screen).follow())


class ScreenTrack:
    """The caller's share in one room; a newer one takes the place of an older one."""

    def __init__(self, room: rtc.Room, identity: str, screen: SharedScreen) -> None:
        self._room = room
        self._identity = identity
        self._screen = screen
        self._stirred = screen.stirred
        self._shared = ""
        self._seen = ScreenWatch()

    async def follow(self) -> None:
        async with self._told_of_tracks():
            try:
                while True:
                    self._stirred.clear()
                    track = self._track()
                    if track is None:
                        await self._stirred.wait()
                    else:
                        await self._watch(track)
            finally:
                if self._screen.sharing is not Sharing.NOTHING:
                    self._screen.happened(ScreenEvent.UNSHARED)

    def _track(self) -> rtc.RemoteTrack | None:
        """The track to look at now; says what is shared, and subscribes to it or leaves it."""
        shares = self._shares()
        newest = shares[-1] if shares else None
        if (sid := newest.sid if newest is not None else "") != self._shared:
            if self._shared:
                self._screen.happened(ScreenEvent.UNSHARED)
            if sid:
                self._screen.happened(ScreenEvent.SHARED)
            self._shared = sid
            self._seen = ScreenWatch()
            self._stirred.clear()
        if not self._screen.looks:
            self._seen = ScreenWatch()  # who lets it look again has it look at what is there
        for share in shares:
            wanted = share is newest and self._screen.looks
            if share.subscribed is not wanted:
                share.set_subscribed(wanted)
        return newest.track if newest is not None and self._screen.looks and newest.subscribed else None

    def _shares(self) -> list[rtc.RemoteTrackPublication]:
        caller = self._room.remote_participants.get(self._identity)
        published = caller.track_publications.values() if caller is not None else ()
        return [each for each in published if each.source == rtc.TrackSource.SOURCE_SCREENSHARE and not each.muted]

    async def _watch(self, track: rtc.RemoteTrack) -> None:
        """Until something about the shares changes, or the track ends."""
        stream = rtc.VideoStream(track, capacity=1)
        looking = asyncio.create_task(watch_frames(stream, self._seen, self._screen), name="watch the screen")
        stirred = asyncio.create_task(self._stirred.wait(), name="the shares change")
        try:
            await asyncio.wait({looking, stirred}, return_when=asyncio.FIRST_COMPLETED)
            if looking.done() and (error := looking.exception()) is not None:
                logger.warning("a shared screen cannot be looked at", extra={"error": type(error).__name__})
            await stirred  # a track that has ended is told of as well
        finally:
            for task in (looking, stirred):
                task.cancel()
            await asyncio.gather(looking, stirred, return_exceptions=True)
            await stream.aclose()

    @asynccontextmanager
    async def _told_of_tracks(self) -> AsyncIterator[None]:
        def stir(*_: object) -> None:
            self._stirred.set()

        def joined(*_: object) -> None:
            self._screen.joined += 1

        self._room.on("participant_connected", joined)
        for moment in (*_STIRS, *_CALLER_STIRS):
            self._room.on(moment, stir)  # type: ignore[arg-type] # one of LiveKit's names
        try:
            yield
        finally:
            for moment in (*_STIRS, *_CALLER_STIRS):
                self._room.off(moment, stir)  # type: ignore[arg-type] # the same
            self._room.off("participant_connected", joined)


BETWEEN_FRAMES_S = 0.2
LOOKS_AGAIN_S = 0.25
"""Where a picture is due and a glance is still under way."""


async def watch_frames(frames: AsyncIterator[rtc.VideoFrameEvent], seen: ScreenWatch, screen: SharedScreen) -> None:
    """Hand a picture to the glances whenever something else stands still, until the frames end.

    At most five a second are looked at, the newest one each time; what comes between is dropped unseen.
    """
    clock = asyncio.get_running_loop().time
    newest: rtc.VideoFrame | None = None
    coming: asyncio.Task[rtc.VideoFrameEvent | None] | None = None
    try:
        while True:
            coming = coming or asyncio.create_task(_next_of(frames), name="the next frame")
            await asyncio.wait({coming}, timeout=_pause_s(seen, clock()))
            if coming.done():
                event, coming = coming.result(), None
                if event is None:
                    return
                if (grey := thumbnail_of(event.frame)) is not None:
                    seen.see(grey, clock())
                    newest = event.frame if seen.due_at is not None else None
                event = None  # no frame is held that is not about to be looked at
            if newest is not None and screen.may_look and seen.take(clock()):
                screen.look(await asyncio.to_thread(picture_of, newest))
                newest = None
            if coming is None:
                await asyncio.sleep(BETWEEN_FRAMES_S)
    finally:
        if coming is not None:
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)


def _pause_s(seen: ScreenWatch, now: float) -> float | None:
    """How long to wait for a frame before it may be time to look: a screen that stands still sends none."""
    return None if seen.due_at is None else max(LOOKS_AGAIN_S, seen.due_at - now)


async def _next_of(frames: AsyncIterator[rtc.VideoFrameEvent]) -> rtc.VideoFrameEvent | None:
    with suppress(StopAsyncIteration):
        return await anext(frames)
    return None
