"""Links to drafts that wait, on both databases: ids only, whose they are, and that none displaces another."""

import pytest

from conversations.conversation_rows import Owner
from conversations.pending_links import MOST_NAMED, drafts_of, link_to
from conversations.store import ConversationStore
from storage.database import Database
from tests.conversations.talks import ANNA, ANNA_AT_WORK, BEN, later, store_on, talked

pytest_plugins = ["tests.servers.both_databases"]


@pytest.fixture
def store(database: Database) -> ConversationStore:
    return store_on(database)


async def named(store: ConversationStore, owner: Owner) -> dict[str, tuple[str, ...]]:
    return {entry.title: entry.draft_ids for entry in await store.list_digest(owner)}


def test_a_link_names_the_conversation_and_the_drafts_and_nothing_else_names_one() -> None:
    assert link_to("c-1", "0a0b") == "/?conversation=c-1&draft=0a0b"
    links = (link_to("a&b=?", "0a0b"), link_to("c", "2", "1"), None, "", "/?conversation=c-1")
    assert [drafts_of(link) for link in links] == [("0a0b",), ("2", "1"), (), (), ()]


async def test_they_are_found_by_the_conversation_and_by_its_last_call_and_each_stays_with_its_own(store: ConversationStore) -> None:
    lease = await talked(store, ANNA, "a", asks="The lease")
    boiler = await talked(store, ANNA, "b", asks="The boiler", at=later(1))
    for conversation, draft in ((lease, "d1"), (lease, "d2"), (boiler, "d3"), (lease, "d1"), (boiler, "d1")):
        await store.links.keep(ANNA, conversation, draft)
    assert await named(store, ANNA) == {"The boiler": ("d1", "d3"), "The lease": ("d1", "d2")}
    assert await store.links.drafts_in(ANNA, conversation_id=lease) == ("d1", "d2")
    assert await store.of_calls(ANNA, ["c", "b"]) == boiler
    assert await store.links.drafts_in(ANNA, conversation_id=boiler) == ("d1", "d3")
    assert await store.of_calls(ANNA, ["c"]) is None


async def test_a_conversation_of_many_drafts_names_the_newest_of_them(store: ConversationStore) -> None:
    lease = await talked(store, ANNA, "a", asks="The lease")
    for number in range(MOST_NAMED + 1):
        await store.links.keep(ANNA, lease, f"d{number}")
    (drafts,) = (await named(store, ANNA)).values()
    assert (len(drafts), drafts[0], drafts[-1]) == (MOST_NAMED, f"d{MOST_NAMED}", "d1")


@pytest.mark.parametrize("stranger", [BEN, ANNA_AT_WORK])
async def test_a_strangers_id_changes_and_tells_nothing(store: ConversationStore, stranger: Owner) -> None:
    mine = await talked(store, ANNA, "a", asks="The lease")
    await store.links.keep(ANNA, mine, "d1")
    await store.links.keep(stranger, mine, "theirs")
    assert await named(store, ANNA) == {"The lease": ("d1",)}
    assert await store.links.drafts_in(stranger, conversation_id=mine) == ()
    assert await store.of_calls(stranger, ["a"]) is None
