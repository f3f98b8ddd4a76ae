"""Conversations from the page: the list, the search, one of them with both sides, another name, forgetting; and nobody else's."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from conversations.conversation_rows import Owner
from conversations.parts import OurWords, ReadOut, TalkMessage, ToolUsed, UserWords
from conversations.store import ConversationStore
from providers.settings import Settings
from session.opening.sending_due import writing_vault
from storage.database import Database
from tests.conversations.talks import NOW, later, talked
from tests.web.served import Served, served, settings_for

ALL = "/api/conversations"
LOCAL, STRANGER = Owner(user_id="local"), Owner(user_id="stranger")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_for(tmp_path)


@pytest.fixture
async def server(settings: Settings) -> AsyncIterator[Served]:
    async with served(settings) as server:
        yield server


@pytest.fixture
async def store(server: Served, settings: Settings) -> AsyncIterator[ConversationStore]:
    assert server.origin
    async with Database(settings.local_database_url) as database:
        yield ConversationStore(database, writing_vault(settings))


async def test_the_newest_come_first_with_one_line_each_and_those_of_others_not_at_all(server: Served, store: ConversationStore) -> None:
    summary = "It ends in May, says Mr Petrov."
    old = await talked(store, LOCAL, "a", asks="The lease", answers=summary)
    new = await talked(store, LOCAL, "b", asks="The boiler", at=later(5))
    await talked(store, STRANGER, "c", asks="Secret")
    answer = (await (await server.user()).get(ALL)).json()
    assert answer == {
        "conversations": [
            {
                "id": new,
                "title": "The boiler",
                "summary": "",
                "last_activity_at": "2026-03-02T09:05:00Z",
                "waits": False,
                "agent_id": None,
                "by_mail": False,
            },
            {
                "id": old,
                "title": "The lease",
                "summary": summary,
                "last_activity_at": "2026-03-02T09:00:00Z",
                "waits": False,
                "agent_id": None,
                "by_mail": False,
            },
        ],
        "more": False,
    }


async def test_a_part_of_them_says_that_there_are_more_and_a_search_finds_what_either_side_said(
    server: Served, store: ConversationStore
) -> None:
    for number in range(3):
        await talked(store, LOCAL, f"{number}", asks=f"Question {number}", answers=f"Mr Petrov says number {number}.", at=later(number))
    browser = await server.user()
    part = (await browser.get(f"{ALL}?limit=2")).json()
    assert ([each["title"] for each in part["conversations"]], part["more"]) == (["Question 2", "Question 1"], True)
    found = (await browser.get(f"{ALL}?search=PETROV%201")).json()
    assert ([each["title"] for each in found["conversations"]], found["more"]) == (["Question 1"], False)


async def test_one_has_both_sides_with_what_was_not_heard_and_no_words_of_what_was_read(server: Served, store: ConversationStore) -> None:
    conversation = await store.begin(LOCAL, call_id="a", now=NOW)
    said = (ToolUsed(number=1, tool="read_in_full"), OurWords(words="The lease. It ends.", heard=10), ReadOut(mail=None, pieces=2, heard=2))
    messages = [
        TalkMessage(number=1, at=NOW, parts=(UserWords(words="What is it?"),)),
        TalkMessage(number=2, at=later(1), parts=said),
    ]
    await store.write(LOCAL, conversation, "a", messages, title="What is it?")
    answer = (await (await server.user()).get(f"{ALL}/{conversation}")).json()
    assert answer["conversation"]["title"] == "What is it?"
    assert [(line["by"], line["heard"], line["unheard"]) for line in answer["lines"]] == [
        ("you", "What is it?", ""),
        ("aloud", "The lease.", " It ends."),
        ("draft_read", "", ""),
    ]


async def test_it_is_called_something_else_and_forgotten(server: Served, store: ConversationStore) -> None:
    conversation = await talked(store, LOCAL, "a", asks="Next")
    browser = await server.user()
    renamed = await browser.patch(f"{ALL}/{conversation}", {"title": "Our lease"})
    assert (renamed.status_code, renamed.json()["title"]) == (200, "Our lease")
    assert (await browser.delete(f"{ALL}/{conversation}")).status_code == 204
    assert (await browser.get(ALL)).json()["conversations"] == []
    for answer in (
        await browser.delete(f"{ALL}/{conversation}"),
        await browser.get(f"{ALL}/{conversation}"),
        await browser.patch(f"{ALL}/{conversation}", {"title": "Back?"}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_conversation")


async def test_that_of_another_user_is_not_there_and_stays(server: Served, store: ConversationStore) -> None:
    theirs = await talked(store, STRANGER, "a", asks="Secret", answers="Of no concern to anybody else.")
    browser = await server.user()
    answers = [
        await browser.get(f"{ALL}/{theirs}"),
        await browser.patch(f"{ALL}/{theirs}", {"title": "Mine"}),
        await browser.delete(f"{ALL}/{theirs}"),
    ]
    assert [answer.status_code for answer in answers] == [404, 404, 404]
    assert (await browser.get(f"{ALL}?search=secret")).json()["conversations"] == []
    assert [entry.title for entry in await store.list_digest(STRANGER)] == ["Secret"]


async def test_nothing_is_told_or_changed_without_a_sign_in_or_from_another_page(server: Served, store: ConversationStore) -> None:
    conversation = await talked(store, LOCAL, "a", asks="The lease")
    stranger, other_page = server.browser(), await server.user()
    assert [(await stranger.get(path)).status_code for path in (ALL, f"{ALL}/{conversation}")] == [401, 401]
    other_page.csrf = "wrong"
    assert (await other_page.delete(f"{ALL}/{conversation}")).json()["code"] == "csrf_token_wrong"
    assert (await other_page.patch(f"{ALL}/{conversation}", {"title": "Mine"})).json()["code"] == "csrf_token_wrong"
    assert len(await store.list_digest(LOCAL)) == 1
