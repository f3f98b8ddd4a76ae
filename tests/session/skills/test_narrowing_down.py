"""The briefing goes on with some of the mails only: they are counted, the others are offered in the end, and nothing of them is lost."""

import asyncio
import re
from pathlib import Path

import pytest

from agent.board.drawing import draw
from briefing.mail import MailId, MailStatus, mail_id
from briefing.triage.mail_groups import Group, groups_of
from session.call import Call
from session.dialogue import Offer
from session.model_request.end_message import end_message
from session.skills.greeting import load_the_rest
from session.skills.moving import next_item
from session.skills.narrowing_down import brief_only
from tests.agent.memory_call import memory_call
from tests.inbox.memory_mailbox import MemoryMailbox, new_mail, new_mails
from tests.inbox.virtual_clock import in_virtual_time
from tests.session.skills.test_accounts import following, heard, to_the_end, two
from tests.session.test_written_call import written


def pending(call: Call) -> set[MailId]:
    mails = (mail for topic in call.tracker.snapshot().topics for mail in topic.mails)
    return {mail for mail in mails if (state := call.tracker.state_of(mail)) and state.status is MailStatus.PENDING}


def from_people(call: Call) -> set[MailId]:
    known = ((mail, call.tracker.state_of(mail)) for mail in pending(call))
    envelopes = call.mail.pipeline.envelopes
    return {mail for mail, state in known if state and Group.FROM_PEOPLE in groups_of(state.mail, envelopes[mail], now=call.now())}


async def test_who_leaves_out_what_is_not_left_is_told_so(tmp_path: Path) -> None:
    async with written(tmp_path) as told:
        before = pending(told.call)
        assert "I find nothing like that in what is left, so I go on as before." in await told.type("leave out Github")
        assert pending(told.call) == before


async def test_only_what_was_named_is_told_and_the_rest_is_counted_offered_and_told_afterwards(tmp_path: Path) -> None:
    async with written(tmp_path, unread=30) as told:
        call = told.call
        while not call.mail.pipeline.finished:  # noqa: ASYNC110 - nothing tells the end of it
            await asyncio.sleep(0)  # what the last mails are is read beside the call
        before, people = pending(call), from_people(call)
        others = before - people
        assert people
        assert others
        said = await told.type("only people")
        left = f"{len(people)}|twelve" if len(people) > 12 else r"\w+"
        assert re.search(rf"^Only mails from people from now on: ({left}) of the .* mails that are left\.", said)
        assert call.tracker.progress().held_back == len(others)
        while told.current is not None:
            assert pending(call) >= others
            assert "other mails are left out for now" in await told.type("how many are left")
            said = await told.type("next")
        assert pending(call) == others
        assert re.search(r"other mails are left out for now\. Shall I go on with that\?$", said)
        assert call.dialogue.offer is Offer.HEAR_ALL_ACCOUNTS
        assert (await told.type("yes")).startswith("All your mail again.")
        while told.current is not None:
            await told.type("next")
        assert call.tracker.is_complete()
        assert call.tracker.progress().briefed == 30


@pytest.mark.parametrize("line", ["everything again", "all of it", "back to all", "all my mail again", "the others too"])
async def test_all_of_them_come_again_when_they_are_asked_for(tmp_path: Path, line: str) -> None:
    async with written(tmp_path, unread=30) as told:
        await told.type("skip the newsletters")
        assert told.call.tracker.progress().held_back
        assert (await told.type(line)).startswith("All your mail again.")
        assert told.call.tracker.progress().held_back == 0


async def test_counts_agree_wherever_they_are_told(tmp_path: Path) -> None:
    async with written(tmp_path, unread=30) as told:
        await told.type("only people")
        progress = told.call.tracker.progress()
        assert draw(told.call, speaks=False, hears=False).counts.remaining == progress.remaining
        position = end_message(told.call).position
        assert f"{progress.remaining} left" in position
        assert "other mails are left out for now." in position
        overview = await told.type("the overview")
        await told.type("everything again")
        assert await told.type("the overview") == overview, "it is of all that is left"


async def test_the_next_call_begins_with_everything_and_what_was_left_out_is_new_in_it(tmp_path: Path) -> None:
    async with written(tmp_path, unread=30) as told:
        others = pending(told.call) - from_people(told.call)
        await told.type("only people")
        await told.type("next")
    async with written(tmp_path, unread=30) as again:
        assert again.call.tracker.progress().held_back == 0
        assert pending(again.call) >= others


@pytest.mark.parametrize("line", ["only from Nobody Known", "only the zebra topic", "only what is older than a year"])
async def test_what_is_not_there_narrows_nothing(tmp_path: Path, line: str) -> None:
    async with written(tmp_path, unread=12) as told:
        before = told.current
        await told.type(line)
        assert told.call.tracker.progress().held_back == 0
        assert told.current == before


@in_virtual_time
async def test_a_sender_replaces_a_topic_and_nothing_of_either_is_lost() -> None:
    call = await memory_call(MemoryMailbox("aa", [new_mail(name, slug="aa") for name in ("rita", "sven", "tove")]))
    topic = {mail.mail_id for mail in call.tracker.active_mails()}
    await heard(call, await brief_only(call, mails="this topic"))
    assert {mail.mail_id for mail in call.tracker.pending_mails()} == topic & pending(call)
    said = await heard(call, await brief_only(call, mails="from Person Tove"))
    assert said.startswith("Only mails from Person Tove from now on: ")
    told, _ = await to_the_end(call)
    assert set(told) <= {mail_id("aa", "tove")}
    await heard(call, await brief_only(call))
    await to_the_end(call)
    assert call.tracker.is_complete()


@in_virtual_time
async def test_an_account_and_a_sort_narrow_together_and_an_account_can_be_left_out() -> None:
    call = await memory_call(*two(2, 3))
    said = await heard(call, await brief_only(call, mails="everything but the work mail"))
    assert said.startswith("Everything but your work mail from now on: three of the five mails that are left.")
    assert draw(call, speaks=True, hears=True).likes.only == "only your home mail"
    said = await heard(call, await brief_only(call, mails="people"))
    assert said.startswith("Only mails from people, in your home mail, from now on")
    assert {mail.mail_id[:2] for mail in call.tracker.pending_mails()} <= {"bb"}
    assert draw(call, speaks=True, hears=True).likes.only == "only mails from people, in your home mail"
    await heard(call, await brief_only(call, mails="only my work mail"))
    assert draw(call, speaks=True, hears=True).likes.only == "only mails from people, in your work mail"
    await heard(call, await brief_only(call))
    assert draw(call, speaks=True, hears=True).likes.only == ""
    await to_the_end(call)
    assert call.tracker.is_complete()


@in_virtual_time
async def test_what_loads_meanwhile_comes_if_it_is_meant() -> None:
    mailbox = MemoryMailbox("aa", new_mails(60, slug="aa"))
    call = await memory_call(mailbox, everything=False)
    await heard(call, await brief_only(call, mails="people"))
    await load_the_rest(call)
    told, _ = await to_the_end(call)
    assert len(told) + call.tracker.held_back().others == 60


@in_virtual_time
async def test_mail_that_comes_in_is_announced_whether_it_is_meant_or_not() -> None:
    async with following(MemoryMailbox("work", [new_mail(name) for name in ("rita", "sven", "tove")])) as told:
        await told.says(brief_only, mails="from Person Rita")
        told.mailbox.deliver(new_mail("late"))
        said = await told.says(next_item)
        await told.nothing_happens_for(30)
        assert "Person late" in " ".join([said, *told.floor.said])
        assert told.call.tracker.held_back().others == 2
