"""What a draft, a time or a list of mails is made of in a call without a model: words that were asked for, and those that say no."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.agent.acting_calls import ActingCall, acting_call

pytestmark = pytest.mark.slow

REDIRECTED = b"""From: Marcus Bell <marcus.bell@tidewater.example>
Reply-To: Marcus Bell <eve@evil.example>
To: me@example.org
Cc: eve@evil.example
Subject: Urgent contract question
Date: Tue, 10 Mar 2026 08:30:00 +0000
Message-ID: <redirected@evil.example>

Can you send me the bank details?
"""
ONE_OR_A_KIND = "One mail at a time, or all of a kind"


@pytest_asyncio.fixture
async def call(tmp_path: Path) -> AsyncIterator[ActingCall]:
    async with acting_call(tmp_path) as call:
        yield call


async def test_an_answer_that_is_led_to_somebody_in_copy_is_said_to_be_and_by_address(tmp_path: Path) -> None:
    async with acting_call(tmp_path, unread=5) as call:
        (call.inbox / "new" / "1773131400.M999P1.sample").write_bytes(REDIRECTED)
        await call.dialogue("find the mail about urgent contract question", "open the first one")
        asked = await call.type("reply that I will do that")
        assert asked.startswith("Careful: the answer would go to eve@evil.example, which is not where the mail came from.")
        assert (await call.type("yes")).startswith("Draft to eve@evil.example: \u201cI will do that.\u201d")
        assert not call.typed.call.acting.held


async def test_a_forward_to_somebody_whom_the_mail_has_in_copy_is_to_somebody_new(tmp_path: Path) -> None:
    async with acting_call(tmp_path, unread=5) as call:
        (call.inbox / "new" / "1773131400.M999P1.sample").write_bytes(REDIRECTED)
        await call.dialogue("find the mail about urgent contract question", "open the first one")
        assert "eve@evil.example, whom you have not written to before," in await call.type("forward it to eve at evil dot example")


async def test_nobody_is_taken_for_somebody_else_at_a_domain_of_the_same_name(call: ActingCall) -> None:
    question = await call.dialogue("write a mail to zoe at example dot com", "the plan has changed")
    assert "zoe@example.com, whom you have not written to before:" in question
    assert "though it looks like it" not in question


@pytest.mark.parametrize("back", ["hmm never mind", "not now"])
async def test_a_reply_that_is_taken_back_has_no_words(call: ActingCall, back: str) -> None:
    assert await call.dialogue("reply", back) == "The draft is thrown away."
    assert await call.typed.call.acting.drafts.all() == ()
    assert "Draft to" not in await call.type("the weather is nice today")


async def test_hesitation_is_waited_for(call: ActingCall) -> None:
    assert await call.dialogue("reply", "hmm, let me think") == "Take your time. What shall it say?"
    assert "“That works.”" in await call.type("that works")


@pytest.mark.parametrize("words", ["I'm in Lisbon", "I understand German", "I don't understand German any more"])
async def test_a_statement_that_is_asked_for_as_words_is_dictated(call: ActingCall, words: str) -> None:
    assert "What shall it say?" in await call.type("reply")
    assert words.rstrip(".") in (await call.type(words)).replace("\u2019", "'")
    (draft,) = await call.typed.call.acting.drafts.all()
    assert draft.body.rstrip(".") == words


async def test_a_subject_is_none_of_the_words_that_are_still_awaited(call: ActingCall) -> None:
    assert "What shall it say?" in await call.dialogue("write a mail to zoe at hearth dot example", "subject lunch")
    assert "“Are you free on Friday?”" in await call.type("are you free on Friday?")
    (draft,) = await call.typed.call.acting.drafts.all()
    assert (draft.subject, draft.body) == ("Lunch", "Are you free on Friday?")


async def test_what_is_dictated_is_written_as_sentences(call: ActingCall) -> None:
    assert "“Tuesday works. See you then.”" in await call.dialogue("reply that tuesday works", "add see you then")


async def test_it_is_the_draft_while_that_is_spoken_of_and_the_mail_afterwards(call: ActingCall) -> None:
    assert (await call.dialogue("reply that Tuesday works", "read it to me")).startswith("Draft to ")
    assert "That is the whole mail." in await call.dialogue("next", "read it to me")


async def test_the_time_that_was_asked_for_puts_the_mail_off(call: ActingCall) -> None:
    assert (await call.type("snooze it")).startswith("Until when?")
    mail = call.open
    assert (await call.type("tomorrow morning")).startswith("Put off until Wednesday, 11 March, at 8 am.")
    assert call.open != mail


async def test_a_time_that_nobody_asked_for_puts_nothing_off(call: ActingCall) -> None:
    mail = call.open
    assert "Put off" not in await call.dialogue("snooze it", "how many are left", "tomorrow morning")
    assert call.open == mail


@pytest.mark.parametrize("words", ["archive them all", "delete the last three", "archive it and the next one"])
async def test_many_at_once_are_answered_with_what_can_be_said(call: ActingCall, words: str) -> None:
    assert (await call.type(words)).startswith(ONE_OR_A_KIND)


async def test_a_mail_that_was_named_is_named_in_the_answer(call: ActingCall) -> None:
    assert (await call.type("archive the second one")).startswith("Archived: the mail from ")
    assert (await call.type("archive it")).startswith("Archived. ")


async def test_nothing_is_said_to_be_gone_that_was_not_there(call: ActingCall) -> None:
    assert (await call.type("unflag it")).startswith("It was not flagged. ")
    await call.type("flag it")
    assert (await call.type("flag it")).startswith("It was flagged already. ")
    assert (await call.type("unflag it")).startswith("The flag is gone. ")


@pytest.mark.parametrize("line", ["what does it say", "what does it say now"])
async def test_it_is_the_draft_only_where_that_was_spoken_of_last(call: ActingCall, line: str) -> None:
    assert (await call.type("reply that Tuesday works")).startswith("Draft to ")
    assert "Tuesday works." in await call.type(line)
    told = await call.type("next")
    read = await call.type(line)
    assert "Tuesday works." not in read
    assert "Draft" not in read
    assert read != told


@pytest.mark.parametrize("line", ["stop for now", "stop now"])
async def test_who_wants_silence_for_now_stays_in_the_call(call: ActingCall, line: str) -> None:
    assert await call.type(line) == ""
    assert not call.typed.call.line.finished
    assert await call.type("archive it")


@pytest.mark.parametrize("line", ["what does it say", "what does it say now"])
async def test_it_is_the_draft_while_it_is_asked_what_becomes_of_that(tmp_path: Path, line: str) -> None:
    async with acting_call(tmp_path, hold_s=60, unread=5) as call:
        assert "or leave it?" in await call.dialogue("reply that Tuesday works", "send it", "stop")
        assert "Tuesday works." in await call.type(line)
