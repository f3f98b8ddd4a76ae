"""A caller in a real room, with an agent on scripted models: how soon after the last word, spoken or typed, the agent is heard."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from providers.sample_inbox import SAMPLE_ADDRESS
from tests.agent.typed_call import sample_settings
from tests.room.caller import FRAME_S, Caller, caller_in
from tests.servers.livekit import LiveKitServer, livekit_server
from tests.servers.openai.double import OpenAIDouble, Reply, openai_server
from tests.servers.process import ServerProcess
from tests.servers.worker import agent_worker, worker

QUIET_S = 0.6

StartWorker = Callable[[LiveKitServer, Path, Mapping[str, str]], AbstractAsyncContextManager[ServerProcess]]


def sample_mail(folder: Path) -> dict[str, str]:
    """The settings that name a sample inbox of today, which is made there."""
    sample_settings(folder, now=datetime.now(UTC))
    return {"ALOUD_MAILDIR": str(folder / "inbox"), "ALOUD_ADDRESSES": SAMPLE_ADDRESS}


def aloud(server: LiveKitServer, folder: Path, settings: Mapping[str, str]) -> AbstractAsyncContextManager[ServerProcess]:
    """Our worker, over a sample inbox."""
    return worker(server, folder, **sample_mail(folder), **settings)


def agent_in(file: str) -> StartWorker:
    """A worker for the agent in that file."""
    return lambda server, folder, settings: agent_worker(file, server, folder, **settings)


@dataclass(slots=True)
class SpokenRoom:
    """Each turn begins in silence and ends in it. `stops` says whether the agent falls silent at the word "stop"."""

    openai: OpenAIDouble
    caller: Caller
    stops: bool

    async def speak(self, sound: str, words: str, *replies: Reply) -> float:
        """Speak, and be understood as `words`; seconds from the end of the sound to the first sound of the agent."""
        self.openai.replies(*replies)
        self.openai.hear(words)
        before = self.caller.loud_frames
        await self.caller.speak_with_pauses(sound)
        return await self._answered(before, since=lambda: self.caller.fell_silent_at)

    async def type(self, line: str) -> float:
        """Type; seconds to the first sound of the agent."""
        before, sent_at = self.caller.loud_frames, asyncio.get_running_loop().time()
        await self.caller.send(line)
        return await self._answered(before, since=lambda: sent_at)

    async def _answered(self, before: int, *, since: Callable[[], float]) -> float:
        """To 10 ms: sound is received in larger pieces, and counts from the first loud frame of its piece."""
        await self.caller.wait_until(lambda: self.caller.loud_frames > before, "the answer")
        heard_s = (self.caller.loud_frames - before) * FRAME_S
        took_s = asyncio.get_running_loop().time() - heard_s - since()
        await self.silence()
        return took_s

    async def silence(self) -> None:
        """Return when the agent listens and nothing more is to be heard of it."""
        if self.stops:
            await self.caller.send("stop")
        heard = -1
        while heard != self.caller.loud_frames or self.caller.agent_state != "listening":
            heard = self.caller.loud_frames
            await asyncio.sleep(QUIET_S)
        self.openai.drop_replies()
        self.openai.drop_utterances()


@asynccontextmanager
async def room_with(start: StartWorker, folder: Path, *, stops: bool = True, **settings: str) -> AsyncIterator[SpokenRoom]:
    """A LiveKit server, a worker on models that are scripted, and a caller with a microphone who was greeted."""
    async with (
        openai_server() as openai,
        livekit_server(folder) as server,
        start(server, folder, {"OPENAI_API_KEY": "sk-bench", "OPENAI_BASE_URL": openai.url, **settings}),
        caller_in(server, room="measured") as caller,
    ):
        await caller.open_microphone()
        await caller.hear(after=0)
        room = SpokenRoom(openai, caller, stops)
        await room.silence()
        yield room
        if stops:  # ours waits for a caller who just leaves
            await caller.send("goodbye")
            await caller.wait_until_gone()
