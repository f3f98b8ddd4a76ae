"""Keeping a caller company while a tool takes its time: whoever hears nothing for eight seconds thinks that the line is dead."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count

from livekit.agents import AgentSession

from agent.patience import STILL_AT_WORK_EVERY_S
from agent.speaking.floor import ends_with_the_call
from briefing.speech.apologies import ONE_MOMENT


@asynccontextmanager
async def keeping_company(session: AgentSession[None], how_far: Callable[[], str]) -> AsyncIterator[None]:
    """Say every few seconds within it that it is still being worked on: how far it is, or that it takes a moment."""
    telling = asyncio.create_task(_tell(session, how_far), name="keep the caller company")
    try:
        yield
    finally:
        telling.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await telling


async def _tell(session: AgentSession[None], how_far: Callable[[], str]) -> None:
    with ends_with_the_call():
        for told in count():
            await asyncio.sleep(STILL_AT_WORK_EVERY_S)
            session.say(how_far() or ONE_MOMENT[told % len(ONE_MOMENT)], add_to_chat_ctx=False)
