"""Typed lines as turns. Each line interrupts what is being said; lines keep their order, and none is lost.

What was spoken before a line is answered before it too. It may still be transcribed then, and LiveKit takes every transcript for an
interruption of whatever is being said: words that were spoken before a line would end the answer to it.

LiveKit's own handler answers only the last of two lines in quick succession, and drops the first line of a participant who has published
nothing yet, because it arrives before its sender is announced (1.8.9, `RoomIO._on_chat_text_stream`). So the lines are read from the room
directly.
"""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import asdict

from livekit import rtc
from livekit.agents import AgentSession, llm
from livekit.agents.types import TOPIC_CHAT
from livekit.agents.voice import SpeechHandle

from agent.turns.endpointing import Endpointing
from session.background_tasks import BackgroundTasks
from session.call import Call
from session.call_records import PanePress, RowPress
from session.skills.writing.holding_at_once import hold_at_once

ANSWER_BEGINS_WITHIN_S = 20.0

PRESSED = "aloud.pressed"
"""Key in the extras of a message: the line comes from a button. The value is the digest of the question it answers, or empty."""
POINTS_AT = "aloud.points_at"
"""Key in the extras of such a message: the button is in the pane of a draft, or a row of a list. The value is the fields of its press."""


def is_pressed(item: llm.ChatItem | None) -> bool:
    """Whether it is the line of a button."""
    return isinstance(item, llm.ChatMessage) and PRESSED in item.extra


class TypedLines:
    """Handles the lines of one session. `answering` is set by the agent when the answer to a turn begins.

    `endpointing` is that of a session that listens.
    """

    def __init__(self, answering: asyncio.Event, call: Call, endpointing: Endpointing | None = None) -> None:
        self._answering = answering
        self._call = call
        self._endpointing = endpointing
        self._one_at_a_time = asyncio.Lock()

    def follow(
        self, session: AgentSession[None], room: rtc.Room, identity: str, background: BackgroundTasks, *, noticed: Callable[[str], None]
    ) -> None:
        """Answer the lines that this participant, and no other, types in the room; `noticed` gets each line first."""

        async def read(reader: rtc.TextStreamReader) -> None:
            line = await reader.read_all()
            noticed(line)
            await self.take(session, line)

        def received(reader: rtc.TextStreamReader, sender: str) -> None:
            if sender == identity:
                background.start("typed line", read(reader))

        room.register_text_stream_handler(TOPIC_CHAT, received)

    async def take(
        self, session: AgentSession[None], line: str, pressed: str | None = None, points_at: PanePress | RowPress | None = None
    ) -> None:
        """Answer one line; returns when its answer has begun, so that its tools have run before the next line's.

        `pressed` is given for a line from a button: the digest of the question that it answers, or empty; `points_at` for one in the
        pane of a draft or a row, which holds back nothing.
        """
        endpointing = self._endpointing if self._endpointing is not None and self._endpointing.hears(session) else None
        if points_at is None:
            await hold_at_once(self._call, line)
        async with self._one_at_a_time:
            await session.interrupt()
            if self._call.wants_silence(line):
                return
            if endpointing is not None:
                await self._until_answered(endpointing.spoken_out(session))
                await session.interrupt()
            extra = {} if pressed is None else {PRESSED: pressed} | ({POINTS_AT: asdict(points_at)} if points_at is not None else {})
            speech = session.generate_reply(user_input=llm.ChatMessage(role="user", content=[line], extra=extra))
            await self._until_answered(_played(speech))

    async def _until_answered(self, done: Coroutine[object, object, None]) -> None:
        """Wait until an answer begins from now on, or it is `done` without one."""
        self._answering.clear()
        tasks = {asyncio.create_task(self._begun()), asyncio.create_task(done)}
        try:
            await asyncio.wait(tasks, timeout=ANSWER_BEGINS_WITHIN_S, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()

    async def _begun(self) -> None:
        await self._answering.wait()


async def _played(speech: SpeechHandle) -> None:
    await speech.wait_for_playout()
