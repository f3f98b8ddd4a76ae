"""Sends what is due, in a process that opens no call, and makes the sealed stores that this needs; it loads nothing of a call."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from actions.sending.dispatch import sendings
from actions.sending.sending_store import SendingStore
from providers.connections.accounts import AccountStore
from providers.connections.credentials import Vault
from providers.connections.secret_key import FolderKey, secret_keys
from providers.connections.senders import ConfiguredSenders
from providers.durable.due_work import DueClock
from providers.settings import Settings
from storage.database import Database
from storage.epoch import now_in_utc


def account_store(settings: Settings, database: Database) -> AccountStore:
    """The connected accounts in a database, sealed with the key of the settings or of this machine's keyring."""
    return AccountStore(database, Vault(secret_keys(settings.aloud_secret_key)))


def writing_vault(settings: Settings) -> Vault:
    """What drafts and the outbox are sealed with; it needs no setup."""
    return Vault(FolderKey(settings.aloud_secret_key, settings.aloud_data_dir))


async def send_what_is_due(settings: Settings) -> None:
    """Look after the outbox of all users for as long as this process runs: the worker's main process does it beside its calls."""
    async with sending_what_is_due(settings):
        await asyncio.Event().wait()


@asynccontextmanager
async def sending_what_is_due(settings: Settings) -> AsyncIterator[None]:
    """The same inside the block: a web server does it beside what is typed, since there may be no worker."""
    database = Database(settings.shared_database_url)
    senders = ConfiguredSenders(settings, account_store(settings, database))
    outbox = sendings(SendingStore(database, writing_vault(settings)), senders, now=now_in_utc)
    async with database, DueClock(database, [outbox], now=now_in_utc):
        yield
