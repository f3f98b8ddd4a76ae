"""The distribution's Chromium, driven by Playwright, and the built page beside it.

Playwright's own browsers would be a download of their own; Debian's works through `executable_path`.
"""

import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, Route, async_playwright

CLIENT = Path(__file__).parents[2] / "web" / "client"
PAGE = CLIENT / "dist"
FIXTURES = CLIENT / "fixtures" / "dist"

ME = {
    "user": {"id": "1", "name": "Mira"},
    "csrf": "token",
    "demo": True,
    "speech": True,
    "accounts": [{"label": "Home", "provider": "maildir", "state": "ready"}],
}
NO_TEAM = {"version": "1", "works": True, "begun": True, "teams": [], "items": []}


def chromium() -> str:
    """Where the distribution's browser is; the test fails if it is missing."""
    found = next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)
    if found is None:
        pytest.fail("chromium was not found; `make test` installs it")
    return found


@asynccontextmanager
async def browser(*flags: str) -> AsyncIterator[Browser]:
    """A headless browser with these `flags` of its own; sound may play without a click."""
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--autoplay-policy=no-user-gesture-required", *flags]
        )
        try:
            yield launched
        finally:
            await launched.close()


async def answer_me(page: Page, *, status: int = 200, **changes: object) -> None:
    """Let the page ask who it is, what was talked about and what its team does, without a server. Of the team there is no news."""

    async def fulfil(route: Route) -> None:
        await route.fulfill(status=status, content_type="application/json", body=json.dumps(ME | changes))

    async def tell_of_nothing(route: Route) -> None:
        await route.fulfill(status=200, content_type="application/json", body=json.dumps({"conversations": [], "more": False}))

    async def tell_of_a_team(route: Route) -> None:
        if route.request.url.endswith("seen="):
            await route.fulfill(status=200, content_type="application/json", body=json.dumps(NO_TEAM))
        else:
            await route.fulfill(status=204)

    async def tell_of_no_letters(route: Route) -> None:
        await route.fulfill(status=200, content_type="application/json", body=json.dumps({"correspondences": []}))

    await page.route("**/api/me", fulfil)
    await page.route("**/api/correspondences", tell_of_no_letters)
    await page.route("**/api/team?*", tell_of_a_team)
    await page.route("**/api/conversations?*", tell_of_nothing)
