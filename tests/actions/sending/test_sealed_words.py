"""What the user writes is readable to nobody who has only the database, until it is sent; then it is gone."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import SecretStr
from sqlalchemy import select, text

from actions.sending.draft_store import DRAFT_CONTENT, HELD_MAIL, StoredDraft, content_of
from actions.sending.drafts import DraftChange, Drafts, StaleDraftError, payload_of
from actions.sending.outbox import Outbox
from actions.sending.sealing import draft_words
from actions.sending.sending_store import DraftChangedError, SendingStore, StoredSending
from actions.sending_states import SendingState
from providers.connections.credentials import Vault
from providers.connections.secret_key import KEY_FILE, FolderKey, GivenKeys, SecretKeyMissingError
from providers.sender import Refusal
from storage.database import Database
from tests.actions.sending_desk import ACCOUNT, ANNA, OWN, USER, VAULT, Desk, granted

pytestmark = pytest.mark.slow
pytest_plugins = ["tests.servers.both_databases"]

SECRET = "The canary sings at noon."
ANOTHER = Vault(GivenKeys(bytes(32)))
GIVEN = SecretStr("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
WORDS = ["canary", "Lunch", "anna@example.org", "Keller"]


@pytest.fixture
def desk(database: Database) -> Desk:
    return Desk(database)


async def stored(database: Database) -> str:
    """Every column of what drafts and the outbox hold, as text."""
    async with database.reading() as session:
        rows = [*await session.execute(text("SELECT * FROM draft")), *await session.execute(text("SELECT * FROM outbox"))]
    return "\n".join(str(tuple(row)) for row in rows)


def said_in(rows: str) -> list[str]:
    return [word for word in WORDS if word in rows]


async def leave_open(desk: Desk) -> None:
    """Store what is there as an older Aloud did."""
    store = SendingStore(desk.database, VAULT)
    async with desk.database.session() as session:
        for draft in await session.scalars(select(StoredDraft)):
            draft.content = draft_words(VAULT).open(draft.content, draft.user_id, draft.draft_id)
        for row in await session.scalars(select(StoredSending)):
            row.content, row.about = HELD_MAIL.dump_json(store.mail_of(row)).decode(), json.dumps(store.recipients_of(row))


async def test_neither_a_draft_nor_a_held_mail_says_in_the_database_what_it_says_and_a_sent_one_is_gone(desk: Desk) -> None:
    draft = await desk.reply(SECRET)
    assert said_in(await stored(desk.database)) == []
    held = await desk.put(draft)
    assert [mail.to for mail in await desk.outbox.waiting()] == [(ANNA.email,)]
    assert said_in(await stored(desk.database)) == []
    await desk.end()
    assert desk.server.taken[0].body == SECRET
    assert await desk.drafts.all() == ()
    await desk.outbox.told([held.sending_id])
    assert "sealed:" not in await stored(desk.database)


async def test_what_an_older_aloud_has_left_is_sealed_and_none_of_it_lost(desk: Desk) -> None:
    draft = await desk.reply(SECRET)
    await desk.put(draft)
    await leave_open(desk)
    assert said_in(await stored(desk.database)) == WORDS
    assert await desk.drafts.get(draft.draft_id) == draft
    for _ in range(2):
        await SendingStore(desk.database, VAULT).seal_what_is_open()
    assert said_in(await stored(desk.database)) == []
    assert await desk.drafts.get(draft.draft_id) == draft
    await desk.end()
    assert [mail.body for mail in desk.server.taken] == [SECRET]


async def test_without_its_key_a_draft_is_not_there_and_is_not_lost(desk: Desk) -> None:
    draft = await desk.reply(SECRET)
    blind = Drafts(desk.database, ANOTHER, user_id=USER, own_addresses=frozenset({OWN}), now=desk.clock)
    assert (await blind.get(draft.draft_id), await blind.all()) == (None, ())
    with pytest.raises(StaleDraftError):
        await blind.change(draft.draft_id, draft.version, DraftChange(body="mine"))
    outbox = Outbox(desk.database, ANOTHER, user_id=USER, now=desk.clock, register=desk.register)
    with pytest.raises(DraftChangedError):
        await outbox.put(granted(desk.register, payload_of(draft)), payload_of(draft))
    assert await desk.drafts.get(draft.draft_id) == draft


@pytest.mark.parametrize("content", ['{"account": "work", "kind": "poem"}', "{}", "[]", "no json", ""])
async def test_a_draft_of_another_version_is_not_there_is_not_lost_and_hides_no_other(desk: Desk, content: str) -> None:
    draft, other = await desk.reply(SECRET), await desk.drafts.new(ACCOUNT, address=OWN, body="Mine.")
    changed = await desk.drafts.change(other.draft_id, other.version, DraftChange(body="Mine too."))
    async with desk.database.session() as session:
        row = await session.get(StoredDraft, (USER, draft.draft_id))
        kept = await session.get(StoredDraft, (USER, other.draft_id))
        assert row
        assert kept
        row.content = draft_words(VAULT).seal(content, USER, draft.draft_id)
        as_stored = replace(content_of(kept, draft_words(VAULT)), earlier=(content,))
        kept.content = draft_words(VAULT).seal(DRAFT_CONTENT.dump_json(as_stored).decode(), USER, other.draft_id)
    assert (await desk.drafts.get(draft.draft_id), await desk.drafts.all()) == (None, (replace(changed, earlier=(content,)),))
    with pytest.raises(StaleDraftError):
        await desk.drafts.change(draft.draft_id, draft.version, DraftChange(body="mine"))
    with pytest.raises(StaleDraftError):
        await desk.drafts.bring_back(other.draft_id, changed.version)
    with pytest.raises(DraftChangedError):
        await desk.outbox.put(granted(desk.register, payload_of(draft)), payload_of(draft))
    async with desk.database.reading() as session:
        still = await session.get(StoredDraft, (USER, draft.draft_id))
        assert still
        assert draft_words(VAULT).open(still.content, USER, draft.draft_id) == content


async def test_a_mail_that_does_not_open_is_left_to_who_has_its_key_and_in_the_end_not_sent(desk: Desk) -> None:
    await desk.put(await desk.reply(SECRET))
    blind = desk.looking(vault=ANOTHER)
    desk.clock.advance(30)
    await blind.work_due()
    assert (await desk.outbox.waiting())[0].state is SendingState.HELD
    for _ in range(30):
        desk.clock.advance(60)
        await blind.work_due()
    assert (await desk.outcome(), desk.server.taken) == ((SendingState.NOT_SENT, Refusal.SEALED), [])


async def test_what_was_moved_to_another_row_does_not_open(desk: Desk) -> None:
    one, other = await desk.reply(SECRET), await desk.drafts.new("work", address=OWN, body="Another.")
    async with desk.database.session() as session:
        rows = {row.draft_id: row for row in await session.scalars(select(StoredDraft))}
        rows[other.draft_id].content = rows[one.draft_id].content
    assert [draft.draft_id for draft in await desk.drafts.all()] == [one.draft_id]


class TestTheKeyOfTheFolder:
    def test_it_is_made_once_for_its_owner_alone(self, tmp_path: Path) -> None:
        first, second = FolderKey(None, tmp_path), FolderKey(None, tmp_path)
        assert first.opening() == ()
        assert first.sealing() == second.sealing() == second.opening()[0]
        assert [(path.name, path.stat().st_mode & 0o777) for path in tmp_path.iterdir()] == [(KEY_FILE, 0o600)]

    def test_that_of_the_setting_seals_and_the_older_one_of_the_folder_still_opens(self, tmp_path: Path) -> None:
        of_the_folder = FolderKey(None, tmp_path).sealing()
        both = FolderKey(GIVEN, tmp_path)
        assert (both.sealing(), both.opening()) == (bytes(range(32)), (bytes(range(32)), of_the_folder))

    def test_with_a_setting_none_is_made(self, tmp_path: Path) -> None:
        FolderKey(GIVEN, tmp_path).sealing()
        assert list(tmp_path.iterdir()) == []

    def test_one_that_is_broken_is_not_replaced(self, tmp_path: Path) -> None:
        (tmp_path / KEY_FILE).write_text("no key")
        with pytest.raises(SecretKeyMissingError):
            FolderKey(None, tmp_path).sealing()
        assert (tmp_path / KEY_FILE).read_text() == "no key"
