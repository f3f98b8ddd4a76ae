"""The pane of a draft in a real browser: what is typed there is refused, and meets what the agent has written, in colours and a layout."""

from collections.abc import AsyncIterator, Iterator
from typing import Literal

import pytest
from playwright.async_api import Browser, Page, ViewportSize

from tests.web_page.browsing import FIXTURES, browser
from tests.web_page.serving import served
from tests.web_page.test_page import AXE, faults

pytestmark = pytest.mark.slow

LOOKS: tuple[tuple[Literal["light", "dark"], ViewportSize], ...] = (
    ("light", {"width": 1280, "height": 844}),
    ("dark", {"width": 390, "height": 844}),
)


@pytest.fixture(scope="module")
def fixtures_at() -> Iterator[str]:
    with served(FIXTURES) as address:
        yield address


@pytest.fixture
async def chromium_here() -> AsyncIterator[Browser]:
    async with browser() as launched:
        yield launched


async def refused_and_changed_meanwhile(page: Page, fixtures_at: str) -> None:
    """The draft with an address that was refused, and a text that both have changed."""
    await page.goto(f"{fixtures_at}/?show=draft")
    await page.get_by_label("To", exact=True).fill("luca at home")
    await page.get_by_label("Text", exact=True).focus()
    await page.get_by_text("One of the addresses is not complete.").wait_for()
    await page.get_by_label("Text", exact=True).fill("I have written this meanwhile.")
    await page.get_by_text("As Aloud has it").first.wait_for()


async def test_axe_finds_nothing_in_a_draft_with_a_refusal_and_two_versions_in_light_or_dark(
    chromium_here: Browser, fixtures_at: str
) -> None:
    for scheme, viewport in LOOKS:
        context = await chromium_here.new_context(color_scheme=scheme, viewport=viewport, reduced_motion="reduce", bypass_csp=True)
        page = await context.new_page()
        await refused_and_changed_meanwhile(page, fixtures_at)
        await page.add_script_tag(path=AXE)
        assert await faults(page) == [], scheme
        await context.close()


async def test_both_versions_fit_on_the_narrowest_phone(chromium_here: Browser, fixtures_at: str) -> None:
    page = await chromium_here.new_page(viewport={"width": 320, "height": 700})
    await refused_and_changed_meanwhile(page, fixtures_at)
    assert await page.evaluate("document.documentElement.scrollWidth") <= 320


async def test_the_question_and_its_answers_come_into_view_below_what_they_are_about(chromium_here: Browser, fixtures_at: str) -> None:
    for _, viewport in LOOKS:
        page = await chromium_here.new_page(viewport=viewport)
        await page.goto(f"{fixtures_at}/?show=draft-asked")
        for name in ("Yes", "No"):
            box = await page.get_by_role("button", name=name, exact=True).bounding_box()
            assert box
            assert box["y"] + box["height"] <= viewport["height"], (viewport, name)
        await page.close()


async def test_a_draft_is_written_and_sent_with_the_keyboard_alone_and_no_key_of_it_presses_a_button(
    chromium_here: Browser, fixtures_at: str
) -> None:
    page = await chromium_here.new_page()
    await page.goto(f"{fixtures_at}/?show=draft")
    await page.get_by_label("Subject", exact=True).focus()
    await page.keyboard.press("Tab")
    await page.keyboard.type(" A banking form, next.")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    assert await page.evaluate("window.fixture.pressed") == ["send"]
