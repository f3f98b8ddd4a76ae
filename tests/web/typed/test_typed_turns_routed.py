"""Which conversation a line of the page goes to: the one that is open there, unless it clearly means another."""

from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from conversations.parts import OurWords, TalkMessage
from conversations.store import ConversationStore
from providers.settings import Settings
from tests.agent.talking_models import LOCAL, SMALL, TalkingModels, conversations_of, said_in
from tests.agent.typed_call import NOW
from tests.conversations.talks import talked
from tests.servers.openai.chat import BreakOff, CallTool, CallToolGarbled, Fails, Reply, Say
from tests.servers.openai.double import openai_server
from tests.servers.openai.faults import HangUp, Refuse
from tests.web.typing_browser import Typist, typing_settings

OF_LEASE = "What did we say about the lease last week?"
MATCH = "Who won the match on Saturday?"


@pytest.fixture
async def models() -> AsyncIterator[TalkingModels]:
    async with openai_server() as server:
        yield TalkingModels(server)


@pytest.fixture
def settings(tmp_path: Path, models: TalkingModels) -> Settings:
    at: dict[str, Any] = {"openai_api_key": SecretStr("a-key"), "openai_base_url": models.server.url, "aloud_llm_model": "large-model"}
    return typing_settings(tmp_path, aloud_small_model=SMALL, **at)


@pytest.fixture
async def store(settings: Settings) -> AsyncIterator[ConversationStore]:
    async with conversations_of(settings) as store:
        yield store


@pytest.fixture
async def lease(typist: Typist, store: ConversationStore) -> str:
    """Talked about last week; the page's database is there."""
    assert typist.session_id is None
    return await talked(store, LOCAL, "last week", asks="When does the lease end?", answers="It ends in May, says Mr Petrov.")


def resumes(titles: dict[str, str], _words: str) -> Reply:
    return CallTool("route", kind="resume", threadId=next(each for each, title in titles.items() if "lease" in title))


def begins(_titles: dict[str, str], _words: str) -> Reply:
    return CallTool("route", kind="new")


def goes_on(_titles: dict[str, str], _words: str) -> Reply:
    return CallTool("route", kind="continue")


def moved(typist: Typist) -> list[object]:
    return [data["words"] for kind, data in typist.last if kind == "moved"]


async def said(store: ConversationStore, conversation: str | None) -> list[str]:
    assert conversation is not None
    return [message.words for message in await store.messages(LOCAL, conversation)]


@pytest.mark.parametrize("is_opened", [False, True])
async def test_a_line_that_names_an_older_conversation_is_answered_there_and_the_page_told_so(
    typist: Typist, models: TalkingModels, store: ConversationStore, lease: str, *, is_opened: bool
) -> None:
    if is_opened:
        await typist.type(MATCH)
    here, session = typist.conversation_id, typist.session_id
    models.routes, models.answers = resumes, lambda _: Say("That it ends in May.")
    assert await typist.type(OF_LEASE) == "That it ends in May."
    assert (typist.conversation_id, moved(typist)) == (lease, [lease])
    assert "Mr Petrov" in said_in(models.answered[-1])
    assert MATCH not in said_in(models.answered[-1])
    models.routes = goes_on
    await typist.type("And who signs the contract in the end?")
    assert (typist.conversation_id, moved(typist)) == (lease, [])
    assert session in {None, typist.session_id}, "it is the same session"
    assert (await said(store, lease))[2::2] == [OF_LEASE, "And who signs the contract in the end?"]
    if is_opened:
        assert OF_LEASE not in await said(store, here)


@pytest.mark.usefixtures("lease")
@pytest.mark.parametrize("routes", [begins, goes_on, lambda *_: Fails(Refuse(500))])
async def test_any_other_line_stays_in_the_conversation_that_is_open_also_one_of_a_new_subject(
    typist: Typist, models: TalkingModels, store: ConversationStore, routes: Any
) -> None:
    await typist.type(MATCH)
    here, models.routes = typist.conversation_id, routes
    assert await typist.type("Tell me about the weather in Rome") == "It is as I said."
    assert (typist.conversation_id, moved(typist), len(models.routed)) == (here, [], 2)
    assert (await said(store, here))[::2] == [MATCH, "Tell me about the weather in Rome"]
    assert models.acknowledged == [], "nobody hears silence"


@pytest.mark.usefixtures("lease")
async def test_commands_and_lines_about_the_open_mail_ask_no_router(typist: Typist, models: TalkingModels) -> None:
    await typist.type("")
    for line in ("next", "flag it", "thank you"):
        await typist.type(line)
    assert models.routed == models.acknowledged == models.answered == []
    for line in ("How do you like this mail?", "Would it be rude to ignore it?"):
        await typist.type(line)
    assert (models.routed, len(models.answered)) == ([], 2)


async def test_where_there_is_no_other_conversation_nothing_is_asked(typist: Typist, models: TalkingModels) -> None:
    for line in (MATCH, "Tell me about the weather in Rome"):
        await typist.type(line)
    assert (models.routed, len(models.answered)) == ([], 2)


async def test_errors_whatever_fails_in_a_line_its_stream_ends_with_an_answer_and_one_end_and_the_next_line_goes_on(
    typist: Typist, models: TalkingModels, store: ConversationStore, lease: str
) -> None:
    models.routes = goes_on
    await typist.type(MATCH)
    as_ever = models.answers
    fails: Mapping[str, Callable[[], None]] = {
        "router": lambda: setattr(models, "routes", lambda *_: Fails(HangUp())),
        "answer": lambda: setattr(models, "answers", lambda _: Fails(Refuse(400))),
        "answer, in mid-stream": lambda: setattr(models, "answers", lambda _: BreakOff("It ends in ")),
        "answer, a call of a tool": lambda: setattr(models, "answers", lambda _: CallToolGarbled("search_mail", "{query")),
    }
    for what, fail in fails.items():
        fail()
        assert await typist.type(f"Who won the match number {len(what)}?"), what
        assert [kind for kind, _ in typist.last][-3:] == ["turn_ended", "shown", "end"], what
        models.answers = as_ever
        assert await typist.type(MATCH) == "It is as I said.", what
    of_another_version = OurWords(words="Carla", heard="all of it")  # type: ignore[arg-type] # on purpose
    with pytest.warns(UserWarning, match="serialized value"):
        assert await store.write(LOCAL, lease, "a newer one", [TalkMessage(number=1, at=NOW, parts=(of_another_version,))])
    models.routes = resumes
    assert await typist.type(OF_LEASE) == "It is as I said."
    assert "Mr Petrov" in said_in(models.answered[-1]), "what can be read of it is"
