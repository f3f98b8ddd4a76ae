"""Frames of a share in virtual time: how many are taken, and which of them are handed over."""

import asyncio
import io
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

import numpy as np
from livekit import rtc
from PIL import Image

from agent.glancing.screen_track import watch_frames
from glance.frames import ScreenWatch
from session.glancing.shared_screen import ScreenEvent, SharedScreen
from tests.inbox.virtual_clock import in_virtual_time

WIDTH, HEIGHT = 320, 200
GREYS = (60, 120, 180)
NOT_TURNED = cast("rtc.VideoRotation", rtc.VideoRotation.VIDEO_ROTATION_0)


def frame(grey: int, *, line: int = 0, size: tuple[int, int] = (WIDTH, HEIGHT)) -> rtc.VideoFrame:
    """Of one grey, with a thin dark line somewhere."""
    width, height = size
    luma = np.full((height, width), grey, dtype=np.uint8)
    luma[line % height, : width // 8] = 0
    planes = luma.tobytes() + bytes([128]) * (2 * ((width + 1) // 2) * ((height + 1) // 2))
    return rtc.VideoFrame(width, height, rtc.VideoBufferType.I420, planes)


@dataclass
class Share:
    """A screen that sends so many frames a second; whoever asks gets the next one, as a stream that holds one frame alone gives it."""

    fps: float
    shows: Callable[[float], rtc.VideoFrame | None]
    taken: int = 0

    def __aiter__(self) -> "Share":
        return self

    async def __anext__(self) -> rtc.VideoFrameEvent:
        await asyncio.sleep(1 / self.fps)
        shown = self.shows(asyncio.get_running_loop().time())
        if shown is None:
            raise StopAsyncIteration
        self.taken += 1
        return rtc.VideoFrameEvent(frame=shown, timestamp_us=0, rotation=NOT_TURNED)


class Watched:
    """When a picture was handed over, and its grey; each glance takes half a second."""

    def __init__(self, share: Share) -> None:
        self._share = share
        self._screen = SharedScreen(can_look=True)
        self._screen.happened(ScreenEvent.SHARED)
        self.at: list[float] = []
        self.greys: list[int] = []

    async def for_s(self, seconds: float) -> "Watched":
        """Or until the share ends."""
        glancing, watching = (
            asyncio.create_task(self._glances()),
            asyncio.create_task(watch_frames(self._share, ScreenWatch(), self._screen)),
        )
        await asyncio.wait({watching}, timeout=seconds)
        for task in (glancing, watching):
            task.cancel()
        await asyncio.gather(glancing, watching, return_exceptions=True)
        return self

    async def _glances(self) -> None:
        while True:
            picture = await self._screen.pictures.get()
            self._screen.under_way = True
            shown = float(np.asarray(Image.open(io.BytesIO(picture.data)).convert("L")).mean())
            self.at.append(round(asyncio.get_running_loop().time(), 1))
            self.greys.append(min(GREYS, key=lambda grey: abs(grey - shown)))
            await asyncio.sleep(0.5)
            self._screen.under_way = False


@in_virtual_time
async def test_a_share_of_thirty_frames_a_second_is_thinned_out_to_five_before_it_is_looked_at() -> None:
    share = Share(30, lambda at: frame(60, line=int(at * 30)))
    watched = await Watched(share).for_s(20)
    assert 50 < share.taken <= 20 * 5
    assert watched.greys == [60]


@in_virtual_time
async def test_each_thing_that_is_shown_is_handed_over_once_as_it_stands() -> None:
    watched = await Watched(Share(30, lambda at: frame(GREYS[int(at // 8)]))).for_s(23.9)
    assert watched.greys == list(GREYS)
    assert all(1.0 <= at % 8 <= 1.7 for at in watched.at), watched.at


@in_virtual_time
async def test_a_screen_that_sends_one_frame_and_then_none_is_looked_at_all_the_same() -> None:
    class Still(Share):
        async def __anext__(self) -> rtc.VideoFrameEvent:
            return await (asyncio.Future() if self.taken else super().__anext__())

    watched = await Watched(Still(30, lambda _: frame(120))).for_s(30)
    assert (watched.greys, watched.at) == ([120], [1.0])


@in_virtual_time
async def test_what_is_switched_away_from_within_a_second_is_not_looked_at() -> None:
    watched = await Watched(Share(5, lambda at: frame(60 if at < 4 else 120 if at < 4.7 else 180))).for_s(20)
    assert watched.greys == [60, 180]


@in_virtual_time
async def test_the_next_look_begins_three_seconds_after_the_one_before_and_at_what_is_there_then() -> None:
    watched = await Watched(Share(5, lambda at: frame(60 if at < 1.5 else 120 if at < 3 else 180))).for_s(20)
    assert watched.greys == [60, 180]
    first, second = watched.at
    assert 3.0 <= second - first <= 3.5


@in_virtual_time
async def test_frames_smaller_than_a_thumbnail_are_none_and_a_share_that_ends_is_left() -> None:
    watched = await Watched(Share(5, lambda at: frame(60, size=(32, 32)) if at < 5 else None)).for_s(30)
    assert watched.greys == []
    assert asyncio.get_running_loop().time() < 10


@in_virtual_time
async def test_no_frame_is_held_that_is_not_about_to_be_looked_at() -> None:
    shown: list[weakref.ref[rtc.VideoFrame]] = []

    def shows(at: float) -> rtc.VideoFrame:
        made = frame(60, line=int(at))
        shown.append(weakref.ref(made))
        return made

    class Still(Share):
        async def __anext__(self) -> rtc.VideoFrameEvent:
            return await (asyncio.Future() if self.taken > 20 else super().__anext__())

    watched = Watched(Still(5, shows))
    watching = asyncio.create_task(watched.for_s(30))
    await asyncio.sleep(0.9)
    assert any(each() is not None for each in shown), "one is about to be looked at"
    await asyncio.sleep(20)
    assert watched.greys == [60]
    assert [each() for each in shown if each() is not None] == []
    await watching
