"""Two minutes of twenty inboxes: how long what was told for "I have two minutes" is to hear, by a voice that really speaks it.

The inboxes are sample inboxes of 16 to 400 unread mails, each drawn anew beyond the first fifty. Every passage is spoken by espeak-ng, and
the samples that it made are what was played; the call learns no more of them than a call with a voice does. Where the mail ended before
the time did, that is counted apart.
"""

import asyncio
import subprocess
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from benchmarks.record import Figure, Measured
from briefing.understanding.commands import Command
from providers.models.espeak import SAMPLE_RATE, WAV_HEADER_BYTES
from providers.sample_inbox import write_sample_inbox
from session.call import Call
from session.opening.assembly import open_call
from session.outcome import Outcome
from session.passages import as_reply
from session.skills.in_time import comes_by_itself
from session.tools import use
from session.turn.tool_of_command import tool_for
from tests.agent.typed_call import NOW, sample_settings
from tests.storage.prepared import prepared

SIZES = (16, 20, 24, 28, 32, 36, 40, 45, 50, 55, 60, 70, 80, 100, 120, 150, 200, 250, 300, 400)
GIVEN_S = 120
WITHIN = 0.1
BYTES_A_SAMPLE = 2


async def spoken_s(words: str) -> float:
    program = ("espeak-ng", "--stdin", "--stdout", "-v", "en", "-s", "170")
    process = await asyncio.create_subprocess_exec(*program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    sound, _ = await process.communicate(words.encode())
    return (len(sound) - WAV_HEADER_BYTES) / BYTES_A_SAMPLE / SAMPLE_RATE


async def play(call: Call, outcome: Outcome) -> None:
    for passage in as_reply(outcome.spoken):
        call.being_told(passage)
        call.line.time.played(len(passage), await spoken_s(passage), whole=True)
        call.was_told(passage)


async def briefed(size: int) -> tuple[float, int, int]:
    """Seconds that were played, how many mails were told, and how many are left."""
    with TemporaryDirectory() as folder:
        write_sample_inbox(Path(folder) / "inbox", now=NOW, seed=size, unread=size)
        settings = sample_settings(Path(folder), now=NOW)
        await prepared(settings)
        async with open_call(settings, "local", call_id=str(uuid4()), now=lambda: NOW + timedelta(minutes=size)) as (call, _):
            async for agenda in call.mail.pipeline.refinements(call.now()):
                call.tracker.refine(agenda)
            await play(call, await use(call, "manage_call", {"how": "brief_for", "number": GIVEN_S}))
            while call.line.time.runs and (kind := comes_by_itself(call)) is not None:
                answer = tool_for(Command(kind=kind))
                await play(call, await use(call, answer.tool, answer.arguments))
            progress = call.tracker.progress()
            return call.line.time.played_s, progress.briefed, progress.remaining


async def all_of_them() -> Measured:
    played: list[float] = []
    early = 0
    for size in SIZES:
        seconds, told, left = await briefed(size)
        print(f"{size:>5} unread: {seconds:6.1f} s played, {told} told, {left} left", flush=True)
        early += not left
        played += [seconds] if left else []
    off = [abs(seconds / GIVEN_S - 1) for seconds in played]
    return Measured(
        figures=[
            Figure(what=f"furthest from two minutes, of {len(played)} inboxes with more mail (share)", measured=max(off), at_most=WITHIN),
            Figure(what="shortest, seconds played", measured=min(played)),
            Figure(what="longest, seconds played", measured=max(played)),
            Figure(what="inboxes that were told before the time was over", measured=early),
        ],
        numbers={"played_s": played},
    )


def main() -> Measured:
    return asyncio.run(all_of_them())
