"""How long a transcription takes with one caller, with four at once, and beyond: who waits, and who is refused. And how long the server
still computes a speech that nobody hears any more."""

import asyncio
from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

import httpx2
import numpy as np

from benchmarks.record import Figure, Measured
from benchmarks.voice.deeds import Expected, expected_in
from benchmarks.voice.hearing import NOTHING, SLOWEST_S
from benchmarks.voice.sounds import padded, piper
from tests.randomness import times
from tests.servers.voice import real_voice
from tests.voice.waves import wav_of
from voice.listener import LISTENS_AT_HZ

CALLERS = (1, 2, 4, 16)
EACH = times(4, in_proofs=20)
COMMANDS = ("Next.", "Archive it.", "Delete the mail from Priya.", "Snooze it until tomorrow morning, please.", "What did I skip?")


HANG_UPS = times(3, in_proofs=20)
STOPS_S = 0.3
LONG = "The boiler in the cellar is old, the valve is worn, and somebody has to look at it before the frost comes. " * 8
COMPUTING = "aloud_voice_computing "


def _computes_on(origin: str, after_s: float) -> float:
    """Seconds from hanging up in the middle of a long speech until nothing is computed."""
    with httpx2.stream("POST", f"{origin}/v1/audio/speech", json={"input": LONG}, timeout=60) as answer:
        assert next(answer.iter_bytes())
        sleep(after_s)
    hung_up = perf_counter()
    while not any(line.split() == [COMPUTING.strip(), "0.0"] for line in httpx2.get(f"{origin}/metrics", timeout=30).text.splitlines()):
        sleep(0.01)
    return perf_counter() - hung_up


async def _seconds(origin: str, wavs: Sequence[bytes], told: Expected, callers: int) -> tuple[list[float], int]:
    """Of each that was answered; and how many were refused."""
    took, refused = list[float](), 0

    async def one(http: httpx2.AsyncClient, first: int) -> None:
        nonlocal refused
        for number in range(EACH):
            form = {"prompt": told.prompt, "response_format": "verbose_json", "language": "en"}
            began = perf_counter()
            answer = await http.post("/v1/audio/transcriptions", files={"file": ("a.wav", wavs[(first + number) % len(wavs)])}, data=form)
            if answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE:
                refused += 1
                await asyncio.sleep(float(answer.headers.get("Retry-After", "1")))
            else:
                answer.raise_for_status()
                took.append(perf_counter() - began)

    async with httpx2.AsyncClient(base_url=origin, timeout=120) as http:
        await asyncio.gather(*(one(http, first) for first in range(callers)))
    return took, refused


def main() -> Measured:
    found = dict[int, tuple[list[float], int]]()
    with TemporaryDirectory() as folder, real_voice(Path(folder)) as origin:
        (told,) = asyncio.run(expected_in([NOTHING], Path(folder) / "calls")).values()
        for callers in CALLERS:  # another silence in front of each, since the server keeps what it heard
            sounds = [np.concatenate([np.zeros(callers * 16, np.float32), padded(piper(origin)(words, 1.0))]) for words in COMMANDS]
            wavs = [
                wav_of(np.concatenate([np.zeros(16 * lap, np.float32), each]), rate_hz=LISTENS_AT_HZ)
                for lap in range(EACH)
                for each in sounds
            ]
            found[callers] = asyncio.run(_seconds(origin, wavs, told, callers))
        on = [_computes_on(origin, 0.1 * (number % 5)) for number in range(HANG_UPS)]
    figures = [Figure(what="computing behind a speech that was hung up, p95, s", measured=float(np.percentile(on, 95)), at_most=STOPS_S)]
    for callers, (took, refused) in found.items():
        most = SLOWEST_S if callers == 1 else None
        figures += [
            Figure(what=f"transcription, {callers} at once, median, s", measured=float(np.median(took))),
            Figure(what=f"transcription, {callers} at once, p95, s", measured=float(np.percentile(took, 95)), at_most=most),
            Figure(what=f"refused, {callers} at once, %", measured=100 * refused / max(1, refused + len(took))),
        ]
    return Measured(figures=figures, numbers={"seconds": {str(callers): took for callers, (took, _) in found.items()}})
