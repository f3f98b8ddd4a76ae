"""Who gets a mail: copies and blind copies, who is taken off again, and which thread it then belongs to; at the SMTP server."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from briefing.speech.sentences.about_sending import NOT_A_RECIPIENT, no_address_of
from tests.agent.acting_calls import ActingCall, acting_call
from tests.servers.openai.double import CallTool, openai_server
from tests.servers.smtp import Taken

pytestmark = pytest.mark.slow

MARCUS, INGRID = "Marcus Bell", "Ingrid Solberg"


@pytest_asyncio.fixture
async def call(tmp_path: Path) -> AsyncIterator[ActingCall]:
    async with acting_call(tmp_path, sends=True) as call:
        yield call


def address(call: ActingCall, name: str) -> str:
    return next(each.sender.email for each in call.typed.call.mail.pipeline.envelopes.values() if each.sender.name == name)


async def left(call: ActingCall) -> Taken:
    """The mail as the server has it, after as many questions as it takes."""
    await call.type("send it")
    for _ in range(5):
        if call.typed.call.acting.held:
            break
        await call.type("yes, that is right")
    return await call.sent()


async def test_a_copy_goes_to_whom_the_user_names(call: ActingCall) -> None:
    sender = call.typed.call.mail.pipeline.envelopes[call.open].sender.email
    await call.dialogue("reply that Thursday is fine", "and copy Ingrid", "put Marcus Bell in copy")
    taken = await left(call)
    assert set(taken.recipients) == {sender, address(call, INGRID), address(call, MARCUS)}
    assert (taken.message["To"].addresses[0].addr_spec, len(taken.message["Cc"].addresses)) == (sender, 2)
    assert taken.message["In-Reply-To"]


async def test_who_gets_a_blind_copy_stands_in_no_header(call: ActingCall) -> None:
    await call.dialogue("reply that Thursday is fine", "blind copy Ingrid")
    taken = await left(call)
    assert address(call, INGRID) in taken.recipients
    assert address(call, INGRID).encode() not in taken.raw


async def test_who_was_taken_off_gets_nothing(call: ActingCall) -> None:
    await call.dialogue("reply that Thursday is fine", "copy Ingrid", "copy Marcus", "take Ingrid off")
    taken = await left(call)
    assert address(call, MARCUS) in taken.recipients
    assert address(call, INGRID) not in taken.recipients


async def test_somebody_who_gets_nothing_cannot_be_taken_off(call: ActingCall) -> None:
    await call.type("reply that Thursday is fine")
    assert await call.type("take Ingrid off") == NOT_A_RECIPIENT


async def test_a_name_that_nobody_has_is_asked_for_and_changes_no_recipient(call: ActingCall) -> None:
    await call.type("reply that Thursday is fine")
    draft = call.typed.call.acting.draft
    assert await call.type("copy Zebulon") == no_address_of(["zebulon"])
    assert call.typed.call.acting.draft == draft


async def test_an_answer_that_goes_to_somebody_else_instead_is_a_mail_of_its_own(call: ActingCall) -> None:
    subject = call.typed.call.mail.pipeline.envelopes[call.open].subject
    name = call.typed.call.mail.pipeline.envelopes[call.open].sender.name.split()[0]
    await call.dialogue("reply that Thursday is fine", "copy Ingrid", f"take {name} off")
    taken = await left(call)
    assert taken.recipients == (address(call, INGRID),)
    assert [taken.message[each] for each in ("In-Reply-To", "References")] == [None, None]
    assert taken.message["Subject"] == subject.removeprefix("Re: ")


async def test_the_thread_can_be_answered_again_after_its_draft_went_to_somebody_else(call: ActingCall) -> None:
    name = call.typed.call.mail.pipeline.envelopes[call.open].sender.name
    await call.dialogue("reply that Thursday is fine", "copy Ingrid", f"take {name.split()[0]} off")
    assert f"Draft to {name}: “Friday is better.”" in await call.type("reply that Friday is better")
    assert len(await call.typed.call.acting.drafts.all()) == 2


async def test_a_model_copies_only_whom_the_user_named(tmp_path: Path) -> None:
    async with openai_server() as openai, acting_call(tmp_path, model=openai, sends=True) as call:
        openai.replies(CallTool("write", kind="reply", mail_id=str(call.open), text="Thursday is fine.", cc=INGRID))
        await call.type("could Ingrid Solberg get to see it too when you tell them that it is fine for me on Thursday, thanks")
        draft = call.typed.call.acting.draft
        assert draft is not None
        assert [each.email for each in draft.cc] == [address(call, INGRID)]
        openai.replies(CallTool("change_draft", cc="eve@evil.example"), CallTool("change_draft", bcc=MARCUS))
        await call.type("what would you make of the whole thing, in general")
        draft = call.typed.call.acting.draft
        assert draft is not None
        assert ([each.email for each in draft.cc], draft.bcc) == ([address(call, INGRID)], ())


async def test_a_model_sends_it_to_another_instead(tmp_path: Path) -> None:
    async with openai_server() as openai, acting_call(tmp_path, model=openai, sends=True) as call:
        await call.type("reply that Thursday is fine")
        openai.replies(CallTool("change_draft", to="Ingrid and Marcus Bell"))
        await call.type("actually, this should rather go to Ingrid and Marcus Bell and to nobody else")
        draft = call.typed.call.acting.draft
        assert draft is not None
        assert {each.email for each in draft.to} == {address(call, INGRID), address(call, MARCUS)}
        assert (draft.in_reply_to, draft.thread) == ("", "")
