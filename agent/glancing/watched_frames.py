"""Watches the frames of one share: at most five a second, the newest one each time; what comes between is dropped unseen."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

from livekit import rtc

from agent.glancing.pictures import picture_of, thumbnail_of
from glance.frames import ScreenWatch
from session.glancing.shared_screen import SharedScreen

BETWEEN_FRAMES_S = 0.2
LOOKS_AGAIN_S = 0.25
"""Where a picture is due and a glance is still under way."""


async def watch_frames(frames: AsyncIterator[rtc.VideoFrameEvent], seen: ScreenWatch, screen: SharedScreen) -> None:
    """Hand a picture to the glances whenever something else stands still, until the frames end."""
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
