"""Typed lines as turns. Each one interrupts what is being said; none overtakes another, and none is lost.

LiveKit's own handler answers only the last of two lines that come quickly one after the other.
"""

import asyncio

from livekit.agents import AgentSession
from livekit.agents.voice import SpeechHandle
from livekit.agents.voice.room_io import TextInputEvent

ANSWER_BEGINS_WITHIN_S = 20.0


class TypedLines:
    """Handles the lines of one session. `answering` is set by the agent when the answer to a turn begins."""

    def __init__(self, answering: asyncio.Event) -> None:
        self._answering = answering
        self._one_at_a_time = asyncio.Lock()

    async def take(self, session: AgentSession[None], event: TextInputEvent) -> None:
        """Answer one line; returns when its answer has begun, so that its tools have run before the next line's."""
        async with self._one_at_a_time:
            await session.interrupt()
            self._answering.clear()
            speech = session.generate_reply(user_input=event.text)
            begun = asyncio.create_task(self._answering.wait())
            done = asyncio.create_task(_played(speech))
            try:
                await asyncio.wait({begun, done}, timeout=ANSWER_BEGINS_WITHIN_S, return_when=asyncio.FIRST_COMPLETED)
            finally:
                begun.cancel()
                done.cancel()


async def _played(speech: SpeechHandle) -> None:
    await speech.wait_for_playout()
