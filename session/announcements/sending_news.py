"""Sends due mail during the call and tells the user the result, as soon as nobody speaks and until they have heard it.

After the call, the clock of another process sends what is in the outbox; its results are told in the next call.
"""

import asyncio
import contextlib
import logging
from datetime import timedelta

from actions.sending.outbox import SendingNews
from actions.sending_states import SendingState
from briefing.speech.sentences import about_sending as words
from session.announcements.announcement import Announcement, AnnouncementOutcome, Precedence
from session.announcements.queue import AGAIN_AFTER_S
from session.call import Call
from session.outgoing import OutgoingEvent
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)

LOOKS_AGAIN_AFTER_S = 1.0
"""While something is on its way."""
AWAY_FOR_S = 30.0


class SendingTeller:
    """Follows the outbox of one call. A background task of the call runs `follow`."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._clock = call.acting.outbox.clock(call.acting.senders)
        self._news: dict[str, SendingNews] = {}
        self._put: set[str] = set()
        self._heard: set[str] = set()

    async def follow(self) -> None:
        outgoing = self._call.acting.outgoing
        while True:
            outgoing.stirred.clear()
            pause_s = await self._look()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause_s):
                    await outgoing.stirred.wait()

    async def _look(self) -> float | None:
        """Send, and have the result told; returns for how long nothing is to be done unless something is stirred. None: for good."""
        try:
            return LOOKS_AGAIN_AFTER_S if await self._send_and_tell() else None
        except DatabaseUnavailableError:
            logger.warning("the outbox is away")
        except Exception as error:  # must outlive any failure: nothing else in this call tells the user the result
            logger.error("looking after the outbox failed", extra={"error": type(error).__name__})  # noqa: TRY400 - it may quote mail
        return AWAY_FOR_S

    async def _send_and_tell(self) -> bool:
        """Whether something is still on its way."""
        acting = self._call.acting
        await acting.outgoing.look(acting.outbox, acting.drafts, self._call.now())  # before it is sent, while its draft is still known
        await self._clock.work_due()
        waiting = await acting.outgoing.look(acting.outbox, acting.drafts, self._call.now())
        self._news = {news.sending_id: news for news in await acting.outbox.news()}
        for news in self._news.values():
            if news.sending_id in self._heard or (news.state is SendingState.CANCELLED and acting.outgoing.is_over(news.sending_id)):
                await self._settle(news)
            elif news.sending_id not in self._put and self._is_to_be_told(news):
                await self._tell(news)
        return bool(waiting) or acting.outgoing.can_be_held

    def _is_to_be_told(self, news: SendingNews) -> bool:
        """Of a mail that was held back the answer tells; if there is none, it is told as well."""
        outgoing = self._call.acting.outgoing
        return news.state is not SendingState.CANCELLED or outgoing.was_left_unanswered(news.sending_id, self._call.now())

    async def _settle(self, news: SendingNews) -> None:
        await self._call.acting.outbox.told([news.sending_id])
        self._call.acting.outgoing.happened(news.sending_id, OutgoingEvent.TOLD, self._call.now())

    async def _tell(self, news: SendingNews) -> None:
        acting = self._call.acting
        acting.outgoing.ended[news.sending_id] = news.state
        if news.state is SendingState.SENT and not news.dry_run:
            acting.receipts.came_true(news.action)
        if news.state in {SendingState.NOT_SENT, SendingState.CANCELLED} and (draft_id := acting.outgoing.draft_of(news.sending_id)):
            acting.kept = await acting.drafts.get(draft_id) or acting.kept  # shown again, so that the user can send it again
            self._call.settle()
        self._put.add(news.sending_id)
        self._call.announcements.put(self._announcement(news.sending_id))

    def _announcement(self, sending_id: str) -> Announcement:
        def ended(outcome: AnnouncementOutcome) -> None:
            match outcome:
                case AnnouncementOutcome.HEARD:
                    self._heard.add(sending_id)
                    self._call.acting.outgoing.stirred.set()
                case AnnouncementOutcome.INTERRUPTED:
                    self._call.announcements.put(announcement, after_s=AGAIN_AFTER_S)
                case AnnouncementOutcome.EXPIRED:
                    self._put.discard(sending_id)

        announcement = Announcement(
            says=lambda: _sentence(self._news[sending_id]),
            precedence=Precedence.SENDING,
            still=lambda: sending_id not in self._heard and (news := self._news.get(sending_id)) is not None and self._is_to_be_told(news),
            ended=ended,
        )
        return announcement


def _sentence(news: SendingNews) -> str:
    match news.state:
        case SendingState.SENT:
            return words.sent(news.to, dry_run=news.dry_run)
        case SendingState.NOT_SENT:
            return words.not_sent(news.to, news.refusal.value if news.refusal else "")
        case SendingState.CANCELLED:
            return words.was_held_back(news.to)
        case _:
            return words.truly(words.unknown(news.to), dry_run=news.dry_run)


async def let_leave(call: Call, *, within_s: float) -> None:
    """Wait until what is held has left: for a program that ends with its call."""
    acting = call.acting
    clock = acting.outbox.clock(acting.senders)
    with contextlib.suppress(TimeoutError, DatabaseUnavailableError):
        async with asyncio.timeout(within_s):
            while any(news.leaves_at <= call.now() + timedelta(seconds=within_s) for news in await acting.outbox.waiting()):
                await clock.work_due()
                await asyncio.sleep(LOOKS_AGAIN_AFTER_S)
