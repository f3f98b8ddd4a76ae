"""Two models behind one scripted server for whole calls: the small one routes, acknowledges and sums mail up as a test says, the large one
answers.

The server refuses what a real provider refuses: a call that is not answered right behind, and any system message that is neither the first
nor the position at the end.
"""

import json
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from pydantic import SecretStr

from conversations.conversation_rows import Owner
from conversations.store import ConversationStore
from providers.settings import Settings
from session.opening.sending_due import writing_vault
from storage.database import Database
from tests.agent.typed_call import TypedCall, sample_settings, typed_call
from tests.servers.openai.chat import ChatRequest, Fails, Late, Reply
from tests.servers.openai.double import CallTool, OpenAIDouble, Say, openai_server
from tests.servers.openai.faults import Refuse
from tests.storage.prepared import prepared

LOCAL = Owner(user_id="local")
SMALL = "small-model"
LONG_S = 30.0
_LISTED = re.compile(r'\{"id": "([^"]+)", "title": "([^"]*)"')


class TalkingModels:
    """`routes` tells the router's answer from the titles of the digest by their ids and from the user's words; `acknowledges` and `answers`
    what is said to them, and `summarises` what is given of one mail, by the fields that were sent of it: nothing, if no test wants it."""

    def __init__(self, server: OpenAIDouble) -> None:
        self.server = server
        self.routes: Callable[[dict[str, str], str], Reply] = lambda _titles, _words: CallTool("route", kind="continue")
        self.acknowledges: Reply = Fails(Refuse(500))
        self.summarises: Callable[[Mapping[str, object]], Reply] = lambda _: CallTool("summary")
        self.answers: Callable[[ChatRequest], Reply] = lambda _: Say("It is as I said.")
        self.answers_after_s = 0.0
        self.routed: list[ChatRequest] = []
        self.acknowledged: list[ChatRequest] = []
        self.summarised: list[ChatRequest] = []
        self.answered: list[ChatRequest] = []
        server.always(self._reply)

    def _reply(self, chat: ChatRequest) -> Reply:
        is_valid(chat)
        if "route" in chat.tool_names:
            self.routed.append(chat)
            asked = chat.messages[-1].content
            return self.routes(dict(_LISTED.findall(asked)), asked.rpartition("The user says: ")[2])
        if "finalize_ack" in chat.tool_names:
            self.acknowledged.append(chat)
            return self.acknowledges
        if "summary" in chat.tool_names:
            self.summarised.append(chat)
            return self.summarises(json.loads(chat.messages[-1].content.partition(": ")[2]))
        self.answered.append(chat)
        return Late(self.answers(chat), after_s=self.answers_after_s)


def is_valid(chat: ChatRequest) -> None:
    """Raises `AssertionError`, which is answered with 400 and fails the test, for what a provider would refuse."""
    systems = [index for index, message in enumerate(chat.messages) if message.role == "system"]
    assert systems[0] == 0, "the first message is no system message"
    assert systems[1:] in ([], [len(chat.messages) - 1]), "a second system message that is not the position"


def said_in(chat: ChatRequest) -> str:
    """What stands in the history of a request: without the instructions and what is told at the end."""
    return "\n".join(message.content for message in chat.messages[1:-3])


@asynccontextmanager
async def talking(folder: Path, **changes: object) -> AsyncIterator[tuple[Settings, TalkingModels]]:
    async with openai_server() as server:
        key = {"openai_api_key": SecretStr("sk-test"), "openai_base_url": server.url, "aloud_small_model": SMALL, "aloud_voice": "none"}
        key |= {"aloud_keep_conversations_days": 3650}
        settings = sample_settings(folder, unread=5).model_copy(update=key | changes)
        await prepared(settings)
        yield settings, TalkingModels(server)


@asynccontextmanager
async def routed_call(settings: Settings, *, within_s: float = LONG_S) -> AsyncIterator[TypedCall]:
    """A call that was greeted, whose router has its time on a busy machine, and loads nothing in it, as in a worker."""
    async with typed_call(settings, moving=True) as call:
        if (routing := call.call.records.routing) is not None:
            routing.within_s = within_s
        await call.greet()
        yield call


@asynccontextmanager
async def conversations_of(settings: Settings) -> AsyncIterator[ConversationStore]:
    async with Database(settings.shared_database_url) as database:
        yield ConversationStore(database, writing_vault(settings))
