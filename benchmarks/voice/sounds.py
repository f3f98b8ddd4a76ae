"""What the benchmark of the voice is heard with: three synthetic voices, of which none is a person's, and what spoils their sound."""

import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx2
import numpy as np

from voice.listener import LISTENS_AT_HZ, Samples
from voice.sound import Resampled, samples_of

Say = Callable[[str, float], Samples]
"""A text at a speed, 1 being the voice's own."""
CHANCE = np.random.default_rng(15)
QUIET_S = 0.1
FLOOR = 1e-4


def piper(origin: str) -> Say:
    """The server's own voice."""

    def say(text: str, speed: float) -> Samples:
        wanted = {"input": text, "speed": speed, "response_format": "wav"}
        return samples_of(httpx2.post(f"{origin}/v1/audio/speech", json=wanted, timeout=120).raise_for_status().content)

    return say


def espeak(text: str, speed: float) -> Samples:
    command = ["espeak-ng", "-v", "en-us", "-s", str(round(175 * speed)), "--stdout", text]
    return samples_of(subprocess.run(command, capture_output=True, check=True).stdout)  # noqa: S603


def flite(text: str, speed: float) -> Samples:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "a.wav"
        command = ["flite", "-voice", "slt", "--setf", f"duration_stretch={1 / speed}", "-t", text, "-o", str(file)]
        subprocess.run(command, check=True)  # noqa: S603
        return samples_of(file.read_bytes())


def voices(origin: str) -> Mapping[str, Say]:
    """Those that this machine has."""
    having = {"espeak-ng": ("espeak", espeak), "flite": ("flite", flite)}
    return {"piper": piper(origin)} | dict(each for program, each in having.items() if shutil.which(program))


def padded(samples: Samples) -> Samples:
    """A little quiet around it, never digital silence."""
    quiet = np.zeros(int(QUIET_S * LISTENS_AT_HZ), np.float32)
    whole = np.concatenate([quiet, samples, quiet])
    return np.asarray(whole + FLOOR * CHANCE.standard_normal(len(whole)), np.float32)


def pink(length: int) -> Samples:
    spectrum = np.fft.rfft(CHANCE.standard_normal(length))
    made = np.fft.irfft(spectrum / np.sqrt(np.maximum(np.arange(len(spectrum)), 1)), length)
    return np.asarray(made / np.std(made), np.float32)


def mixed(samples: Samples, noise: Samples, decibels: float) -> Samples:
    """With noise so much quieter than it."""
    loudness = np.sqrt(np.mean(samples**2) / np.mean(noise**2)) * 10 ** (-decibels / 20)
    both = samples + noise * loudness
    return np.asarray(both / max(1.0, float(np.abs(both).max())), np.float32)


def babble(talk: Sequence[Samples], length: int) -> Samples:
    """Three people who talk at once."""
    spoken = np.concatenate(talk)
    starts = CHANCE.integers(0, max(1, len(spoken) - length), 3)
    return np.asarray(np.sum([np.resize(spoken[start:], length) for start in starts], axis=0), np.float32)


def by_telephone(samples: Samples) -> Samples:
    """8 kHz and µ-law."""
    down, up = Resampled(LISTENS_AT_HZ, 8_000), Resampled(8_000, LISTENS_AT_HZ)
    narrow = np.clip(np.concatenate([down.add(samples), down.rest()]), -1, 1)
    steps = np.round(np.sign(narrow) * np.log1p(255 * np.abs(narrow)) / np.log(256) * 127) / 127
    back = (np.sign(steps) * (256 ** np.abs(steps) - 1) / 255).astype(np.float32)
    return np.concatenate([up.add(back), up.rest()])


def noises(talk: Sequence[Samples], count: int) -> Mapping[str, Sequence[Samples]]:
    """What is no command at all: of 1 to 20 seconds."""
    lengths = [int(seconds * LISTENS_AT_HZ) for seconds in np.resize([1, 3, 10, 20], count)]
    return {
        "silence": [FLOOR * CHANCE.standard_normal(length).astype(np.float32) for length in lengths],
        "white noise": [0.1 * CHANCE.standard_normal(length).astype(np.float32) for length in lengths],
        "pink noise": [0.1 * pink(length) for length in lengths],
        "hum": [
            (0.2 * np.sign(np.sin(2 * np.pi * 50 * (1 + number % 4) * np.arange(length) / LISTENS_AT_HZ))).astype(np.float32)
            for number, length in enumerate(lengths)
        ],
        "bumps": [_bumps(length) for length in lengths],
        "babble": [0.1 * made / np.std(made) for made in (babble(talk, length) for length in lengths)],
    }


def _bumps(length: int) -> Samples:
    sound = np.zeros(length, np.float32)
    fading = np.exp(-np.arange(4_000) / 400).astype(np.float32) * CHANCE.standard_normal(4_000).astype(np.float32) * 0.5
    for start in CHANCE.integers(0, max(1, length - 4_000), 3):
        sound[start : start + 4_000] += fading[: length - start]
    return sound
