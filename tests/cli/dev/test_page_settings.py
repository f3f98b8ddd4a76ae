"""The settings of a call, by keyboard alone in a real browser as narrow as a phone: how Aloud sounds and hears, and what it leaves out.

What is chosen is in force at once, and stands there after a reload.
"""

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from tests.cli.dev.microphone import MICROPHONE, NO_QUESTION_FIRST
from tests.cli.dev.test_page import TIMEOUT_MS, address_on, greeted, said, sees, tab_to
from tests.cli.pseudo_terminal import CTRL_C, aloud
from tests.servers.openai.double import OpenAIDouble, openai_server
from tests.servers.ports import free_port
from tests.web_page.browsing import browser
from tests.web_page.test_page import AXE, faults

pytestmark = pytest.mark.server

ANOTHER_VOICE, FASTER = "sage", "1.2"
NOTES_WHAT_IS_ASKED = """
const given = navigator.mediaDevices.getUserMedia;
window.asked = [];
navigator.mediaDevices.getUserMedia = (wanted) => { window.asked.push(JSON.stringify(wanted)); return given(wanted); };
"""
VOLUMES = "[...document.querySelectorAll('audio')].map((each) => each.volume)"
HAS_KEYBOARD = "each => each === document.activeElement"
MOST_TABS = 60


class Menu:
    """The settings, open."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.box = page.get_by_label("Settings", exact=True)
        self.bring_back = self.box.get_by_role("button", name="Bring back next")

    def line(self, label: str) -> Locator:
        return self.box.get_by_label(label).and_(self.box.locator("select, input")).first

    async def open(self) -> None:
        await tab_to(self._page, "Settings")
        await self._page.keyboard.press("Enter")
        await expect(self.line("Speed")).to_be_visible(timeout=TIMEOUT_MS)

    async def go_to(self, label: str) -> Locator:
        """By the Tab key."""
        for _ in range(MOST_TABS):
            await self._page.keyboard.press("Tab")
            if await self.line(label).evaluate(HAS_KEYBOARD):
                return self.line(label)
        raise AssertionError(f"{label} cannot be reached with the Tab key")

    async def press(self, label: str, *keys: str) -> Locator:
        line = await self.go_to(label)
        for key in keys:
            await self._page.keyboard.press(key)
        return line


async def speaks_with_it(openai: OpenAIDouble, usual: float) -> None:
    """From the next sentence on."""
    wanted = (ANOTHER_VOICE, round(float(FASTER) * usual, 2))
    async with asyncio.timeout(TIMEOUT_MS / 1000):
        while (openai.speech_voices[-1], round(openai.speech_speeds[-1], 2)) != wanted:  # noqa: ASYNC110 - another process asks
            await asyncio.sleep(0.1)


async def begun_by_keyboard(page: Page, url: str) -> None:
    for script in (MICROPHONE, NOTES_WHAT_IS_ASKED):
        await page.add_init_script(script)
    await page.goto(url)
    await expect(page.get_by_role("button", name="Start the call")).to_be_enabled(timeout=TIMEOUT_MS)
    await tab_to(page, "Start the call")
    await page.keyboard.press("Enter")
    await greeted(page)


async def set_all(page: Page, menu: Menu) -> dict[str, str]:
    """Returns what the lines have to show from then on."""
    await menu.open()
    await expect(await menu.press("Voice", "ArrowDown")).to_have_value(ANOTHER_VOICE, timeout=TIMEOUT_MS)
    await expect(await menu.press("Speed", "ArrowDown")).to_have_value(FASTER, timeout=TIMEOUT_MS)
    left_out = await menu.press("Left out for now", *"Next", "Enter")
    await expect(menu.bring_back).to_be_visible(timeout=TIMEOUT_MS)
    await expect(left_out).to_have_value("")
    volume = await menu.press("Volume", "ArrowLeft", "ArrowLeft")
    await expect(volume).to_have_attribute("aria-valuetext", "90 %")
    microphone = await menu.press("Microphone", "ArrowDown")
    return {"Voice": ANOTHER_VOICE, "Speed": FASTER, "Volume": "90", "Microphone": await microphone.input_value()}


async def is_in_force(page: Page, menu: Menu, chosen: dict[str, str]) -> None:
    for label, value in chosen.items():
        await expect(menu.line(label)).to_have_value(value, timeout=TIMEOUT_MS)
    await page.wait_for_function(f"{VOLUMES}.length && {VOLUMES}.every((each) => Math.abs(each - 0.9) < 0.01)", timeout=TIMEOUT_MS)
    await page.wait_for_function("id => window.asked.at(-1).includes(id)", arg=chosen["Microphone"], timeout=TIMEOUT_MS)


@pytest.mark.proof
@pytest.mark.takes(45)
async def test_sound_and_what_is_left_out_are_set_by_keyboard_in_force_at_once_and_kept_over_a_reload(tmp_path: Path) -> None:
    async with openai_server() as openai:
        openai.voices = ["alloy", ANOTHER_VOICE]
        settings = {"ALOUD_TURN_DETECTION": "vad", "ALOUD_WEB_PORT": str(free_port())}
        models = {"OPENAI_API_KEY": "sk-test", "OPENAI_BASE_URL": openai.url}
        with aloud("page", "--sample", folder=tmp_path, settings=settings | models) as terminal:
            url = await address_on(terminal)
            async with browser(*NO_QUESTION_FIRST) as chromium:
                phone = await chromium.new_context(viewport={"width": 320, "height": 700}, permissions=["microphone"], bypass_csp=True)
                page = await phone.new_page()
                await begun_by_keyboard(page, url)
                usual, menu = openai.speech_speeds[-1], Menu(page)
                chosen = await set_all(page, menu)
                await is_in_force(page, menu, chosen)
                assert await page.evaluate("document.documentElement.scrollWidth") <= 320
                await page.add_script_tag(path=AXE)
                assert await faults(page) == []
                await page.keyboard.press("Escape")
                await expect(page.get_by_role("button", name="Settings")).to_be_focused()
                await said(page, "aloud", "I leave out Next until tomorrow")
                await speaks_with_it(openai, usual)

                await page.reload()
                await sees(page, "Listening")
                await menu.open()
                await is_in_force(page, menu, chosen)
                await menu.bring_back.focus()
                await page.keyboard.press("Enter")
                await expect(menu.bring_back).to_have_count(0, timeout=TIMEOUT_MS)
                await expect(menu.box.get_by_role("list", name="Left out for now")).to_be_focused()
            terminal.press(CTRL_C)
            assert terminal.exit_code() == 130
