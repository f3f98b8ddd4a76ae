"""A call from the page, with all that is behind it: `aloud page`, the LiveKit server, a worker and a Maildir, in a real browser."""

import asyncio
import re
import wave
from io import BytesIO
from pathlib import Path

import psutil
import pytest
from playwright.async_api import Locator, Page, expect

from tests.cli.dev.microphone import MICROPHONE, NO_QUESTION_FIRST, speak
from tests.cli.pseudo_terminal import CTRL_C, Terminal, aloud
from tests.room.caller import SAMPLE_RATE, synthesise
from tests.servers.openai.double import openai_server
from tests.servers.ports import free_port
from tests.web_page.browsing import browser

pytestmark = pytest.mark.server

READY = "Ctrl-C ends everything."
TIMEOUT_MS = 90_000
"""Nothing here takes as long, but a busy machine may have a worker and a browser to start at once."""
A_WORKER_STARTS_WITHIN_MS = 90_000
MOST_TABS = 40
MOST_TIMES_SAID = 3
FOCUSED = "document.activeElement.getAttribute('aria-label') || document.activeElement.innerText.split('\\n')[0]"
ABOVE_SILENCE = 0.01
LOUDEST = """async () => {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  const samples = new Float32Array(analyser.fftSize);
  const heard = new Set();
  let loudest = 0;
  for (let look = 0; look < 1200 && loudest < 0.01; look++) {
    await new Promise((done) => setTimeout(done, 50));
    const tracks = [...document.querySelectorAll("audio")].flatMap((each) => each.srcObject?.getAudioTracks() ?? []);
    for (const track of tracks.filter((each) => !heard.has(each))) {
      heard.add(track);
      context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
    }
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
    await expect(page.get_by_text(words).first).to_be_visible(timeout=TIMEOUT_MS)


async def sees_done(page: Page, at_least: int) -> None:
    """A mail that was told to its end is done too, so the number may be passed before anybody looks."""
    numbers = "|".join(str(number) for number in range(at_least, 51))
    await expect(page.get_by_text(re.compile(rf"\b(?:{numbers}) of 50 mails done")).first).to_be_visible(timeout=TIMEOUT_MS)


def captions(page: Page, speaker: str, words: str) -> Locator:
    """What this side has said, as it stands in the captions."""
    return page.get_by_role("log", name="Captions").locator(f"[data-speaker={speaker}]").filter(has_text=words).first


async def said(page: Page, speaker: str, words: str) -> None:
    await expect(captions(page, speaker, words)).to_be_visible(timeout=TIMEOUT_MS)


async def say_until_heard(page: Page, wav: bytes, words: str) -> None:
    """As a person does whose words came to nothing: on a busy machine sound is late, and voice activity detection finds no speech in it."""
    for _ in range(MOST_TIMES_SAID - 1):
        await sees(page, "Aloud: Listening")
        await speak(page, wav)
        try:
            await expect(captions(page, "you", words)).to_be_visible(timeout=TIMEOUT_MS / 2)
        except AssertionError:
            continue
        return
    await sees(page, "Aloud: Listening")
    await speak(page, wav)
    await said(page, "you", words)


async def greeted(page: Page) -> None:
    """By the first agent; or, where the machine was so busy that it came too late, by the one that was sent in its place."""
    greeting = captions(page, "aloud", "50 unread mails").or_(captions(page, "aloud", "we go on where we were"))
    await expect(greeting.first).to_be_visible(timeout=TIMEOUT_MS)


async def tab_to(page: Page, name: str) -> None:
    """Press Tab until what is called so has the keyboard."""
    for _ in range(MOST_TABS):
        await page.keyboard.press("Tab")
        if await page.evaluate(FOCUSED) == name:
            return
    raise AssertionError(f"{name} cannot be reached with the Tab key")


def worker_of(terminal: Terminal) -> psutil.Process:
    """Its main process."""
    return next(process for process in terminal.processes() if "start" in process.cmdline())


@pytest.mark.proof
async def test_a_killed_worker_is_said_in_words_and_the_call_goes_on_at_the_same_mail_with_another(tmp_path: Path) -> None:
    settings = {"ALOUD_WORDS_PER_MINUTE": "450", "ALOUD_TURN_DETECTION": "vad", "ALOUD_WEB_PORT": str(free_port())}
    with aloud("page", "--sample", folder=tmp_path, settings=settings) as terminal:
        url = await address_on(terminal)
        async with browser() as chromium_here:
            page = await chromium_here.new_page()
            await page.goto(url)
            await page.get_by_role("button", name="Start the call").click()
            await sees(page, "What shall I do with it?")
            await page.get_by_role("button", name="Next").first.click()
            await sees_done(page, 2)
            subject = await page.locator("#current-subject").inner_text()

            worker_of(terminal).kill()
            await page.get_by_text("Aloud has stopped answering").wait_for(timeout=TIMEOUT_MS)
            await asyncio.to_thread(terminal.see, "Another one is being started")

            await page.get_by_text("Aloud has stopped answering").wait_for(state="detached", timeout=A_WORKER_STARTS_WITHIN_MS)
            await said(page, "aloud", "We go on where we were.")
            await sees_done(page, 2)
            await expect(page.locator("#current-subject")).to_have_text(subject, timeout=TIMEOUT_MS)
            await said(page, "aloud", "What shall I do with it?")  # from before the worker was lost
            await said(page, "aloud", "A mail from Tomasz Wolski")
            await page.keyboard.press("n")
            await sees_done(page, 3)
        terminal.press(CTRL_C)
        assert terminal.exit_code() == 130


@pytest.mark.takes(53)
async def test_by_voice_and_keyboard_alone_from_the_first_visit_to_the_end_of_a_call(tmp_path: Path) -> None:
    sound = BytesIO()
    with wave.open(sound, "wb") as spoken:
        spoken.setparams((1, 2, SAMPLE_RATE, 0, "NONE", "not compressed"))
        spoken.writeframes(await synthesise("next"))
    async with openai_server() as openai:
        openai.hear("next")
        settings = {"ALOUD_TURN_DETECTION": "vad", "ALOUD_WEB_PORT": str(free_port())}
        models = {"OPENAI_API_KEY": "sk-test", "OPENAI_BASE_URL": openai.url}
        with aloud("page", "--sample", folder=tmp_path, settings=settings | models) as terminal:
            url = await address_on(terminal)
            async with browser(*NO_QUESTION_FIRST) as chromium_here:
                page = await chromium_here.new_page()
                await page.add_init_script(MICROPHONE)
                await page.goto(url)
                await expect(page.get_by_role("button", name="Start the call")).to_be_enabled(timeout=TIMEOUT_MS)
                await tab_to(page, "Start the call")
                await page.keyboard.press("Enter")
                listening_in = asyncio.create_task(page.evaluate(LOUDEST))
                await sees_done(page, 0)
                assert await listening_in > ABOVE_SILENCE
                await greeted(page)

                await say_until_heard(page, sound.getvalue(), "next")
                await sees_done(page, 1)
                await page.keyboard.press("/")
                await page.keyboard.type("archive it")
                await page.keyboard.press("Enter")
                await said(page, "you", "archive it")
                await said(page, "aloud", "Archived.")
                await sees_done(page, 2)
                await page.keyboard.press("Escape")
                await page.keyboard.press("n")
                await sees_done(page, 3)

                await tab_to(page, "End call")
                await page.keyboard.press("Enter")
                await sees(page, "The call is over")
                await tab_to(page, "Call again")
            terminal.press(CTRL_C)
            assert terminal.exit_code() == 130
