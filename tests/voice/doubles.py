"""A listener and a synthesizer without models, whose computing a test holds up, and the server around them."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx2
import numpy as np
from fastapi import FastAPI

from voice.listener import HeardPart, Piece, Samples, Stop, Transcript
from voice.main import MAY_WAIT, create_app
from voice.measured_speed import MeasuredSpeed
from voice.serving_state import ServingState
from voice.voice_parts import Load, OfferedVoice, VoiceParts
from voice.weights.checked import Weights

HELD_WITHIN_S = 20


async def until(condition: Callable[[], bool]) -> None:
    """Return once it is so; threads, which compute, do not tell a loop when they begin."""
    async with asyncio.timeout(HELD_WITHIN_S):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.001)


def part(text: str, *, avg_logprob: float = -0.1, no_speech_prob: float = 0.01, compression_ratio: float = 0.8) -> HeardPart:
    return HeardPart(start=0, end=1, text=text, avg_logprob=avg_logprob, no_speech_prob=no_speech_prob, compression_ratio=compression_ratio)


@dataclass
class Held:
    """Lets computing through, one after the other, once it is told to; at first all of it."""

    open: bool = True
    begun: int = 0
    _allowed: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))

    def here(self) -> None:
        self.begun += 1
        if not self.open:
            assert self._allowed.acquire(timeout=HELD_WITHIN_S)

    def let_through(self, count: int = 1) -> None:
        self._allowed.release(count)

    def let_all_through(self) -> None:
        self.open = True
        self._allowed.release(1_000)


@dataclass
class ScriptedListener:
    held: Held = field(default_factory=Held)
    transcript: Transcript = field(default_factory=lambda: Transcript(parts=[part("Archive it.")]))
    languages: Sequence[str] = ("en",)
    heard: list[tuple[int, str, str]] = field(default_factory=list)

    def transcribe(self, samples: Samples, *, language: str, prompt: str) -> Transcript:
        self.held.here()
        self.heard.append((len(samples), language, prompt))
        return self.transcript


@dataclass
class WordSynthesizer:
    """Each word is a piece, and a tenth of a second of sound; at double speed, half of that. What is held up ends when it is stopped."""

    held: Held = field(default_factory=Held)
    rate_hz: int = 22_050
    spoken: list[str] = field(default_factory=list)

    def pieces_of(self, text: str) -> Sequence[Piece]:
        return [list(word) for word in text.split()]

    def speak(self, piece: Piece, *, speed: float, stop: Stop) -> Samples:
        stopped = threading.Event()
        stop.tells(stopped.set)
        stop.tells(self.held.let_through)
        self.held.here()
        if stopped.is_set():
            raise InterruptedError
        self.spoken.append("".join(piece))
        return np.full(int(self.rate_hz / 10 / speed), 0.5, np.float32)


def parts_of(listener: ScriptedListener, synthesizer: WordSynthesizer, *others: WordSynthesizer) -> VoiceParts:
    return VoiceParts(
        listener=listener,
        voices=[
            OfferedVoice(Weights(name=name, licence="CC0-1.0", folder=Path("/mouth"), size_bytes=20), each)
            for name, each in zip(("mouth", "tongue"), (synthesizer, *others), strict=False)
        ],
        hears_with=Weights(name="ears", licence="MIT", folder=Path("/ears"), size_bytes=10),
        speed=MeasuredSpeed(listens=0.2, speaks=0.1),
    )


@dataclass
class VoiceServer:
    """The application, a client of it, and what it listens and speaks with."""

    application: FastAPI
    http: httpx2.AsyncClient
    listener: ScriptedListener
    synthesizer: WordSynthesizer

    @property
    def serving(self) -> ServingState:
        state: ServingState = self.application.state.serving
        return state

    async def transcribe(self, wav: bytes, **fields: str) -> httpx2.Response:
        return await self.http.post("/v1/audio/transcriptions", files={"file": ("a.wav", wav, "audio/wav")}, data={"model": "x", **fields})

    async def speak(self, text: str, **fields: object) -> httpx2.Response:
        return await self.http.post("/v1/audio/speech", json={"input": text, **fields})


@asynccontextmanager
async def voice_server(*, cores: int = 1, may_wait: int = MAY_WAIT, load: Load | None = None) -> AsyncIterator[VoiceServer]:
    """Ready to listen and speak, or whatever `load` makes of it."""
    listener, synthesizer = ScriptedListener(), WordSynthesizer()
    application = create_app(load or (lambda: parts_of(listener, synthesizer)), cores=cores, may_wait=may_wait)
    transport = httpx2.ASGITransport(application, raise_app_exceptions=False)
    async with (
        httpx2.AsyncClient(transport=transport, base_url="http://voice") as http,
        application.router.lifespan_context(application),
    ):
        server = VoiceServer(application, http, listener, synthesizer)
        try:
            if load is None:
                await server.serving.settled.wait()
            yield server
        finally:
            listener.held.let_all_through()
            synthesizer.held.let_all_through()
