"""Speaks from time to time while a tool runs long: a caller who hears nothing thinks that the line is dead."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from briefing.speech.sentences.about_failures import ONE_MOMENT
from session.timeouts import STILL_AT_WORK_EVERY_S

Say = Callable[[str], bool]
"""Says the words unless somebody speaks; returns whether the caller still wants to hear such sentences."""


@asynccontextmanager
async def progress_updates(say: Say, how_far: Callable[[], str]) -> AsyncIterator[None]:
    """While the block runs, say every few seconds how far it is, or that it takes a moment."""
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
