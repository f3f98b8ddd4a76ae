"""A caller in a process of its own, to be killed: `python -m tests.room.lost_caller URL TOKEN`. Prints a line once it is in the room."""

import asyncio
import sys

from livekit import rtc


async def join(url: str, token: str) -> None:
    room = rtc.Room()
    await room.connect(url, token)
    voice = rtc.AudioSource(24_000, 1)
    await room.local_participant.publish_track(rtc.LocalAudioTrack.create_audio_track("microphone", voice))
    sys.stdout.write("joined\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(join(*sys.argv[1:]))
