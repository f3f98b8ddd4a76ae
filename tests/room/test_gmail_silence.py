"""What a caller hears while Gmail is slow, fails and throttles: something, at least every eight seconds, counted in the sound itself."""

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest

from tests.room.caller import TIMEOUT_S, Caller, caller_in
from tests.room.test_gmail import connect, letter, settings_for
from tests.servers.gmail import GmailServer
from tests.servers.gmail_calls import Call, CallKind
from tests.servers.gmail_faults import Fault
from tests.servers.gmail_proxy import GmailProxy, gmail_proxy
from tests.servers.livekit import LiveKitServer
from tests.servers.openai_double import OpenAIDouble, openai_server
from tests.servers.worker import worker

pytestmark = pytest.mark.server

LONGEST_SILENCE_S = 8.0
QUIET_S = 1.0
LATE_S = 4.0
"""Longer than any question that a caller waits for."""
NAMES = ("Alma", "Boris", "Clara", "Doris", "Elsa", "Flora")


class Ear:
    """When sound of the agent reached the caller."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self._moments: list[float] = []

    async def listen(self) -> None:
        """Note until cancelled."""
        heard = self._caller.loud_frames
        while True:
            await asyncio.sleep(0.02)
            if self._caller.loud_frames != heard:
                heard = self._caller.loud_frames
                self._moments.append(asyncio.get_running_loop().time())

    def longest_silence_since(self, moment: float) -> float:
        """In seconds, from that moment until sound was heard last."""
        moments = [moment, *(heard for heard in self._moments if heard > moment)]
        assert len(moments) > 1, "nothing was heard at all"
        return max(later - earlier for earlier, later in pairwise(moments))


class SlowCall:
    """A caller whose provider takes its time."""

    def __init__(self, caller: Caller, ear: Ear, openai: OpenAIDouble, proxy: GmailProxy) -> None:
        self._caller = caller
        self._ear = ear
        self._openai = openai
        self._proxy = proxy
        self.silences: list[float] = []

    async def say(self, line: str, *, containing: str) -> None:
        """Say a line once the agent is quiet, and wait until the answer has begun and something was heard of it."""
        await self._agent_is_quiet()
        self._openai.hear(line)
        frames = self._caller.loud_frames
        await self._caller.say(line, containing=containing)
        await self._caller.wait_until(lambda: self._caller.loud_frames > frames + 20, "sound")
        self.silences.append(self._ear.longest_silence_since(self._caller.fell_silent_at))

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


@pytest.mark.takes(62)
async def test_however_slow_the_provider_the_caller_hears_something_every_eight_seconds(tmp_path: Path, livekit: LiveKitServer) -> None:
    async with GmailServer.started(tmp_path) as server, gmail_proxy(server) as proxy, openai_server() as openai:
        hands, settings = server.hands(), settings_for(proxy)
        for name in NAMES:
            await hands.insert(letter(f"Garden of {name}", f"{name} <{name.lower()}@example.org>"))
        await connect(tmp_path, settings, hands)
        proxy.faults.before(_is_a_whole_mail, _until_nobody_waits, times=None)  # nothing is read ahead in time
        async with (
            worker(livekit, tmp_path, **settings, OPENAI_API_KEY="sk-test", OPENAI_BASE_URL=openai.url),
            caller_in(livekit, room="slow") as caller,
        ):
            await caller.open_microphone()
            ear = Ear(caller)
            listening = asyncio.create_task(ear.listen())
            call = SlowCall(caller, ear, openai, proxy)
            await caller.hear(after=0, containing="What shall I do with it?")
            call.slow(CallKind.MODIFY, 1.8)
            await call.say("archive it", containing="Archived.")
            call.mend()
            call.fail(CallKind.GET, Fault.TOO_MANY_REQUESTS)
            call.fail(CallKind.HISTORY, Fault.TOO_MANY_REQUESTS)
            await call.say("next", containing="Paragraph")
            await call.say("any new mail", containing="answer")
            listening.cancel()
            await asyncio.wait([listening])
        assert {fault for _, fault in proxy.faults.happened} == {Fault.TOO_MANY_REQUESTS}
        assert max(call.silences) <= LONGEST_SILENCE_S


def _is_a_whole_mail(call: Call) -> bool:
    return call.kind is CallKind.GET and "format=raw" in call.query


async def _until_nobody_waits() -> None:
    await asyncio.sleep(LATE_S)
