"""One call, opened in a process of its own as the worker opens it, and the tools as the user's words call them."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from functools import partial
from typing import Protocol

from briefing.mail import MailId
from briefing.mail_action import MailAction
from inbox.listing.first_look import FirstLook
from session.behaviours import announce_arrivals
from session.call import Call
from session.dialogue import Closed
from session.floor import ConversationEvent
from session.opening.opened_call import opened
from session.outcome import Outcome, SkillRefusedError, saying
from session.passages import Passage, PassageRole, as_reply
from session.skills import etiquette, lookup, moving, offers
from session.skills.changing import mailing
from session.skills.greeting import greeting, load_the_rest
from session.tools import TOOLS as TABLE
from session.tools import Skill
from tests.agent.fault_run.process import Process
from tests.agent.fault_run.steps import Heard, Intent, Say
from tests.agent.fault_run.world import USER, WatchedLedger, World
from tests.agent.given_floor import GivenFloor

PASSAGE_S = 0.1

TOOLS: Mapping[Intent, Skill] = {
    Intent.NEXT: moving.next_item,
    Intent.SKIP_MAIL: moving.skip_this_mail,
    Intent.SKIP_TOPIC: moving.skip_topic,
    Intent.GO_BACK: moving.go_back,
    Intent.ARCHIVE: mailing.change_of(MailAction.ARCHIVE),
    Intent.MARK_READ: mailing.change_of(MailAction.MARK_READ),
    Intent.FLAG: mailing.change_of(MailAction.FLAG),
    Intent.UNFLAG: mailing.change_of(MailAction.UNFLAG),
    Intent.READ_IN_FULL: lookup.read_in_full,
    Intent.REPEAT: moving.repeat,
    Intent.WHERE_WERE_WE: moving.where_were_we,
    Intent.GO_ON: etiquette.go_on,
    Intent.JUMP_TO_MAIL: moving.jump_to_mail,
    Intent.JUMP_TO_TOPIC: moving.jump_to_topic,
    Intent.SEARCH: partial(lookup.search_mail, query="matter"),
    Intent.ARCHIVE_NUMBER: mailing.change_of(MailAction.ARCHIVE),
    Intent.CHECK_FOR_MAIL: offers.check_for_new_mail,
    Intent.WHAT_DID_I_SKIP: offers.what_did_i_skip,
    Intent.ASK_BACK: partial(mailing.change_of(MailAction.ARCHIVE), ask=True),
    Intent.YES: offers.accept_offer,
    Intent.NO: offers.decline_offer,
    Intent.PROGRESS: moving.progress,
    Intent.GOODBYE: etiquette.goodbye,
}
KEEP_THE_OFFER = {way.skill for tool in TABLE.values() for way in tool.ways().values() if way.keeps_the_offer}
NUMBERED = {Intent.JUMP_TO_MAIL, Intent.JUMP_TO_TOPIC, Intent.ARCHIVE_NUMBER}


class Listener(Protocol):
    """Who is at the other end."""

    def begins(self, passage: Passage) -> None:
        """The caller begins to hear this."""

    def hears(self, passage: Passage) -> None:
        """The caller has heard this to its end."""


class _Floor(GivenFloor):
    """Whoever says something while another speaks is not heard."""

    async def say(self, words: str) -> bool:
        return self.free and await super().say(words)


class Line:
    """A call from its opening to its end."""

    call: Call
    ledger: WatchedLedger

    def __init__(self, world: World, number: int, listener: Listener, *, replaces: bool = False) -> None:
        self.process = Process()
        self.floor = _Floor()
        self._world = world
        self._number = number
        self._listener = listener
        self._replaces = replaces
        self._open: asyncio.Future[FirstLook] = asyncio.get_running_loop().create_future()
        self._hung_up = asyncio.Event()
        self._held = self.process.start(self._hold())
        self._told_of: MailId | None = None
        self.interrupted: set[MailId] = set()
        """Mails that the user had been told of when they wanted to hear arrivals first."""

    @property
    def place(self) -> MailId | None:
        """The mail under the cursor."""
        mail = self.call.tracker.current()
        return mail.mail_id if mail else None

    @property
    def begun(self) -> bool:
        """Whether the caller has begun to hear of that mail since the cursor came there."""
        return self._told_of is not None and self._told_of == self.place

    @property
    def is_open(self) -> bool:
        """Whether there ever was a call."""
        return self._open.done()

    async def opened(self) -> FirstLook:
        """What the call begins with. Raises `KilledError`."""

        async def either() -> FirstLook:
            await asyncio.wait([self._open, self._held], return_when=asyncio.FIRST_COMPLETED)
            return self._open.result() if self._open.done() else await self._held

        return await self.process.run(either())

    async def hang_up(self) -> None:
        """End in order: the process stores what it can. Raises `KilledError`."""

        async def end() -> None:
            self._hung_up.set()
            await self._held

        await self.process.run(end())

    async def answer(self, step: Say, heeded: Callable[[], None] = lambda: None) -> Outcome:
        """Say it, and what the tool brings about; `heeded` is called when its turn has come, before anything happens."""
        self.floor.user_speaks()
        await asyncio.sleep(PASSAGE_S)
        work = TOOLS[step.intent]
        if work not in KEEP_THE_OFFER:
            self.call.dialogue.note(Closed())
        if step.intent in NUMBERED:
            work = partial(work, number=step.number)

        async def heed(call: Call) -> Outcome:
            heeded()
            before, begun = self.place, self.begun
            try:
                return await work(call)
            finally:
                if self.place != before:
                    self._note_move(step, before if begun else None)

        try:
            return await self.call.perform(heed)
        except SkillRefusedError as refusal:
            return saying(str(refusal))

    def _note_move(self, step: Say, left: MailId | None) -> None:
        here, self._told_of = self.place, None
        if step.intent is Intent.YES and left is not None:
            self.interrupted.add(left)
        if here in self.interrupted and self.call.dialogue.reading is not None and self.call.dialogue.reading.mail == here:
            self._told_of = here  # its reading goes on where it was

    async def greet(self, look: FirstLook, heard: Heard) -> Outcome | None:
        """The greeting, and the mail under the cursor if nobody interrupts."""
        await self.play(saying(greeting(self.call, look).words), heard)
        if heard.passages < 1 or (self.place is None and self.call.earlier.resumption is None):
            return None
        return await self.answer(Say(Intent.GO_ON))

    async def play(self, outcome: Outcome, heard: Heard) -> None:
        """Play as much as is heard, as `agent.speaking.playback` follows it."""
        self.floor.agent_answers()
        self.call.line.caller_is_there = not heard.gone
        for number, passage in enumerate(as_reply(outcome.spoken)):
            if number > heard.passages or (number == heard.passages and not heard.begun):
                break
            self._begin(passage)
            await asyncio.sleep(PASSAGE_S)
            if number == heard.passages:
                self._cut(passage)
            elif not heard.gone:
                self._end(passage)
        self.call.line.caller_is_there = True
        self.floor.agent_listens()

    def _begin(self, passage: Passage) -> None:
        if passage.role is PassageRole.MAIL and passage.mail is not None and self.call.line.caller_is_there:
            self.call.tracker.note_presented(passage.mail)
            self._told_of = passage.mail
            self._listener.begins(passage)

    def _cut(self, passage: Passage) -> None:
        if passage.role is PassageRole.MAIL and passage.mail is not None:
            self.call.tracker.note_heard(passage.mail, 0.5)

    def _end(self, passage: Passage) -> None:
        passage.played = True
        if passage.mail is not None:
            self.call.heard(passage)
            self._told_of = passage.mail if passage.ends else self._told_of
            self._listener.hears(passage)
        self.floor.happens(ConversationEvent.PASSAGE_PLAYED)

    async def _hold(self) -> FirstLook:
        async with AsyncExitStack() as stack:
            parts, self.ledger = await stack.enter_async_context(self._world.parts())
            call_id = f"job {self._number}@room {self._number}"
            opening = opened(parts, USER, call_id=call_id, now=self._world.now, replaces=self._replaces)
            self.call, look = await stack.enter_async_context(opening)
            announce_arrivals(self.call, self.floor)
            self.call.background.start("say what is unasked", self.call.announcements.follow(self.floor))
            self.call.mail.loading = not look.complete
            if self.call.mail.loading:
                self.call.background.start("load the rest", load_the_rest(self.call))
            self._open.set_result(look)
            await self._hung_up.wait()
            return look
