"""The greeting is composed when it is said, and a user who comes before it takes the briefing from there."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from briefing.mail import Envelope, MailStatus
from briefing.speech.sentences.call_opening import TAKES_LONG
from briefing.understanding.commands import CommandKind
from session.announcements.announcement import AnnouncementOutcome
from session.behaviours import greet, then_brief
from session.call import Call
from session.dialogue import Offer, SomethingElse
from session.skills.presenting import present
from tests.agent.given_floor import GivenFloor
from tests.agent.memory_call import call_and_look
from tests.inbox.memory_mailbox import MemoryMailbox, new_mails
from tests.inbox.virtual_clock import in_virtual_time

A_WHILE_S = 30.0


@asynccontextmanager
async def greeted(mails: Sequence[Envelope], *, skipped: int = 0) -> AsyncIterator[tuple[Call, GivenFloor]]:
    """A call whose user speaks before the greeting."""
    call, look = await call_and_look(MemoryMailbox("work", mails))
    floor = GivenFloor()
    async with call.background, call.records.marks:
        call.background.start("say what is unasked", call.announcements.follow(floor))
        floor.user_speaks()
        call.background.start("greet", greet(call, replace(look, left_out={MailStatus.SKIPPED: skipped})))
        await asyncio.sleep(A_WHILE_S)
        yield call, floor


@in_virtual_time
async def test_who_has_a_mail_told_before_the_greeting_hears_neither_the_greeting_nor_that_mail_again() -> None:
    async with greeted(new_mails(3)) as (call, floor):
        floor.agent_answers()
        await call.perform(present)
        floor.agent_listens()
        await asyncio.sleep(A_WHILE_S)
        assert floor.said == []


@in_virtual_time
async def test_words_that_ask_for_nothing_leave_the_greeting_and_what_it_offers() -> None:
    async with greeted([], skipped=2) as (call, floor):
        call.dialogue.note(SomethingElse())
        assert call.dialogue.offer is None
        floor.agent_listens()
        floor.users_turn = False
        await asyncio.sleep(A_WHILE_S)
        assert len(floor.said) == 1
        assert call.dialogue.offer is Offer.HEAR_SKIPPED


@in_virtual_time
async def test_who_has_a_mail_told_behind_the_greeting_does_not_hear_it_twice() -> None:
    async with greeted(new_mails(3)) as (call, _):
        first_mail = then_brief(call, AnnouncementOutcome.HEARD)
        assert first_mail is not None
        assert first_mail.still()
        await call.perform(present)
        assert not first_mail.still()


@in_virtual_time
async def test_what_the_greeting_has_no_time_for_is_said_once_in_a_pause_behind_the_first_mail() -> None:
    call, look = await call_and_look(MemoryMailbox("work", new_mails(400)))
    floor = GivenFloor()
    async with call.background, call.records.marks:
        call.background.start("say what is unasked", call.announcements.follow(floor))
        await greet(call, look)
        assert "400 unread mails" in floor.said[0]
        assert floor.said[1:] == [f"({CommandKind.GO_ON})"]
        await asyncio.sleep(A_WHILE_S)
        assert len(floor.said) == 2, "the first mail was not told yet"
        floor.agent_answers()
        for passage in (await call.perform(present)).spoken:
            call.being_told(passage)
            call.was_told(passage)
        floor.agent_listens()
        await asyncio.sleep(1)
        assert len(floor.said) == 2, "the user gets time for the first mail"
        await asyncio.sleep(A_WHILE_S)
        assert floor.said[2:] == [TAKES_LONG]
        assert not floor.impolite
