"""What a call takes over from the one before it, where accounts came to be away or were disconnected in between."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from briefing.mail import MailId, Preferences, account_of
from inbox.listing.first_look import FirstLook
from inbox.unified import UnifiedInbox
from knowledge.preferences import PreferenceStore
from providers.connections.unopened_mailbox import UnopenedMailbox
from providers.mailbox import Account, Mailbox
from session.call import Call
from session.opening.connected_accounts import UNLISTED
from session.opening.opened_call import CallParts, opened
from session.skills.greeting import greeting
from storage.database import Database
from tests.agent.acting import acting
from tests.inbox.memory_call_state import MemoryCallState
from tests.inbox.memory_ledger import MemoryLedger
from tests.inbox.memory_mailbox import NOON, MemoryMailbox, new_mails
from tests.inbox.virtual_clock import in_virtual_time

USER = "robin"
LATER = timedelta(hours=2)
HOME = Account(slug="bb", label="home")
UNANSWERED = {
    HOME: "I cannot reach your home account now.",
    UNLISTED: "I cannot look up your connected accounts just now.",
}
UNOPENED = pytest.mark.parametrize("account", [HOME, UNLISTED], ids=["known", "unlisted"])


class Calls:
    """One call of a user after the other, each over the mailboxes of its time."""

    def __init__(self) -> None:
        self.states = MemoryCallState()
        self._ledger = MemoryLedger()
        self._made = 0

    @asynccontextmanager
    async def over(self, *mailboxes: Mailbox) -> AsyncIterator[tuple[Call, FirstLook]]:
        now = NOON + self._made * LATER
        self._made += 1
        parts = CallParts(
            inbox=UnifiedInbox(mailboxes),
            acting=acting({}),
            ledger=self._ledger,
            states=self.states,
            preferences=PreferenceStore(Database("sqlite:///never-opened.db")),
            heeded=Preferences(),
        )
        async with opened(parts, USER, call_id=f"call {self._made}", now=lambda: now) as call_and_look:
            yield call_and_look

    @property
    def ended(self) -> bool:
        return self.states.states[USER].ended


def two() -> tuple[MemoryMailbox, MemoryMailbox]:
    return MemoryMailbox("aa", new_mails(3, slug="aa"), label="work"), MemoryMailbox("bb", new_mails(2, slug="bb"), label="home")


def waiting(call: Call) -> set[MailId]:
    return {mail.mail_id for mail in call.tracker.pending_mails()}


def skipped(call: Call) -> set[MailId]:
    states = [call.tracker.state_of(mail) for mail in call.tracker.snapshot().mails]
    return {state.mail_id for state in states if state is not None and state.skipped}


@in_virtual_time
async def test_mail_of_an_account_that_was_disconnected_leaves_and_was_not_dealt_with_elsewhere() -> None:
    calls, (at_work, at_home) = Calls(), two()
    async with calls.over(at_work, at_home):
        pass
    at_work.read_elsewhere(at_work.unread_ids[0])
    async with calls.over(at_work) as (call, look):
        assert call.earlier.handled_elsewhere == 1
        assert waiting(call) == {*at_work.unread_ids}
        assert "2 are left" in greeting(call, look).words


@in_virtual_time
async def test_it_leaves_although_another_account_is_away() -> None:
    calls, (at_work, at_home) = Calls(), two()
    async with calls.over(at_work, at_home):
        pass
    async with calls.over(UnopenedMailbox(at_work.account)) as (call, _):
        assert waiting(call) == {*at_work.unread_ids}


@in_virtual_time
async def test_what_was_skipped_in_a_disconnected_account_is_not_offered_again() -> None:
    calls, (at_work, at_home) = Calls(), two()
    async with calls.over(at_work, at_home) as (call, _):
        for mail in at_home.unread_ids:
            call.tracker.mark_skipped(mail, at=NOON)
        call.settle()
    async with calls.over(at_work, UnopenedMailbox(HOME)) as (call, _):
        assert len(skipped(call)) == 2
    async with calls.over(at_work) as (call, _):
        assert skipped(call) == set()


@in_virtual_time
async def test_a_briefing_of_nothing_but_a_disconnected_account_is_not_gone_on_with() -> None:
    calls, (at_work, at_home) = Calls(), two()
    async with calls.over(at_home):
        pass
    async with calls.over(at_work) as (call, _):
        assert waiting(call) == {*at_work.unread_ids}
        assert call.earlier.handled_elsewhere == 0


@UNOPENED
def test_mail_of_an_account_that_could_not_be_opened_still_waits_and_the_greeting_says_why(account: Account) -> None:
    @in_virtual_time
    async def played() -> None:
        calls, (at_work, at_home) = Calls(), two()
        async with calls.over(at_work, at_home):
            pass
        async with calls.over(at_work, UnopenedMailbox(account)) as (call, _):
            assert call.earlier.handled_elsewhere == 0
            assert waiting(call) == {*at_work.unread_ids, *at_home.unread_ids}
        async with calls.over(at_work, at_home) as (call, _):
            assert call.earlier.handled_elsewhere == 0
            assert {mail for mail in waiting(call) if account_of(mail) == "bb"} == {*at_home.unread_ids}

    played()


@UNOPENED
def test_a_briefing_is_not_ended_by_a_call_that_could_open_nothing(account: Account) -> None:
    @in_virtual_time
    async def played() -> None:
        calls, (_, at_home) = Calls(), two()
        async with calls.over(at_home):
            pass
        async with calls.over(UnopenedMailbox(account)) as (call, _):
            assert waiting(call) == {*at_home.unread_ids}
        assert not calls.ended

    played()


@UNOPENED
def test_a_first_call_that_could_open_nothing_says_that_something_does_not_answer(account: Account) -> None:
    @in_virtual_time
    async def played() -> None:
        async with Calls().over(UnopenedMailbox(account)) as (call, look):
            said = greeting(call, look).words
            assert UNANSWERED[account] in said
            assert "You have no unread mail" not in said

    played()
