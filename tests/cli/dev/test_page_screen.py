"""A screen that is shared from the page in Chromium by keyboard, with all that is behind it: `aloud page`, LiveKit, a worker and a Maildir.

What `getDisplayMedia` gives is a canvas of the page's own: a headless browser has no screen, and nobody picks one.
"""

import asyncio
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from tests.cli.dev.microphone import MICROPHONE, NO_QUESTION_FIRST
from tests.cli.dev.test_page import address_on, captions, tab_to
from tests.cli.pseudo_terminal import CTRL_C, aloud
from tests.room.canaries import found
from tests.room.glancing.shared_picture import MESSAGE, PROMPT, Shown, seeing, shown_to
from tests.screens.mailbox import write_mailbox
from tests.screens.stories import OWN
from tests.servers.openai.chat import ChatRequest, Reply
from tests.servers.openai.double import OpenAIDouble, Say, openai_server
from tests.servers.ports import free_port
from tests.web_page.browsing import browser

pytestmark = pytest.mark.server

LONG_MS = 90_000
LONGER_THAN_A_LOOK_TAKES_MS = 6_000
WHAT_IT_DOES = re.compile("When the picture has changed.*keeps no picture; it does nothing by itself")
DRAFTS = "I will draft it for you."
SCREEN = """
const screen = Object.assign(document.createElement("canvas"), { width: 1280, height: 720 });
const paint = screen.getContext("2d");
let colour = "rgb(190, 50, 60)", blinks = 0;
window.show = (other) => { colour = other; };
const draw = () => {
  paint.fillStyle = colour;
  paint.fillRect(0, 0, 1280, 720);
  paint.fillStyle = "white";
  for (let line = 0; line < 12; line += 1) paint.fillRect(100, 100 + line * 40, 300 + ((line * 97 + colour.length * 131) % 700), 12);
  blinks += 1;
  if (blinks % 4 < 2) paint.fillRect(600, 620, 2, 18);
};
draw();
setInterval(draw, 200);
navigator.mediaDevices.getDisplayMedia = async (asked) => { window.asked = asked; return screen.captureStream(5); };
"""


def answered(chat: ChatRequest) -> Reply:
    return seeing(chat) if any("glance" in name for name in chat.tool_names) else Say(DRAFTS)


def looked_at(openai: OpenAIDouble) -> list[Shown]:
    """What the small model was shown, run by run."""
    return [shown_to(chat) for chat in openai.chat_requests if "finalize_glance_triage" in chat.tool_names]


async def until_looked_at(openai: OpenAIDouble, times: int) -> list[Shown]:
    async with asyncio.timeout(LONG_MS / 1000):
        while len(looked_at(openai)) < times:  # noqa: ASYNC110 - another process asks
            await asyncio.sleep(0.1)
    return looked_at(openai)


class SharedFrom:
    """The page, by keyboard and by what a screen reader is told."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sign = page.get_by_role("region", name="Shared screen").get_by_role("status")
        self.card = page.get_by_role("region", name="Aloud offers")

    async def shows(self, shown: Shown) -> None:
        await self.page.evaluate("colour => window.show(colour)", f"rgb{shown.value}")

    async def presses(self, name: str) -> None:
        """By the keyboard alone, once it can be pressed."""
        await expect(self.page.get_by_role("button", name=name)).to_be_enabled(timeout=LONG_MS)
        await tab_to(self.page, name)
        await self.page.keyboard.press("Enter")

    async def sees(self, where: Locator, words: str) -> None:
        await expect(where).to_have_text(words, timeout=LONG_MS)


async def shared_and_offered(shared: SharedFrom, openai: OpenAIDouble) -> None:
    """One run for what is shown first, one for the mail; the offer is said, and stands on a card with one button."""
    button = shared.page.get_by_role("button", name="Share screen")
    await expect(button).to_have_accessible_description(WHAT_IT_DOES, timeout=LONG_MS)
    await shared.presses("Share screen")
    await shared.sees(shared.sign, "Aloud is looking at your screen.")
    assert await until_looked_at(openai, 1) == [Shown.DOCUMENT]
    await shared.shows(Shown.WAITING)
    await shared.sees(shared.card.get_by_role("status"), MESSAGE)
    assert await shared.card.get_by_role("button").all_inner_texts() == ["Yes, please"]
    await expect(captions(shared.page, "aloud", MESSAGE)).to_be_visible(timeout=LONG_MS)
    await shared.presses("Yes, please")
    await expect(captions(shared.page, "aloud", DRAFTS)).to_be_visible(timeout=LONG_MS)
    await expect(shared.card).to_have_count(0)


async def paused_and_stopped(shared: SharedFrom, openai: OpenAIDouble) -> None:
    """While it is paused, nothing of what is shown is looked at; then what is there is, once."""
    await shared.presses("Pause looking")
    await shared.sees(shared.sign, "Aloud is not looking at your screen.")
    await shared.shows(Shown.INFORMING)
    await shared.page.wait_for_timeout(LONGER_THAN_A_LOOK_TAKES_MS)
    await shared.shows(Shown.DOCUMENT)
    await shared.presses("Look again")
    await shared.sees(shared.sign, "Aloud is looking at your screen.")
    await until_looked_at(openai, 3)
    await shared.presses("Stop sharing")
    await expect(shared.page.get_by_role("button", name="Share screen")).to_be_visible(timeout=LONG_MS)
    await shared.sees(shared.sign, "")
    await shared.page.wait_for_timeout(LONGER_THAN_A_LOOK_TAKES_MS)
    assert looked_at(openai) == [Shown.DOCUMENT, Shown.WAITING, Shown.DOCUMENT], "one run for each thing that was shown"


@pytest.mark.proof
@pytest.mark.takes(60)
async def test_a_screen_is_shared_looked_at_offered_about_paused_and_stopped_by_keyboard(tmp_path: Path) -> None:
    write_mailbox(tmp_path / "mail", datetime.now(UTC))
    (tmp_path / "temp").mkdir()
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
            "TMPDIR": str(tmp_path / "temp"),
        }
        with aloud("page", folder=tmp_path, settings=settings) as terminal:
            url = await address_on(terminal)
            async with browser(*NO_QUESTION_FIRST) as chromium:
                page = await chromium.new_page()
                await page.add_init_script(MICROPHONE + SCREEN)
                await page.goto(url)
                await page.get_by_role("button", name="Start the call").click()
                shared = SharedFrom(page)
                await shared_and_offered(shared, openai)
                await paused_and_stopped(shared, openai)
                asked = await page.evaluate(
                    "(({ video, audio }) => [video.frameRate, video.width, video.height, audio ?? false])(window.asked)"
                )
                assert asked == [2, {"ideal": 1280}, {"ideal": 800}, False]
            terminal.press(CTRL_C)
            await asyncio.to_thread(terminal.exit_code)
            said = terminal.raw.encode()
    files = [each for folder in ("data", "temp") for each in (tmp_path / folder).rglob("*") if each.is_file()]
    files = [each for each in files if ".sample:" not in each.name]  # of the made-up inbox that a worker warms up with, which has a lease
    written = {each.name: each.read_bytes() for each in files} | {"the terminal": said}
    assert {name: words for name, what in written.items() if (words := found(["signed lease", "hausberg", PROMPT], what))} == {}
    assert [name for name, what in written.items() if b"\xff\xd8\xff" in what] == [], "no picture was kept"
