"""Runs the glances of one call, one at a time, and puts what they come to into the queue of announcements.

What ends the sharing, or pauses it, ends the glance that is under way.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from itertools import count

from briefing.mail import MailId, MailStatus
from glance.glance import Glance, GlanceReason, GlanceResult, Looked
from inbox.ledger.briefed_emails import LedgerUnavailableError
from providers.models.typed.history import Picture
from session.call import Call
from session.glancing.nudged import NudgedMails
from session.glancing.offering import NudgeOffer, is_settled
from session.glancing.shared_screen import Nudge, SharedScreen
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)


async def _nothing() -> None:
    pass


class Glances:
    """Those of one call. A background task of the call runs `follow`."""

    def __init__(self, call: Call, glance: Glance, nudged: NudgedMails, *, load: Callable[[], Awaitable[None]] = _nothing) -> None:
        """`load` makes the models ready, which takes seconds with the first glance of a process, and is in no time limit."""
        self._call = call
        self._screen: SharedScreen = call.line.screen
        self._glance = glance
        self._nudged = nudged
        self._load = load
        self._numbers = count(1)
        self._offer_before: NudgeOffer | None = None
        self._begun = 0

    async def follow(self) -> None:
        while True:
            await self._look(await self._screen.pictures.get())

    async def _look(self, picture: Picture) -> None:
        """One glance to its end, or to the end of the sharing."""
        self._screen.under_way = True
        run = asyncio.create_task(self._run(picture), name="glance at the screen")
        stop = asyncio.create_task(self._screen.stopped.wait(), name="stop looking")
        try:
            await asyncio.wait({run, stop}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (run, stop):
                task.cancel()
            failed, _ = await asyncio.gather(run, stop, return_exceptions=True)
            self._screen.under_way = False
            if isinstance(failed, Exception):
                self._screen.last = GlanceReason.FAILED
                logger.warning("a glance could not begin", extra={"error": type(failed).__name__})

    async def _run(self, picture: Picture) -> None:
        await self._load()
        looked: list[Looked] = []
        if self._begun != self._screen.begun:  # an offer that was not said before is said no more
            self._begun = self._screen.begun
            self._glance.begin_anew()
        joined = self._screen.joined
        result = await self._glance.look(picture, note=looked.append)
        for run in looked:
            self._screen.last = run.reason
            if result.surface and run.mail is not None:
                self._offer(result, run, joined)

    def _offer(self, result: GlanceResult, looked: Looked, joined: int) -> None:
        """In the place of one that was not begun: that is about something else than what is shown now."""
        if looked.mail is None or result.message is None:
            return
        nudge = Nudge(message=result.message, asks=result.action_prompt or result.message, mail=looked.mail, number=next(self._numbers))
        if self._offer_before is not None:
            self._offer_before.withdraw()
        self._offer_before = NudgeOffer(self._call, nudge, self._nudged, joined=joined)
        self._offer_before.put()

    async def knows(self, mails: Sequence[MailId]) -> bool:
        """Whether one of them was heard, acted on or nudged about, in this call or before; what is not known now counts as known."""
        if any(is_settled(self._call, mail) for mail in mails):
            return True
        try:
            recalled = await self._call.records.ledger.recall(self._call.user_id, mails, now=self._call.now())
            return any(mark.status is not MailStatus.PENDING for mark in recalled.marks.values()) or await self._nudged.know(
                self._call.user_id, mails, self._call.now()
            )
        except (LedgerUnavailableError, DatabaseUnavailableError):
            return True
