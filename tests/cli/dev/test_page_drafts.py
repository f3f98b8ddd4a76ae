"""A call on the page from the first click on, and a reply: typed for, edited in its pane, asked about, and sent or not.

`aloud page` with all that is behind it, in a real browser, and a real SMTP server. All of it starts once for both.
"""

import asyncio
import mailbox
from datetime import UTC, datetime
from email.message import Message
from pathlib import Path
from time import monotonic

import pytest
from playwright.async_api import Locator, Page, expect

from providers.sample_inbox import SAMPLE_ADDRESS, write_sample_inbox
from tests.cli.dev.test_page import TIMEOUT_MS, address_on, said, sees, sees_done
from tests.cli.pseudo_terminal import CTRL_C, aloud
from tests.servers.ports import free_port
from tests.servers.smtp import SmtpDesk, smtp_server
from tests.web_page.browsing import browser

pytestmark = pytest.mark.server

EDITED = "Wednesday suits me better than Tuesday."
SAID_THEN = "Thursday suits me best."
HOLD_S = 5
NOBODY = 401


class Writing:
    """The page, where a reply to a mail is begun and its text edited by hand, and the question is open."""

    def __init__(self, page: Page, desk: SmtpDesk) -> None:
        self.page = page
        self.desk = desk

    @property
    def pane(self) -> Locator:
        return self.page.get_by_role("region", name="Draft", exact=True)

    @property
    def question(self) -> Locator:
        return self.page.get_by_role("group", name="Aloud asks")

    @property
    def text(self) -> Locator:
        return self.pane.get_by_label("Text", exact=True)

    async def reply_and_edit(self) -> str:
        """Returns whom it goes to."""
        await sees(self.page, "What shall I do with it?")
        line = self.page.get_by_label("Type to Aloud")
        await line.fill("reply that Tuesday works")
        await line.press("Enter")
        await expect(self.text).to_have_value("Tuesday works.", timeout=TIMEOUT_MS)
        await said(self.page, "aloud", "Shall I send it like this?")
        await self.send(EDITED)
        to = await self.pane.get_by_label("To", exact=True).input_value()
        await expect(self.question).to_contain_text("Shall I send it like this?")
        return to

    async def send(self, words: str) -> None:
        """Type these words into the pane and have it ask about them: they stand there to their end, and are not read out."""
        await self.text.fill(words)
        await self.pane.get_by_role("button", name="Send").click()
        await expect(self.pane).to_have_attribute("data-asked", "true", timeout=TIMEOUT_MS)
        await expect(self.question).to_contain_text(words.removesuffix("."))
        await expect(self.text).to_have_value(words)
        await said(self.page, "aloud", "with the words that you know")

    async def answer(self, word: str) -> None:
        # The question was said to its end when the agent waits again; before that, no answer counts.
        await sees(self.page, "Waiting for you")
        await self.question.get_by_role("button", name=word).click()


def original_of(folder: Path, message_id: str) -> Message:
    """The mail of the inbox with this Message-ID, read with nothing of ours."""
    return next(mail for at in folder.rglob("cur") for mail in mailbox.Maildir(at.parent) if mail["Message-ID"] == message_id)


async def buttons_lines_and_keys_do_the_same_and_a_reload_loses_nothing(page: Page) -> None:
    await page.get_by_role("button", name="Start the call").click()
    await sees(page, "50 unread mails")
    await sees_done(page, 0)
    await sees(page, "What shall I do with it?")

    await page.get_by_role("button", name="Next").first.click()
    await sees_done(page, 1)
    await sees(page, "Archive it, flag it, or next?")

    line = page.get_by_role("textbox").first
    await line.fill("archive it")
    await line.press("Enter")
    await sees(page, "Archived.")
    await sees_done(page, 2)
    await page.keyboard.press("Escape")
    await expect(page.get_by_text("What now?").first).to_be_visible(timeout=TIMEOUT_MS)
    await page.keyboard.press("n")
    await sees_done(page, 3)

    await page.reload()
    # A browser that takes long to come back may find the open mail told to its end.
    await sees_done(page, 3)
    await said(page, "you", "archive it")
    await said(page, "aloud", "Archived.")
    await said(page, "aloud", "Welcome back")
    assert await page.evaluate("JSON.stringify([Object.keys(sessionStorage), Object.keys(localStorage)])") == '[["aloud.in-call"],[]]'
    await line.fill("next")
    await line.press("Enter")
    await sees_done(page, 4)


async def a_row_opens_its_mail_and_undo_names_what_the_menu_did(page: Page) -> None:
    row = page.get_by_role("region", name="Coming up").get_by_role("button").nth(1)
    subject = await row.locator(".row-subject").inner_text()
    await row.click()
    await expect(page.locator("#current-subject")).to_have_text(subject, timeout=TIMEOUT_MS)
    await page.get_by_role("button", name="More").click()
    await page.get_by_role("button", name="Delete").click()
    await expect(page.get_by_text("Undo takes back: Deleted: ")).to_be_visible(timeout=TIMEOUT_MS)
    await page.get_by_role("button", name="Undo").click()
    await said(page, "aloud", "Undone: ")
    await expect(page.locator("#current-subject")).to_have_text(subject, timeout=TIMEOUT_MS)
    await page.get_by_role("button", name="More").click()
    await page.get_by_role("button", name="Label…").click()
    await expect(page.get_by_label("Type to Aloud")).to_be_focused()
    await expect(page.get_by_label("Type to Aloud")).to_have_value("label it ")


async def what_is_edited_is_asked_about_stays_after_a_no_and_is_sent_after_a_yes(call: Writing) -> str:
    """Returns whom it went to."""
    to = await call.reply_and_edit()
    await call.answer("No")
    await said(call.page, "aloud", "it is not sent. The draft stays.")
    await expect(call.question).to_have_count(0)
    await expect(call.text).to_be_editable()
    await expect(call.text).to_have_value(EDITED)

    await call.send(SAID_THEN)
    agreed_at = monotonic()
    await call.answer("Yes")
    await sees(call.page, "Your mail is held for a few seconds before it leaves.")
    await said(call.page, "aloud", "has been sent")
    assert call.desk.taken[0].received_at - agreed_at >= HOLD_S
    await expect(call.pane).to_have_count(0)
    return to


@pytest.mark.takes(80)
async def test_one_click_starts_a_call_that_a_reload_does_not_end_and_from_which_an_edited_reply_arrives_in_its_thread(
    tmp_path: Path,
) -> None:
    write_sample_inbox(tmp_path / "inbox", now=datetime.now(UTC))
    async with smtp_server() as desk:
        settings = {
            "ALOUD_MAILDIR": str(tmp_path / "inbox"), "ALOUD_ADDRESSES": SAMPLE_ADDRESS,
            "ALOUD_WORDS_PER_MINUTE": "450", "ALOUD_TURN_DETECTION": "vad", "ALOUD_WEB_PORT": str(free_port()),
            "ALOUD_SMTP_URL": f"smtp://127.0.0.1:{desk.port}", "ALOUD_SEND_HOLD_S": str(HOLD_S),
        }  # fmt: skip
        with aloud("page", folder=tmp_path, settings=settings) as terminal:
            url = await address_on(terminal)
            async with browser() as chromium_here:
                page = await chromium_here.new_page()
                broken: list[str] = []
                page.on("pageerror", lambda error: broken.append(error.message))
                await page.goto(url)
                await buttons_lines_and_keys_do_the_same_and_a_reload_loses_nothing(page)
                await a_row_opens_its_mail_and_undo_names_what_the_menu_did(page)
                to = await what_is_edited_is_asked_about_stays_after_a_no_and_is_sent_after_a_yes(Writing(page, desk))
                assert broken == []

                stranger = await chromium_here.new_context()
                answer = await stranger.request.post(f"{url}/api/call")
                assert answer.status == NOBODY
                assert "token" not in await answer.text()
            terminal.press(CTRL_C)
            assert await asyncio.to_thread(terminal.exit_code) == 130
        (mail,) = desk.taken
    assert (mail.recipients, mail.message.get_content().strip()) == ((to,), SAID_THEN)
    original = original_of(tmp_path, mail.message["In-Reply-To"])
    assert to in original["From"]
    assert mail.message["References"].split()[-1] == original["Message-ID"]
    assert mail.message["Subject"] == f"Re: {original['Subject'].removeprefix('Re: ')}"
