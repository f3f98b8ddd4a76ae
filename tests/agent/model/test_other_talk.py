"""What a model is sent of the conversations of a call: of the one that is talked in now, and of none that was forgotten."""

from collections.abc import AsyncIterable

import pytest
from livekit.agents import ModelSettings, llm

from agent.model.answer_parts import Part
from agent.model.path import ModelPath
from conversations.talk_writer import TalkWriter
from providers.models.typed.history import UserLine
from session.skills.forgetting_talk import agreed
from storage.database import Database
from tests.agent.memory_call import memory_call
from tests.conversations.talks import ANNA, NOW, store_on
from tests.inbox.memory_mailbox import MemoryMailbox, new_mails

pytest_plugins = ["tests.servers.both_databases"]


def nobody_asked(chat_ctx: llm.ChatContext, tools: list[llm.Tool], settings: ModelSettings) -> AsyncIterable[Part]:
    raise NotImplementedError


def said(words: str, role: llm.ChatRole = "user") -> llm.ChatMessage:
    return llm.ChatMessage(id=words, role=role, content=[words])


async def model_path() -> ModelPath:
    path = ModelPath(nobody_asked, await memory_call(MemoryMailbox("work", new_mails(1))))
    path._call.records.earlier_talk = (UserLine("earlier"),)
    return path


def sent(path: ModelPath, *items: llm.ChatItem) -> list[str]:
    """The words that a request for these items has, without what is so now at its end."""
    asked = path.request(llm.ChatContext(list(items))).items
    return [item.text_content or "" for item in asked if isinstance(item, llm.ChatMessage) and item.role != "system"]


async def test_a_turn_that_was_never_committed_leaves_the_history_that_there_was() -> None:
    path = await model_path()
    hello, weather, rent, match, never = map(said, ["hello", "weather", "rent", "match", "never"])
    assert sent(path, hello) == ["earlier", "hello"]
    path.go_on_with([UserLine("history C")], never)
    assert sent(path, hello, never) == ["history C", "never"]
    assert sent(path, hello, weather) == ["earlier", "hello", "weather"], "none of it was said"
    path.go_on_with([UserLine("history B")], weather)
    assert sent(path, hello, weather) == ["history B", "weather"]
    for _ in range(2):
        path.go_on_with([UserLine("history C")], never)
    assert sent(path, hello, weather, said("sunny", "assistant"), rent) == ["history B", "weather", "sunny", "rent"]
    path.go_on_with([UserLine("history D")], rent)
    assert sent(path, hello, weather, rent, match) == ["history D", "rent", "match"]
    assert sent(path, match) == ["history D", "match"], "what was said before is out of LiveKit's context"


async def forgotten(path: ModelPath, database: Database) -> None:
    async with TalkWriter(store_on(database), ANNA, "call", lambda: NOW) as talk:
        path._call.records.talk = talk
        await agreed(path._call, certain=True)


@pytest.mark.parametrize("goes_on", [False, True])
async def test_of_a_conversation_that_was_forgotten_nothing_from_before_the_call_is_sent_again(goes_on: bool, sqlite: Database) -> None:
    path = await model_path()
    hello, lease, boiler = map(said, ["hello", "lease", "boiler"])
    assert sent(path, hello) == ["earlier", "hello"]
    if goes_on:
        path.go_on_with([UserLine("history B")], lease)
    assert sent(path, hello, lease)[0] in {"earlier", "history B"}
    await forgotten(path, sqlite)
    after = sent(path, hello, lease, boiler)
    assert not {"earlier", "history B"} & set(after)
    assert after[-1] == "boiler"
    path.go_on_with([UserLine("history D")], boiler)
    assert sent(path, hello, lease, boiler) == ["history D", "boiler"], "another one is known"
