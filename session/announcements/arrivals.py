"""Telling of new mail without being asked, at the right moment: urgent mail at the end of a sentence, the rest at the end of a topic.

When something is due is a rule of `briefing.tracking.arrival_states`; this asks for it at every boundary of the conversation, and speaks
only while nobody else does. Urgent mail that comes in during a long reading stops the reading after its current sentence.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

from briefing.agenda import MailRef
from briefing.mail import MailId, ThreadId
from briefing.speech.sentences.about_arrivals import offer_to_read
from briefing.speech.sentences.replies import ARRIVALS_LABEL
from briefing.tracking.arrival_states import Arrival
from inbox.arrivals.live import LiveInbox
from session.call import Call
from session.floor import CallOverError, Floor
from session.passages import Passage, Reading
from session.skills.inbox_changes import announce, begins_at_once, moment_of, news_of, presented_mail, read_incoming, take_in

SETTLED_AFTER_S = 4.0
"""How long the user gets for the last mail of a topic before something else is brought up."""

WAKES_EVERY_S = 30.0
"""A snoozed mail wakes without any event in the inbox."""

MOST_TRIES = 3
AGAIN_AFTER_S = 3.0
"""After news that was cut off, or that no voice would speak, and so told nothing."""


class Boundary(StrEnum):
    """Where a conversation may be interrupted."""

    SENTENCE = "sentence"
    """A sentence was played to its end; the reply may go on."""
    REPLY = "reply"
    """The reply is over, and the agent listens."""


class Announcer:
    """Follows the inbox of one call and tells of new mail. Background tasks of the call run `follow` and `announce`."""

    def __init__(self, call: Call, floor: Floor, *, settled_after_s: float = SETTLED_AFTER_S) -> None:
        self._call = call
        self._floor = floor
        self._settled_after_s = settled_after_s
        self._stirred = call.events.stirred
        self._begun = False
        self._reading: Reading | None = None
        self._tried: Counter[MailId] = Counter()

    def note_boundary(self, boundary: Boundary) -> None:
        """Called at every boundary. Nothing is announced before the first mail is told, or there was none to tell."""
        self._begun = self._begun or presented_mail(self._call) is not None or (
            boundary is Boundary.REPLY and self._call.tracker.current() is None
        )  # fmt: skip
        read_on, self._reading = self._call.dialogue.reading is not self._reading, self._call.dialogue.reading
        if boundary is Boundary.SENTENCE and read_on and self._reading is not None and self._due(answering=True):
            self._floor.end_reading()
        self._stirred.set()

    async def follow(self) -> None:
        """Keep the call up to date with the inbox until it is over."""
        async with LiveInbox(self._call.mail.inbox):
            while True:
                await self._something_happened()
                await read_incoming(self._call)
                async with self._call.turn.lock:
                    take_in(self._call)
                    nothing_was_left = self._call.tracker.current() is None
                    _take_in_not_loaded(self._call)
                    self._call.settle()
                    if self._begun and nothing_was_left and self._call.tracker.current() is not None:
                        self._call.mail_came()
                self._stirred.set()

    async def wake_snoozed(self) -> None:
        """Take in snoozed mails when their time has come, until the call is over."""
        snoozed = self._call.mail.snoozed
        while snoozed is not None:
            await asyncio.sleep(WAKES_EVERY_S)
            if woken := await snoozed.look(self._call.now()):
                self._call.mail.incoming.wake(woken)
                await read_incoming(self._call)
                async with self._call.turn.lock:
                    take_in(self._call)
                    self._call.settle()
                self._stirred.set()

    async def announce(self) -> None:
        """Tell of arrivals when they are due, until the call is over."""
        with contextlib.suppress(CallOverError):
            while True:
                await self._stirred.wait()
                self._stirred.clear()
                if not self._call.arrivals.waiting:
                    continue
                await self._floor.wait_until_free()
                if self._due():
                    await self._tell()
                elif self._due(settled=True) and await self._stays_quiet():
                    await self._tell(settled=True)

    async def _something_happened(self) -> None:
        """Wait for news of the inbox, or until mail that could not be read is to be tried again."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._call.mail.incoming.read_again_after_s):
                await self._call.mail.inbox.changed()

    async def _stays_quiet(self) -> bool:
        """Whether nothing at all happens in the conversation for a while."""
        try:
            async with asyncio.timeout(self._settled_after_s):
                await self._stirred.wait()
        except TimeoutError:
            return self._floor.free
        return False

    async def _tell(self, *, settled: bool = False) -> None:
        async with self._call.turn.lock:
            take_in(self._call)
            self._call.settle()
            arrivals = self._due(settled=settled)
            if not arrivals or not self._floor.free:  # the user was quicker; their turn ends in a boundary
                return
        news = news_of(self._call, arrivals)
        heard = await self._floor.say(news)
        if heard or self._tried_often(arrivals):
            await self._offer(arrivals, news, heard=heard)
        else:
            await asyncio.sleep(AGAIN_AFTER_S)
            self._stirred.set()

    async def _offer(self, told: Sequence[Arrival], news: str, *, heard: bool) -> None:
        """Ask whether to read what was told, unless the user has gone on to something else meanwhile."""
        async with self._call.turn.lock:
            arrivals = [arrival for arrival in self._call.arrivals.waiting if arrival in told]
            offered = heard and not self._floor.users_turn and bool(arrivals)
            announce(self._call, arrivals, offered=offered)
            if not offered:
                return
            question = offer_to_read(len(arrivals), at_once=begins_at_once(self._call, arrivals))
            self._call.dialogue.last_said = (Passage(news), Passage(question))
        await self._floor.say(question)

    def _tried_often(self, arrivals: Sequence[Arrival]) -> bool:
        """A user who cuts off the same news several times does not want it now; it is left for the end."""
        self._tried.update(arrival.mail_id for arrival in arrivals)
        return any(self._tried[arrival.mail_id] >= MOST_TRIES for arrival in arrivals)

    def _due(self, *, answering: bool = False, settled: bool = False) -> tuple[Arrival, ...]:
        if not self._begun or not self._call.line.caller_is_there or self._call.line.finished:
            return ()
        moment = moment_of(self._call, users_turn=self._floor.users_turn, answering=answering, settled=settled)
        return self._call.arrivals.due(moment)


def _take_in_not_loaded(call: Call) -> None:
    """Put off new mail that does not load until it does; it counts as not loaded. The caller holds `Turn.lock`."""
    for happening in call.mail.incoming.take_not_loaded():
        if happening.envelope is not None:
            loaded = call.mail.pipeline.agenda_of([happening.envelope], call.now())
            call.tracker.update_mails([ref for topic in loaded.topics for ref in topic.mails])
        elif happening.mail_id not in call.mail.pipeline.left_out and not call.tracker.restore(happening.mail_id, at=call.now()):
            ref = MailRef(mail_id=happening.mail_id, thread_id=ThreadId(happening.mail_id), loaded=False)
            if call.tracker.add_arrivals([ref], accepted=False, label=ARRIVALS_LABEL):
                call.tracker.put_off(happening.mail_id)
