"""Connected accounts in a call: opened without the network, closed one by one, and what became of them is remembered."""

import asyncio
import secrets
import threading
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import update

from inbox.unified import UnifiedInbox
from providers.connections.accounts import AccountState, AccountStore, ConnectedAccount, Provider, StoredGrant
from providers.connections.credentials import Vault
from providers.connections.secret_key import KEY_BYTES, GivenKeys, KeyringKey
from providers.connections.unopened_mailbox import UnopenedMailbox
from providers.google.client import GoogleClient
from providers.mailbox import Account, SignInNeededError
from providers.settings import Settings
from providers.stored_account import StoredAccount
from session.opening.assembly import open_call, prepare_storage
from session.opening.connected_accounts import UNLISTED, ConnectedAccounts
from storage.database import Database
from tests.inbox.memory_mailbox import MemoryMailbox
from tests.providers.arranged_maildir import make_maildir
from tests.servers.ports import free_port
from tests.storage.migrated import migrated

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
KEY = secrets.token_bytes(KEY_BYTES)
CLIENT = GoogleClient.of(Settings.load(env_file=None))


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    url = f"sqlite:///{tmp_path}/aloud.db"
    await migrated(url)
    async with Database(url) as database:
        yield database


@pytest.fixture
def store(database: Database) -> AccountStore:
    return AccountStore(database, Vault(GivenKeys(KEY)))


async def connect(store: AccountStore, label: str, user: str = "anna") -> ConnectedAccount:
    grant = StoredGrant(address=f"{label}@Example.com", refresh_token=f"1//{label}", scopes=())
    return await store.put(user, Provider.GOOGLE, grant, label=label, now=NOW)


def mailbox_of(account: ConnectedAccount) -> Account:
    return Account(slug=account.slug, label=account.label)


async def test_accounts_of_the_caller_are_opened_and_nobody_elses(store: AccountStore) -> None:
    work = await connect(store, "work")
    await connect(store, "hers", user="annabel")
    async with ConnectedAccounts(store, CLIENT, "anna") as accounts:
        assert [one.account for one in accounts.opened] == [work]
        assert accounts.addresses == {"work@example.com"}
        assert accounts.closed == []
        assert accounts.opened[0].access.grant.refresh_token == "1//work"


async def test_a_row_that_does_not_open_is_a_closed_mailbox_and_the_others_are_read(store: AccountStore, database: Database) -> None:
    broken, work = await connect(store, "broken"), await connect(store, "work")
    async with database.session() as session:
        await session.execute(update(StoredAccount).where(StoredAccount.slug == broken.slug).values(sealed=b"\x01garbage"))
    told: list[ConnectedAccount] = []
    async with ConnectedAccounts(store, CLIENT, "anna", tell=told.append) as accounts:
        assert [one.account for one in accounts.opened] == [work]
        closed = [UnopenedMailbox(mailbox_of(account), refusal=SignInNeededError) for account in accounts.closed]
        inbox = UnifiedInbox([MemoryMailbox(work.slug), *closed], on_sign_in_needed=accounts.refused)
        assert await anext(inbox.unread()) == ()
        assert list(inbox.sign_in_needed) == [broken.slug]
    assert [(account.slug, account.state) for account in told] == [(broken.slug, AccountState.UNREADABLE)]


async def test_a_refusal_is_told_and_remembered_until_the_account_answers_in_another_call(store: AccountStore) -> None:
    work = await connect(store, "work")
    told: list[ConnectedAccount] = []
    for mailbox, state in (
        (UnopenedMailbox(mailbox_of(work), refusal=SignInNeededError), AccountState.SIGN_IN_NEEDED),
        (UnopenedMailbox(mailbox_of(work), refusal=SignInNeededError), AccountState.SIGN_IN_NEEDED),
        (MemoryMailbox(work.slug), AccountState.CONNECTED),
    ):
        async with ConnectedAccounts(store, CLIENT, "anna", tell=told.append) as accounts:
            inbox = UnifiedInbox([mailbox], on_sign_in_needed=accounts.refused)
            await anext(inbox.unread())
            await accounts.remember(inbox)
        assert [account.state for account in await store.of_user("anna")] == [state]
    assert [account.slug for account in told] == [work.slug] * 2


async def test_an_account_that_nobody_asked_still_needs_its_sign_in(store: AccountStore) -> None:
    work = await connect(store, "work")
    await store.mark(work, needs_sign_in=True)
    async with ConnectedAccounts(store, CLIENT, "anna") as accounts:
        await accounts.remember(UnifiedInbox([MemoryMailbox(work.slug)], on_sign_in_needed=accounts.refused))
    assert [account.state for account in await store.of_user("anna")] == [AccountState.SIGN_IN_NEEDED]


async def test_a_mailbox_that_is_no_account_is_not_ours_to_tell_of(store: AccountStore) -> None:
    told: list[ConnectedAccount] = []
    async with ConnectedAccounts(store, CLIENT, "anna", tell=told.append) as accounts:
        accounts.refused("md01234567")
    assert told == []


class LockedKeyring:
    """Waits for somebody to unlock it, once it was asked so often."""

    def __init__(self, *, after: int = 0) -> None:
        self.unlocked = threading.Event()
        self.asked_on: list[threading.Thread] = []
        self._after = after

    def sealing(self) -> bytes:
        return KEY

    def opening(self) -> tuple[bytes, ...]:
        self.asked_on.append(threading.current_thread())
        if len(self.asked_on) > self._after:
            self.unlocked.wait()
        return (KEY,)


def away(accounts: ConnectedAccounts) -> UnifiedInbox:
    return UnifiedInbox([UnopenedMailbox(account) for account in accounts.away])


@pytest.mark.slow
async def test_what_a_keyring_that_waits_for_somebody_left_unopened_is_away_under_its_own_name(
    store: AccountStore, database: Database
) -> None:
    home, work = await connect(store, "home"), await connect(store, "work")
    keyring = LockedKeyring(after=1)
    async with ConnectedAccounts(AccountStore(database, Vault(keyring)), CLIENT, "anna", opened_within_s=1.0) as accounts:
        assert ([one.account for one in accounts.opened], accounts.closed, accounts.away) == ([home], [], [mailbox_of(work)])
        inbox = away(accounts)
        assert await anext(inbox.unread()) == ()
        assert (list(inbox.away), list(inbox.sign_in_needed)) == ([work.slug], [])
    keyring.unlocked.set()


async def test_without_a_key_every_account_is_closed_and_says_why(store: AccountStore, database: Database) -> None:
    work = await connect(store, "work")
    keyless = AccountStore(database, Vault(KeyringKey(EmptyKeyring())))
    async with ConnectedAccounts(keyless, CLIENT, "anna") as accounts:
        assert (accounts.opened, accounts.away) == ([], [])
        assert [(account.slug, account.state) for account in accounts.closed] == [(work.slug, AccountState.KEY_MISSING)]


class EmptyKeyring:
    def get_password(self, service: str, entry: str, /) -> str | None:
        return None

    def set_password(self, service: str, entry: str, password: str, /) -> None:
        raise AssertionError("opening makes no key")


async def test_without_a_database_some_account_is_away() -> None:
    async with Database(f"postgresql://aloud@127.0.0.1:{free_port()}/aloud") as database:
        store = AccountStore(database, Vault(GivenKeys(KEY)))
        async with ConnectedAccounts(store, CLIENT, "anna") as accounts:
            assert (accounts.opened, accounts.closed, accounts.away) == ([], [], [UNLISTED])
            inbox = away(accounts)
            assert await anext(inbox.unread()) == ()
            assert [account.label for account in inbox.away.values()] == ["connected"]


async def test_a_call_without_a_database_goes_on_and_knows_that_accounts_may_be_missing(tmp_path: Path) -> None:
    make_maildir(tmp_path / "inbox")
    settings = Settings.load(env_file=None).model_copy(
        update={
            "aloud_maildir": (tmp_path / "inbox",),
            "aloud_data_dir": tmp_path / "data",
            "database_url": f"postgresql://aloud@127.0.0.1:{free_port()}/aloud",
        }
    )
    await prepare_storage(settings)
    async with open_call(settings, settings.aloud_user, call_id=None, now=lambda: NOW) as (call, look):
        assert list(call.mail.inbox.away.values()) == [UNLISTED]
        assert len(call.mail.inbox.accounts) == 2
        assert not look.complete


async def test_whoever_has_connected_nothing_misses_nothing(store: AccountStore) -> None:
    async with ConnectedAccounts(store, CLIENT, "anna") as accounts:
        assert (accounts.opened, accounts.closed, accounts.away) == ([], [], [])


@pytest.mark.slow
def test_a_keyring_that_nobody_unlocks_does_not_hold_up_the_end(tmp_path: Path) -> None:
    keyring = LockedKeyring()

    async def call() -> None:
        url = f"sqlite:///{tmp_path}/aloud.db"
        await migrated(url)
        async with Database(url) as database:
            store = AccountStore(database, Vault(keyring))
            await connect(store, "work")
            async with ConnectedAccounts(store, CLIENT, "anna", opened_within_s=1.0):
                pass

    given_up = threading.Timer(30, keyring.unlocked.set)  # else a failure would be a test that never ends
    given_up.start()
    try:
        asyncio.run(call())
        assert not keyring.unlocked.is_set()
        assert [thread.daemon for thread in keyring.asked_on] == [True]
    finally:
        given_up.cancel()
        keyring.unlocked.set()
