"""Something to hear while a tool runs long: a caller who hears nothing thinks that the line is dead."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from itertools import cycle

from briefing.speech.sentences.about_failures import ONE_MOMENT
from session.announcements.announcement import Announcement, AnnouncementOutcome, PolitePoint, Precedence
from session.call import Call
from session.timeouts import STILL_AT_WORK_EVERY_S


@asynccontextmanager
async def progress_updates(call: Call) -> AsyncIterator[None]:
    """While the block runs, say every few seconds how far it is, or that it takes a moment."""
    telling = asyncio.create_task(_tell(call), name="keep the caller company")
    try:
        yield
    finally:
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)


async def _tell(call: Call) -> None:
    """Until the user interrupts such a sentence: after a "stop" they have heard enough."""
    for excuse in cycle(ONE_MOMENT):
        await asyncio.sleep(STILL_AT_WORK_EVERY_S)
        news = Announcement(says=partial(_how_far, call, excuse), precedence=Precedence.COMPANY, point=PolitePoint.GAP)
        if await call.announcements.said(news) is AnnouncementOutcome.INTERRUPTED:
            return


def _how_far(call: Call, otherwise: str) -> str:
    return call.turn.how_far or otherwise
