"""Conversations on the page in a real browser, with the keyboard alone, and with words that were meant to do harm.

Every state of `web/client/fixtures`, these among them, is looked at by axe and on the narrowest phone in `test_page.py`.
"""

from collections.abc import AsyncIterator, Iterator

import pytest
from playwright.async_api import Browser, Page, expect

from tests.web_page.browsing import FIXTURES, browser
from tests.web_page.serving import served
from tests.web_page.test_page import FOCUSED, Watch

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def fixtures_at() -> Iterator[str]:
    with served(FIXTURES) as address:
        yield address


@pytest.fixture
async def chromium_here() -> AsyncIterator[Browser]:
    async with browser() as launched:
        yield launched


async def listed(chromium_here: Browser, fixtures_at: str) -> Page:
    page = await chromium_here.new_page(viewport={"width": 320, "height": 700})
    await page.goto(f"{fixtures_at}/?show=conversations")
    await page.get_by_role("button", name="What did Tomasz say").wait_for()
    return page


async def focused(page: Page) -> str:
    return str(await page.evaluate(FOCUSED))


async def test_one_is_found_read_renamed_and_forgotten_with_the_keyboard_alone(chromium_here: Browser, fixtures_at: str) -> None:
    page = await listed(chromium_here, fixtures_at)
    await page.get_by_role("searchbox", name="Search conversations").focus()
    await page.keyboard.type("boiler")
    await expect(page.get_by_role("status").filter(has_text="One conversation.")).to_be_visible()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("(not heard)")).to_be_visible()
    assert await focused(page) == "What did Tomasz say about the boiler?"
    await page.keyboard.press("Tab")
    assert await focused(page) == "Rename"
    await page.keyboard.press("Enter")
    await page.keyboard.press("Control+a")
    await page.keyboard.type("The boiler")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="The boiler")).to_be_visible()
    await page.get_by_role("button", name="Forget").focus()
    await page.keyboard.press("Enter")
    assert await focused(page) == "No"
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="Conversations")).to_be_focused()
    await expect(page.get_by_role("button", name="Tomasz")).to_have_count(0)
    assert await page.evaluate("document.documentElement.scrollWidth") <= 320


async def test_words_that_were_meant_to_do_harm_do_none(chromium_here: Browser, fixtures_at: str) -> None:
    page = await chromium_here.new_page()
    watch = Watch(page, fixtures_at)
    await page.goto(f"{fixtures_at}/?show=conversations")
    await page.get_by_text("<iframe src=//tracker.example>").click()
    await page.get_by_role("button", name="Rename").wait_for()
    assert await page.evaluate("window.harmed") is None
    assert watch.elsewhere == []
    assert watch.complaints == []
