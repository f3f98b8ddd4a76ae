"""Shares one picture with a blinking cursor in a room, until it is ended.

`python -m benchmarks.glance.sharer URL TOKEN RATE WIDTH HEIGHT`
"""

import asyncio
import signal
import sys

from livekit import rtc
from PIL import Image

from tests.room.glancing.shared_picture import HEIGHT, WIDTH, Shown, picture_of


def drawn(wide: int, high: int, *, cursor: bool) -> rtc.VideoFrame:
    small = Image.frombytes("RGB", (WIDTH, HEIGHT), bytes(picture_of(Shown.DOCUMENT).data))
    large = small.resize((wide, high))
    if cursor:
        large.paste((0, 0, 0), (900, 450, 903, 480))
    return rtc.VideoFrame(wide, high, rtc.VideoBufferType.RGB24, large.tobytes())


async def share(url: str, token: str, rate: int, wide: int, high: int) -> None:
    room = rtc.Room()
    await room.connect(url, token)
    source = rtc.VideoSource(wide, high, is_screencast=True)
    track = rtc.LocalVideoTrack.create_video_track("screen", source)
    await room.local_participant.publish_track(track, rtc.TrackPublishOptions(source=rtc.TrackSource.SOURCE_SCREENSHARE, simulcast=False))
    still, blinking = drawn(wide, high, cursor=False), drawn(wide, high, cursor=True)
    number, ended = 0, asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    while not ended.is_set():
        source.capture_frame(blinking if number % rate < rate / 2 else still)
        number += 1
        await asyncio.sleep(1 / rate)
    await room.disconnect()


if __name__ == "__main__":
    asyncio.run(share(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:])))
