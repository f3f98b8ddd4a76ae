"""A microphone of Chromium that hears what it is given when it is given it: its own is heard at fixed times, whoever is speaking."""

import base64

from playwright.async_api import Page

NO_QUESTION_FIRST = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream")
"""For the browser: nobody is there to allow the microphone."""

MICROPHONE = """
const heard = new AudioContext(), microphone = heard.createMediaStreamDestination();
const hum = heard.createConstantSource(), faint = heard.createGain();
faint.gain.value = 0.0005; hum.connect(faint).connect(microphone); hum.start();
navigator.mediaDevices.getUserMedia = async () => { await heard.resume(); return microphone.stream.clone(); };
window.speak = async (wav) => {
  const bytes = Uint8Array.from(atob(wav), (each) => each.charCodeAt(0));
  const voice = heard.createBufferSource();
  voice.buffer = await heard.decodeAudioData(bytes.buffer);
  voice.connect(microphone);
  const over = new Promise((done) => { voice.onended = done; });
  voice.start();
  await over;
};
"""
"""For the page, as an init script."""


async def speak(page: Page, wav: bytes) -> None:
    """Say it; returns when it is over."""
    await page.evaluate("wav => window.speak(wav)", base64.b64encode(wav).decode())
