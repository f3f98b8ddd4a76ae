"""`python -m tests.web_page.screenshots FOLDER`: pictures of the page's states, to be looked at by a person."""

import asyncio
import sys
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.async_api import Browser

from tests.web_page.browsing import FIXTURES, PAGE, answer_me, browser
from tests.web_page.serving import served

PHONE = 500
"""Narrower than this, it is held in a hand and touched."""
COLOURS = 128


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """`state` is one of the fixtures, or "" for the page as built."""

    name: str
    state: str = ""
    width: int = 1280
    height: int = 860
    scheme: Literal["light", "dark"] = "light"
    whole: bool = False


PICTURES = (
    Picture(name="first-visit"),
    Picture(name="first-visit-dark", scheme="dark"),
    Picture(name="first-visit-phone", width=390, height=844),
    Picture(name="in-call", state="in-call"),
    Picture(name="in-call-dark", state="in-call", scheme="dark"),
    Picture(name="in-call-phone", state="in-call", width=390, height=844),
    Picture(name="in-call-phone-dark", state="in-call", width=390, height=844, scheme="dark"),
    Picture(name="in-call-phone-whole", state="in-call", width=390, height=844, whole=True),
    Picture(name="screen-offered", state="screen-offered"),
    Picture(name="screen-looked-at", state="screen-looked-at"),
    Picture(name="screen-paused-dark", state="screen-paused", scheme="dark"),
    Picture(name="nudge", state="nudge"),
    Picture(name="nudge-dark", state="nudge", scheme="dark"),
    Picture(name="nudge-phone", state="nudge", width=390, height=844, whole=True),
    Picture(name="question", state="question"),
    Picture(name="draft", state="draft"),
    Picture(name="draft-asked", state="draft-asked"),
    Picture(name="draft-asked-phone-dark", state="draft-asked", width=390, height=844, scheme="dark", whole=True),
    Picture(name="held", state="held"),
    Picture(name="done", state="done"),
    Picture(name="done-phone", state="done", width=390, height=844),
    Picture(name="silent", state="silent"),
    Picture(name="denied", state="denied"),
    Picture(name="no-speech", state="no-stt"),
    Picture(name="slow", state="slow"),
    Picture(name="offline-phone", state="offline", width=390, height=844),
    Picture(name="taken-over", state="taken-over"),
    Picture(name="failed", state="failed"),
    Picture(name="joining", state="joining"),
    Picture(name="hostile", state="hostile"),
    Picture(name="hostile-phone", state="hostile", width=390, height=844, whole=True),
    Picture(name="ended", state="ended"),
)


async def take(chromium: Browser, picture: Picture, page_at: str, fixtures_at: str, folder: Path) -> None:
    """One picture, as a PNG."""
    context = await chromium.new_context(
        viewport={"width": picture.width, "height": picture.height},
        color_scheme=picture.scheme,
        reduced_motion="reduce",
        has_touch=picture.width < PHONE,
        is_mobile=picture.width < PHONE,
    )
    page = await context.new_page()
    await page.clock.set_fixed_time("2026-03-04T09:45:00+00:00")
    await answer_me(page)
    await page.goto(f"{fixtures_at}/?show={picture.state}" if picture.state else page_at)
    await page.locator("main").wait_for()
    await page.evaluate("document.fonts.ready")
    taken = await page.screenshot(full_page=picture.whole)
    await context.close()
    # Few colours and much paper: a palette halves the file, and nobody sees it.
    Image.open(BytesIO(taken)).convert("RGB").quantize(COLOURS).save(folder / f"{picture.name}.png", optimize=True)


async def main(folder: Path, wanted: list[str]) -> None:
    """Take the pictures that are wanted, or all."""
    with served(PAGE) as page_at, served(FIXTURES) as fixtures_at:
        async with browser() as chromium:
            for picture in PICTURES:
                if not wanted or picture.name in wanted:
                    await take(chromium, picture, page_at, fixtures_at, folder)


if __name__ == "__main__":
    into = Path(sys.argv[1])
    into.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(into, sys.argv[2:]))
