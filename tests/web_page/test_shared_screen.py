"""A screen that is shared from the page in Chromium, with all that is behind it: `aloud page`, a LiveKit server, a worker and a Maildir.

What `getDisplayMedia` gives is a canvas of the page's own: a headless browser has no screen, and nobody picks one.
"""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.cli.dev.microphone import MICROPHONE, NO_QUESTION_FIRST
from tests.cli.dev.test_page import address_on, captions
from tests.cli.pseudo_terminal import CTRL_C, aloud
from tests.room.glancing.shared_picture import MESSAGE, Shown, seeing
from tests.screens.mailbox import write_mailbox
from tests.screens.stories import OWN
from tests.servers.openai.chat import ChatRequest, Reply
from tests.servers.openai.double import Say, openai_server
from tests.servers.ports import free_port
from tests.web_page.browsing import browser

pytestmark = pytest.mark.server

LONG_MS = 90_000
SCREEN = """
const screen = Object.assign(document.createElement("canvas"), { width: 1280, height: 720 });
const paint = screen.getContext("2d");
let colour = "rgb(190, 50, 60)";
window.show = (other) => { colour = other; };
const draw = () => {
  paint.fillStyle = colour;
  paint.fillRect(0, 0, 1280, 720);
  paint.fillStyle = "white";
  for (let line = 0; line < 12; line += 1) paint.fillRect(100, 100 + line * 40, 300 + ((line * 97 + colour.length * 131) % 700), 12);
};
draw();
setInterval(draw, 200);
navigator.mediaDevices.getDisplayMedia = async () => screen.captureStream(5);
"""


def answered(chat: ChatRequest) -> Reply:
    return seeing(chat) if any("glance" in name for name in chat.tool_names) else Say("I will draft it for you.")


async def shows(page: Page, shown: Shown) -> None:
    await page.evaluate("colour => window.show(colour)", f"rgb{shown.value}")


async def sees(page: Page, words: str) -> None:
    await expect(page.get_by_text(words).first).to_be_visible(timeout=LONG_MS)


@pytest.mark.takes(60)
async def test_a_screen_is_shared_looked_at_offered_about_paused_and_stopped_from_the_page(tmp_path: Path) -> None:
    write_mailbox(tmp_path / "mail", datetime.now(UTC))
    async with openai_server() as openai:
        openai.always(answered)
        settings = {
            "ALOUD_MAILDIR": str(tmp_path / "mail"),
            "ALOUD_ADDRESSES": OWN[1],
            "ALOUD_WEB_PORT": str(free_port()),
            "OPENAI_API_KEY": "sk-test",
            "OPENAI_BASE_URL": openai.url,
            "ALOUD_SMALL_VISION_MODEL": "small-vision-model",
            "ALOUD_VISION_MODEL": "vision-model",
        }
        with aloud("page", folder=tmp_path, settings=settings) as terminal:
            url = await address_on(terminal)
            async with browser(*NO_QUESTION_FIRST) as chromium:
                page = await chromium.new_page()
                await page.add_init_script(MICROPHONE + SCREEN)
                await page.goto(url)
                await page.get_by_role("button", name="Start the call").click()
                await page.get_by_role("button", name="Share screen").click(timeout=LONG_MS)
                await sees(page, "Aloud is looking at your screen.")
                await shows(page, Shown.WAITING)
                await expect(page.get_by_role("button", name="Yes, please")).to_be_visible(timeout=LONG_MS)
                await expect(captions(page, "aloud", MESSAGE)).to_be_visible(timeout=LONG_MS)
                await page.get_by_role("button", name="Yes, please").click()
                await expect(captions(page, "aloud", "I will draft it for you.")).to_be_visible(timeout=LONG_MS)
                await page.get_by_role("button", name="Pause looking").click()
                await sees(page, "Aloud is not looking at your screen.")
                await page.get_by_role("button", name="Stop sharing").click()
                await expect(page.get_by_role("button", name="Share screen")).to_be_visible(timeout=LONG_MS)
            terminal.press(CTRL_C)
            await asyncio.to_thread(terminal.exit_code)
