"""A mail that was agreed to and has not left is held back by any words that take it back, before anything else that they could answer."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from briefing.speech.sentences import about_sending as words
from briefing.speech.sentences import replies
from tests.agent.acting_calls import ActingCall, acting_call
from tests.servers.openai.double import Say, openai_server

pytestmark = pytest.mark.slow

SENT = ("reply that Tuesday works", "send it")
SENT_AGAIN = ("send it", "yes")
TAKEN_BACK = [
    ["no", "oh no, wrong person", "wait", "hold on", "that's the wrong address", "cancel", "no, don't send it"],
    [
        "oops",
        "don\u2019t",
        "dont send it yet",
        "I forgot the attachment",
        "it was meant for Marcus",
        "can you call it back",
        "archive it, no",
    ],
    ["one moment", "undo", "send it later", "leave it", "not yet", "I changed my mind", "make it shorter"],
]


@pytest_asyncio.fixture
async def call(tmp_path: Path) -> AsyncIterator[ActingCall]:
    """One in which nothing leaves."""
    async with acting_call(tmp_path, hold_s=60, unread=12) as call:
        yield call


async def on_its_way(call: ActingCall) -> int:
    return len(await call.typed.call.acting.outbox.waiting())


@pytest.mark.parametrize("lines", TAKEN_BACK)
async def test_whatever_takes_a_mail_back_holds_it_and_asks_what_becomes_of_its_draft(call: ActingCall, lines: list[str]) -> None:
    await call.type(SENT[0])
    before = call.place(call.open)
    for line in lines:
        assert "It leaves in " in await call.dialogue(*SENT_AGAIN)
        answer = await call.type(line)
        assert answer.startswith("Held back; it is not sent. The draft to "), line
        assert (answer.endswith(words.ASKS), await on_its_way(call), call.place(call.open)) == (True, 0, before)


@pytest.mark.parametrize(("line", "requests"), [("no", 0), ("oh no, wrong person", 0), ("hmm, I should have added Ben", 1)])
async def test_no_model_is_asked_before_a_mail_is_held_back(tmp_path: Path, line: str, requests: int) -> None:
    async with openai_server() as openai, acting_call(tmp_path, model=openai, hold_s=60, unread=12) as call:
        await call.dialogue(*SENT)
        asked = len(openai.chat_requests)
        openai.replies(Say("Sure."))
        assert (await call.type(line)).startswith(words.HELD_BACK)
        assert (await on_its_way(call), len(openai.chat_requests)) == (0, asked + requests)


@pytest.mark.parametrize("line", ["send it", "yes", "okay, send it"])
async def test_what_is_held_is_not_asked_about_a_second_time(call: ActingCall, line: str) -> None:
    await call.dialogue(*SENT)
    assert await call.type(line) == words.held(60)
    assert words.HELD_BACK in await call.type("no")
    assert await on_its_way(call) == 0


async def test_what_is_to_be_read_back_is_held_first_and_then_read_with_one_question(call: ActingCall) -> None:
    await call.dialogue(*SENT)
    said = await call.type("read it back")
    assert (said.startswith(words.HELD_BACK), words.ASKS in said, said.endswith("Shall I send it like this?")) == (True, False, True)
    assert await on_its_way(call) == 0


async def test_what_waits_for_its_time_is_not_asked_about_a_second_time(call: ActingCall) -> None:
    await call.dialogue(SENT[0], "send it tomorrow at nine", "yes")
    assert (await call.type("send it")).startswith("It will leave on ")
    assert "not sent" not in await call.type("no")
    assert await on_its_way(call) == 1


async def test_after_it_was_held_back_send_it_asks_again(call: ActingCall) -> None:
    await call.dialogue(*SENT, "wait")
    assert (await call.type("send it")).startswith("Draft to ")
    assert await on_its_way(call) == 0


async def test_a_yes_to_what_no_yes_answers_is_asked_again(call: ActingCall) -> None:
    await call.dialogue(*SENT, "wait")
    assert (await call.type("yes"), await on_its_way(call)) == (words.ASKS, 0)
    assert await call.type("no") == words.STAYS_DRAFT


@pytest.mark.parametrize("line", ["leave it", "no", "cancel", "not now"])
async def test_after_it_was_held_back_it_can_be_left(call: ActingCall, line: str) -> None:
    await call.dialogue(*SENT, "oh no")
    assert await call.type(line) == words.STAYS_DRAFT
    assert [draft.body for draft in await call.typed.call.acting.drafts.all()] == ["Tuesday works."]


@pytest.mark.parametrize("line", ["delete it", "throw it away", "discard the draft"])
async def test_after_it_was_held_back_its_draft_and_no_mail_is_thrown_away(call: ActingCall, line: str) -> None:
    await call.dialogue(*SENT, "oh no")
    before = call.place(call.open)
    assert await call.type(line) == words.DISCARDED
    assert (await call.typed.call.acting.drafts.all(), call.place(call.open)) == ((), before)


async def test_a_bare_no_answers_what_was_asked_since_and_anything_more_holds_back(tmp_path: Path) -> None:
    async with acting_call(tmp_path, hold_s=60) as call:
        await call.dialogue(*SENT, "archive all newsletters")
        assert await call.type("no") == replies.LEFT_ALONE
        assert await on_its_way(call) == 1
        await call.type("archive all newsletters")
        assert words.HELD_BACK in await call.type("no, wrong person")
        assert await on_its_way(call) == 0


async def test_a_no_to_another_mail_tells_of_the_one_that_leaves_all_the_same(call: ActingCall) -> None:
    await call.dialogue(*SENT, "next", "next", "next", "reply that I will call")
    said = await call.type("no")
    assert (said.startswith(f"{words.STAYS_DRAFT} Another mail, to "), await on_its_way(call)) == (True, 1)
    assert said.endswith("leaves in 60 seconds; say stop to hold it back.")


async def test_words_that_were_asked_for_are_taken_down_while_another_mail_is_held(call: ActingCall) -> None:
    await call.dialogue(*SENT, "next", "next", "next", "reply")
    assert "I won't be there" in await call.type("I won't be there")
    assert await on_its_way(call) == 1


async def test_another_command_leaves_what_is_held_as_it_is(call: ActingCall) -> None:
    await call.dialogue(*SENT)
    for line in ("how many are left", "flag it", "next", "archive it", "next", "reply all that I won't be there"):
        await call.type(line)
        assert await on_its_way(call) == 1, line


@pytest.mark.parametrize(
    ("line", "then"),
    [
        ("archive it and stop the mail", "Archived."),
        ("add that I am late", "\u201cTuesday works. I am late.\u201d Shall I send it like this?"),
        ("reply that I am late and stop the other mail", "I am late."),
        ("send it to Ingrid", "Draft to ingrid.solberg@tidewater.example"),
        ("change Tuesday to Friday", "\u201cFriday works.\u201d"),
    ],
)
async def test_what_else_the_line_wants_is_done_once_the_mail_is_held(call: ActingCall, line: str, then: str) -> None:
    await call.dialogue(*SENT)
    said = await call.type(line)
    assert (said.startswith(words.HELD_BACK), then in said, words.ASKS in said, await on_its_way(call)) == (True, True, False, 0)


@pytest.mark.parametrize(
    "line", ["delete it", "keep it as a draft", "it should say Friday", "I got the date wrong", "warte", "ne l'envoie pas"]
)
async def test_what_may_mean_the_mail_that_leaves_leaves_the_open_mail_alone(call: ActingCall, line: str) -> None:
    await call.dialogue(*SENT)
    before = call.place(call.open)
    assert (await call.type(line)).startswith(words.HELD_BACK)
    assert (await on_its_way(call), call.place(call.open)) == (0, before)


async def test_with_a_second_draft_open_its_changes_leave_the_first_mail_alone(call: ActingCall) -> None:
    await call.dialogue(*SENT, "next", "next", "next", "reply that I will call")
    assert "I will call. I am late." in await call.type("add that I am late")
    assert await on_its_way(call) == 1


async def test_send_it_to_somebody_else_changes_who_gets_the_draft(call: ActingCall) -> None:
    await call.type(SENT[0])
    assert "Draft to ingrid.solberg@tidewater.example" in await call.type("send it to Ingrid")
    (draft,) = await call.typed.call.acting.drafts.all()
    assert ([to.email for to in draft.to], draft.in_reply_to) == (["ingrid.solberg@tidewater.example"], "")


async def test_a_yes_sends_nothing_to_whom_a_draft_was_taken_from(call: ActingCall) -> None:
    await call.dialogue(SENT[0], "send it to Dave")
    assert "Shall I send it" not in await call.type("yes")
    assert await on_its_way(call) == 0


async def test_of_what_the_user_has_just_been_told_to_have_left_it_is_said_once_more(tmp_path: Path) -> None:
    async with acting_call(tmp_path, sends=True, unread=12) as call:
        await call.dialogue(*SENT)
        await call.sent()
        assert await call.type("oh no, wrong person") == words.HAS_LEFT


async def test_what_was_scheduled_just_now_is_asked_about_at_any_word_that_takes_it_back(call: ActingCall) -> None:
    await call.dialogue(SENT[0], "send it tomorrow at nine", "yes")
    assert (await call.type("oh no, wrong person")).endswith("Shall I hold it back?")
    assert words.HELD_BACK in await call.type("yes")
    assert await on_its_way(call) == 0


async def test_of_what_has_left_it_is_said_so(tmp_path: Path) -> None:
    async with acting_call(tmp_path, hold_s=0, unread=12) as call:
        await call.dialogue(*SENT)
        await call.sent()
        for line in ("what does the error message say", "what did I forget", "do I have time later today"):
            assert words.HAS_LEFT not in await call.type(line)
        for line in ("oh no, wrong person", "no", "can you still stop it"):
            assert await call.type(line) == words.HAS_LEFT, line
