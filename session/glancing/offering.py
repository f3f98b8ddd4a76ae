"""A nudge on its way to the user: an offer that waits for a polite point, and is open, with its card, from its first word on.

So who answers before its end is understood, and a yes buys a draft at most. It counts as made unless no voice spoke it; then it is said
again. It is for the user alone, so who is in the room is asked directly before it is said: not everybody who joins is announced.
"""

import asyncio

from briefing.mail import MailId, MailStatus
from session.announcements.announcement import Announcement, AnnouncementOutcome, Moment, PolitePoint, Precedence
from session.announcements.queue import AGAIN_AFTER_S, LOOK_AGAIN_S, MOST_TRIES
from session.call import Call
from session.dialogue import Offer, Offered
from session.glancing.nudged import NudgedMails
from session.glancing.shared_screen import Nudge, SharedScreen
from session.passages import Passage

EXPIRES_AFTER_S = 60.0
"""What is offered late is about a mail that the user has long left."""

ALONE_FOR_S = 1.0
"""So long it counts that nobody else was in the room."""


class NudgeOffer:
    """The way of one nudge. `joined` is the number of those who had come into the room when the screen was looked at."""

    def __init__(self, call: Call, nudge: Nudge, nudged: NudgedMails, *, joined: int) -> None:
        self._call = call
        self._screen: SharedScreen = call.line.screen
        self._nudge = nudge
        self._nudged = nudged
        self._joined = joined
        self._expires = _now() + EXPIRES_AFTER_S
        self._alone_at: float | None = None
        self._asks_who_is_there = False
        self._tries = 0
        self._announcement = Announcement(
            says=self._begin,
            precedence=Precedence.NUDGE,
            point=PolitePoint.REPLY,
            still=self._is_wanted,
            ready=self._is_polite,
            ended=self._ended,
        )

    def put(self) -> None:
        self._screen.unsaid = True
        self._call.announcements.put(self._announcement)

    def withdraw(self) -> None:
        """It is not to be said any more, if it has not begun."""
        self._call.announcements.withdraw(self._announcement)

    def _is_wanted(self) -> bool:
        """Not any more once somebody has joined, or the user has answered it, or knows the mail."""
        screen = self._screen
        in_time = screen.looks and screen.joined == self._joined and _now() < self._expires
        return in_time and not is_settled(self._call, self._nudge.mail.mail_id) and (not self._tries or self._is_open)

    @property
    def _is_open(self) -> bool:
        return self._screen.nudge is self._nudge and self._call.dialogue.offer is Offer.TAKE_NUDGE

    def _is_polite(self, moment: Moment) -> bool:
        """Nothing else is open that a yes could mean, and nobody else is there."""
        call = self._call
        waits = call.told.holds or call.turn.lock.locked() or call.acting.outgoing.can_be_held
        busy = waits or call.line.finished or not call.line.caller_is_there
        if busy or call.dialogue.awaits is not None or self._another_is_open(moment):
            return False
        if self._alone_at is not None and _now() - self._alone_at <= ALONE_FOR_S:
            return True
        if not self._asks_who_is_there:
            self._asks_who_is_there = True
            call.background.start("ask who is in the room", self._ask_who_is_there())
        return False

    def _another_is_open(self, moment: Moment) -> bool:
        """A nudge before this one that nobody has answered for a while is answered: it was not wanted."""
        offer = self._call.dialogue.offer
        return offer is not None and not self._is_open and not (offer is Offer.TAKE_NUDGE and moment.settled)

    async def _ask_who_is_there(self) -> None:
        try:
            alone = await self._screen.alone()
        finally:
            self._asks_who_is_there = False
        if alone:
            self._alone_at = _now()
            self._call.announcements.put(self._announcement)
        else:
            self.withdraw()

    def _begin(self) -> str:
        call = self._call
        if call.turn.lock.locked():  # a tool has begun since it was due; it waits again
            return ""
        self._tries, self._screen.unsaid = self._tries + 1, False
        passage = Passage(self._nudge.message, by_model=True)
        self._screen.nudge = self._nudge
        call.dialogue.say(passage)
        call.dialogue.note(Offered(Offer.TAKE_NUDGE))
        self._screen.changed()
        return passage

    def _ended(self, outcome: AnnouncementOutcome) -> None:
        call = self._call
        if outcome is AnnouncementOutcome.EXPIRED:
            if self._is_wanted():
                call.announcements.put(self._announcement, after_s=LOOK_AGAIN_S)
            return
        unheard = call.announcements.has_no_voice or not call.line.caller_is_there
        if outcome is AnnouncementOutcome.HEARD or not unheard:
            call.background.start("note a nudge", self._nudged.note(call.user_id, self._nudge.mail.mail_id, call.now()))
        elif self._tries < MOST_TRIES:
            call.announcements.put(self._announcement, after_s=AGAIN_AFTER_S)


def is_settled(call: Call, mail: MailId) -> bool:
    """Whether the user was told of it in this call, or has done something with it."""
    state = call.tracker.state_of(mail)
    return mail in call.acting.off_agenda.latest or (state is not None and state.status is not MailStatus.PENDING)


def _now() -> float:
    return asyncio.get_running_loop().time()
