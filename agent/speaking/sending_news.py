"""Sends what is due while the call lasts, and tells the user what became of it: as soon as nobody speaks, and until they have heard it.

What is put into the outbox leaves without this too, once the call is over (`agent.operations.outbox_runner`); what it had to tell then is
told in the next call.
"""

import asyncio
import contextlib
import logging
from datetime import timedelta

from actions.deeds import Deed
from actions.outbox import SendingNews
from actions.sending_states import SendingState
from agent.briefer import Briefer
from agent.call import Call
from agent.speaking.floor import CallOverError, Floor, SessionFloor
from briefing.speech import sending as words
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)

LOOKS_AGAIN_AFTER_S = 1.0
"""While something is on its way."""
AWAY_FOR_S = 30.0
AGAIN_AFTER_S = 3.0
"""News that was cut off has told nothing."""


class SendingTeller:
    """Follows the outbox of one call. An errand of the call runs `follow`."""

    def __init__(self, call: Call, floor: Floor) -> None:
        self._call = call
        self._floor = floor

    async def follow(self) -> None:
        """Until the call is over."""
        hands = self._call.hands
        with contextlib.suppress(CallOverError):
            while True:
                hands.sending.clear()
                try:
                    under_way = await self._send_and_tell()
                except DatabaseUnavailableError:
                    logger.warning("the outbox is away")
                    await asyncio.sleep(AWAY_FOR_S)
                    continue
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOOKS_AGAIN_AFTER_S if under_way else None):
                        await hands.sending.wait()

    async def _send_and_tell(self) -> bool:
        """Whether something is still on its way."""
        hands = self._call.hands
        await hands.outbox.run_due(hands.senders)
        waiting = await hands.outbox.waiting()
        if hands.held and all(news.sending_id != hands.held or news.state is not SendingState.HELD for news in waiting):
            hands.held = ""
        for news in await hands.outbox.news():
            hands.receipts.note(Deed.SEND, proved=news.state is SendingState.SENT)
            if news.state is SendingState.NOT_SENT:
                hands.kept = await hands.drafts.current()  # to be seen again, and sent again or not
            if news.state is SendingState.NOT_SENT and hands.kept is None:
                hands.kept = await hands.drafts.current()
            if news.state is SendingState.CANCELLED or await self._tell(news):
                await hands.outbox.told([news.sending_id])
        return bool(waiting)

    async def _tell(self, news: SendingNews) -> bool:
        """Whether the caller has heard it."""
        await self._floor.wait_until_free()
        if await self._floor.say(_sentence(news)):
            return True
        await asyncio.sleep(AGAIN_AFTER_S)
        self._call.hands.sending.set()
        return False


def _sentence(news: SendingNews) -> str:
    match news.state:
        case SendingState.SENT:
            return words.sent(news.to)
        case SendingState.NOT_SENT:
            return words.not_sent(news.to, news.refusal.value if news.refusal else "")
        case _:
            return words.unknown(news.to)


async def let_leave(call: Call, *, within_s: float) -> None:
    """Wait until what is held has left: for a program that ends with its call."""
    hands = call.hands
    with contextlib.suppress(TimeoutError, DatabaseUnavailableError):
        async with asyncio.timeout(within_s):
            while any(news.leaves_at <= call.now() + timedelta(seconds=within_s) for news in await hands.outbox.waiting()):
                await hands.outbox.run_due(hands.senders)
                await asyncio.sleep(LOOKS_AGAIN_AFTER_S)


def tell_of_sendings(briefer: Briefer, call: Call) -> None:
    """From now on, and until the call is over, send what is due and tell what became of it."""
    call.errands.start("send and tell", SendingTeller(call, SessionFloor(briefer.session, briefer.playback)).follow())
