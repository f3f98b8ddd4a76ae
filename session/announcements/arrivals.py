"""Telling of new mail without being asked, at the right moment: urgent mail at the end of a sentence, the rest at the end of a topic.

When something is due is a rule of `briefing.tracking.arrival_states`. Urgent mail that comes in during a long reading stops the reading
after its current sentence.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Sequence
from functools import partial

from briefing.agenda import MailRef
from briefing.mail import MailId, ThreadId
from briefing.speech.sentences.about_arrivals import offer_to_read
from briefing.speech.sentences.replies import ARRIVALS_LABEL
from briefing.tracking.arrival_states import Arrival
from inbox.arrivals.live import LiveInbox
from session.announcements.announcement import Announcement, AnnouncementOutcome, Moment, PolitePoint, Precedence
from session.announcements.queue import AGAIN_AFTER_S, MOST_TRIES
from session.call import Call
from session.dialogue import Offer
from session.passages import Passage, Reading
from session.skills.in_time import flows
from session.skills.inbox_changes import announce, begins_at_once, moment_of, news_of, presented_mail, read_incoming, take_in
from session.skills.presenting import news_again

WAKES_EVERY_S = 30.0
"""A snoozed mail wakes without any event in the inbox."""


class Announcer:
    """Follows the inbox of one call and has new mail told. Background tasks of the call run `follow` and `announce`."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._stirred = call.events.stirred
        self._begun = False
        self._reading: Reading | None = None
        self._read_on = False
        self._settled = False
        self._told: tuple[Arrival, ...] = ()
        self._words = ""
        self._tried: Counter[MailId] = Counter()
        self._news = Announcement(
            says=self._say,
            precedence=Precedence.ARRIVAL,
            point=PolitePoint.READING,
            still=lambda: bool(call.arrivals.waiting),
            ready=self._ready,
            ended=self._ended,
        )

    def sentence_ended(self) -> None:
        """A sentence was played to its end; the reply may go on."""
        self._read_on, self._reading = self._call.dialogue.reading is not self._reading, self._call.dialogue.reading

    def fell_silent(self) -> None:
        """The agent listens. Nothing is announced before the first mail is told, or there was none to tell."""
        self._begun = self._begun or self._call.tracker.current() is None
        self._reading = self._call.dialogue.reading

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
        """Have arrivals told, until the call is over."""
        while True:
            await self._stirred.wait()
            self._stirred.clear()
            self._put()

    def _put(self, *, after_s: float = 0.0) -> None:
        """What is not told yet waits in the queue, also if it becomes due without any event in the inbox."""
        if self._call.arrivals.waiting:
            self._call.announcements.put(self._news, after_s=after_s)

    async def _something_happened(self) -> None:
        """Wait for news of the inbox, or until mail that could not be read is to be tried again."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._call.mail.incoming.read_again_after_s):
                await self._call.mail.inbox.changed()

    def _ready(self, moment: Moment) -> bool:
        if moment.answering and not (self._read_on and self._reading is not None):
            return False
        return not self._call.turn.lock.locked() and bool(self._due(moment))

    def _say(self) -> str:
        if self._call.turn.lock.locked():  # a tool has begun since it was due; it waits again
            return ""
        take_in(self._call)
        self._call.settle()
        self._told = self._due(Moment(settled=self._settled))
        self._words = news_of(self._call, self._told) if self._told else ""
        return self._words

    def _ended(self, outcome: AnnouncementOutcome) -> Announcement | None:
        told, heard = self._told, outcome is AnnouncementOutcome.HEARD
        if outcome is AnnouncementOutcome.EXPIRED or (not heard and not self._tried_often(told)):
            self._put(after_s=AGAIN_AFTER_S)
            return None
        if self._call.turn.lock.locked():  # the user has gone on to something else
            self._call.background.start("note what was told", self._note(told))
            return None
        return self._offer(told, heard=heard)

    async def _note(self, told: Sequence[Arrival]) -> None:
        async with self._call.turn.lock:
            self._offer(told, heard=False)

    def _offer(self, told: Sequence[Arrival], *, heard: bool) -> Announcement | None:
        """What was told is not told again; asks whether to read it, unless the user has gone on to something else. Holds `Turn.lock`."""
        arrivals, in_flow = [arrival for arrival in self._call.arrivals.waiting if arrival in told], flows(self._call)
        heard = heard and not self._call.announcements.users_turn and bool(arrivals)
        announce(self._call, arrivals, offered=heard and not in_flow, spoken_of=heard)
        self._put()
        if in_flow and heard:
            self._call.told.asks = False  # what the news quotes is no question of ours
        if in_flow or not heard:
            return None
        question = offer_to_read(len(arrivals), at_once=begins_at_once(self._call, arrivals))
        self._call.dialogue.say(Passage(self._words), Passage(question), again=partial(news_again, self._call))
        return Announcement(says=lambda: question, precedence=Precedence.ARRIVAL, still=self._still_offered)

    def _still_offered(self) -> bool:
        return self._call.dialogue.offer is Offer.HEAR_ARRIVALS and not self._call.announcements.users_turn

    def _tried_often(self, arrivals: Sequence[Arrival]) -> bool:
        """A user who cuts off the same news several times does not want it now; it is left for the end."""
        self._tried.update(arrival.mail_id for arrival in arrivals)
        return any(self._tried[arrival.mail_id] >= MOST_TRIES for arrival in arrivals)

    def _due(self, moment: Moment) -> tuple[Arrival, ...]:
        self._settled = moment.settled
        self._begun = self._begun or presented_mail(self._call) is not None
        if not self._begun or not self._call.line.caller_is_there or self._call.line.finished:
            return ()
        if self._call.acting.outgoing.can_be_held:  # a frightened "no!" is to hold the mail, and must not answer an offer
            return ()
        return self._call.arrivals.due(moment_of(self._call, answering=moment.answering, settled=moment.settled))


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
