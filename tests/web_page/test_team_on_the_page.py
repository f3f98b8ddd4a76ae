"""The team on the page in a real browser, against the real server and agents at work: handed over, acknowledged, done and told, live."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Page, expect
from pydantic import SecretStr

from session.opening.team_work import team_at_work
from tests.agent.talking_models import SMALL
from tests.servers.openai.chat import ChatRequest, Reply
from tests.servers.openai.double import CallTool, Say, openai_server
from tests.team.working import Mind
from tests.web.typing_browser import typing_settings
from tests.web_page.browsing import browser
from tests.web_page.test_typing_on_the_page import serving

pytestmark = pytest.mark.slow

WORKED_WITHIN_MS = 60_000
"""By another process, on a machine that may be busy."""
ASKS = "Find out what the boiler supplier still owes us"
NAMED = "I'll look into what the boiler supplier owes you."
FOUND = "The supplier owes you 240 euros: the credit note of 3 February was never paid out."
LEARNED = "The boiler supplier sends credit notes, and pays them only when asked."


class Colleagues(Mind):
    """What the models of agents answer: the task of the user is found out at once, and something is learned of it."""

    def __call__(self, chat: ChatRequest) -> Reply:
        if chat.tool_names == ("finalize_ack",):
            return CallTool("finalize_ack", spokenAck=NAMED, intent="new_request")
        if "note_insights" in chat.tool_names:
            asked = ASKS in chat.messages[-1].content
            return CallTool("note_insights", insights=[{"kind": "pattern", "content": LEARNED}] if asked else [])
        if "decide" in chat.tool_names:
            return CallTool("decide", brief=False)
        return Say(FOUND if any(ASKS in message.content for message in chat.messages) else "Nothing is due.")


async def made(page: Page) -> None:
    """A team of the user's, by its form."""
    await page.get_by_role("button", name="Make a team").click()
    await page.get_by_label("Name", exact=True).fill("House")
    await page.get_by_label("Mission").fill("Keep the boiler running and its bills in order.")
    await page.get_by_label("Name of its lead").fill("Mia")
    await page.get_by_label("What the lead knows and does").fill("You know boilers, plumbers and suppliers.")
    await page.get_by_role("button", name="Make the team").click()


@pytest.mark.takes(20)
async def test_what_is_typed_to_an_agent_is_acknowledged_done_and_told_while_one_looks(tmp_path: Path) -> None:
    await played(tmp_path, at_once)


async def at_once(_name: str, _page: Page) -> None:
    """Nobody looks."""


async def played(folder: Path, seen: Callable[[str, Page], Awaitable[None]]) -> None:
    """Work is handed over on a phone, done, and its result filed; `seen` is told of what is worth a picture: an agent, then the team."""
    async with openai_server() as openai:
        openai.always(Colleagues())
        at = {"openai_api_key": SecretStr("sk-test"), "openai_base_url": openai.url, "aloud_small_model": SMALL}
        async with serving(folder, **at) as address, browser() as chromium, team_at_work(typing_settings(folder, **at)):
            page = await chromium.new_page(viewport={"width": 390, "height": 844})
            await page.goto(address)
            await made(page)
            await page.get_by_role("region", name="House").get_by_role("button", name="Mia").click()
            await page.get_by_role("textbox", name="Type to Mia").fill(ASKS)
            await page.keyboard.press("Enter")
            said = page.get_by_role("log").get_by_role("listitem")
            await expect(said.nth(1)).to_have_text(f"Mia{NAMED}", timeout=WORKED_WITHIN_MS)
            await expect(page.get_by_role("log")).to_contain_text(FOUND, timeout=WORKED_WITHIN_MS)
            await expect(page.get_by_role("list", name="What it knows")).to_contain_text(LEARNED, timeout=WORKED_WITHIN_MS)
            await seen("agent", page)
            assert await page.evaluate("document.documentElement.scrollWidth") <= 390

            await page.get_by_role("button", name="Back to your team").click()
            await expect(page.get_by_role("button", name="Unread 1")).to_be_visible()
            await seen("team", page)
            await page.get_by_role("button", name=FOUND[:40]).click()
            await expect(page.get_by_role("button", name="Open 1")).to_be_visible()
            await page.get_by_role("button", name="Mark as done").click()
            await expect(page.get_by_text("Nothing new.")).to_be_visible()
