"""Several mails in a row that do not load: the caller waits for them once, and none is lost."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from briefing.mail import MailId
from session.call import Call
from session.skills.greeting import load_the_rest
from session.skills.presenting import present
from tests.agent.memory_call import memory_call
from tests.inbox.memory_mailbox import NOON, MemoryMailbox, new_mails
from tests.inbox.virtual_clock import in_virtual_time, now

SILENCE_S = 8.0
TAKES_S = 3.0


@asynccontextmanager
async def at_the_first_of(mailbox: MemoryMailbox, mails: list[MailId], *, known: bool, takes_s: float = TAKES_S) -> AsyncIterator[Call]:
    """In front of mails that do not load, each of which takes its time for that; `known`: they were asked for before."""
    if known:
        mailbox.withhold(*mails)
    call = await memory_call(mailbox, everything=False)
    mailbox.withhold(*mails)
    mailbox.delay("envelopes", takes_s)
    mailbox.delay("text", takes_s)
    call.tracker.jump_to(min(mails), at=NOON, settles=False)
    async with call.background:
        yield call


@pytest.mark.parametrize("bad", [1, 3, 20])
@in_virtual_time
async def test_what_did_not_load_before_is_passed_over_at_once_and_due_again_when_it_loads(bad: int) -> None:
    mailbox = MemoryMailbox("aa", new_mails(50, slug="aa"))
    async with at_the_first_of(mailbox, mailbox.unread_ids[20 : 20 + bad], known=True) as call:
        asked, began = len(mailbox.asked_for), now()
        outcome = await present(call)
        assert now() - began <= SILENCE_S
        assert len(mailbox.asked_for) - asked == 1, "the first alone is asked for anew"
        assert "did not load; I'll come back to" in outcome.words
        assert call.tracker.held_back().not_loaded == bad
        mailbox.mend()
        await load_the_rest(call)
        assert call.tracker.held_back().not_loaded == 0


@in_virtual_time
async def test_however_many_nobody_has_asked_for_yet_and_fail_slowly_the_caller_waits_once() -> None:
    mailbox = MemoryMailbox("aa", new_mails(60, slug="aa"), reads_at_once=20)
    async with at_the_first_of(mailbox, mailbox.unread_ids[20:], known=False) as call:
        began = now()
        outcome = await present(call)
        assert now() - began <= SILENCE_S
        assert "40 mails did not load; I'll come back to them." in outcome.words
        mailbox.mend()
        await load_the_rest(call)
        assert call.tracker.held_back().not_loaded == 0


@in_virtual_time
async def test_one_slow_failure_does_not_put_off_those_that_load() -> None:
    mailbox = MemoryMailbox("aa", new_mails(60, slug="aa"), reads_at_once=20)
    async with at_the_first_of(mailbox, mailbox.unread_ids[20:21], known=False, takes_s=2.0) as call:
        assert "One mail did not load" in (await present(call)).words
        assert call.tracker.held_back().not_loaded == 1


@in_virtual_time
async def test_while_there_is_time_each_is_asked_for_that_nobody_has_asked_for_yet() -> None:
    mailbox = MemoryMailbox("aa", new_mails(25, slug="aa"), reads_at_once=20)
    late = mailbox.unread_ids[20:]
    async with at_the_first_of(mailbox, late, known=False, takes_s=0.1) as call:
        asked = len(mailbox.asked_for)
        await present(call)
        assert sorted(mailbox.asked_for[asked : asked + len(late)]) == sorted(late)
        assert call.tracker.held_back().not_loaded == len(late)


@in_virtual_time
async def test_a_mail_that_was_passed_over_is_asked_for_anew_when_it_is_the_first() -> None:
    mailbox = MemoryMailbox("aa", new_mails(3, slug="aa"))
    late = mailbox.unread_ids
    async with at_the_first_of(mailbox, late, known=True) as call:
        assert "Three mails did not load" in (await present(call)).words
        mailbox.mend()
        call.tracker.jump_to(late[1], at=NOON, settles=False)
        assert "Matter 1" in (await present(call)).words
