"""How soon a caller hears of a mail that arrives while nobody speaks, in a room: over a Maildir, and over Gmail's history.

Real LiveKit servers and workers, and callers with a mailbox each, side by side: in each round a mail arrives in both. It is urgent and
another mail is open, so it waits for nothing but silence. What is measured ends with the first sound of the agent at the caller. Each
Maildir round is followed by another one, as the A/A arm.
"""

import asyncio
import math
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.record import Figure, Measured, Picture
from benchmarks.rooms import sample_mail
from tests.agent.delivery import deliver
from tests.room.caller import Caller, caller_in
from tests.room.gmail.gmail_account import connect, letter, settings_for
from tests.room.shared import VIP
from tests.servers.gmail.proxy import gmail_proxy
from tests.servers.gmail.server import GmailServer
from tests.servers.livekit import livekit_server
from tests.servers.openai.double import openai_server
from tests.servers.worker import worker

ROUNDS = 12
QUIET_S = 1.0
MOST_BETWEEN_S = 6.0
"""Longer than the pause between two looks."""
TARGETS_S = {"Maildir": 3.0, "Gmail": 6.0}
AGAIN = "Maildir (A/A)"

Arrive = Callable[[str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A caller in a room, and how a mail with that subject arrives in their mailbox."""

    caller: Caller
    arrive: Arrive

    async def offered_after(self, subject: str, *, idle_s: float) -> float:
        """Seconds from the arrival until sound of the agent is heard; the caller declines, and nobody has spoken for `idle_s` before."""
        await self._quiet(idle_s)
        before = self.caller.loud_frames
        await self.arrive(subject)
        began = asyncio.get_running_loop().time()
        await self.caller.wait_until(lambda: self.caller.loud_frames > before, "sound")
        took_s = asyncio.get_running_loop().time() - began
        said = len(self.caller.agent_said) - 1
        await self.caller.hear(after=said, containing=subject)
        await self._quiet(QUIET_S)
        await self.caller.type("no", containing="later")
        return took_s

    async def _quiet(self, seconds: float) -> None:
        heard = -1
        while heard != self.caller.loud_frames or self.caller.agent_state != "listening":
            heard = self.caller.loud_frames
            await asyncio.sleep(seconds)


@asynccontextmanager
async def a_call(folder: Path, settings: dict[str, str], arrive: Arrive) -> AsyncIterator[Mailbox]:
    async with (
        openai_server() as openai,
        livekit_server(folder) as server,
        worker(server, folder, OPENAI_API_KEY="sk-bench", OPENAI_BASE_URL=openai.url, **settings),
        caller_in(server, room="offered") as caller,
    ):
        await caller.open_microphone()
        await caller.hear(after=0, containing="What shall I do with it?")
        yield Mailbox(caller, arrive)


@asynccontextmanager
async def over_maildir(folder: Path) -> AsyncIterator[Mailbox]:
    async def arrive(subject: str) -> None:
        deliver(folder / "inbox", f"{subject}.host", subject, now=datetime.now(UTC), sender=VIP)

    async with a_call(folder, {**sample_mail(folder), "ALOUD_VIPS": "vera@example.org"}, arrive) as mailbox:
        yield mailbox


@asynccontextmanager
async def over_gmail(folder: Path) -> AsyncIterator[Mailbox]:
    async with GmailServer.started(folder) as server, gmail_proxy(server) as proxy:
        hands, settings = server.hands(), settings_for(proxy)

        async def arrive(subject: str) -> None:
            await hands.insert(letter(subject, VIP))

        for name in ("Alma", "Boris"):
            await hands.insert(letter(f"Garden of {name}", f"{name} <{name.lower()}@example.org>"))
        await connect(folder, settings, hands)
        async with a_call(folder, settings, arrive) as mailbox:
            yield mailbox


async def heard_after(folder: Path, *, rounds: int = ROUNDS) -> dict[str, list[float]]:
    """Seconds per round of each mailbox."""
    (folder / "maildir").mkdir()
    (folder / "gmail").mkdir()
    luck = random.Random(7)
    taken: dict[str, list[float]] = {name: [] for name in (*TARGETS_S, AGAIN)}
    async with over_maildir(folder / "maildir") as maildir, over_gmail(folder / "gmail") as gmail:
        for number in range(rounds):
            idle_s = luck.uniform(QUIET_S, MOST_BETWEEN_S)
            both = await asyncio.gather(
                *(mailbox.offered_after(f"Roses{number}", idle_s=idle_s) for mailbox in (maildir, gmail)),
            )
            for name, took_s in zip(TARGETS_S, both, strict=True):
                taken[name].append(took_s)
            taken[AGAIN].append(await maildir.offered_after(f"Tulips{number}", idle_s=idle_s))
    return taken


def p95(seconds: Sequence[float]) -> float:
    """All but one in twenty."""
    return sorted(seconds)[math.ceil(0.95 * len(seconds)) - 1]


def main() -> Measured:
    """One call with each mailbox, at the same time."""
    with TemporaryDirectory() as folder:
        taken = asyncio.run(heard_after(Path(folder)))
    for name, seconds in taken.items():
        print(f"{name}: p50 {sorted(seconds)[len(seconds) // 2]:.2f} s, p95 {p95(seconds):.2f} s, longest {max(seconds):.2f} s")
    return Measured(
        figures=[
            Figure(
                what=f"arrival until it is heard of, {name}, p95, s",
                measured=p95(taken[name]),
                at_most=at_most,
                same_again=p95(taken[AGAIN]) if name == "Maildir" else None,
            )
            for name, at_most in TARGETS_S.items()
        ],
        numbers={"seconds": taken},
        picture=Picture(
            series={name: [(place / len(each), took) for place, took in enumerate(sorted(each), 1)] for name, each in taken.items()},
            title="From arrival until the caller hears of it",
            x="share of arrivals",
            y="s",
            log=False,
        ),
    )
