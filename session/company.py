"""Keeping a caller company while a tool takes its time: whoever hears nothing for long thinks that the line is dead."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from briefing.speech.sentences.about_failures import ONE_MOMENT
from session.timeouts import STILL_AT_WORK_EVERY_S

Say = Callable[[str], bool]
"""Says it if nobody else speaks; whether the caller still wants to hear such a thing."""


@asynccontextmanager
async def keeping_company(say: Say, how_far: Callable[[], str]) -> AsyncIterator[None]:
    """Say every few seconds within it that it is still being worked on: how far it is, or that it takes a moment."""
    telling = asyncio.create_task(_tell(say, how_far), name="keep the caller company")
    try:
        yield
    finally:
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)


async def _tell(say: Say, how_far: Callable[[], str]) -> None:
    times, wanted = 0, True
    while wanted:
        await asyncio.sleep(STILL_AT_WORK_EVERY_S)
        wanted = say(how_far() or ONE_MOMENT[times % len(ONE_MOMENT)])
        times += 1
