"""Typing on the page without a call, in a real browser against the real server: what is answered, in two tabs, on the narrowest phone.

And a draft, which a link to its conversation opens.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import uvicorn
from playwright.async_api import expect
from pydantic import SecretStr

from tests.agent.talking_models import LOCAL, SMALL, TalkingModels, conversations_of
from tests.conversations.talks import talked
from tests.servers.openai.double import CallTool, Say, openai_server
from tests.servers.ports import free_port
from tests.web.served import served
from tests.web.typing_browser import typing_settings
from tests.web_page.browsing import browser

pytestmark = pytest.mark.slow


@asynccontextmanager
async def serving(folder: Path, **more: object) -> AsyncIterator[str]:
    port = free_port()
    async with served(typing_settings(folder, aloud_web_port=port, aloud_sending_dry_run=True, **more)) as server:
        config = uvicorn.Config(server.application, port=port, lifespan="off", ws="none", log_config=None, timeout_graceful_shutdown=1)
        running = uvicorn.Server(config)
        task = asyncio.create_task(running.serve())
        try:
            while not running.started:  # noqa: ASYNC110 - uvicorn has no event for it
                await asyncio.sleep(0.02)
            yield f"http://127.0.0.1:{port}"
        finally:
            running.should_exit = True
            await task


async def test_a_line_is_answered_and_stands_in_the_conversation_and_a_yes_of_another_tab_agrees_to_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as address, browser() as chromium:
        user = await chromium.new_context(viewport={"width": 320, "height": 800})
        page = await user.new_page()
        await page.goto(address)
        await page.get_by_role("button", name="Type without a call").focus()
        await page.keyboard.press("Enter")
        await page.get_by_role("button", name="Tell me what there is").click()
        now = page.get_by_role("log")
        await expect(now).to_contain_text("50 unread mails")
        box = page.get_by_role("textbox", name="Type to Aloud, without a call")
        await box.fill("archive all newsletters")
        await page.keyboard.press("Enter")
        await expect(now).to_contain_text("Archive eight mails: ")
        await expect(page.get_by_role("button", name="Rename")).to_be_visible()
        assert await page.evaluate("document.documentElement.scrollWidth") <= 320
        await page.screenshot(path=tmp_path / "typing.png", full_page=True)

        other = await user.new_page()
        await other.goto(address)
        await other.locator("button.talk").filter(has_text="archive all newsletters").click()
        await other.get_by_role("textbox", name="Type to Aloud, without a call").fill("yes")
        await other.keyboard.press("Enter")
        await expect(other.get_by_role("log").get_by_role("listitem")).to_have_count(2)
        await expect(other.get_by_role("log")).not_to_contain_text("Archived")
        await expect(now).to_contain_text("yes")  # said in the same conversation, so it stands in both tabs
        await box.fill("archive all newsletters")
        await page.keyboard.press("Enter")
        await expect(page.get_by_text("Archive eight mails: ")).to_have_count(2)
        await box.fill("yes")
        await page.keyboard.press("Enter")
        await expect(now).to_contain_text("Archived: eight mails.")

        await box.fill("reply that Tuesday works for me")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("region", name="Draft").get_by_label("Text")).to_have_value("Tuesday works for me.")
        assert await page.evaluate("document.documentElement.scrollWidth") <= 320
        asked = "fetch('/api/conversations').then((answer) => answer.json())"
        (waiting,) = [each["id"] for each in (await page.evaluate(asked))["conversations"] if each["waits"]]
        await other.goto(f"{address}/?conversation={waiting}")
        await expect(other.get_by_label("Text")).to_have_value("Tuesday works for me.")
        await expect(other.get_by_role("button", name="Continue by voice")).to_be_visible()
        assert other.url == f"{address}/"


@pytest.mark.proof
async def test_a_line_that_means_an_older_conversation_is_shown_with_all_that_was_said_there(tmp_path: Path) -> None:
    async with openai_server() as openai:
        models = TalkingModels(openai)
        models.routes = lambda titles, _: CallTool(
            "route", kind="resume", threadId=next(each for each in titles if "lease" in titles[each])
        )
        models.answers = lambda _: Say("That it ends in May.")
        at = {"openai_api_key": SecretStr("sk-test"), "openai_base_url": openai.url, "aloud_small_model": SMALL}
        async with serving(tmp_path, **at) as address, conversations_of(typing_settings(tmp_path)) as store, browser() as chromium:
            await talked(store, LOCAL, "last week", asks="When does the lease end?", answers="It ends in May, says Mr Petrov.")
            page = await chromium.new_page(viewport={"width": 320, "height": 800})
            await page.goto(address)
            await page.get_by_role("button", name="Type without a call").click()
            await page.get_by_role("textbox", name="Type to Aloud, without a call").fill("What did we say about it last week?")
            await page.keyboard.press("Enter")
            await expect(page.get_by_role("heading", name="When does the lease end?")).to_be_visible()
            await expect(page.locator(".talk-lines li")).to_have_text(
                [
                    "YouWhen does the lease end?",
                    "AloudIt ends in May, says Mr Petrov.",
                    "YouWhat did we say about it last week?",
                    "AloudThat it ends in May.",
                ]
            )
            assert await page.evaluate("document.documentElement.scrollWidth") <= 320
            await page.screenshot(path=tmp_path / "moved.png", full_page=True)
