"""Calls, a page and a killed worker come back to the same conversation, with a history that a strict model server takes."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import SecretStr

from conversations.conversation_rows import Owner
from conversations.parts import ToolResult, ToolUsed
from conversations.store import ConversationStore
from providers.sample_inbox import SAMPLE_ADDRESS
from providers.settings import Settings
from session.opening.sending_due import writing_vault
from storage.database import Database
from tests.agent.talking_models import SMALL, TalkingModels, said_in
from tests.agent.typed_call import sample_settings
from tests.room.caller import caller_in
from tests.room.shared import LOOK_EVERY_S, User
from tests.servers.livekit import LiveKitServer
from tests.servers.openai.chat import Reply
from tests.servers.openai.double import CallTool, Say, openai_server
from tests.servers.worker import worker
from tests.web.served import KEY, SECRET, served
from tests.web.typing_browser import Typist

pytestmark = pytest.mark.server

ROME, PARIS, BERLIN = "Tell me about the weather in Rome", "Tell me about the weather in Paris", "Tell me about the weather in Berlin"
ANSWERS = "It is as I said before."
LONG_S = 30.0
"""On a busy machine; the tool itself gives up after 5 or so."""


def settings_of(user: User) -> Settings:
    """What a process of theirs beside the worker is set to: the same mail, the same folder, the same models."""
    at = {"openai_api_key": SecretStr("sk-test"), "openai_base_url": user.openai.url, "aloud_data_dir": user.worker.folder / "data"}
    keys = {"livekit_api_key": KEY, "livekit_api_secret": SecretStr(SECRET), "aloud_user": user.user_id}
    return sample_settings(user.folder).model_copy(update=at | keys)


@asynccontextmanager
async def conversations_of(user: User) -> AsyncIterator[ConversationStore]:
    async with Database(user.database_url) as database:
        yield ConversationStore(database, writing_vault(settings_of(user)))


async def only_conversation(user: User) -> str:
    async with conversations_of(user) as store:
        (only,) = await store.list_digest(Owner(user_id=user.user_id))
    return only.conversation_id


@pytest.mark.takes(8)
async def test_a_call_behind_one_that_broke_off_goes_on_in_its_conversation(user: User) -> None:
    user.has_mail(unread=3)
    models = TalkingModels(user.openai)
    models.answers = lambda _: Say(ANSWERS)
    for room, line in (("first", ROME), ("second", PARIS)):
        async with user.calls(room) as caller:
            await caller.hear(after=0)
            await caller.type(line, containing=ANSWERS)
        await user.leave()
    history = said_in(models.answered[-1])
    assert history.index(ROME) < history.index(ANSWERS) < history.index(PARIS)
    await only_conversation(user)


@pytest.mark.takes(8)
async def test_a_worker_killed_between_a_tool_and_its_result_leaves_a_history_that_the_next_turn_can_be_sent_with(user: User) -> None:
    user.has_mail(unread=3)
    models = TalkingModels(user.openai)
    async with user.calls() as caller:
        await caller.hear(after=0)
        await caller.type(ROME, containing="It is as I said.")
        hanging = user.inbox / "cur" / "1.hangs.host:2,S"
        os.mkfifo(hanging)  # which nobody ever writes to
        models.answers = lambda _: CallTool("search_mail", query="lease")
        await caller.send("Would you look for whatever there is about a lease?")
        async with conversations_of(user) as store, asyncio.timeout(LONG_S):
            while not await is_waiting_for_a_tool(store, user):  # noqa: ASYNC110 - another program's database
                await asyncio.sleep(LOOK_EVERY_S)
        before = len(caller.agent_said)
        user.job_process().kill()
        hanging.unlink()
        models.answers = lambda _: Say(ANSWERS)
        await caller.hear(after=before)
        await caller.type(PARIS, containing=ANSWERS)
    assert ROME in said_in(models.answered[-1])
    assert "lease" in said_in(models.answered[-1])
    assert "search_mail" not in str([message.tool_calls for message in models.answered[-1].messages])
    await only_conversation(user)


async def is_waiting_for_a_tool(store: ConversationStore, user: User) -> bool:
    owner = Owner(user_id=user.user_id)
    (only,) = await store.list_digest(owner)
    parts = [part for message in await store.messages(owner, only.conversation_id) for part in message.parts]
    return [type(part) for part in parts if isinstance(part, ToolUsed | ToolResult)][-1:] == [ToolUsed]


@pytest.mark.takes(8)
async def test_page_then_call_then_page_is_one_conversation_and_one_cursor(user: User) -> None:
    user.has_mail(unread=3)
    models = TalkingModels(user.openai)
    models.answers = lambda _: Say(ANSWERS)
    async with served(settings_of(user)) as server:
        page = Typist(await server.user())
        await page.type("next")
        told = subject_of(await page.type("repeat"))
        assert await page.type(ROME) == ANSWERS
        async with user.calls() as caller:
            await caller.hear(after=0, containing=told)
            await caller.type(PARIS, containing=ANSWERS)
            assert ROME in said_in(models.answered[-1])
            await caller.wait_until(lambda: bool(caller.finals), "what the turn has come to")
            here = {"conversation_id": page.conversation_id, "open_in_browser": False, "deep_link": None}
            assert caller.finals == [here | {"spoken": ANSWERS}], "that of a typed turn, and of nothing else"
        await user.leave()
        page.session_id = None
        assert subject_of(await page.type("repeat")) == told
        assert await page.type(BERLIN) == ANSWERS
    history = said_in(models.answered[-1])
    assert history.index(ROME) < history.index(PARIS)
    assert page.conversation_id == await only_conversation(user)


def subject_of(told: str) -> str:
    subject = told.partition("“")[2].partition("”")[0].strip(".")
    assert subject
    return subject


def routed(titles: dict[str, str], words: str) -> Reply:
    if "minute ago" not in words:
        return CallTool("route", kind="new")
    return CallTool("route", kind="resume", threadId=next(each for each, title in titles.items() if "Rome" in title))


@pytest.mark.proof
async def test_a_spoken_reference_resumes_the_conversation_of_a_call_a_minute_ago(livekit: LiveKitServer, tmp_path: Path) -> None:
    sample_settings(tmp_path, unread=3, now=datetime.now(UTC))
    async with openai_server() as openai:
        models = TalkingModels(openai)
        models.answers = lambda _: Say(ANSWERS)
        models.routes = routed
        mail = {"ALOUD_MAILDIR": str(tmp_path / "inbox"), "ALOUD_ADDRESSES": SAMPLE_ADDRESS}
        at = {"OPENAI_API_KEY": "sk-test", "OPENAI_BASE_URL": openai.url, "ALOUD_SMALL_MODEL": SMALL}
        async with worker(livekit, tmp_path, **mail, **at):
            async with caller_in(livekit, room="first") as caller:
                await caller.hear(after=0)
                await caller.type(ROME, containing=ANSWERS)
                await caller.send("goodbye")
                await caller.wait_until_gone()
            async with caller_in(livekit, room="second") as caller:
                await caller.open_microphone()
                await caller.hear(after=0)
                await caller.type(PARIS, containing=ANSWERS)
                assert ROME not in said_in(models.answered[-1])
                openai.hear("What did we say about the weather in Rome a minute ago?")
                await caller.say("What did we say about the weather in Rome a minute ago?", containing=ANSWERS)
    assert ROME in said_in(models.answered[-1])
    assert PARIS not in said_in(models.answered[-1])
