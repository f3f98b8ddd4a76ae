"""A voice call over a Gmail account that is slow, fails and throttles."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.room.caller import TIMEOUT_S, Caller, caller_in
from tests.room.gmail.gmail_account import connect, letter, settings_for
from tests.room.silences import Silences, silences_of
from tests.servers.gmail.calls import Call, CallKind
from tests.servers.gmail.faults import Fault
from tests.servers.gmail.proxy import GmailProxy, gmail_proxy
from tests.servers.gmail.server import GmailServer
from tests.servers.livekit import LiveKitServer
from tests.servers.openai.double import OpenAIDouble, openai_server
from tests.servers.worker import worker

QUIET_S = 1.0
LATE_S = 4.0
"""Longer than any question that a caller waits for."""
NAMES = ("Alma", "Boris", "Clara", "Doris", "Elsa", "Flora")


class SlowCall:
    """A caller whose provider takes its time. `longest` holds the longest silence of each turn, in seconds."""

    def __init__(self, caller: Caller, silences: Silences, openai: OpenAIDouble, proxy: GmailProxy) -> None:
        self._caller = caller
        self._silences = silences
        self._openai = openai
        self._proxy = proxy
        self.longest: list[float] = []

    async def say(self, line: str, *, containing: str) -> None:
        """Say a line once the agent is quiet, and wait until the answer has begun and something was heard of it."""
        await self._agent_is_quiet()
        self._openai.hear(line)
        await self._caller.say(line, containing=containing)
        frames = self._caller.loud_frames
        await self._caller.wait_until(lambda: self._caller.loud_frames > frames + 20, "sound")
        self.longest.append(self._silences.longest_since(self._caller.fell_silent_at))

    async def _agent_is_quiet(self) -> None:
        quiet_since = asyncio.get_running_loop().time()
        async with asyncio.timeout(TIMEOUT_S):
            while asyncio.get_running_loop().time() - quiet_since < QUIET_S:
                await asyncio.sleep(0.1)
                if self._caller.agent_state != "listening":
                    quiet_since = asyncio.get_running_loop().time()

    def slow(self, kind: CallKind, seconds: float) -> None:
        async def wait() -> None:
            await asyncio.sleep(seconds)

        self._proxy.faults.before(kind, wait, times=None)

    def fail(self, kind: CallKind, fault: Fault) -> None:
        self._proxy.faults.fail(kind, fault, times=None)

    def mend(self) -> None:
        self._proxy.faults.clear()


async def through_a_slow_provider(folder: Path, livekit: LiveKitServer) -> tuple[list[float], set[Fault]]:
    """Have a mail archived, go on and ask for new mail while Gmail takes its time and throttles.

    Returns the longest time without sound in each turn, in seconds, and what Gmail answered instead of what was asked.
    """
    async with _slow_call(folder, livekit) as (call, proxy, _):
        call.slow(CallKind.MODIFY, 1.8)
        await call.say("archive it", containing="Archived.")
        call.mend()
        call.fail(CallKind.GET, Fault.TOO_MANY_REQUESTS)
        call.fail(CallKind.HISTORY, Fault.TOO_MANY_REQUESTS)
        await call.say("next", containing="Paragraph")
        await call.say("any new mail", containing="answer")
    return call.longest, {fault for _, fault in proxy.faults.happened}


async def where_everything_is_slow(folder: Path, livekit: LiveKitServer) -> list[float]:
    """Have a mail archived, ask a model and go on while recogniser, model, mailbox and voice are all slow at once.

    Returns the longest time without sound in each turn, in seconds.
    """
    async with _slow_call(folder, livekit) as (call, _, openai):
        openai.transcribes_after_s, openai.replies_after_s, openai.speaks_after_s = 3.6, 5.5, 2.3
        call.slow(CallKind.MODIFY, 1.8)
        await call.say("archive it", containing="Archived.")
        await call.say("what do they want from me", containing="cannot think about that")
        await call.say("next", containing="Paragraph")
    return call.longest


@asynccontextmanager
async def _slow_call(folder: Path, livekit: LiveKitServer) -> AsyncIterator[tuple[SlowCall, GmailProxy, OpenAIDouble]]:
    """At its first mail, with a Gmail that reads nothing ahead in time."""
    async with GmailServer.started(folder) as server, gmail_proxy(server) as proxy, openai_server() as openai:
        hands, settings = server.hands(), settings_for(proxy)
        for name in NAMES:
            await hands.insert(letter(f"Garden of {name}", f"{name} <{name.lower()}@example.org>"))
        await connect(folder, settings, hands)
        proxy.faults.before(_is_a_whole_mail, _until_nobody_waits, times=None)
        async with (
            worker(livekit, folder, **settings, OPENAI_API_KEY="sk-test", OPENAI_BASE_URL=openai.url),
            caller_in(livekit, room="slow") as caller,
            silences_of(caller) as silences,
        ):
            await caller.open_microphone()
            await caller.hear(after=0, containing="What shall I do with it?")
            yield SlowCall(caller, silences, openai, proxy), proxy, openai


def _is_a_whole_mail(call: Call) -> bool:
    return call.kind is CallKind.GET and "format=raw" in call.query


async def _until_nobody_waits() -> None:
    await asyncio.sleep(LATE_S)
