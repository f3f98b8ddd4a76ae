"""Connected accounts in a call: opened without the network, closed one by one, and what became of them is remembered."""

import secrets
import threading
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import update

from agent.connected import ConnectedAccounts
from inbox.unified import UnifiedInbox
from providers.accounts import AccountState, AccountStore, ConnectedAccount, Provider, StoredGrant
from providers.closed_mailbox import ClosedMailbox
from providers.credentials import Vault
from providers.google.client import GoogleClient
from providers.mailbox import Account
from providers.secret_key import KEY_BYTES, GivenKeys
from providers.settings import Settings
from providers.store import StoredAccount
from storage.database import Database
from storage.migrate import migrate
from tests.inbox.memory_mailbox import MemoryMailbox
from tests.servers.ports import free_port

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
KEY = secrets.token_bytes(KEY_BYTES)
CLIENT = GoogleClient.of(Settings.load(env_file=None))


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    url = f"sqlite:///{tmp_path}/aloud.db"
    await migrate(url)
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
        assert accounts.opened[0].access.credentials().refresh_token == "1//work"


async def test_a_row_that_does_not_open_is_a_closed_mailbox_and_the_others_are_read(store: AccountStore, database: Database) -> None:
    broken, work = await connect(store, "broken"), await connect(store, "work")
    async with database.session() as session:
        await session.execute(update(StoredAccount).where(StoredAccount.slug == broken.slug).values(sealed=b"\x01garbage"))
    told: list[ConnectedAccount] = []
    async with ConnectedAccounts(store, CLIENT, "anna", tell=told.append) as accounts:
        assert [one.account for one in accounts.opened] == [work]
        closed = [ClosedMailbox(mailbox_of(account)) for account in accounts.closed]
        inbox = UnifiedInbox([MemoryMailbox(work.slug), *closed], on_sign_in_needed=accounts.refused)
        assert await anext(inbox.unread()) == ()
        assert list(inbox.sign_in_needed) == [broken.slug]
    assert [(account.slug, account.state) for account in told] == [(broken.slug, AccountState.UNREADABLE)]


async def test_a_refusal_is_told_and_remembered_until_the_account_answers_in_another_call(store: AccountStore) -> None:
    work = await connect(store, "work")
    told: list[ConnectedAccount] = []
    for mailbox, state in (
        (ClosedMailbox(mailbox_of(work)), AccountState.SIGN_IN_NEEDED),
        (ClosedMailbox(mailbox_of(work)), AccountState.SIGN_IN_NEEDED),
        (MemoryMailbox(work.slug), AccountState.CONNECTED),
    ):
        async with ConnectedAccounts(store, CLIENT, "anna", tell=told.append) as accounts:
            inbox = UnifiedInbox([mailbox], on_sign_in_needed=accounts.refused)
            await anext(inbox.unread())
            await accounts.remember(inbox)
        assert [account.state for account in await store.of_user("anna")] == [state]
    assert [account.slug for account in told] == [work.slug] * 2


async def test_a_mailbox_that_is_no_account_is_not_ours_to_tell_of(store: AccountStore) -> None:
    told: list[ConnectedAccount] = []
    async with ConnectedAccounts(store, CLIENT, "anna", tell=told.append) as accounts:
        accounts.refused("md01234567")
    assert told == []


class LockedKeyring:
    """Waits for somebody to unlock it."""

    def __init__(self) -> None:
        self.unlocked = threading.Event()

    def sealing(self) -> bytes:
        return KEY

    def opening(self) -> tuple[bytes, ...]:
        self.unlocked.wait()
        return (KEY,)


async def test_a_keyring_that_waits_for_somebody_does_not_keep_the_caller_waiting(store: AccountStore, database: Database) -> None:
    await connect(store, "work")
    keyring = LockedKeyring()
    async with ConnectedAccounts(AccountStore(database, Vault(keyring)), CLIENT, "anna", opened_within_s=0.05) as accounts:
        assert (accounts.opened, accounts.closed) == ([], [])
    keyring.unlocked.set()


async def test_without_a_database_a_call_goes_on_without_accounts() -> None:
    async with Database(f"postgresql://aloud@127.0.0.1:{free_port()}/aloud") as database:
        store = AccountStore(database, Vault(GivenKeys(KEY)))
        async with ConnectedAccounts(store, CLIENT, "anna") as accounts:
            assert (accounts.opened, accounts.closed) == ([], [])
