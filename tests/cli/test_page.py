"""A call from the page, with all that is behind it: `aloud page`, the LiveKit server, a worker and a Maildir, in a real browser."""

import asyncio
import re
import wave
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.cli.terminal import CTRL_C, Terminal, aloud
from tests.room.caller import SAMPLE_RATE, synthesise
from tests.servers.openai_double import openai_server
from tests.servers.ports import free_port
from tests.web_page.browsing import browser

pytestmark = pytest.mark.server

READY = "Ctrl-C ends everything."
PATIENCE_MS = 30_000
NOBODY = 401
SILENT_FOR_S = 14
"""The microphone says nothing while the call begins and the first mail is told."""
ABOVE_SILENCE = 0.01
LOUDEST = """async () => {
  const sound = [...document.querySelectorAll("audio")].map((each) => each.srcObject).find((each) => each);
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(sound).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  let loudest = 0;
  for (let look = 0; look < 200 && loudest < 0.01; look++) {
    await new Promise((done) => setTimeout(done, 50));
    analyser.getFloatTimeDomainData(samples);
    loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), loudest);
  }
  return loudest;
}"""


async def address_on(terminal: Terminal) -> str:
    await asyncio.to_thread(terminal.see, READY)
    found = re.search(r"Open +(http://\S+)", terminal.raw)
    assert found, terminal.raw
    return found.group(1)


async def sees(page: Page, words: str) -> None:
    await expect(page.get_by_text(words).first).to_be_visible(timeout=PATIENCE_MS)


async def test_one_click_starts_a_call_in_which_buttons_lines_and_keys_do_the_same_and_a_reload_loses_nothing(tmp_path: Path) -> None:
    settings = {"ALOUD_WORDS_PER_MINUTE": "450", "ALOUD_TURN_DETECTION": "vad", "ALOUD_WEB_PORT": str(free_port())}
    with aloud("page", "--sample", folder=tmp_path, settings=settings) as terminal:
        url = await address_on(terminal)
        async with browser() as chromium_here:
            page = await chromium_here.new_page()
            broken: list[str] = []
            page.on("pageerror", lambda error: broken.append(error.message))
            await page.goto(url)
            await page.get_by_role("button", name="Start the call").click()
            await sees(page, "50 unread mails in")
            await sees(page, "0 of 50 mails done")
            await sees(page, "What shall I do with it?")

            await page.get_by_role("button", name="Next").first.click()
            await sees(page, "1 of 50 mails done")
            await sees(page, "Archive it, flag it, or next?")

            line = page.get_by_role("textbox").first
            await line.fill("archive it")
            await line.press("Enter")
            await sees(page, "Archived.")
            await sees(page, "2 of 50 mails done")
            await page.keyboard.press("Escape")
            await expect(page.get_by_text("Flag it, archive it, or move on?").first).to_be_visible(timeout=PATIENCE_MS)
            await page.keyboard.press("n")
            await sees(page, "3 of 50 mails done")

            await page.reload()
            await sees(page, "3 of 50 mails done")
            await sees(page, "Welcome back")
            assert broken == []

            stranger = await chromium_here.new_context()
            answer = await stranger.request.post(f"{url}/api/call")
            assert answer.status == NOBODY
            assert "token" not in await answer.text()
        terminal.press(CTRL_C)
        assert terminal.exit_code() == 130


async def test_the_agent_is_heard_in_the_page_and_a_spoken_next_moves_the_board(tmp_path: Path) -> None:
    microphone = tmp_path / "next.wav"
    spoken = await synthesise("next")
    with wave.open(str(microphone), "wb") as sound:
        sound.setparams((1, 2, SAMPLE_RATE, 0, "NONE", "not compressed"))
        sound.writeframes(bytes(2 * SAMPLE_RATE * SILENT_FOR_S) + spoken + bytes(2 * SAMPLE_RATE))
    listening = [
        "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", f"--use-file-for-fake-audio-capture={microphone}%noloop",
    ]  # fmt: skip
    async with openai_server() as openai:
        openai.hear("next")
        settings = {"ALOUD_TURN_DETECTION": "vad", "ALOUD_WEB_PORT": str(free_port())}
        models = {"OPENAI_API_KEY": "sk-test", "OPENAI_BASE_URL": openai.url}
        with aloud("page", "--sample", folder=tmp_path, settings=settings | models) as terminal:
            url = await address_on(terminal)
            async with browser(*listening) as chromium_here:
                page = await chromium_here.new_page()
                await page.goto(url)
                await page.get_by_role("button", name="Start the call").click()
                await sees(page, "0 of 50 mails done")
                assert await page.evaluate(LOUDEST) > ABOVE_SILENCE
                await sees(page, "1 of 50 mails done")
                await expect(page.get_by_text("next", exact=True).first).to_be_visible(timeout=PATIENCE_MS)
            terminal.press(CTRL_C)
            assert terminal.exit_code() == 130
