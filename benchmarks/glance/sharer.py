"""Shares one picture of 1,280 by 720 with a blinking cursor in a room, until it is ended.

`python -m benchmarks.glance.sharer URL TOKEN RATE`
"""

import asyncio
import sys

from livekit import rtc

from tests.room.glancing.shared_picture import HEIGHT, WIDTH, Shown, picture_of


async def share(url: str, token: str, rate: int) -> None:
    room = rtc.Room()
    await room.connect(url, token)
    source = rtc.VideoSource(WIDTH, HEIGHT)
    track = rtc.LocalVideoTrack.create_video_track("screen", source)
    await room.local_participant.publish_track(track, rtc.TrackPublishOptions(source=rtc.TrackSource.SOURCE_SCREENSHARE, simulcast=False))
    still, blinking = picture_of(Shown.DOCUMENT), picture_of(Shown.DOCUMENT)
    for line in range(300, 320):
        start = 3 * (line * WIDTH + 600)
        blinking.data[start : start + 9] = bytes(9)
    number = 0
    while True:
        source.capture_frame(blinking if number % rate < rate / 2 else still)
        number += 1
        await asyncio.sleep(1 / rate)


if __name__ == "__main__":
    asyncio.run(share(sys.argv[1], sys.argv[2], int(sys.argv[3])))
