"""Connected accounts, as they are stored: sealed, one per address, each under a label of its own."""

import secrets
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import select, update

from providers.connections.accounts import (
    AccountGoneError,
    AccountState,
    AccountStore,
    LabelTakenError,
    Provider,
    StoredGrant,
    tidy_label,
)
from providers.connections.credentials import SealBrokenError, Vault
from providers.connections.secret_key import KEY_BYTES, GivenKeys, SecretKeyMissingError
from providers.stored_account import StoredAccount
from storage.database import Database

pytest_plugins = ["tests.servers.both_databases"]

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
KEY, OTHER_KEY = (secrets.token_bytes(KEY_BYTES) for _ in range(2))
ANNA = StoredGrant(address="Anna@Example.com", refresh_token="1//canary-of-anna", scopes=("modify",))
WORK = StoredGrant(address="anna@work.example", refresh_token="1//canary-of-work", scopes=("modify", "send"))


class NoKeys:
    """A machine without a setting and without a keyring."""

    def sealing(self) -> bytes:
        raise SecretKeyMissingError("none")

    def opening(self) -> tuple[bytes, ...]:
        raise SecretKeyMissingError("none")


@pytest.fixture
def store(database: Database) -> AccountStore:
    return AccountStore(database, Vault(GivenKeys(KEY)))


async def test_an_account_comes_back_as_it_was_connected(store: AccountStore) -> None:
    account = await store.put("anna", Provider.GOOGLE, ANNA, label="home", now=NOW)
    assert await store.of_user("anna") == (account,)
    assert (account.label, account.address, account.connected_at, account.state) == ("home", ANNA.address, NOW, AccountState.CONNECTED)
    assert account.slug.startswith("gm")
    assert await store.credentials(account) == ANNA


async def test_accounts_are_their_users_own(store: AccountStore) -> None:
    await store.put("anna", Provider.GOOGLE, ANNA, label=None, now=NOW)
    assert await store.of_user("annabel") == ()
    assert not await store.unopened("annabel")
    assert await store.unopened("anna")


async def test_connecting_an_address_again_renews_the_grant_and_keeps_slug_and_label(store: AccountStore) -> None:
    before = await store.put("anna", Provider.GOOGLE, ANNA, label="home", now=NOW)
    await store.mark(before, needs_sign_in=True)
    renewed = StoredGrant(address="anna@example.COM", refresh_token="1//newer", scopes=("modify",))
    after = await store.put("anna", Provider.GOOGLE, renewed, label="other", now=NOW)
    assert (after.slug, after.label, after.state) == (before.slug, "home", AccountState.CONNECTED)
    assert await store.credentials(before) == renewed
    assert len(await store.of_user("anna")) == 1


async def test_without_a_label_accounts_are_numbered(store: AccountStore) -> None:
    labels = [(await store.put("anna", Provider.GOOGLE, grant, label=None, now=NOW)).label for grant in (ANNA, WORK)]
    assert labels == ["Gmail", "Gmail 2"]


async def test_a_label_names_one_account(store: AccountStore) -> None:
    await store.put("anna", Provider.GOOGLE, ANNA, label="Work", now=NOW)
    with pytest.raises(LabelTakenError):
        await store.put("anna", Provider.GOOGLE, WORK, label="work", now=NOW)
    await store.put("bert", Provider.GOOGLE, WORK, label="work", now=NOW)
    assert [account.address for account in await store.of_user("anna")] == [ANNA.address]


@pytest.mark.parametrize("label", ["", "  ", "-", "anna@example.com", "a" * 31, "work\x1b[0m", "wörk/1"])
def test_what_is_no_short_name_is_no_label(label: str) -> None:
    with pytest.raises(ValueError, match="label"):
        tidy_label(label)


@pytest.mark.parametrize(
    ("written", "label"), [(" my   work ", "my work"), ("Büro", "Büro"), ("St. Mary's", "St. Mary's"), ("仕事", "仕事")]
)
def test_other_labels_are_tidied(written: str, label: str) -> None:
    assert tidy_label(written) == label


async def test_being_refused_is_remembered(store: AccountStore) -> None:
    account = await store.put("anna", Provider.GOOGLE, ANNA, label=None, now=NOW)
    await store.mark(account, needs_sign_in=True)
    (marked,) = await store.of_user("anna")
    assert marked.state is AccountState.SIGN_IN_NEEDED
    assert await store.credentials(marked) == ANNA
    await store.mark(account, needs_sign_in=False)
    assert await store.of_user("anna") == (account,)


async def test_removing_one_leaves_the_others(store: AccountStore) -> None:
    home = await store.put("anna", Provider.GOOGLE, ANNA, label="home", now=NOW)
    work = await store.put("anna", Provider.GOOGLE, WORK, label="work", now=NOW)
    assert await store.remove(home)
    assert not await store.remove(home)
    assert await store.of_user("anna") == (work,)
    with pytest.raises(AccountGoneError):
        await store.credentials(home)
    await store.mark(home, needs_sign_in=True)
    assert await store.of_user("anna") == (work,)


async def test_forgetting_a_user_deletes_all_of_theirs_and_counts(store: AccountStore) -> None:
    for grant in (ANNA, WORK):
        await store.put("anna", Provider.GOOGLE, grant, label=None, now=NOW)
    kept = await store.put("bert", Provider.GOOGLE, ANNA, label=None, now=NOW)
    assert await store.forget("anna") == 2
    assert await store.of_user("anna") == ()
    assert await store.of_user("bert") == (kept,)


async def test_a_row_moved_to_another_user_does_not_open(store: AccountStore, database: Database) -> None:
    account = await store.put("anna", Provider.GOOGLE, ANNA, label="home", now=NOW)
    async with database.session() as session:
        await session.execute(update(StoredAccount).values(user_id="mallory"))
    (moved,) = await store.of_user("mallory")
    assert (moved.state, moved.address) == (AccountState.UNREADABLE, "")
    with pytest.raises(SealBrokenError):
        await store.credentials(moved)
    assert account.label == moved.label


async def test_with_another_key_accounts_are_listed_and_can_be_removed_or_replaced(store: AccountStore, database: Database) -> None:
    home = await store.put("anna", Provider.GOOGLE, ANNA, label="home", now=NOW)
    await store.put("anna", Provider.GOOGLE, WORK, label="work", now=NOW)
    other = AccountStore(database, Vault(GivenKeys(OTHER_KEY)))
    unreadable = await other.of_user("anna")
    assert [account.state for account in unreadable] == [AccountState.UNREADABLE] * 2
    replaced = await other.put("anna", Provider.GOOGLE, ANNA, label="Home", now=NOW)
    assert (replaced.slug, replaced.label) == (home.slug, "home")
    assert await other.remove(unreadable[1])
    assert await other.of_user("anna") == (replaced,)


async def test_without_a_key_accounts_are_listed_and_nothing_is_stored(store: AccountStore, database: Database) -> None:
    await store.put("anna", Provider.GOOGLE, ANNA, label="home", now=NOW)
    keyless = AccountStore(database, Vault(NoKeys()))
    assert [account.state for account in await keyless.of_user("anna")] == [AccountState.KEY_MISSING]
    assert await keyless.of_user("bert") == ()
    with pytest.raises(SecretKeyMissingError):
        await keyless.put("anna", Provider.GOOGLE, WORK, label=None, now=NOW)
    with pytest.raises(SecretKeyMissingError):
        await keyless.check()


async def test_which_accounts_there_are_is_known_without_a_key(store: AccountStore, database: Database) -> None:
    work = await store.put("anna", Provider.GOOGLE, WORK, label="Work", now=NOW)
    home = await store.put("anna", Provider.GOOGLE, ANNA, label="home", now=NOW)
    await store.mark(work, needs_sign_in=True)
    listed = await AccountStore(database, Vault(NoKeys())).unopened("anna")
    marked = replace(work, address="", state=AccountState.SIGN_IN_NEEDED)
    assert listed == (replace(home, address=""), marked)


async def test_what_an_older_key_sealed_is_sealed_anew_when_it_is_used(store: AccountStore, database: Database) -> None:
    await store.put("anna", Provider.GOOGLE, ANNA, label="home", now=NOW)
    rotating = AccountStore(database, Vault(GivenKeys(OTHER_KEY, KEY)))
    (account,) = await rotating.of_user("anna")
    assert await rotating.credentials(account) == ANNA
    assert await AccountStore(database, Vault(GivenKeys(OTHER_KEY))).credentials(account) == ANNA


async def test_neither_address_nor_token_is_stored_in_clear_or_shown_by_a_repr(store: AccountStore, database: Database) -> None:
    account = await store.put("anna", Provider.GOOGLE, ANNA, label="home", now=NOW)
    async with database.reading() as session:
        (row,) = await session.scalars(select(StoredAccount))
    stored = b" ".join([str((row.slug, row.provider, row.label, row.connected_at)).encode(), row.sealed])
    for canary in (ANNA.address, ANNA.refresh_token):
        assert canary.lower().encode() not in stored.lower()
        assert canary not in repr(account) + repr(ANNA)
