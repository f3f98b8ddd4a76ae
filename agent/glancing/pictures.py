"""What a frame of a room becomes: a small grey thumbnail to tell whether it changes, and one JPEG to look at."""

import io
from typing import TYPE_CHECKING

import numpy as np
from livekit import rtc

from glance.frames import COLUMNS, ROWS, Thumbnail, thumbnail
from providers.models.typed.history import Picture

if TYPE_CHECKING:
    from PIL.Image import Image

LONGEST_SIDE = 1_280
QUALITY = 80


def thumbnail_of(frame: rtc.VideoFrame) -> Thumbnail | None:
    """From the brightness that the frame holds already, so that nothing is converted; None for one that is smaller than a thumbnail."""
    if frame.width < COLUMNS or frame.height < ROWS:
        return None
    grey = frame if frame.type == rtc.VideoBufferType.I420 else frame.convert(rtc.VideoBufferType.I420)
    luma = np.frombuffer(grey.data, dtype=np.uint8, count=grey.width * grey.height)
    return thumbnail(luma.reshape(grey.height, grey.width))


def picture_of(frame: rtc.VideoFrame) -> Picture:
    """Takes some hundredths of a second: to be called in a thread."""
    from PIL import Image  # noqa: PLC0415 - most calls never look at a screen

    shown = frame.convert(rtc.VideoBufferType.RGB24)
    return jpeg_of(Image.frombuffer("RGB", (shown.width, shown.height), bytes(shown.data), "raw", "RGB", 0, 1))


def jpeg_of(image: "Image") -> Picture:
    """At most `LONGEST_SIDE` wide and high; the image may be changed."""
    image.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    written = io.BytesIO()
    image.save(written, "JPEG", quality=QUALITY)
    return Picture(data=written.getvalue(), media_type="image/jpeg")
