"""The agent's pulse: a data packet each second, sent by the event loop that answers the user.

It is sent from the loop and not from a thread, so a blocked loop is silent too: for the page, an agent that cannot answer is dead. LiveKit
itself notices a lost agent only after some 20 s.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from livekit import rtc

from agent.board.board_messages import PULSE_TOPIC

EVERY_S = 1.0
BEAT = b"1"

Beat = Callable[[], Awaitable[None]]


def beat_of(room: rtc.Room, identity: str) -> Beat:
    """One beat for this participant. It is not resent, because a late beat would claim that the agent is well when it may not be."""

    async def beat() -> None:
        await room.local_participant.publish_data(BEAT, reliable=False, destination_identities=[identity], topic=PULSE_TOPIC)

    return beat


@asynccontextmanager
async def pulsing(beat: Beat) -> AsyncIterator[None]:
    """Beat each second until the block ends."""
    task = asyncio.create_task(_beat_on(beat), name="pulse")
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


async def _beat_on(beat: Beat) -> None:
    while True:
        # A beat that cannot be sent, for whatever reason, is meant to be missed.
        await asyncio.gather(asyncio.wait_for(beat(), EVERY_S), asyncio.sleep(EVERY_S), return_exceptions=True)
