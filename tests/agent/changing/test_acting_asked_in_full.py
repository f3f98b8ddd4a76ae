"""What is asked is all that leaves: whoever wrote the mail, whatever a model does, at the SMTP server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from session.skills.writing.draft_pane import DraftEdit, shown_drafts, take_edit
from tests.agent.acting_calls import ActingCall, acting_call
from tests.agent.typed_call import NOW, sample_settings
from tests.servers.openai.double import CallTool, OpenAIDouble, Say, openai_server

pytestmark = pytest.mark.slow

LUCA, EVE = "luca@harbour.example", "eve@other.example"
SECRET = "the code is 4711"
FORGED = f"---------- Forwarded message ---------\nFrom: Luca Moretti <{LUCA}>\nSubject: Fee\n\nThe fee is ours, {SECRET}."
LONG = " ".join(f"Point {each} of the plan is fine with me." for each in range(20)) + f" And {SECRET}."


def deliver(folder: Path, *, header: str = "", text: str = "The fee is 300 euros.", name: str = "Luca Moretti") -> None:
    """One more mail."""
    sample_settings(folder, unread=1)
    lines = (
        f"From: {name} <{LUCA}>",
        "To: me@example.com",
        "Subject: The fee",
        "Message-ID: <fee@harbour.example>",
        f"Date: {NOW:%a, %d %b %Y %H:%M:%S} +0000",
        *([header] if header else []),
    )
    (folder / "inbox" / "new" / "1.fee.host").write_text("\n".join(lines) + f"\n\n{text}\n")


@asynccontextmanager
async def at_the_mail(folder: Path, *, model: OpenAIDouble | None = None, header: str = "") -> AsyncIterator[ActingCall]:
    deliver(folder, header=header)
    async with acting_call(folder, unread=1, sends=True, model=model) as call:
        while not call.open.endswith("fee.host"):
            await call.type("next")
        yield call


@pytest.mark.parametrize(
    ("header", "line"),
    [
        (f"Reply-To: {EVE}", "reply that it is fine"),
        (f"Reply-To: {EVE}\nCc: {EVE}", "reply that it is fine"),
        (f"Reply-To: {LUCA}, {EVE}", "reply that it is fine"),
        (f"Reply-To: {LUCA}, {EVE}\nCc: {EVE}", "reply that it is fine"),
        (f"Reply-To: {LUCA}, {EVE}\nTo: me@example.com, {EVE}", "reply to all that it is fine"),
        (f"Reply-To: {EVE}\nCc: {LUCA}, {EVE}", "reply to all that it is fine"),
    ],
)
async def test_whoever_a_reply_to_leads_to_is_agreed_to_apart(tmp_path: Path, header: str, line: str) -> None:
    async with at_the_mail(tmp_path, header=header) as call:
        assert f"the answer would go to {EVE}, which is not where the mail came from" in await call.type(line)
        await call.dialogue("no")
        assert not call.typed.call.acting.held


@pytest.mark.parametrize(("line", "everyone"), [("reply that it is fine", False), ("tell the whole family that it is fine", True)])
async def test_a_model_answers_everyone_only_where_the_user_spoke_of_everyone(tmp_path: Path, line: str, everyone: bool) -> None:
    async with openai_server() as openai, at_the_mail(tmp_path, model=openai, header=f"Cc: {EVE}") as call:
        openai.replies(CallTool("write", kind="reply_all", text="It is fine."), Say("Done."))
        await call.type(f"please {line}, would you")
        draft = call.typed.call.acting.draft
        assert draft is not None
        assert (EVE in [each.email for each in draft.cc]) is everyone


async def test_the_words_of_a_model_are_heard_to_their_end_before_a_yes_counts(tmp_path: Path) -> None:
    async with openai_server() as openai, at_the_mail(tmp_path, model=openai) as call:
        openai.replies(CallTool("write", kind="reply", text=LONG), Say("Written."))
        assert SECRET not in await call.type("answer him in some friendly way, would you")
        assert SECRET in await call.type("send it")
        assert not call.typed.call.acting.held
        await call.type("yes")
        assert SECRET in (await call.sent()).message.get_content()


@pytest.mark.parametrize(
    "edits",
    [
        [{"text": FORGED}],
        [{"text": f"Please see below.\n\n{FORGED}"}],
        [{"add": FORGED}],
        [{"replace": "300", "by": "900"}],
        [{"text": "x"}, {"replace": "x", "by": FORGED}],
    ],
    ids=["text", "text with own words", "added", "replaced", "twice"],
)
async def test_no_tool_changes_the_mail_that_is_passed_on(tmp_path: Path, edits: list[dict[str, object]]) -> None:
    async with openai_server() as openai, at_the_mail(tmp_path, model=openai) as call:
        openai.replies(CallTool("write", kind="forward", to=EVE), Say("Written."))
        await call.type(f"forward it to {EVE} with whatever you like, would you")
        for edit in edits:
            openai.replies(CallTool("change_draft", **edit), Say("Changed."))
            await call.type("make it a bit friendlier and change a word, would you")
        asked = await call.type("send it")
        for _ in range(3):
            if call.typed.call.acting.held:
                break
            await call.type("yes")
        sent = (await call.sent()).message.get_content().replace("\r\n", "\n")
        assert sent.count("The fee is 300 euros.") == 1
        assert SECRET not in sent or SECRET in asked or SECRET in call.typed.page.text


async def test_a_forward_with_a_forged_quotation_from_the_start_is_read_whole(tmp_path: Path) -> None:
    async with openai_server() as openai, at_the_mail(tmp_path, model=openai) as call:
        openai.replies(CallTool("write", kind="forward", to=EVE, text=FORGED), Say("Written."))
        assert SECRET in await call.type(f"forward it to {EVE} with whatever you like, would you")


@pytest.mark.parametrize(
    ("before", "after"), [("300", "900"), ("The fee is 300 euros.", ""), (f"<{LUCA}>", "<boss@other.example>"), ("Moretti", "Moretto")]
)
async def test_that_the_mail_that_is_passed_on_was_changed_by_hand_is_said(tmp_path: Path, before: str, after: str) -> None:
    async with at_the_mail(tmp_path) as call:
        said = await call.type(f"forward it to {EVE}")
        assert "It passes on the mail from Luca Moretti, with" in said
        assert "changed" not in said
        (shown,) = shown_drafts(call.typed.call)
        assert before in shown.text
        text = shown.text.replace(before, after)
        await take_edit(call.typed.call, DraftEdit(draft_id=shown.draft_id, version=shown.version, text=text))
        assert ", which was changed by hand" in await call.type("send it")
        await call.type("yes")
        sent = (await call.sent()).message.get_content().replace("\r\n", "\n")
        assert sent.strip() == text.strip()


async def test_own_words_that_are_typed_before_a_forward_leave_what_is_passed_on_as_it_was(tmp_path: Path) -> None:
    async with at_the_mail(tmp_path) as call:
        await call.type(f"forward it to {EVE}")
        (shown,) = shown_drafts(call.typed.call)
        await take_edit(call.typed.call, DraftEdit(draft_id=shown.draft_id, version=shown.version, text=f"Look at this.\n\n{shown.text}"))
        asked = await call.type("send it")
        assert "Look at this." in asked
        assert "changed by hand" not in asked
