"""How long a caller hears nothing: while services fail for a turn each, while Gmail is slow and throttles, while all are slow at once.

Real servers and workers, scripted models. A turn's silence is the longest time without sound of the agent at the caller, between the end
of what the caller says and the answer. Text does not count.
"""

import asyncio
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.record import Figure, Measured
from tests.room.failing.failing_services import through_faults
from tests.room.gmail.slow_gmail import through_a_slow_provider, where_everything_is_slow
from tests.servers.livekit import livekit_server

LONGEST_SILENCE_S = 8.0


async def while_services_fail(folder: Path) -> list[float]:
    """Seconds of silence, turn by turn."""
    async with livekit_server(folder) as server:
        return (await through_faults(folder, server)).silences_s


async def while_gmail_is_slow(folder: Path) -> list[float]:
    """The same."""
    async with livekit_server(folder) as server:
        silences, _ = await through_a_slow_provider(folder, server)
        return silences


async def while_everything_is_slow(folder: Path) -> list[float]:
    """The same."""
    async with livekit_server(folder) as server:
        return await where_everything_is_slow(folder, server)


def main() -> Measured:
    """One call of each kind."""
    with TemporaryDirectory() as failing, TemporaryDirectory() as slow, TemporaryDirectory() as all_slow:
        heard_after = {
            "services fail": asyncio.run(while_services_fail(Path(failing))),
            "Gmail is slow": asyncio.run(while_gmail_is_slow(Path(slow))),
            "everything is slow": asyncio.run(while_everything_is_slow(Path(all_slow))),
        }
    for what, seconds in heard_after.items():
        print(f"while {what}: median {median(seconds):.1f} s, longest of {len(seconds)} turns {max(seconds):.1f} s")
    return Measured(
        figures=[
            Figure(what=f"silence in a turn while {what}, longest, s", measured=max(seconds), at_most=LONGEST_SILENCE_S)
            for what, seconds in heard_after.items()
        ],
        numbers={"seconds": heard_after},
    )
