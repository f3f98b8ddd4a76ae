"""Links to drafts that wait, on both databases: ids only, whose they are, and that they go with their draft."""

import pytest

from conversations.conversation_rows import Owner
from conversations.pending_links import draft_of, link_to
from conversations.store import ConversationStore
from storage.database import Database
from tests.conversations.talks import ANNA, ANNA_AT_WORK, BEN, later, store_on, talked

pytest_plugins = ["tests.servers.both_databases"]


@pytest.fixture
def store(database: Database) -> ConversationStore:
    return store_on(database)


async def waiting(store: ConversationStore, owner: Owner) -> dict[str, str | None]:
    return {entry.title: entry.draft_id for entry in await store.list_digest(owner)}


def test_a_link_names_the_conversation_and_the_draft_and_nothing_else_names_one() -> None:
    assert link_to("c-1", "0a0b") == "/?conversation=c-1&draft=0a0b"
    assert [draft_of(link) for link in (link_to("a&b=?", "0a0b"), None, "", "/?conversation=c-1")] == ["0a0b", None, None, None]


async def test_it_is_found_by_the_conversation_and_by_its_last_call_and_goes_with_its_draft(store: ConversationStore) -> None:
    lease = await talked(store, ANNA, "a", asks="The lease")
    boiler = await talked(store, ANNA, "b", asks="The boiler", at=later(1))
    for conversation, draft in ((lease, "d1"), (boiler, "d1"), (lease, "d2")):
        await store.links.keep(ANNA, conversation, draft)
    assert await waiting(store, ANNA) == {"The boiler": "d1", "The lease": "d2"}
    assert await store.links.draft_in(ANNA, conversation_id=lease, calls=["b"]) == "d2"
    assert await store.links.draft_in(ANNA, conversation_id=None, calls=["c", "b"]) == "d1"
    assert await store.links.draft_in(ANNA, conversation_id=None, calls=["c"]) is None
    await store.links.keep(ANNA, boiler, "d2")
    await store.links.clear(ANNA, "2")
    assert await waiting(store, ANNA) == {"The boiler": "d2", "The lease": "d2"}
    await store.links.clear(ANNA, "d2")
    assert await waiting(store, ANNA) == {"The boiler": None, "The lease": None}


@pytest.mark.parametrize("stranger", [BEN, ANNA_AT_WORK])
async def test_a_strangers_id_changes_and_tells_nothing(store: ConversationStore, stranger: Owner) -> None:
    mine = await talked(store, ANNA, "a", asks="The lease")
    await store.links.keep(ANNA, mine, "d1")
    await store.links.keep(stranger, mine, "theirs")
    await store.links.clear(stranger, "d1")
    assert await waiting(store, ANNA) == {"The lease": "d1"}
    assert await store.links.draft_in(stranger, conversation_id=mine, calls=["b"]) is None
    assert await store.links.draft_in(stranger, conversation_id=None, calls=["a"]) is None
