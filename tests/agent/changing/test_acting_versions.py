"""What was dictated is never lost: "undo" brings each version of a draft back, and a model rewrites only what it was asked to rewrite."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from session.skills.writing.draft_pane import DraftEdit, shown_drafts, take_edit
from tests.agent.acting_calls import ActingCall, acting_call
from tests.servers.openai.double import CallTool, Say, openai_server

pytestmark = pytest.mark.slow

OWN = "Tuesday works for me."
REWRITTEN = "I resign with immediate effect."


@pytest_asyncio.fixture
async def call(tmp_path: Path) -> AsyncIterator[ActingCall]:
    async with acting_call(tmp_path, sends=True) as call:
        yield call


def text(call: ActingCall) -> str:
    draft = call.typed.call.acting.draft
    return draft.body if draft else ""


@pytest.mark.parametrize(
    "change", ["change Tuesday to Friday", "add See you then.", "copy Ingrid", "blind copy Marcus", "reply that I cannot come after all"]
)
async def test_undo_takes_the_last_change_of_a_draft_back(call: ActingCall, change: str) -> None:
    await call.type("reply that Tuesday works for me")
    before = call.typed.call.acting.draft
    assert before is not None
    await call.type(change)
    changed = call.typed.call.acting.draft
    assert changed is not None
    assert (changed.body, changed.recipients) != (before.body, before.recipients)
    assert "As it was before. Draft to " in await call.type("undo")
    after = call.typed.call.acting.draft
    assert after is not None
    assert (after.body, after.to, after.cc, after.bcc, after.thread) == (before.body, before.to, before.cc, before.bcc, before.thread)
    await call.type("send it")
    assert OWN in (await call.sent()).message.get_content()


async def test_every_version_comes_back_one_after_the_other_and_then_the_changes_of_mail(call: ActingCall) -> None:
    await call.dialogue("flag it", "reply that Tuesday works for me", "add See you then.", "add Best wishes.")
    mail = call.open
    await call.type("undo")
    assert text(call) == f"{OWN} See you then."
    await call.type("undo")
    assert text(call) == OWN
    assert "F" in call.place(mail)[1]
    assert "Shall I throw the draft away?" in await call.type("undo")
    await call.dialogue("no", "undo")
    assert "F" not in call.place(mail)[1]
    assert text(call) == OWN


async def test_a_mail_that_was_changed_since_is_what_undo_means(call: ActingCall) -> None:
    await call.dialogue("reply that Tuesday works for me", "add See you then.")
    mail = call.open
    await call.dialogue("archive this mail", "undo")
    assert call.place(mail)[0] == ""
    draft = await call.typed.call.acting.drafts.current()
    assert draft is not None
    assert draft.body == f"{OWN} See you then."


@pytest.mark.parametrize("away", ["discard the draft", "throw the draft away"])
async def test_a_draft_that_was_thrown_away_comes_back(call: ActingCall, away: str) -> None:
    assert "thrown away" in await call.dialogue("reply that Tuesday works for me", away)
    assert OWN in await call.type("undo")
    await call.type("send it")
    sent = (await call.sent()).message
    assert OWN in sent.get_content()
    assert sent["In-Reply-To"]


async def test_what_is_about_to_leave_is_still_held_back(tmp_path: Path) -> None:
    async with acting_call(tmp_path, hold_s=10) as call:
        await call.dialogue("reply that Tuesday works for me", "add See you then.", "send it")
        assert "Held back; it is not sent." in await call.type("undo")
        assert await call.typed.call.acting.outbox.waiting() == ()


async def test_what_was_typed_over_comes_back(call: ActingCall) -> None:
    await call.type("reply that Tuesday works for me")
    (shown,) = shown_drafts(call.typed.call)
    await take_edit(call.typed.call, DraftEdit(draft_id=shown.draft_id, version=shown.version, text="Oops."))
    await call.type("undo")
    assert text(call) == OWN


@pytest.mark.parametrize(
    ("line", "rewrites"),
    [
        ("is there anything important in what he wants from us on monday", False),
        ("which of these is the most urgent one do you think", False),
        ("could you make that sound a bit more like me please", True),
        ("please say it in a nicer way, would you", True),
        ("no I meant that I am leaving, could you put that", True),
    ],
)
@pytest.mark.parametrize(
    "tool", [CallTool("change_draft", text=REWRITTEN), CallTool("write", kind="reply", text=REWRITTEN)], ids=["changed", "written anew"]
)
async def test_a_model_rewrites_only_what_the_user_asked_to_rewrite(tmp_path: Path, line: str, rewrites: bool, tool: CallTool) -> None:
    async with openai_server() as openai, acting_call(tmp_path, model=openai) as call:
        await call.type("reply that Tuesday works for me")
        openai.replies(tool, Say("All right."))
        await call.type("hm, let me think about it for a while")
        openai.drop_replies()
        openai.replies(tool, Say("All right."))
        await call.type(line)
        openai.drop_replies()
        assert text(call) == (REWRITTEN if rewrites else OWN)
        if rewrites:
            await call.type("undo")
            assert text(call) == OWN
