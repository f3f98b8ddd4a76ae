"""The speech server is killed, hangs, is full or slow in a call: one sentence says so, typing goes on, and the voice comes back by itself.

The server is a process of its own with scripted models. That its own models are missing or altered is tested where it starts
(`tests/voice/test_weights.py`, `tests/voice/test_real_voice.py`, `tests/cli/dev/test_voice_process.py`).
"""

import asyncio
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest

from agent.roomless.roomless_call import RoomlessCall
from briefing.speech.sentences.about_failures import REMARKS, Trouble
from providers.models.fallback_tts import ASKED_AGAIN_AFTER_S
from tests.agent.roomless.card_of_tests import CardOfTests, Screen
from tests.agent.roomless.talking_call import spoken_to_it, talking_call
from tests.agent.typed_call import NOW, sample_settings
from tests.servers.livekit import ROOT
from tests.servers.own_server import start
from tests.servers.ports import free_port
from tests.voice.scripted_server import SERVING

pytestmark = [pytest.mark.server, pytest.mark.slow]

SENTENCES = [REMARKS[trouble].first for trouble in (Trouble.OTHER_VOICE, Trouble.NO_VOICE)]
TOO_SLOW_S = 4
"""For each word: longer than a voice may take to begin."""
MOST_TURNS = 8
A_MOMENT_S = 1.0
"""In which nobody types, so that something may be said unasked."""


@dataclass
class SpeechServer:
    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    def start(self, seconds: float = 0.0) -> None:
        command = ["env", f"PYTHONPATH={ROOT}", sys.executable, "-m", "tests.voice.scripted_server", str(self.port), str(seconds)]
        self.process = start(command, folder=self.folder, ready=SERVING, within_s=60)

    def signal(self, number: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def end(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    async def pieces(self) -> float:
        async with httpx2.AsyncClient() as http:
            shown = (await http.get(f"http://127.0.0.1:{self.port}/metrics", timeout=10)).text
        return next(float(line.split()[-1]) for line in shown.splitlines() if line.startswith("aloud_voice_pieces_total "))


@dataclass
class SpokenCall:
    server: SpeechServer
    talk: RoomlessCall
    screen: Screen
    card: CardOfTests

    async def type(self, line: str) -> str:
        before = len(self.screen.text)
        await self.talk.take(line)
        await self.talk.everything_said()
        return self.screen.text[before:]

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Go on until it is so: troubles are told when the agent next falls silent."""
        for _ in range(MOST_TURNS):
            if is_so():
                return
            assert "are left" in await self.type("how many are left")
            await asyncio.sleep(A_MOMENT_S)
            await self.talk.everything_said()
        pytest.fail(f"not so in {MOST_TURNS} turns: {self.screen.text}")

    @property
    def told(self) -> int:
        return sum(self.screen.text.count(sentence) for sentence in SENTENCES)


@asynccontextmanager
async def spoken_call(folder: Path, *, listens: bool = False) -> AsyncIterator[SpokenCall]:
    """One that `listens` goes on in real time, as the voice detection does."""
    server, screen, card = SpeechServer(folder, free_port()), Screen(), CardOfTests(hurried=1 if listens else 8)
    server.start()
    settings = sample_settings(folder, aloud_voice="local", aloud_voice_url=f"http://127.0.0.1:{server.port}/v1")
    try:
        async with talking_call(settings, card, screen, now=lambda: NOW, listens=listens) as talk:
            assert await server.pieces() > 0
            yield SpokenCall(server, talk, screen, card)
    finally:
        server.end()


async def comes_back(call: SpokenCall) -> None:
    """The voice is asked again by itself, and speaks."""
    before = await call.server.pieces()
    for _ in range(MOST_TURNS):
        await asyncio.sleep(ASKED_AGAIN_AFTER_S / 2)
        await call.type("how many are left")
        if await call.server.pieces() > before + 2:  # more than the one word that it is tried with
            return
    pytest.fail("the voice does not come back")


@pytest.mark.takes(40)
async def test_killed_and_started_again(tmp_path: Path) -> None:
    async with spoken_call(tmp_path) as call:
        call.server.end()
        await call.until(lambda: call.told == 1)
        assert "Flagged" in await call.type("flag it")
        call.server.start()
        await comes_back(call)
        assert call.told == 1


@pytest.mark.takes(60)
async def test_what_listens_is_lost_and_hears_again(tmp_path: Path) -> None:
    not_heard = REMARKS[Trouble.NOT_HEARD].first
    words = await spoken_to_it("Archive this one.")
    async with spoken_call(tmp_path, listens=True) as call:
        call.server.end()
        call.card.hear(words)
        await call.screen.shows(not_heard)
        await call.talk.everything_said()
        assert "Flagged" in await call.type("flag it")
        assert call.screen.text.count(not_heard) == 1
        assert not call.screen.heard
        call.server.start()
        call.card.hear(words)  # the server's double hears "Archive it." in any sound
        await call.screen.shows("Archived")
        assert call.screen.text.count(not_heard) == 1


@pytest.mark.proof
@pytest.mark.takes(40)
async def test_hung_and_awake_again(tmp_path: Path) -> None:
    async with spoken_call(tmp_path) as call:
        call.server.signal(signal.SIGSTOP)
        await call.until(lambda: call.told == 1)
        assert "Flagged" in await call.type("flag it")
        call.server.signal(signal.SIGCONT)
        await comes_back(call)
        assert call.told == 1


@pytest.mark.proof
@pytest.mark.takes(60)
async def test_too_slow_and_quick_again(tmp_path: Path) -> None:
    async with spoken_call(tmp_path) as call:
        call.server.end()
        call.server.start(TOO_SLOW_S)
        await call.until(lambda: call.told == 1)
        assert "Flagged" in await call.type("flag it")
        call.server.end()
        call.server.start()
        await comes_back(call)
        assert call.told == 1


@pytest.mark.proof
@pytest.mark.takes(60)
async def test_full_and_free_again(tmp_path: Path) -> None:
    async with spoken_call(tmp_path) as call:
        call.server.end()
        call.server.start(1.0)
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{call.server.port}", timeout=120) as http:
            others = [asyncio.create_task(http.post("/v1/audio/speech", json={"input": "one " * 12})) for _ in range(14)]
            await asyncio.sleep(0.5)
            refused = await http.post("/v1/audio/speech", json={"input": "one"})
            assert (refused.status_code, refused.json()["error"]["code"]) == (503, "queue_full")
            await call.until(lambda: call.told == 1)
            assert "Flagged" in await call.type("flag it")
            for other in others:
                other.cancel()
            await asyncio.gather(*others, return_exceptions=True)
        call.server.end()
        call.server.start()
        await comes_back(call)
        assert call.told == 1
