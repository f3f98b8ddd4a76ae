"""Keeping a caller company while a tool takes its time: whoever hears nothing for long thinks that the line is dead."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from livekit.agents import AgentSession
from livekit.agents.voice import SpeechHandle

from agent.speaking.livekit_conversation import ends_with_the_call
from briefing.speech.sentences.apologies import ONE_MOMENT
from session.timeouts import STILL_AT_WORK_EVERY_S


@asynccontextmanager
async def keeping_company(session: AgentSession[None], how_far: Callable[[], str]) -> AsyncIterator[None]:
    """Say every few seconds within it that it is still being worked on: how far it is, or that it takes a moment.

    Not while anybody speaks, and no more once such a sentence was interrupted: who says "stop" has heard it.
    """
    telling = asyncio.create_task(_tell(session, how_far), name="keep the caller company")
    try:
        yield
    finally:
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)


async def _tell(session: AgentSession[None], how_far: Callable[[], str]) -> None:
    told: list[SpeechHandle] = []
    with ends_with_the_call():
        while True:
            await asyncio.sleep(STILL_AT_WORK_EVERY_S)
            if told and told[-1].interrupted:
                return
            if session.current_speech is None and session.user_state != "speaking":
                told.append(session.say(how_far() or ONE_MOMENT[len(told) % len(ONE_MOMENT)], add_to_chat_ctx=False))
