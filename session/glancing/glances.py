"""Runs the glances of one call, one at a time, and puts what they come to into the queue of announcements.

A nudge is an offer: it is said when nobody speaks and nothing else is open, once for each mail, and expires. What ends the sharing, or
pauses it, ends the glance that is under way.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from itertools import count

from briefing.mail import MailId, MailStatus
from glance.glance import Glance, GlanceResult, Looked
from inbox.ledger.briefed_emails import LedgerUnavailableError
from providers.models.typed.history import Picture
from session.announcements.announcement import Announcement, AnnouncementOutcome, Moment, PolitePoint, Precedence
from session.call import Call
from session.dialogue import Offer, Offered
from session.glancing.nudged import NudgedMails
from session.glancing.shared_screen import Nudge, SharedScreen
from session.passages import Passage
from storage.database import DatabaseUnavailableError

EXPIRES_AFTER_S = 60.0
"""What is offered late is about a mail that the user has long left."""


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
            await asyncio.gather(run, stop, return_exceptions=True)
            self._screen.under_way = False

    async def _run(self, picture: Picture) -> None:
        await self._load()
        looked: list[Looked] = []
        joined = self._screen.joined
        result = await self._glance.look(picture, note=looked.append)
        for run in looked:
            self._screen.last = run.reason
            if result.surface and run.mail is not None:
                self._offer(result, run, joined)

    def _offer(self, result: GlanceResult, looked: Looked, joined: int) -> None:
        """Not said any more once somebody has joined since: it is for the user alone."""
        if looked.mail is None or result.message is None:
            return
        nudge = Nudge(message=result.message, asks=result.action_prompt or result.message, mail=looked.mail, number=next(self._numbers))
        expires = asyncio.get_running_loop().time() + EXPIRES_AFTER_S
        self._call.announcements.put(
            Announcement(
                says=lambda: Passage(nudge.message, by_model=True),
                precedence=Precedence.NUDGE,
                point=PolitePoint.REPLY,
                still=lambda: (
                    self._screen.looks
                    and self._screen.joined == joined
                    and asyncio.get_running_loop().time() < expires
                    and not self._is_settled(nudge.mail.mail_id)
                ),
                ready=self._ready,
                ended=partial(self._ended, nudge),
            )
        )

    def _ready(self, _: Moment) -> bool:
        """Nothing else is open that a yes could mean."""
        call = self._call
        waits = call.told.holds or call.turn.lock.locked() or call.acting.outgoing.can_be_held
        busy = waits or call.line.finished or not call.line.caller_is_there
        return not busy and call.dialogue.offer is None and call.dialogue.awaits is None

    def _ended(self, nudge: Nudge, outcome: AnnouncementOutcome) -> None:
        if outcome is AnnouncementOutcome.EXPIRED:
            return
        self._call.background.start("note a nudge", self._nudged.note(self._call.user_id, nudge.mail.mail_id, self._call.now()))
        heard = outcome is AnnouncementOutcome.HEARD and not self._call.announcements.users_turn
        if heard and self._screen.looks and not self._call.turn.lock.locked():
            self._screen.nudge = nudge
            self._call.dialogue.say(Passage(nudge.message, by_model=True))
            self._call.dialogue.note(Offered(Offer.TAKE_NUDGE))
            self._screen.changed()

    def _is_settled(self, mail: MailId) -> bool:
        """Whether the user was told of it in this call, or has done something with it."""
        state = self._call.tracker.state_of(mail)
        return mail in self._call.acting.off_agenda.latest or (state is not None and state.status is not MailStatus.PENDING)

    async def knows(self, mails: Sequence[MailId]) -> bool:
        """Whether one of them was heard, acted on or nudged about, in this call or before; what is not known now counts as known."""
        if any(map(self._is_settled, mails)):
            return True
        try:
            recalled = await self._call.records.ledger.recall(self._call.user_id, mails, now=self._call.now())
            return any(mark.status is not MailStatus.PENDING for mark in recalled.marks.values()) or await self._nudged.know(
                self._call.user_id, mails, self._call.now()
            )
        except (LedgerUnavailableError, DatabaseUnavailableError):
            return True
