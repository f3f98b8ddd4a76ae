"""Mail that comes late: of an account that was away when the call began, and of mails that did not load before all else was told."""

import asyncio

import pytest

from briefing.mail import account_of, mail_id
from briefing.speech.sentences.about_accounts import are_back
from briefing.speech.sentences.about_failures import Trouble
from inbox.listing.lanes import LONGEST_PAUSE_S
from providers.connections.unopened_mailbox import UnopenedMailbox
from providers.mailbox import Mailbox, MailboxUnavailableError
from session.announcements.account_news import tell_of_accounts, untold_of_accounts
from session.announcements.apologies import Apologies
from session.behaviours import keep_loading
from session.call import Call
from session.floor import ConversationEvent
from session.skills.greeting import load_the_rest
from session.skills.moving import next_item
from tests.agent.given_floor import SENTENCE_S, GivenFloor, conversation
from tests.agent.memory_call import memory_call
from tests.inbox.memory_mailbox import NOON, MemoryMailbox, new_mail, new_mails
from tests.inbox.virtual_clock import in_virtual_time, now

HALF_AN_HOUR_S = 1_800.0
METHODS = ("unread", "id_set", "envelopes")


async def call_without(home: MemoryMailbox) -> Call:
    """At the first mail of the other account."""
    for method in METHODS:
        home.fail(method, MailboxUnavailableError)
    call = await memory_call(MemoryMailbox("aa", new_mails(3, slug="aa"), label="work"), home, everything=False)
    call.mail.unlisted.update(call.mail.inbox.behind)
    return call


@pytest.mark.parametrize("away_s", [3.0, 120.0, HALF_AN_HOUR_S])
@in_virtual_time
async def test_an_account_that_is_away_at_first_comes_back_within_the_call_and_that_is_said_once(away_s: float) -> None:
    home = MemoryMailbox("bb", new_mails(2, slug="bb"), label="home")
    call = await call_without(home)
    async with call.background:
        call.events.load_again.set()
        call.background.start("load", keep_loading(call))
        await asyncio.sleep(away_s)
        assert not untold_of_accounts(call)
        home.mend()
        await asyncio.sleep(2 * LONGEST_PAUSE_S)
        assert {account_of(mail.mail_id) for mail in call.tracker.pending_mails()} == {"aa", "bb"}
        assert untold_of_accounts(call)
        assert tell_of_accounts(call) == "Your home mail is back, with two new mails."
        assert not untold_of_accounts(call)
        assert tell_of_accounts(call) == ""


@in_virtual_time
async def test_an_account_that_could_not_be_opened_in_time_opens_within_the_call() -> None:
    home = MemoryMailbox("bb", new_mails(2, slug="bb"), label="home")
    tries: list[float] = []

    async def opens() -> Mailbox:
        tries.append(now())
        if len(tries) < 4:
            raise MailboxUnavailableError("the keyring is locked")
        return home

    late = UnopenedMailbox(home.account, opens)
    call = await memory_call(MemoryMailbox("aa", new_mails(3, slug="aa"), label="work"), late, everything=False)
    assert tries == [], "the caller has waited for it before"
    assert [account.label for account in call.mail.inbox.away.values()] == ["home"]
    call.mail.unlisted.update(call.mail.inbox.behind)
    async with call.background:
        call.events.load_again.set()
        call.background.start("load", keep_loading(call))
        await asyncio.sleep(HALF_AN_HOUR_S)
        assert len(tries) == 4
        assert tell_of_accounts(call) == "Your home mail is back, with two new mails."
        assert await call.mail.prefetch.text(home.unread_ids[0]) is not None
    await call.mail.inbox.aclose()
    assert home.closed


@in_virtual_time
async def test_an_account_that_comes_back_after_all_was_told_is_told_of_unasked() -> None:
    home = MemoryMailbox("bb", new_mails(2, slug="bb"), label="home")
    call = await call_without(home)
    async with call.background:
        call.events.load_again.set()
        call.background.start("load", keep_loading(call))
        while call.tracker.current() is not None:
            call.tracker.advance(at=NOON)
        home.mend()
        await asyncio.sleep(2 * LONGEST_PAUSE_S)
        assert call.events.mail_came.is_set()
        assert call.tracker.current() is not None


@in_virtual_time
async def test_news_of_an_account_that_was_cut_off_is_told_again() -> None:
    home = MemoryMailbox("bb", new_mails(2, slug="bb"), label="home")
    call = await call_without(home)
    floor = GivenFloor()
    apologies = Apologies(call, floor, told=[Trouble.MAIL_AWAY])
    floor.on(ConversationEvent.QUIET, apologies.fell_silent)
    home.mend()
    await load_the_rest(call)
    async with call.background:
        call.background.start("say what is unasked", call.announcements.follow(floor))
        await asyncio.sleep(0)
        floor.agent_listens()
        await asyncio.sleep(SENTENCE_S / 2)
        floor.user_speaks()
        await asyncio.sleep(SENTENCE_S)
        for _ in range(3):
            floor.agent_answers()
            floor.agent_listens()
            await asyncio.sleep(10 * SENTENCE_S)
        assert floor.said == ["Your home mail is back, with two new mails."] * 2


@pytest.mark.parametrize("over", [True, False], ids=["to its end", "not to its end"])
@in_virtual_time
async def test_an_arrival_that_loads_late_is_told_of_unasked_where_the_agenda_was_told(over: bool) -> None:
    async with conversation(["a"], ["b"]) as call:
        late = new_mail("late")
        call.mailbox.withhold(mail_id("work", "late"))
        call.mailbox.deliver(late)
        await call.nothing_happens_for(300)
        for _ in range(2 if over else 1):
            await call.says(next_item)
        assert not call.call.events.mail_came.is_set()
        call.mailbox.mend()
        await call.nothing_happens_for(300)
        assert call.call.events.mail_came.is_set() is over
        assert late.mail_id in {mail.mail_id for mail in call.call.tracker.pending_mails()}


def test_what_is_said_of_accounts_that_are_back() -> None:
    assert are_back({}) == ""
    assert are_back({"work": 0}) == "Your work mail is back, with nothing new."
    assert are_back({"work": 1, "home": 2}) == "Your work mail is back, with one new mail and your home mail is back, with two new mails."
