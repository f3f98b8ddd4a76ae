"""`make pictures`: the pictures of the docs, taken from a real call: `aloud page` on the sample inbox, with its server, worker and browser.

The same call is seen on a desk, light and dark, and then on a phone. The team is seen on a phone while it works, in the run of its test.
"""

import asyncio
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.async_api import Page, ViewportSize, expect

from tests.cli.dev.microphone import MICROPHONE, NO_QUESTION_FIRST
from tests.cli.dev.test_page import address_on, captions
from tests.cli.pseudo_terminal import CTRL_C, aloud
from tests.servers.ports import free_port
from tests.web_page.browsing import browser
from tests.web_page.screenshots import COLOURS
from tests.web_page.test_team_on_the_page import played

DOCS = Path(__file__).parents[2] / "docs"
PHONE: ViewportSize = {"width": 390, "height": 844}
BETWEEN, TALL = 20, 1_100
BEGINS = {"team": "Your team", "agent": "Back to your team"}
SAID = {"flag it": "Flagged.", "next": "gives the appointment away", "archive it": "Archived."}


SPOKEN_WITHIN_MS = 120_000
"""It is all said aloud."""


async def sees(page: Page, words: str) -> None:
    await expect(page.get_by_text(words).first).to_be_visible(timeout=SPOKEN_WITHIN_MS)


async def take(page: Page, name: str) -> None:
    taken = await page.screenshot()
    Image.open(BytesIO(taken)).convert("RGB").quantize(COLOURS).save(DOCS / f"{name}.png", optimize=True)


async def call(page: Page) -> None:
    """The beginning of a call, typed, and the pictures of it."""
    await take(page, "first-visit")
    await page.get_by_role("button", name="Start the call").click()
    await sees(page, "What shall I do with it?")
    line = page.get_by_label("Type to Aloud")
    for words, answer in SAID.items():
        await sees(page, "Listening")
        await line.fill(words)
        await line.press("Enter")
        await expect(captions(page, "aloud", answer)).to_be_visible(timeout=SPOKEN_WITHIN_MS)
    await sees(page, "Listening")
    await page.keyboard.press("Escape")
    await sees(page, "Undo takes back")
    await take(page, "in-call")
    await page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    await take(page, "in-call-dark")


async def in_a_hand(page: Page) -> None:
    """The same call, which goes on on a phone."""
    await page.get_by_role("button", name="Start the call").click()
    await sees(page, "Topic 2 of")
    await sees(page, "Listening")
    await take(page, "in-call-phone")


async def team() -> None:
    """What it has for the user, and beside that one agent."""
    taken: dict[str, Image.Image] = {}

    async def seen(name: str, page: Page) -> None:
        top = await page.get_by_text(BEGINS[name], exact=True).first.evaluate("each => each.getBoundingClientRect().top + scrollY")
        whole = Image.open(BytesIO(await page.screenshot(full_page=True))).convert("RGB")
        taken[name] = whole.crop((0, int(top) - BETWEEN, PHONE["width"], int(top) - BETWEEN + TALL))

    with TemporaryDirectory() as folder:
        await played(Path(folder), seen)
    both = Image.new("RGB", (2 * PHONE["width"] + BETWEEN, TALL), "white")
    for place, name in enumerate(("team", "agent")):
        both.paste(taken[name], (place * (PHONE["width"] + BETWEEN), 0))
    both.quantize(COLOURS).save(DOCS / "team.png", optimize=True)


async def main() -> None:
    await team()
    with TemporaryDirectory() as folder:
        settings = {"ALOUD_VOICE": "local", "ALOUD_WEB_PORT": str(free_port())}
        with aloud("page", "--sample", folder=Path(folder), settings=settings) as terminal:
            url = await address_on(terminal)
            async with browser(*NO_QUESTION_FIRST) as chromium:
                desk = await chromium.new_context(viewport={"width": 1280, "height": 860}, reduced_motion="reduce")
                phone = await chromium.new_context(viewport=PHONE, reduced_motion="reduce", has_touch=True, is_mobile=True)
                for context, at in ((desk, call), (phone, in_a_hand)):
                    page = await context.new_page()
                    await page.add_init_script(MICROPHONE)
                    await page.goto(url)
                    await at(page)
            terminal.press(CTRL_C)
            await asyncio.to_thread(terminal.exit_code)


if __name__ == "__main__":
    asyncio.run(main())
