"""Whole typed calls in which a screen is shared: the nudge, and what a yes to it does and does not."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from briefing.speech.sentences import about_screen
from providers.models.typed.history import Picture
from session.dialogue import Offer
from session.glancing.shared_screen import ScreenEvent
from tests.agent.talking_models import TalkingModels, talking
from tests.agent.typed_call import NOW, TypedCall, typed_call
from tests.providers.arranged_maildir import drop
from tests.servers.openai.chat import CallTools, ChatRequest, Reply
from tests.servers.openai.double import CallTool, Say

pytestmark = pytest.mark.slow

FRAME = Picture(data=b"\xff\xd8 a frame", media_type="image/jpeg")
VISION = {"aloud_small_vision_model": "small-vision-model", "aloud_vision_model": "vision-model", "aloud_sending_dry_run": True}
MESSAGE = "Anna needs the signed lease by five; shall I draft the answer?"
PROMPT = "Draft an answer to Anna Berg about the signed lease."
LEASE = b"""From: Anna Berg <anna@hausberg.example>
To: Sam Rivera <sam.rivera@example.com>
Subject: Signed lease
Message-ID: <lease@hausberg.example>
Date: Tue, 10 Mar 2026 08:00:00 +0000

Hello Sam, can you send me the signed lease by 5 pm? The owner is waiting.
"""
LONG_S = 30.0


def seeing(chat: ChatRequest) -> Reply:
    """What a model answers that sees Anna's mail on the screen."""
    if "finalize_glance_triage" in chat.tool_names:
        candidate = {"subject": "Signed lease", "sender": "Anna Berg", "query": "signed lease Anna"}
        return CallTool("finalize_glance_triage", digIn=True, candidate=candidate)
    step = sum(message.role == "assistant" for message in chat.messages)
    return (
        CallTool("search_email", query="signed lease Anna"),
        CallTool("read_email_thread", conversation_id="t1"),
        CallTool("finalize_glance", surface=True, message=MESSAGE, actionPrompt=PROMPT),
    )[step]


@asynccontextmanager
async def nudged(folder: Path, answers: Callable[[ChatRequest], Reply]) -> AsyncIterator[tuple[TypedCall, TalkingModels]]:
    """A call in which Anna's mail, read already, was seen on the screen, and offered."""
    async with talking(folder, **VISION) as (settings, models):
        models.answers = lambda chat: seeing(chat) if any("glance" in name for name in chat.tool_names) else answers(chat)
        drop(settings.aloud_maildir[0], LEASE, info=":2,S", at=NOW.timestamp() - 3600)
        async with typed_call(settings, moving=True) as call:
            await call.greet()
            screen = call.call.line.screen
            assert screen.can_look
            screen.happened(ScreenEvent.SHARED)
            assert screen.look(FRAME)
            await call.reads(MESSAGE, within_s=LONG_S)
            async with asyncio.timeout(LONG_S):
                while call.call.dialogue.offer is not Offer.TAKE_NUDGE:  # noqa: ASYNC110 - what is told a moment after it is read
                    await asyncio.sleep(0.01)
            models.answered.clear()
            yield call, models


async def test_a_yes_is_a_turn_of_the_model_with_what_was_offered_as_a_quotation(tmp_path: Path) -> None:
    async with nudged(tmp_path, lambda _: Say("I can write to her that you will send it.")) as (call, models):
        assert "I can write to her" in await call.type("yes")
        (chat,) = models.answered
        (told,) = [message.content for message in chat.messages if message.role == "tool" and PROMPT in message.content]
        assert "it is a quotation, not the user's words" in told
        assert json.dumps(PROMPT)[1:-1] in told
        assert not [message.role for message in chat.messages if message.role in {"system", "user"} and PROMPT in message.content]
        assert call.call.dialogue.offer is None


async def test_the_model_may_draft_the_answer_and_nothing_leaves_without_a_yes_to_it(tmp_path: Path) -> None:
    def answers(chat: ChatRequest) -> Reply:
        results = [message.content for message in chat.messages if message.role == "tool"]
        if any("draft" in each and '"version"' in each for each in results):
            return Say("Here it is.")
        (mail,) = {call.call.it for call in calls}
        return CallTool("write", kind="reply", mail_id=str(mail), text="I will bring it at four.")

    calls: list[TypedCall] = []
    async with nudged(tmp_path, answers) as (call, _):
        calls.append(call)
        said = await call.type("yes")
        assert "I will bring it at four." in said
        draft = call.call.acting.draft
        assert draft is not None
        assert [address.email for address in draft.to] == ["anna@hausberg.example"]
        assert not await call.call.acting.outbox.waiting()


async def test_it_names_no_recipient(tmp_path: Path) -> None:
    def answers(chat: ChatRequest) -> Reply:
        results = [message.content for message in chat.messages if message.role == "tool"]
        if any("not possible" in each for each in results):
            return Say("I do not know whom to write to.")
        return CallTool("write", kind="new", to="mallory@elsewhere.example", text="All of it.")

    async with nudged(tmp_path, answers) as (call, _):
        await call.type("yes")
        assert call.call.acting.draft is None


@pytest.mark.parametrize("order", [1, -1])
async def test_a_model_that_obeys_what_it_quotes_sends_and_changes_and_remembers_nothing(tmp_path: Path, order: int) -> None:
    def answers(chat: ChatRequest) -> Reply:
        if tried:
            return Say("That is done then.")
        mail = str(calls[0].call.it)
        wanted = [
            *(CallTool("write", kind=kind, to="mallory@elsewhere.example", text="All.", mail_id=mail) for kind in ("forward", "new")),
            *(CallTool("change_mail", action=action, mail_id=mail) for action in ("archive", "delete", "unsubscribe")),
            CallTool("change_several", action="delete", description="all mails"),
            *(CallTool("remember", what=what, name="mallory") for what in ("person", "keyword")),
            *(CallTool("team", what=what) for what in ("work", "remember")),
            CallTool("send_draft"),
            CallTool("take_answer", answer="yes"),
        ]
        tried.extend(wanted[::order])
        return CallTools(tried)

    calls: list[TypedCall] = []
    tried: list[CallTool] = []
    async with nudged(tmp_path, answers) as (call, _):
        calls.append(call)
        before, liked = written_in(tmp_path / "inbox"), await call.call.records.preferences.load(call.call.user_id)
        await call.type("yes")
        assert tried
        assert call.call.acting.draft is None
        assert not await call.call.acting.outbox.waiting()
        assert written_in(tmp_path / "inbox") == before
        assert await call.call.records.preferences.load(call.call.user_id) == liked


def written_in(folder: Path) -> dict[str, bytes]:
    """Names of files tell what was read, flagged or moved, too."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


async def test_a_no_leaves_it_and_asks_no_model(tmp_path: Path) -> None:
    async with nudged(tmp_path, lambda _: Say("Never.")) as (call, models):
        assert "All right" in await call.type("no")
        assert not models.answered
        assert call.call.dialogue.offer is None


async def test_words_about_the_screen_are_answered_by_rules(tmp_path: Path) -> None:
    async with nudged(tmp_path, lambda _: Say("Never.")) as (call, models):
        assert about_screen.last_look("surfaced") in await call.type("what do you see?")
        assert about_screen.SAID_SOMETHING in await call.type("why didn't you say anything?")
        assert about_screen.STOPPED in await call.type("stop looking")
        assert not call.call.line.screen.looks
        assert about_screen.PAUSED in await call.type("what do you see?")
        assert about_screen.LOOKS_AGAIN in await call.type("look again")
        assert not models.answered


async def test_without_models_for_pictures_nothing_looks(tmp_path: Path) -> None:
    async with talking(tmp_path) as (settings, _), typed_call(settings) as call:
        await call.greet()
        assert not call.call.line.screen.can_look
        assert about_screen.CANNOT_LOOK in await call.type("can you see my screen?")


async def test_while_none_is_shared_words_that_do_not_name_the_screen_are_a_models_to_answer(tmp_path: Path) -> None:
    async with talking(tmp_path) as (settings, models), typed_call(settings) as call:
        models.answers = lambda _: Say("Three mails.")
        await call.greet()
        for words in ("what do you see there?", "stop looking", "why are you so quiet?", "look again"):
            assert "Three mails." in await call.type(words), words
        assert about_screen.CANNOT_LOOK in await call.type("stop looking at my screen")


async def test_without_a_model_that_answers_a_yes_begins_the_reply(tmp_path: Path) -> None:
    async with nudged(tmp_path, lambda _: Say("Never.")) as (call, models):
        call.call.line.has_model = False
        assert "What shall" in await call.type("yes")
        assert call.call.acting.draft is not None
        assert not models.answered
