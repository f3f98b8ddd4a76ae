"""Conversations on both databases: the list, who sees what, what is sealed, and that forgetting leaves nothing."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta

import pytest
from sqlalchemy import Engine, event, select, text

from conversations.conversation_rows import Owner, StoredConversation, StoredMessage
from conversations.headings import LONGEST_SUMMARY, LONGEST_TITLE, NAMELESS
from conversations.parts import OurWords, ReadOut, TalkMessage, ToolResult, ToolUsed, UserWords
from conversations.store import ConversationStore
from providers.connections.credentials import Vault
from providers.connections.secret_key import GivenKeys
from storage.database import Database
from tests.conversations.talks import ANNA, ANNA_AT_WORK, BEN, NOW, exchange, later, store_on, talked
from tests.randomness import chance, times

pytest_plugins = ["tests.servers.both_databases"]

OTHER_KEY = Vault(GivenKeys(bytes(range(1, 33))))


@pytest.fixture
def store(database: Database) -> ConversationStore:
    return store_on(database)


async def titles(store: ConversationStore, owner: Owner, **asked: int) -> list[str]:
    return [entry.title for entry in await store.list_digest(owner, **asked)]


@contextmanager
def asked_of_databases() -> Iterator[list[tuple[str, tuple[object, ...]]]]:
    """Every statement, with its parameters, that goes to a database meanwhile."""
    asked: list[tuple[str, tuple[object, ...]]] = []

    def note(*told: object) -> None:
        _, _, statement, parameters, *_ = told
        assert isinstance(statement, str)
        assert isinstance(parameters, tuple)
        asked.append((statement, parameters))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(Engine, "before_cursor_execute", note)


async def everything(database: Database) -> list[str]:
    """Every row of both tables, as text."""
    async with database.reading() as session:
        return [str(tuple(row)) for one in (StoredConversation, StoredMessage) for row in await session.execute(select(one.__table__))]


class TestDigest:
    async def test_of_eleven_it_has_the_ten_newest_and_nothing_of_strangers(self, store: ConversationStore) -> None:
        for number in range(11):
            await talked(store, ANNA, f"call {number}", asks=f"Question {number}", at=later(number))
            await talked(store, BEN, f"Ben's {number}", asks=f"Ben asks {number}", at=later(number))
            await talked(store, ANNA_AT_WORK, f"at work {number}", asks=f"At work {number}", at=later(number))
        assert await titles(store, ANNA) == [f"Question {number}" for number in range(10, 0, -1)]
        assert await titles(store, ANNA_AT_WORK) == [f"At work {number}" for number in range(10, 0, -1)]
        assert await titles(store, ANNA, limit=10, after=10) == ["Question 0"]

    async def test_a_conversation_that_is_gone_on_with_comes_first(self, store: ConversationStore) -> None:
        old = await talked(store, ANNA, "a", asks="The lease")
        await talked(store, ANNA, "b", asks="The boiler", at=later(5))
        assert await titles(store, ANNA) == ["The boiler", "The lease"]
        await store.write(ANNA, old, "a", exchange("And the deposit?", "Two months.", number=3, at=later(9)))
        assert await titles(store, ANNA) == ["The lease", "The boiler"]

    async def test_without_words_of_the_user_it_is_called_after_the_product_and_there_may_be_no_summary(
        self, store: ConversationStore
    ) -> None:
        conversation = await store.begin(ANNA, call_id="a", now=NOW)
        (entry,) = await store.list_digest(ANNA)
        assert (entry.conversation_id, entry.title, entry.summary, entry.last_activity_at) == (conversation, NAMELESS, None, NOW)

    async def test_it_is_one_query_that_reads_an_index_and_sorts_nothing(self, store: ConversationStore, database: Database) -> None:
        for number in range(300):
            await store.begin(ANNA, call_id=f"call {number}", now=later(number))
        if database.dialect == "postgresql":
            async with database.session() as session:
                await session.execute(text("ANALYZE conversation"))
        with asked_of_databases() as asked:
            await store.list_digest(ANNA)
        ((statement, parameters),) = [one for one in asked if "conversation" in one[0]]
        explain = "EXPLAIN QUERY PLAN" if database.dialect == "sqlite" else "EXPLAIN"
        async with database.reading() as session:
            plan = str((await (await session.connection()).exec_driver_sql(f"{explain} {statement}", parameters)).all())
        assert "ix_conversation_digest" in plan
        assert not [word for word in ("SCAN conversation", "Seq Scan", "TEMP B-TREE", "Sort") if word in plan], plan


class TestWords:
    async def test_parts_come_back_as_they_were(self, store: ConversationStore) -> None:
        conversation = await store.begin(ANNA, call_id="a", now=NOW)
        messages = [
            TalkMessage(number=1, at=NOW, parts=(UserWords(words="Read it in full"),)),
            TalkMessage(
                number=2,
                at=later(1),
                parts=(
                    ToolUsed(number=1, tool="read_in_full"),
                    ToolResult(number=1, came_to="done"),
                    OurWords(words="The lease, from Anna.", heard=9),
                    ReadOut(mail=None, pieces=3, heard=2),
                ),
            ),
        ]
        await store.write(ANNA, conversation, "a", messages)
        await store.write(ANNA, conversation, "a", messages)  # a write whose answer was lost is repeated
        assert await store.messages(ANNA, conversation) == messages

    async def test_a_title_is_80_characters_of_the_first_words_and_stays(self, store: ConversationStore) -> None:
        conversation = await talked(store, ANNA, "a", asks="What\nabout " + "the lease " * 20)
        await store.write(ANNA, conversation, "a", exchange("Next", "", number=3), title="Next")
        (title,) = await titles(store, ANNA)
        assert title.startswith("What about the lease")
        assert len(title) <= LONGEST_TITLE
        assert await store.rename(ANNA, conversation, " Our lease ")
        assert await titles(store, ANNA) == ["Our lease"]

    async def test_a_summary_is_one_short_line_and_an_empty_one_changes_nothing(self, store: ConversationStore) -> None:
        conversation = await talked(store, ANNA, "a", asks="The lease", answers="It ends in May. " * 40)
        await store.update_summary(ANNA, conversation, "  ")
        (entry,) = await store.list_digest(ANNA)
        assert entry.summary is not None
        assert entry.summary.startswith("It ends in May. It ends")
        assert len(entry.summary) <= LONGEST_SUMMARY

    async def test_what_lies_in_the_database_says_nothing(self, store: ConversationStore, database: Database) -> None:
        await talked(store, ANNA, "a", asks="The lease", answers="It ends in May, says Mr Petrov.")
        rows = "".join(await everything(database))
        assert not [word for word in ("lease", "May", "Petrov", "work:1") if word in rows]

    async def test_with_another_key_there_is_a_list_without_words(self, store: ConversationStore, database: Database) -> None:
        conversation = await talked(store, ANNA, "a", asks="The lease", answers="It ends in May, says Mr Petrov.")
        locked = ConversationStore(database, OTHER_KEY)
        (entry,) = await locked.list_digest(ANNA)
        assert (entry.title, entry.summary) == (NAMELESS, None)
        assert await locked.messages(ANNA, conversation) == []


class TestSearch:
    async def test_all_words_have_to_occur_in_what_either_side_said_newest_first(self, store: ConversationStore) -> None:
        for number in range(60):
            await talked(store, ANNA, f"filler {number}", asks="Something else", at=later(number))
        await talked(store, ANNA, "a", asks="The lease", answers="It ends in May, says Mr Petrov.")
        await talked(store, ANNA, "b", asks="Who is Petrov?", answers="The landlord of your lease.", at=later(70))
        await talked(store, BEN, "c", asks="Petrov and the lease")
        assert [entry.title for entry in await store.search(ANNA, "petrov LEASE")] == ["Who is Petrov?", "The lease"]
        assert await store.search(ANNA, "petrov tuesday") == []


class TestForgetting:
    async def test_one_leaves_nothing_of_itself_and_all_of_the_others(self, store: ConversationStore, database: Database) -> None:
        kept = await talked(store, ANNA, "a", asks="The boiler")
        before = await everything(database)
        gone = await talked(store, ANNA, "b", asks="The lease", answers="It ends in May.")
        assert await store.forget_one(ANNA, gone)
        assert await everything(database) == before
        assert not await store.forget_one(ANNA, gone)
        assert not await store.write(ANNA, gone, "b", exchange("Still there?", "", number=3))
        assert await everything(database) == before
        assert len(await store.messages(ANNA, kept)) == 2

    async def test_all_of_a_user_goes_whatever_the_organisation(self, store: ConversationStore, database: Database) -> None:
        await talked(store, BEN, "c", asks="Ben's")
        before = await everything(database)
        await talked(store, ANNA, "a", asks="The lease")
        await talked(store, ANNA_AT_WORK, "b", asks="The budget")
        assert await store.forget("anna") == 2
        assert await everything(database) == before

    async def test_what_nobody_has_gone_on_with_goes_after_its_days(self, store: ConversationStore, database: Database) -> None:
        await talked(store, ANNA, "old", asks="Long ago")
        await talked(store, BEN, "new", asks="Today", at=NOW + timedelta(days=90))
        assert await store.forget_outdated(NOW) == 0
        assert await store.forget_outdated(NOW + timedelta(days=90)) == 1
        assert (await titles(store, ANNA), await titles(store, BEN)) == ([], ["Today"])
        assert len(await everything(database)) == 3


class TestOthers:
    @pytest.mark.parametrize("stranger", [BEN, ANNA_AT_WORK])
    async def test_a_strangers_id_changes_and_tells_nothing(self, store: ConversationStore, database: Database, stranger: Owner) -> None:
        mine = await talked(store, ANNA, "a", asks="The lease", answers="It ends in May, says Mr Petrov.")
        before = await everything(database)
        await store.update_summary(stranger, mine, "Nothing of the kind.")
        assert not await store.rename(stranger, mine, "Mine now")
        assert not await store.write(stranger, mine, "a", exchange("Hello?", ""), title="Mine now")
        assert not await store.forget_one(stranger, mine)
        assert await store.entry(stranger, mine) is None
        assert await store.messages(stranger, mine) == []
        assert await store.search(stranger, "lease") == []
        assert await everything(database) == before

    @pytest.mark.random
    @pytest.mark.slow
    async def test_whatever_two_users_in_two_organisations_do_nothing_crosses(self, store: ConversationStore) -> None:
        random = chance("conversations")
        owners = [Owner(user_id=user, organisation_id=of) for user in ("anna", "ben") for of in (None, "acme", "umbrella")]
        theirs: dict[Owner, dict[str, str]] = defaultdict(dict)
        drafts: dict[Owner, dict[str, tuple[str, ...]]] = defaultdict(dict)
        ids: list[str] = []
        for step in range(times(80, in_proofs=2_000)):
            owner = random.choice(owners)
            conversation = random.choice(ids) if ids else ""
            is_mine = conversation in theirs[owner]
            match random.randrange(9):
                case 0:
                    new = await talked(
                        store, owner, f"call {step}", asks=f"of {owner.user_id} {owner.organisation_id} {step}", at=later(step)
                    )
                    ids.append(new)
                    theirs[owner][new] = f"of {owner.user_id} {owner.organisation_id} {step}"
                case 1:
                    assert await store.rename(owner, conversation, f"renamed {step}") == is_mine
                    if is_mine:
                        theirs[owner][conversation] = f"renamed {step}"
                case 2:
                    said = exchange("More", "More of it, and then some more.", number=3, at=later(step))
                    assert (await store.write(owner, conversation, f"more {step}", said) is not None) == is_mine
                case 3:
                    assert await store.take_up(owner, conversation, call_id=f"call {step}") == is_mine
                case 4:
                    await store.open_new(owner, f"new {step}", call_id=f"call {step}", now=later(step))
                    ids.append(f"new {step}")
                    assert await store.write(owner, f"new {step}", f"call {step}", exchange("A", "B", at=later(step)), title=f"new {step}")
                    theirs[owner][f"new {step}"] = f"new {step}"
                case 5:
                    whose = [(other, each) for other in owners if other != owner for each in theirs[other]]
                    looked_at = random.sample(whose, k=min(8, len(whose)))
                    before = [await store.messages(other, each) for other, each in looked_at]
                    await store.drop(owner, random.choice(looked_at)[1] if looked_at else conversation, f"more {step - 1}", [1, 2, 3, 4])
                    assert [await store.messages(other, each) for other, each in looked_at] == before
                case 6:
                    assert await store.forget_one(owner, conversation) == is_mine
                    theirs[owner].pop(conversation, None)
                    drafts[owner].pop(conversation, None)
                case 7:
                    await store.links.keep(owner, conversation, f"d{step}")
                    if is_mine:
                        drafts[owner][conversation] = (f"d{step}", *drafts[owner].get(conversation, ()))
                    assert await store.links.drafts_in(owner, conversation_id=conversation) == drafts[owner].get(conversation, ())
                case _:
                    assert bool(await store.messages(owner, conversation)) == is_mine
            listed = await store.list_digest(owner, limit=1_000)
            assert {entry.conversation_id: entry.title for entry in listed} == theirs[owner]
            assert {entry.conversation_id: entry.draft_ids for entry in listed if entry.draft_ids} == drafts[owner]
            assert await store.of_calls(owner, [f"call {each}" for each in range(step)]) in {None, *theirs[owner]}
            assert _is_newest_first([entry.last_activity_at.timestamp() for entry in listed])


def _is_newest_first(times_of: Sequence[float]) -> bool:
    return list(times_of) == sorted(times_of, reverse=True)


class TestTheCallOfAConversation:
    async def test_a_call_that_resumes_one_goes_on_in_its_conversation_and_any_other_begins_one(self, store: ConversationStore) -> None:
        first = await store.begin(ANNA, call_id="a", now=NOW)
        assert await store.begin(ANNA, call_id="a", now=NOW) == first
        assert await store.begin(ANNA, call_id="b", now=NOW, resumes="a") == first
        assert await store.begin(ANNA, call_id="c", now=NOW, resumes="b") == first
        assert await store.begin(ANNA, call_id="d", now=NOW) != first
        assert await store.begin(BEN, call_id="e", now=NOW, resumes="c") != first
        assert await store.begin(ANNA_AT_WORK, call_id="f", now=NOW, resumes="c") != first
