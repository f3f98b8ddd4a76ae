"""A participant's screen in a room: frames of one colour after another, with lines of text, and a model that knows them by it."""

import asyncio
import base64
import io
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import Enum

import numpy as np
from livekit import rtc
from PIL import Image

from tests.servers.openai.chat import ChatRequest, Reply
from tests.servers.openai.double import CallTool

WIDTH, HEIGHT = 1280, 720
FRAMES_A_SECOND = 5
_PICTURE = re.compile(r"data:image/jpeg;base64,([A-Za-z0-9+/=]+)")

MESSAGE = "Anna needs the signed lease by 5 pm; shall I draft the answer?"
PROMPT = "Draft an answer to Anna Berg about the signed lease."


class Shown(Enum):
    """What is on the screen, and its colour."""

    WAITING = (40, 160, 60)
    INFORMING = (50, 70, 190)
    ANSWERED = (190, 160, 40)
    DOCUMENT = (190, 50, 60)


MAILS = {
    Shown.WAITING: ("Signed lease", "Anna Berg"),
    Shown.INFORMING: ("Minutes of Monday", "Carla Reyes"),
    Shown.ANSWERED: ("Signed lease, second round", "Petra Berg"),
}


def picture_of(shown: Shown, lines: int = 12) -> rtc.VideoFrame:
    drawn = np.empty((HEIGHT, WIDTH, 3), dtype=np.uint8)
    drawn[:] = shown.value
    made = np.random.default_rng(list(Shown).index(shown))
    for line in range(lines):
        drawn[100 + line * 40 : 112 + line * 40, 100 : int(made.integers(300, 1200)) : 3] = 250
    return rtc.VideoFrame(WIDTH, HEIGHT, rtc.VideoBufferType.RGB24, bytearray(drawn.tobytes()))


def seen_in(jpeg: bytes) -> Shown:
    red, green, blue = np.asarray(Image.open(io.BytesIO(jpeg)))[:60].reshape(-1, 3).mean(axis=0)
    return min(Shown, key=lambda each: sum(abs(a - b) for a, b in zip(each.value, (red, green, blue), strict=True)))


def picture_in(chat: ChatRequest) -> bytes:
    return base64.b64decode(_PICTURE.findall(json.dumps(chat.raw["messages"]))[-1])


def shown_to(chat: ChatRequest) -> Shown:
    """What the picture of a request shows."""
    return seen_in(picture_in(chat))


def seeing(chat: ChatRequest) -> Reply:
    """Answers as a model that sees rightly."""
    shown = shown_to(chat)
    if "finalize_glance_triage" in chat.tool_names:
        if shown is Shown.DOCUMENT:
            return CallTool("finalize_glance_triage", digIn=False)
        subject, sender = MAILS[shown]
        return CallTool(
            "finalize_glance_triage", digIn=True, candidate={"subject": subject, "sender": sender, "query": f"{subject} {sender}"}
        )
    subject, sender = MAILS[shown]
    step = sum(message.role == "assistant" for message in chat.messages)
    if step == 0:
        return CallTool("search_email", query=f"{subject} {sender}")
    if step == 1:
        return CallTool("read_email_thread", conversation_id="t1")
    if shown is Shown.WAITING:
        return CallTool("finalize_glance", surface=True, message=MESSAGE, actionPrompt=PROMPT)
    return CallTool("finalize_glance", surface=False)


class SharedPicture:
    """A screen that is shared: it shows one thing until it is told to show another."""

    def __init__(self, shown: Shown) -> None:
        self.shown = shown

    async def play(self, source: rtc.VideoSource, every_s: float) -> None:
        while True:
            source.capture_frame(picture_of(self.shown))
            await asyncio.sleep(every_s)


@asynccontextmanager
async def shares(room: rtc.Room, shown: Shown, *, fps: float = FRAMES_A_SECOND) -> AsyncIterator[SharedPicture]:
    """Until the block ends."""
    source = rtc.VideoSource(WIDTH, HEIGHT, is_screencast=True)
    track = rtc.LocalVideoTrack.create_video_track("screen", source)
    options = rtc.TrackPublishOptions(source=rtc.TrackSource.SOURCE_SCREENSHARE, simulcast=False)
    published = await room.local_participant.publish_track(track, options)
    picture = SharedPicture(shown)
    playing = asyncio.create_task(picture.play(source, 1 / fps))
    try:
        yield picture
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await room.local_participant.unpublish_track(published.sid)
        await source.aclose()
