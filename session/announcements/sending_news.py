"""Sends due mail during the call and tells the user the result, as soon as nobody speaks and until they have heard it.

After the call, `actions.sending.outbox_runner` sends what is in the outbox; its results are told in the next call.
"""

import asyncio
import contextlib
import logging
from datetime import timedelta

from actions.sending.outbox import SendingNews
from actions.sending_states import SendingState
from briefing.speech.sentences import about_sending as words
from session.call import Call
from session.floor import CallOverError, Floor
from session.outgoing import OutgoingEvent
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)

LOOKS_AGAIN_AFTER_S = 1.0
"""While something is on its way."""
AWAY_FOR_S = 30.0
AGAIN_AFTER_S = 3.0
"""After news that was cut off, and so told nothing."""


class SendingTeller:
    """Follows the outbox of one call. A background task of the call runs `follow`."""

    def __init__(self, call: Call, floor: Floor) -> None:
        self._call = call
        self._floor = floor

    async def follow(self) -> None:
        outgoing = self._call.acting.outgoing
        with contextlib.suppress(CallOverError):
            while True:
                outgoing.stirred.clear()
                pause_s = await self._look()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(pause_s):
                        await outgoing.stirred.wait()

    async def _look(self) -> float | None:
        """Send and tell; returns for how long nothing is to be done unless something is stirred. None: for good."""
        try:
            return LOOKS_AGAIN_AFTER_S if await self._send_and_tell() else None
        except CallOverError:
            raise
        except DatabaseUnavailableError:
            logger.warning("the outbox is away")
        except Exception as error:  # must outlive any failure: nothing else in this call tells the user the result
            logger.error("looking after the outbox failed", extra={"error": type(error).__name__})  # noqa: TRY400 - it may quote mail
        return AWAY_FOR_S

    async def _send_and_tell(self) -> bool:
        """Whether something is still on its way."""
        acting = self._call.acting
        await acting.outgoing.look(acting.outbox, acting.drafts, self._call.now())  # before it is sent, while its draft is still known
        await acting.outbox.run_due(acting.senders)
        waiting = await acting.outgoing.look(acting.outbox, acting.drafts, self._call.now())
        for news in await acting.outbox.news():
            if news.state is SendingState.SENT:
                acting.receipts.came_true(news.action)
            if news.state is SendingState.NOT_SENT and (draft_id := acting.outgoing.draft_of(news.sending_id)):
                acting.kept = await acting.drafts.get(draft_id) or acting.kept  # shown again, so that the user can send it again
            if news.state is SendingState.CANCELLED or await self._tell(news):
                await acting.outbox.told([news.sending_id])
                acting.outgoing.happened(news.sending_id, OutgoingEvent.TOLD, self._call.now())
        return bool(waiting)

    async def _tell(self, news: SendingNews) -> bool:
        await self._floor.wait_until_free()
        if await self._floor.say(_sentence(news)):
            return True
        await asyncio.sleep(AGAIN_AFTER_S)
        self._call.acting.outgoing.stirred.set()
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
    acting = call.acting
    with contextlib.suppress(TimeoutError, DatabaseUnavailableError):
        async with asyncio.timeout(within_s):
            while any(news.leaves_at <= call.now() + timedelta(seconds=within_s) for news in await acting.outbox.waiting()):
                await acting.outbox.run_due(acting.senders)
                await asyncio.sleep(LOOKS_AGAIN_AFTER_S)
