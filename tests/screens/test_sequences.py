"""When a screen is looked at, on sequences of real pictures: recorded in Chromium at five a second, and packed as a codec packs them.

One look for each switch, and none while something moves, is typed, blinks or is played.
"""

import io
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial

import numpy as np
import pytest
from PIL import Image
from playwright.async_api import Page

from glance.frames import ScreenWatch, Thumbnail, thumbnail
from tests.web_page.browsing import browser

pytestmark = [pytest.mark.slow, pytest.mark.part(0.2)]

A_SECOND = 5
PACKED = 60
"""The quality of a picture: about as lossy as a share of a busy call."""
WORDS = re.findall(r"\w+", "the owner has asked about the papers for the flat and whether we could meet on thursday or friday to sign them")


def mail(number: int, *, lines: int = 90) -> str:
    """A mail program with a long mail open, whose words are its own."""
    rows = "".join(
        f"<p>{' '.join(WORDS[(line * 7 + number * 5 + at) % len(WORDS)] for at in range(6 + line % 9))}.</p>" for line in range(lines)
    )
    inbox = "".join(f"<div style='padding:10px;background:{'#cfe4fa' if row == number else '#fff'}'>Sender {row}</div>" for row in range(9))
    return (
        "<body style='margin:0;font:15px sans-serif;display:flex;height:100vh'>"
        f"<div style='width:240px;background:#f3f3f3'>{inbox}</div>"
        f"<div id=open style='flex:1;overflow:auto;padding:20px'><h2>Subject {number}</h2>{rows}</div></body>"
    )


EDITOR = (
    "<body style='margin:0;background:#1e1e1e;color:#ddd;font:14px monospace'><pre id=text style='padding:20px'>"
    + "\n".join(f"def line_{line}(self): return {line * 37}" for line in range(24))
    + "</pre><span id=cursor style='background:#ddd'>&nbsp;</span></body>"
)
VIDEO = """<body style='margin:0;background:#fff'><h2>A talk</h2><canvas id=film width=960 height=540></canvas><script>
window.play = (at) => { const film = document.getElementById("film").getContext("2d");
  for (let x = 0; x < 16; x += 1) for (let y = 0; y < 9; y += 1) {
    film.fillStyle = `hsl(${(x * 40 + y * 70 + at * 83) % 360} 70% ${20 + (x * 7 + y * 13 + at * 29) % 60}%)`;
    film.fillRect(x * 60, y * 60, 60, 60); } }; window.play(0);</script></body>"""


class Recording:
    """What a screen showed, a thumbnail for each fifth of a second."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.seen: list[Thumbnail] = []

    async def shows(self, html: str, *, for_s: float = 3.0) -> None:
        await self.page.set_content(html)
        await self.stands(for_s)

    async def stands(self, for_s: float) -> None:
        """Each picture of it is packed anew, with other losses."""
        shot = Image.open(io.BytesIO(await self.page.screenshot())).convert("L")
        self.seen += [self._packed(shot, PACKED + number % 5) for number in range(round(for_s * A_SECOND))]

    async def moves(self, times: int, step: Callable[[int], Awaitable[object]]) -> None:
        for number in range(times):
            await step(number)
            await self.stands(1 / A_SECOND)

    def _packed(self, shot: Image.Image, quality: int) -> Thumbnail:
        packed = io.BytesIO()
        shot.save(packed, "JPEG", quality=quality)
        return thumbnail(np.asarray(Image.open(packed)))

    @property
    def looked_at(self) -> list[float]:
        """The seconds at which it was looked at."""
        watch, taken = ScreenWatch(), []
        for number, picture in enumerate(self.seen):
            watch.see(picture, number / A_SECOND)
            if watch.take(number / A_SECOND):
                taken.append(number / A_SECOND)
        return taken


async def scroll(page: Page, pixels: int, _: int) -> None:
    await page.evaluate("by => document.getElementById('open').scrollBy(0, by)", pixels)


async def scrolls(recording: Recording) -> None:
    await recording.shows(mail(1))
    for pixels in (3, 7, 40, 120, 300, -260, -11):
        await recording.moves(5, partial(scroll, recording.page, pixels))
    await recording.stands(3)


async def types(recording: Recording) -> None:
    await recording.shows(EDITOR)
    await recording.moves(
        40, lambda at: recording.page.evaluate("at => { document.getElementById('text').append('x'.repeat(at % 9)); }", at)
    )
    await recording.stands(3)


async def blinks(recording: Recording) -> None:
    await recording.shows(EDITOR)
    await recording.moves(30, lambda at: recording.page.evaluate("at => { cursor.style.opacity = at % 4 < 2 ? 1 : 0; }", at))


async def plays(recording: Recording) -> None:
    await recording.shows(VIDEO)
    await recording.moves(40, lambda at: recording.page.evaluate("at => window.play(at)", at))


async def switches(recording: Recording) -> None:
    for html in (mail(1), EDITOR, mail(2), mail(5)):
        await recording.shows(html)


async def passes_by(recording: Recording) -> None:
    await recording.shows(mail(1))
    for html in (EDITOR, VIDEO, mail(3)):
        await recording.shows(html, for_s=0.6)
    await recording.shows(mail(4))
    await recording.shows(EDITOR, for_s=0.6)
    await recording.shows(mail(4))


SEQUENCES: Mapping[str, tuple[Callable[[Recording], Awaitable[None]], list[float]]] = {
    "scrolling": (scrolls, [1.0]),
    "typing": (types, [1.0]),
    "a blinking cursor": (blinks, [1.0]),
    "a video": (plays, [1.0]),
    "four windows and mails": (switches, [1.0, 4.0, 7.0, 10.0]),
    "windows that pass by": (passes_by, [1.0, 5.8]),
}


@asynccontextmanager
async def recording() -> AsyncIterator[Recording]:
    async with browser() as chromium:
        page = await chromium.new_page()
        await page.set_viewport_size({"width": 1280, "height": 800})
        yield Recording(page)
        await page.close()


@pytest.mark.takes(6)
@pytest.mark.parametrize("what", SEQUENCES)
async def test_each_switch_is_looked_at_once_and_nothing_that_moves(what: str) -> None:
    record, expected = SEQUENCES[what]
    async with recording() as recorded:
        await record(recorded)
    assert recorded.looked_at == expected
