"""The real server with the real models, asked by OpenAI's own client."""

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import numpy as np
import pytest
from openai import OpenAI

from providers.models.ear_doubt import confidence, is_in_doubt
from providers.models.service_stt import signs_in
from tests.servers.ports import free_port
from tests.servers.voice import command, real_voice
from tests.voice.waves import wav_of
from voice.listener import Stop
from voice.piper_synthesizer import PiperSynthesizer
from voice.sound import SPEAKS_AT_HZ
from voice.weights.found import installed
from voice.weights.known_models import PIPER_JOE

pytestmark = [pytest.mark.server, pytest.mark.slow]

COMMANDS = "Next. Archive it. Undo that. Yes. No."
LONG = "The boiler in the cellar is old, the valve is worn, and somebody has to look at it before the frost comes. " * 30
ITS_SENTENCES = 30
PIECES = "aloud_voice_pieces_total"


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with real_voice(tmp_path_factory.mktemp("voice")) as address:
        yield address


@pytest.fixture(scope="module")
def openai(origin: str) -> Iterator[OpenAI]:
    with OpenAI(base_url=f"{origin}/v1", api_key="none", max_retries=0, timeout=60) as client:
        yield client


def metric(origin: str, name: str) -> float:
    lines = httpx2.get(f"{origin}/metrics", timeout=30).text.splitlines()
    return next(float(line.split()[-1]) for line in lines if line.startswith(f"{name} "))


def spoken(openai: OpenAI, text: str, speed: float = 1.0) -> bytes:
    return openai.audio.speech.create(input=text, model="tts-1", voice="alloy", response_format="wav", speed=speed).read()


def test_what_it_says_it_hears(openai: OpenAI) -> None:
    heard = openai.audio.transcriptions.create(
        file=("a.wav", spoken(openai, "Archive it.")), model="whisper-1", language="en", prompt=COMMANDS, response_format="verbose_json"
    )
    assert heard.text == "Archive it."
    assert heard.model_extra is not None
    assert not is_in_doubt(confidence(signs_in(heard)))
    assert isinstance(heard.model_extra["second"], str)


def test_the_same_sound_is_heard_again_with_another_prompt(openai: OpenAI) -> None:
    wav = spoken(openai, "Star it.")
    heard = [
        openai.audio.transcriptions.create(
            file=("a.wav", wav), model="whisper-1", language="en", prompt=prompt, response_format="verbose_json"
        )
        for prompt in ("Start it. Start that. Start.", "Star it. Star that.", "Start it. Start that. Start.")
    ]
    assert heard[1].text == "Star it."
    assert heard[0].text == heard[2].text
    assert len({str((each.model_extra or {})["second"]) for each in heard}) == 1


def test_a_sentence_is_heard_at_telephone_rate(openai: OpenAI) -> None:
    sound = openai.audio.speech.create(input="The museum is closed on Mondays.", model="tts-1", voice="alloy", response_format="pcm").read()
    samples = np.frombuffer(sound, "<i2").astype(np.float32) / 32_768
    every_third = np.convolve(samples, np.ones(3) / 3, "same")[::3].astype(np.float32)
    heard = openai.audio.transcriptions.create(
        file=("a.wav", wav_of(every_third, rate_hz=SPEAKS_AT_HZ // 3)), model="whisper-1", response_format="text"
    )
    assert heard.strip().lower() == "the museum is closed on mondays."


def test_noise_and_silence_are_nothing_or_doubtful(openai: OpenAI) -> None:
    for loudness in (0.0, 0.1):
        noise = (np.random.default_rng(1).standard_normal(32_000) * loudness).astype(np.float32)
        heard = openai.audio.transcriptions.create(
            file=("a.wav", wav_of(noise, rate_hz=16_000)), model="whisper-1", prompt=COMMANDS, response_format="verbose_json"
        )
        assert not heard.text or is_in_doubt(confidence(signs_in(heard)))


def test_half_the_speed_takes_about_twice_as_long(openai: OpenAI) -> None:
    slow, quick = (len(spoken(openai, "You have three unread mails.", speed)) for speed in (0.5, 1.0))
    assert 1.6 < slow / quick < 2.4


def test_a_long_text_that_is_interrupted_is_no_longer_computed(origin: str) -> None:
    before = metric(origin, PIECES)
    with httpx2.stream("POST", f"{origin}/v1/audio/speech", json={"input": LONG}, timeout=60) as answer:
        assert next(answer.iter_bytes())
    hung_up = metric(origin, PIECES)
    deadline = time.monotonic() + 60
    while metric(origin, "aloud_voice_computing") > 0 and time.monotonic() < deadline:
        time.sleep(0.01)
    computed = metric(origin, PIECES)
    assert computed - hung_up <= 2
    assert 1 <= computed - before < ITS_SENTENCES
    assert metric(origin, PIECES) == computed


def test_a_piece_that_is_to_stop_is_not_computed_to_its_end() -> None:
    packed = installed(PIPER_JOE)
    assert packed is not None
    synthesizer = PiperSynthesizer(packed / "en_US-joe-medium.onnx")
    piece, stop = synthesizer.pieces_of("It stops.")[0], Stop()
    assert synthesizer.speak(piece, speed=1, stop=stop).size
    stop.ask()
    with pytest.raises(Exception, match="terminate"):
        synthesizer.speak(piece, speed=1, stop=stop)


def test_altered_weights_end_the_server_with_one_sentence(tmp_path: Path) -> None:
    packed = installed(PIPER_JOE)
    assert packed is not None
    voice = tmp_path / "models" / PIPER_JOE.name
    voice.mkdir(parents=True)
    for file in PIPER_JOE.files:
        (voice / file).write_bytes((packed / file).read_bytes()[:-1])
    ended = subprocess.run(
        command(free_port(), tmp_path, tmp_path / "models"), capture_output=True, text=True, timeout=120, check=False, cwd=tmp_path
    )
    assert ended.returncode == 1
    (sentence,) = [line for line in ended.stderr.splitlines() if not line.startswith("INFO:")]
    assert "is not the one that was published" in sentence
    assert "put the published file in its place" in sentence
