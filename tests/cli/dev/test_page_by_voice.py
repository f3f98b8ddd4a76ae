"""The first minutes with Aloud by voice alone: `aloud page --sample` as it is, Chromium, and a caller who speaks with Piper and is heard by
Whisper.

In `make proofs`: what is heard is a matter of chance on a busy machine. The caller says again what was not understood, as people do.
"""

import asyncio
from pathlib import Path

import pytest
from openai import AsyncOpenAI
from playwright.async_api import Page, expect

from tests.agent.maildir_state import flags_of
from tests.cli.dev.microphone import MICROPHONE, NO_QUESTION_FIRST, speak
from tests.cli.dev.test_page import address_on, greeted, sees, sees_done
from tests.cli.pseudo_terminal import CTRL_C, aloud
from tests.servers.ports import free_port
from tests.web_page.browsing import browser

pytestmark = [pytest.mark.server, pytest.mark.proof, pytest.mark.takes(150)]

TRIES = 4
ANSWERED_WITHIN_MS = 20_000
SENT_WITHIN_S = 40


def inbox_in(folder: Path) -> Path:
    return next(each.parent for each in folder.rglob("cur") if each.parent.name == "inbox")


def sent_from(inbox: Path, words: str) -> bool:
    """Whether a mail with these words is among those that were sent: a dry run puts it there, and sends it to nobody."""
    return any(words in each.read_text("utf-8", "replace") for each in (inbox / ".Sent").rglob("*") if each.is_file())


class VoiceCaller:
    def __init__(self, page: Page, voice: AsyncOpenAI) -> None:
        self.page = page
        self._voice = voice

    async def say(self, words: str, *, answered: str) -> None:
        """Say it while Aloud waits, and again if it is not answered so."""
        spoken = await self._voice.audio.speech.create(input=words, model="tts-1", voice="any", response_format="wav")
        wav = await spoken.aread()
        answers = self.page.get_by_role("log", name="Captions").locator("[data-speaker=aloud]").filter(has_text=answered)
        await sees(self.page, "Aloud: Listening")
        before = await answers.count()
        for _ in range(TRIES):
            await sees(self.page, "Aloud: Listening")
            await speak(self.page, wav)
            try:
                await expect(answers).not_to_have_count(before, timeout=ANSWERED_WITHIN_MS)
            except AssertionError:
                continue
            return
        log = await self.page.get_by_role("log", name="Captions").inner_text()
        raise AssertionError(f"{words!r} was not answered with {answered!r}:\n{log}")


async def test_a_newcomer_talks_from_the_greeting_to_a_reply_that_was_agreed_to(tmp_path: Path) -> None:
    speech_server = f"http://127.0.0.1:{free_port()}/v1"
    settings = {"ALOUD_VOICE": "local", "ALOUD_VOICE_URL": speech_server, "ALOUD_WEB_PORT": str(free_port())}
    with aloud("page", "--sample", folder=tmp_path, settings=settings) as terminal:
        url = await address_on(terminal)
        async with (
            browser(*NO_QUESTION_FIRST) as chromium_here,
            AsyncOpenAI(base_url=speech_server, api_key="none", max_retries=0) as voice,
        ):
            page = await chromium_here.new_page()
            await page.add_init_script(MICROPHONE)
            await page.goto(url)
            await page.get_by_role("button", name="Start the call").click()
            await greeted(page)
            await sees_done(page, 0)
            me = VoiceCaller(page, voice)
            await me.say("Next.", answered="Mr Grant has to know")
            await sees_done(page, 1)
            inbox = inbox_in(tmp_path)
            before = len(flags_of(inbox))
            await me.say("Archive it.", answered="Archived.")
            assert len(flags_of(inbox)) == before - 1
            await me.say("Undo that.", answered="Undone")
            assert len(flags_of(inbox)) == before
            await me.say("What did I skip?", answered="skipped")
            await me.say("Reply that Tuesday works.", answered="Shall I send it like this?")
            await me.say("Yes.", answered="dry run")
            async with asyncio.timeout(SENT_WITHIN_S):
                while not sent_from(inbox, "Tuesday works."):  # noqa: ASYNC110 - another process sends
                    await asyncio.sleep(0.2)
        terminal.press(CTRL_C)
        assert terminal.exit_code() == 130
