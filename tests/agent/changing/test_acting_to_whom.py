"""A reply goes to whom the user named; a correction replaces what it corrects; only a yes is a yes."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from briefing.speech.sentences.replies import NO_SUCH_MAIL
from tests.agent.acting_calls import ActingCall, acting_call
from tests.servers.openai.double import CallTool, openai_server

pytestmark = pytest.mark.slow

UNREAD = 25


@pytest_asyncio.fixture
async def call(tmp_path: Path) -> AsyncIterator[ActingCall]:
    async with acting_call(tmp_path, unread=UNREAD) as call:
        yield call


def drafted_to(call: ActingCall) -> list[str]:
    draft = call.typed.call.acting.draft
    return [each.name for each in draft.to] if draft is not None else []


async def test_a_reply_goes_to_whom_the_user_named_whatever_mail_is_open(call: ActingCall) -> None:
    await call.type("open the one from Priya")
    for line in ("reply to Tomasz that Wednesday is fine", "answer Tomasz that Thursday is fine", "tell Tomasz that Friday is fine"):
        await call.type(line)
        assert drafted_to(call) == ["Tomasz Wolski"], line
        await call.type("discard the draft")
    assert await call.type("reply to Bartholomew that Wednesday is fine") == NO_SUCH_MAIL
    assert drafted_to(call) == []
    await call.type("reply to Priya that Wednesday is fine")
    assert drafted_to(call) == ["Priya Nair"]


async def test_a_model_writes_to_nobody_but_whom_the_user_named(tmp_path: Path) -> None:
    async with openai_server() as openai, acting_call(tmp_path, model=openai, unread=UNREAD) as call:
        await call.type("open the one from Priya")
        opened = str(call.open)
        openai.replies(CallTool("write", kind="reply", mail_id=opened, text="Wednesday is fine."))
        await call.type("answer Tomasz in a friendly way that Wednesday would be just fine, would you")
        assert drafted_to(call) == ["Tomasz Wolski"]
        openai.replies(CallTool("write", kind="new", to="Priya Nair", text="I cannot come."))
        await call.type("tell Tomasz in a friendly way that Priya cannot come either, would you")
        assert "Priya Nair" not in drafted_to(call)
        openai.replies(CallTool("write", kind="reply", mail_id=opened, text="Wednesday is fine."))
        await call.type("answer Bartholomew in a friendly way that Wednesday would be just fine, would you")
        assert "Priya Nair" not in drafted_to(call)


async def test_a_correction_is_carried_out_on_the_mail_that_it_corrects(call: ActingCall) -> None:
    first = call.open
    await call.type("archive it")
    second = call.open
    await call.type("no, delete it")
    assert (call.place(first)[0], call.place(second)) == (".Trash", ("", ""))
    await call.type("flag it")
    await call.type("sorry, archive it")
    assert (call.place(second)[0], "F" in call.place(second)[1]) == (".Archive", False)


@pytest.mark.parametrize("line", ["archive it. sorry, flag it", "archive it... I mean flag it", "archive it. actually, flag it"])
async def test_a_correction_in_the_same_line_takes_the_place_of_what_it_corrects(call: ActingCall, line: str) -> None:
    first = call.open
    await call.type(line)
    assert (call.place(first)[0], "F" in call.place(first)[1]) == ("", True)


async def test_words_that_ask_for_a_reply_or_a_forward_send_nothing(call: ActingCall) -> None:
    await call.type("reply that Wednesday is fine")
    for line in ("reply yes", "answer yes", "reply", "forward it", "forward this mail", "yeah right", "oh yeah, right"):
        await call.type(line)
        assert not call.typed.call.acting.held, line


async def test_now_is_no_yes_to_a_later_time(call: ActingCall) -> None:
    await call.dialogue("reply that Wednesday is fine", "send it on Friday at nine", "send it now")
    assert not call.typed.call.acting.outgoing.scheduled
    await call.type("yes")
    assert call.typed.call.acting.held
