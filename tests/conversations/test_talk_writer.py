"""How a call writes down its talk: in turns, behind the call, in one conversation across a break, and never again what was forgotten."""

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest

from briefing.mail import MailId
from conversations.conversation_rows import Owner
from conversations.parts import OurWords, ReadOut, ToolResult, ToolUsed, UserWords
from conversations.store import ConversationStore
from conversations.talk_writer import MOST_PARTS, TalkWriter
from storage.database import Database, DatabaseUnavailableError
from tests.conversations.talks import ANNA, NOW, VAULT, later, store_on, talked
from tests.servers.ports import free_port

pytestmark = pytest.mark.slow

pytest_plugins = ["tests.servers.both_databases"]

LEASE = MailId("work:lease")


@pytest.fixture
async def store(sqlite: Database) -> ConversationStore:
    return store_on(sqlite)


@pytest.fixture
async def talk(store: ConversationStore) -> AsyncIterator[TalkWriter]:
    async with TalkWriter(store, ANNA, "call", lambda: NOW) as talk:
        yield talk


async def said(store: ConversationStore) -> list[str]:
    """The words of every message of the newest conversation."""
    (newest,) = await store.list_digest(ANNA, limit=1)
    return [message.words for message in await store.messages(ANNA, newest.conversation_id)]


async def test_a_turn_of_each_side_is_a_message_and_its_parts_keep_their_order(store: ConversationStore, talk: TalkWriter) -> None:
    talk.we_said("Good morning. You have two new mails.", heard=13)
    talk.user_said("What about the lease?")
    used = talk.tool_used("search_mail", "")
    talk.tool_came_to(used, "done", (LEASE,))
    talk.we_said("It ends in May, says Mr Petrov.", heard=31, mail=LEASE)
    assert await talk.drain() == 0
    (entry,) = await store.list_digest(ANNA)
    assert (entry.title, entry.summary) == ("What about the lease?", "It ends in May, says Mr Petrov.")
    assert [message.parts for message in await store.messages(ANNA, entry.conversation_id)] == [
        (OurWords(words="Good morning. You have two new mails.", heard=13),),
        (UserWords(words="What about the lease?"),),
        (
            ToolUsed(number=1, tool="search_mail"),
            ToolResult(number=1, came_to="done", mails=(LEASE,)),
            OurWords(words="It ends in May, says Mr Petrov.", heard=31, mail=LEASE),
        ),
    ]


async def test_a_draft_is_linked_where_it_was_written_though_that_begins_while_something_is_written(
    store: ConversationStore,
) -> None:
    async with TalkWriter(store, ANNA, "call", lambda: NOW) as talk:
        talk.user_said("About the lease")
        talk.drafts_written({"d1": 1})
        await talk.drain()
        async with talk._one_at_a_time:
            talk.user_said("About the boiler")
            await asyncio.sleep(0.6)
            talk.go_to("new", is_new=True)
            talk.drafts_written({"d1": 1, "d2": 1})
        talk.we_said("Draft to Zoe.", heard=13)
        assert await talk.drain() == 0
        talk.go_to((await store.list_digest(ANNA))[-1].conversation_id, is_new=False)
        talk.drafts_written({"d1": 1, "d2": 1})
        assert await talk.drain() == 0
    drafts = {entry.title: entry.draft_ids for entry in await store.list_digest(ANNA)}
    assert drafts == {"About the lease": ("d1",), "About the boiler": ("d2",)}


async def test_the_result_of_a_tool_stands_beside_it_though_the_user_has_spoken_since(store: ConversationStore, talk: TalkWriter) -> None:
    talk.user_said("Search for the lease")
    used = talk.tool_used("search_mail", "")
    talk.user_said("And the boiler")
    talk.tool_came_to(used, "done", ())
    await talk.drain()
    (entry,) = await store.list_digest(ANNA)
    kinds = [[part.kind for part in message.parts] for message in await store.messages(ANNA, entry.conversation_id)]
    assert kinds == [["user"], ["call", "result"], ["user"]]


async def test_pieces_of_a_reading_are_counted_and_a_long_answer_is_cut_into_messages(store: ConversationStore, talk: TalkWriter) -> None:
    for heard in (True, True, False):
        talk.read_out(LEASE, heard=heard)
    for _ in range(MOST_PARTS):
        talk.we_said("More.", heard=5)
    await talk.drain()
    (entry,) = await store.list_digest(ANNA)
    first, second = await store.messages(ANNA, entry.conversation_id)
    assert first.parts[0] == ReadOut(mail=LEASE, pieces=3, heard=2)
    assert (len(first.parts), len(second.parts)) == (MOST_PARTS, 1)


@pytest.mark.parametrize("words", ["Archived.", "One moment.", ""])
async def test_an_answer_of_no_substance_leaves_the_summary_as_it_was(store: ConversationStore, talk: TalkWriter, words: str) -> None:
    talk.user_said("The lease")
    talk.we_said("It ends in May, says Mr Petrov.", heard=31)
    talk.user_said("archive it")
    talk.we_said(words, heard=len(words))
    talk.user_said("goodbye")
    talk.tool_used("manage_call", "goodbye")
    talk.we_said("That was all, two mails were archived. Goodbye.", heard=47)
    await talk.drain()
    (entry,) = await store.list_digest(ANNA)
    assert entry.summary == "It ends in May, says Mr Petrov."


async def test_a_call_that_resumes_another_goes_on_in_its_conversation_though_nothing_is_said_in_it(store: ConversationStore) -> None:
    async with TalkWriter(store, ANNA, "first", lambda: NOW) as talk:
        talk.user_said("The lease")
    async with TalkWriter(store, ANNA, "second", lambda: later(1), resumes="first"):
        pass
    async with TalkWriter(store, ANNA, "third", lambda: later(2), resumes="second") as talk:
        talk.user_said("As I said")
    assert await said(store) == ["The lease", "As I said"]
    assert len(await store.list_digest(ANNA)) == 1


class TestForgetting:
    async def test_nothing_is_left_and_what_the_user_says_next_begins_a_new_conversation(self, store: ConversationStore) -> None:
        async with TalkWriter(store, ANNA, "first", lambda: NOW) as talk:
            talk.user_said("The lease")
        async with TalkWriter(store, ANNA, "second", lambda: NOW, resumes="first") as talk:
            talk.user_said("Forget this conversation")
            await talk.forget()
            talk.we_said("Forgotten: nothing that we said is kept.", heard=40)
            await talk.drain()
            assert await store.list_digest(ANNA) == []
            talk.user_said("The boiler")
            await talk.drain()
        assert await said(store) == ["The boiler"]
        assert len(await store.list_digest(ANNA)) == 1

    async def test_what_the_page_forgets_during_the_call_does_not_come_back(self, store: ConversationStore, talk: TalkWriter) -> None:
        talk.user_said("The lease")
        await talk.drain()
        (entry,) = await store.list_digest(ANNA)
        await store.forget_one(ANNA, entry.conversation_id)
        talk.we_said("It ends in May, says Mr Petrov.", heard=31)
        await talk.drain()
        assert await store.list_digest(ANNA) == []
        talk.user_said("The boiler")
        await talk.drain()
        assert await said(store) == ["The boiler"]

    async def test_where_the_store_is_away_that_is_no_success(self) -> None:
        async with away() as database, TalkWriter(store_on(database), ANNA, "call", lambda: NOW, resumes="first") as talk:
            with pytest.raises(DatabaseUnavailableError):
                await talk.forget()


def away() -> Database:
    return Database(f"postgresql://aloud@127.0.0.1:{free_port()}/aloud")


async def test_a_store_that_is_away_is_one_line_without_words_and_nobody_waits(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with away() as database, TalkWriter(store_on(database), ANNA, "call", lambda: NOW) as talk:
        for number in range(3):
            talk.user_said(f"The lease of Mr Petrov, {number}")
            talk.we_said("It ends in May.", heard=15)
            await asyncio.sleep(0.3)
    ours = [record for record in caplog.records if record.name.startswith(("conversations", "storage"))]
    assert [record.levelname for record in ours] == ["WARNING", "ERROR"]
    assert not [word for record in caplog.records for word in ("lease", "Petrov", "May") if word in f"{record.getMessage()} {vars(record)}"]


class NoSummaryAtFirst(ConversationStore):
    fails = True

    async def update_summary(self, owner: Owner, conversation_id: str, text: str) -> None:
        if self.fails:
            self.fails = False
            raise ValueError("It ends in May")
        await super().update_summary(owner, conversation_id, text)


async def test_summary_a_failing_write_leaves_the_turn_whole_and_is_made_up_for(sqlite: Database) -> None:
    store = NoSummaryAtFirst(sqlite, VAULT)
    async with TalkWriter(store, ANNA, "call", lambda: NOW) as talk:
        talk.user_said("When does the lease end?")
        talk.we_said("It ends in May, says Mr Petrov.", heard=31)
        await talk.drain()
    assert not store.fails
    assert await said(store) == ["When does the lease end?", "It ends in May, says Mr Petrov."]
    assert [entry.summary for entry in await store.list_digest(ANNA)] == ["It ends in May, says Mr Petrov."]


class NoSummary(ConversationStore):
    async def update_summary(self, owner: Owner, conversation_id: str, text: str) -> None:
        raise ValueError("It ends in May")


async def test_summary_a_write_that_never_succeeds_loses_no_message_and_no_link_and_says_what_is_missing(
    sqlite: Database, caplog: pytest.LogCaptureFixture
) -> None:
    store = NoSummary(sqlite, VAULT)
    async with TalkWriter(store, ANNA, "call", lambda: NOW) as talk:
        talk.user_said("When does the lease end?")
        talk.we_said("It ends in May, says Mr Petrov.", heard=31)
        talk.drafts_written({"d1": 1})
        assert await talk.drain(within_s=0.5) == 0
    assert await said(store) == ["When does the lease end?", "It ends in May, says Mr Petrov."]
    assert [(entry.summary, entry.draft_ids) for entry in await store.list_digest(ANNA)] == [(None, ("d1",))]
    assert [(each.getMessage(), vars(each).get("summaries")) for each in caplog.records if each.levelname == "ERROR"] == [
        ("a conversation is kept without what tells of it", 1)
    ]


async def test_what_the_user_said_last_goes_to_another_conversation_with_all_that_follows(
    store: ConversationStore, talk: TalkWriter
) -> None:
    lease = await talked(store, ANNA, "older call", asks="When does the lease end?", answers="In May.", at=later(-60))
    talk.we_said("Good morning. You have two new mails.", heard=37)
    talk.user_said("What about the boiler?")
    await talk.drain()
    boiler = talk.conversation_id
    talk.user_said("What did we say about the lease?")
    await talk.drain()
    talk.go_to(lease, is_new=False)
    talk.we_said("That it ends in May.", heard=20)
    await talk.drain()
    assert boiler
    assert [message.words for message in await store.messages(ANNA, boiler)][1:] == ["What about the boiler?"]
    moved = [message.words for message in await store.messages(ANNA, lease)][2:]
    assert moved == ["What did we say about the lease?", "That it ends in May."]
    titles = {entry.conversation_id: entry.title for entry in await store.list_digest(ANNA)}
    assert titles == {lease: "When does the lease end?", boiler: "What about the boiler?"}
    assert await store.begin(ANNA, call_id="next call", now=later(1), resumes="call") == lease, "where the call ended"


async def test_a_new_conversation_begins_with_the_words_that_began_it_and_the_one_before_is_not_called_by_them(
    store: ConversationStore, talk: TalkWriter
) -> None:
    talk.we_said("Good morning.", heard=13)
    talk.user_said("Who won the match?")
    await talk.drain()
    before = talk.conversation_id or ""
    talk.go_to("c-new", is_new=True)
    talk.we_said("I do not know who won.", heard=22)
    await talk.drain()
    titles = {entry.conversation_id: entry.title for entry in await store.list_digest(ANNA)}
    assert titles == {before: "Aloud", "c-new": "Who won the match?"}
    assert [message.words for message in await store.messages(ANNA, "c-new")] == ["Who won the match?", "I do not know who won."]


async def titles_of(store: ConversationStore) -> dict[str, str]:
    return {entry.conversation_id: entry.title for entry in await store.list_digest(ANNA)}


class TestTheTitleOfWhatWasTakenUp:
    async def test_it_stays_when_the_first_words_of_the_call_belong_elsewhere(self, store: ConversationStore) -> None:
        boiler = await talked(store, ANNA, "broke off", asks="The boiler makes a noise", answers="It does so since Monday.", at=later(-5))
        lease = await talked(store, ANNA, "older call", asks="When does the lease end?", answers="In May.", at=later(-60))
        for resumes, goes_on_in in (("broke off", None), (None, boiler)):
            async with TalkWriter(store, ANNA, f"by {resumes}", lambda: NOW, resumes=resumes, goes_on_in=goes_on_in) as talk:
                talk.user_said("What did we say about the lease?")
                await talk.drain()
                talk.go_to(lease, is_new=False)
                await talk.drain()
            assert await titles_of(store) == {boiler: "The boiler makes a noise", lease: "When does the lease end?"}

    async def test_a_title_that_the_user_gave_meanwhile_stays(self, store: ConversationStore, talk: TalkWriter) -> None:
        talk.user_said("Who won the match?")
        await talk.drain()
        before = talk.conversation_id or ""
        await store.rename(ANNA, before, "Small things")
        talk.go_to("c-new", is_new=True)
        await talk.drain()
        assert (await titles_of(store))[before] == "Small things"

    async def test_words_that_are_said_again_and_belong_elsewhere_then_leave_the_title_that_they_gave(
        self, store: ConversationStore, talk: TalkWriter
    ) -> None:
        for _ in range(2):
            talk.user_said("Who won the match?")
            await talk.drain()
        before = talk.conversation_id or ""
        talk.go_to("c-new", is_new=True)
        await talk.drain()
        assert await titles_of(store) == {before: "Who won the match?", "c-new": "Who won the match?"}

    async def test_what_was_opened_on_purpose_has_its_subject_also_once_it_is_written_to(self, store: ConversationStore) -> None:
        boiler = await talked(store, ANNA, "older call", asks="The boiler makes a noise", at=later(-5))
        async with TalkWriter(store, ANNA, "call", lambda: NOW, goes_on_in=boiler) as talk:
            assert talk.has_subject
            await talk.drain()
            assert talk.has_subject
            await talk.forget()
            assert not talk.has_subject


async def test_a_call_that_is_sent_to_the_conversation_it_is_in_stays_there_with_its_words(
    store: ConversationStore, talk: TalkWriter
) -> None:
    talk.we_said("Good morning.", heard=13)
    talk.user_said("Who won the match?")
    await talk.drain()
    here = talk.conversation_id or ""
    talk.go_to(here, is_new=False)
    talk.we_said("Rome won it.", heard=12)
    await talk.drain()
    assert await said(store) == ["Good morning.", "Who won the match?", "Rome won it."]
    assert await titles_of(store) == {here: "Who won the match?"}
