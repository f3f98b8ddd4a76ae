"""Typing on the page with a language model: what it is sent, what it may do, what of its words is written, and that it may fail."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from conversations.restored import TOLD
from providers.settings import Settings
from tests.servers.openai.chat import CallTool, Say
from tests.servers.openai.double import OpenAIDouble, openai_server
from tests.servers.openai.faults import Refuse
from tests.web.served import served
from tests.web.typing_browser import Typist, typing_settings


@pytest.fixture
async def model() -> AsyncIterator[OpenAIDouble]:
    async with openai_server() as double:
        yield double


@pytest.fixture
def settings(tmp_path: Path, model: OpenAIDouble) -> Settings:
    at: dict[str, Any] = {"openai_api_key": SecretStr("a-key"), "openai_base_url": model.url, "aloud_llm_model": "large-model"}
    return typing_settings(tmp_path, **at)


async def test_a_model_is_sent_what_was_said_and_what_is_so_now_and_its_words_come_in_pieces(typist: Typist, model: OpenAIDouble) -> None:
    await typist.type("next")
    model.replies(Say("It is about the boiler. Mr Grant can come on Thursday."), Say("On Thursday, as I said."))
    assert await typist.type("What would you make of that one?") == "It is about the boiler. Mr Grant can come on Thursday."
    assert [kind for kind, _ in typist.last].count("words") == 2
    await typist.type("And when was that again, would you say?")
    first, second = model.chat_requests
    assert [first.messages[0].role, first.messages[-1].role] == ["system", "system"]
    assert [each.role for each in second.messages].count("system") == 2
    told = TOLD.partition("{}")[0]
    said = [each.content for each in second.messages if each.role == "user" and not each.content.startswith(told)]
    assert said == ["next", "What would you make of that one?", "And when was that again, would you say?"]
    assert "Mr Grant can come on Thursday." in " ".join(each.content for each in second.messages)
    assert "change_mail" in first.tool_names


async def test_a_tool_runs_once_and_what_it_did_is_told(typist: Typist, model: OpenAIDouble) -> None:
    first = await typist.type("")
    model.replies(CallTool("go", to="next"), Say("Here is the next one."))
    assert "Here is the next one." in await typist.type("Would you be so kind and move along to whatever follows?")
    assert len(model.chat_requests) == 2
    assert [each.role for each in model.chat_requests[1].messages if each.role == "tool"]
    assert await typist.type("repeat") != first


async def test_a_model_changes_nothing_that_the_user_did_not_ask_for_and_claims_nothing_untrue(typist: Typist, model: OpenAIDouble) -> None:
    await typist.type("")
    model.replies(CallTool("change_mail", action="delete"), Say("I deleted it."))
    assert "I deleted it" not in await typist.type("What would you make of that one?")
    model.replies(Say("I have archived it for you."))
    assert "archived it" not in await typist.type("And that other one, what is it good for?")
    assert (await typist.type("archive all newsletters")).startswith("Archive eight mails: ")
    model.replies(CallTool("take_answer", answer="yes"), Say("All of them are archived."))
    assert "are archived" not in await typist.type("What would that be good for?")
    assert await typist.type("undo") == "There is nothing to undo."


async def test_arguments_that_do_not_fit_are_told_to_the_model_and_do_nothing(typist: Typist, model: OpenAIDouble) -> None:
    await typist.type("next")
    model.replies(CallTool("go", to="the moon"), Say("That is not possible."))
    assert await typist.type("Would you fly me to the moon?") == "That is not possible."
    results = [each.content for each in model.chat_requests[-1].messages if each.role == "tool"]
    assert any("`to` is one of" in each for each in results)


async def test_a_model_that_fails_is_one_sentence_and_rules_still_answer(typist: Typist, model: OpenAIDouble) -> None:
    await typist.type("")
    model.chat_fault = Refuse(400)
    said = await typist.type("What would you make of that one?")
    assert said
    assert said.count(".") <= 2
    assert (await typist.type("archive it")).startswith("Archived.")
    model.chat_fault = None
    model.refused.clear()
    model.replies(Say("Fine."))
    assert await typist.type("How are you doing today, I wonder?") == "Fine."


async def test_a_newer_line_ends_a_models_words(typist: Typist, model: OpenAIDouble) -> None:
    await typist.type("")
    model.replies_after_s = 5.0
    slow = Typist(typist.browser, typist.conversation_id, typist.session_id, typist.seen)
    waiting = asyncio.create_task(slow.type("What would you make of that one?"))
    async with asyncio.timeout(4):
        while not model.chat_requests:  # noqa: ASYNC110 - the server has no event for it
            await asyncio.sleep(0.01)
        assert (await typist.type("archive it")).startswith("Archived.")
        await waiting
    first_turn = [kind for kind, _ in slow.last].index("turn_ended")
    assert [data["words"] for kind, data in slow.last[:first_turn] if kind == "words"] == []


async def test_a_session_asks_the_models_of_the_server_and_has_none_of_its_own(settings: Settings) -> None:
    async with served(settings.model_copy(update={"aloud_small_model": "small-model"})) as server:
        before = names_of_tasks()
        typist = Typist(await server.user())
        await typist.type("next")
        begun = names_of_tasks() - before
        assert begun["conversation writer"] == 1
        assert begun["model tokens writer"] == 0


def names_of_tasks() -> Counter[str]:
    return Counter(task.get_name() for task in asyncio.all_tasks())
