"""Forgets a user: goes through every store that the settings name, and reports what each of them held.

A composition root, like `session.opening.assembly`, which names the same stores. It asks more stores than a call uses today: a
worker that has a shared database and Redis now may have kept everything on this machine before. A store that is away does not stop the
others. Mailboxes are left alone: mail belongs to the user, and stays.
"""

from collections.abc import Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from actions.changes.journal import Journal, JournalUnavailableError
from actions.changes.snoozes import SnoozeStore
from actions.sending.draft_store import StoredDraft
from actions.sending.sending_store import SendingStore
from conversations.store import ConversationStore
from correspondence.kept.store import CorrespondenceStore
from inbox import redis_client
from inbox.ledger.backlog import Backlog
from inbox.ledger.briefed_emails import LedgerUnavailableError
from inbox.ledger.nudged_mail import NudgedMailRecords
from inbox.ledger.redis_ledger import RedisLedger
from inbox.ledger.sql_ledger import SqlLedger
from inbox.saved_call.call_state import CallStateUnavailableError
from inbox.saved_call.redis_call_state import RedisCallState
from inbox.saved_call.sql_call_state import SqlCallState
from knowledge.memories import StoredMemory
from knowledge.preferences import PreferenceStore
from providers.connections.accounts import AccountStore
from providers.google.client import GoogleClient
from providers.google.disconnecting import disconnect_all
from providers.models.typed.daily_tokens import TokenRecords
from providers.settings import Settings
from session.opening.sending_due import account_store, writing_vault
from storage.database import Base, Database, DatabaseUnavailableError, driver_url
from storage.erasing import erase_deleted
from storage.migrate import NewerSchemaError, migrate
from team.store import TeamsOfAll


class StoragePlace(StrEnum):
    HERE = "here"
    DATABASE = "database"
    REDIS = "redis"


class Kind(StrEnum):
    MARKS = "marks"
    NUDGES = "nudges"
    WAITING_MARKS = "waiting_marks"
    PREFERENCES = "preferences"
    CHANGES = "changes"
    SNOOZES = "snoozes"
    DRAFTS = "drafts"
    OUTBOX = "outbox"
    SAVED_CALLS = "saved_calls"
    CONVERSATIONS = "conversations"
    TEAM = "team"
    CORRESPONDENCES = "correspondences"
    MEMORIES = "memories"
    MODEL_TOKENS = "model_tokens"
    SESSIONS = "sessions"
    API_TOKENS = "api_tokens"
    ACCOUNTS = "accounts"


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """One store: how many entries about the user it deleted; None if it could not be reached.

    `not_revoked`: for how many of the accounts the grant could not be revoked at the provider.
    """

    place: StoragePlace
    kind: Kind
    count: int | None
    not_revoked: int = 0


class ForgetsUsers(Protocol):
    """Any store of what is known about users."""

    async def forget(self, user_id: str) -> int:
        """Delete everything about the user; returns how much that was. Raises an error of its own when it is away."""


@dataclass(frozen=True, slots=True)
class _RowsOf:
    """A table of which nothing but rows has to go."""

    database: Database
    table: type[Base]

    async def forget(self, user_id: str) -> int:
        return await self.database.forget(self.table, user_id)


_AWAY = (DatabaseUnavailableError, LedgerUnavailableError, CallStateUnavailableError, JournalUnavailableError)


StoresBeside = Mapping[Kind, Callable[[Database], ForgetsUsers]]
"""Stores of packages that this one may not import."""


async def forget_user(settings: Settings, user_id: str, *, beside: StoresBeside) -> tuple[Forgotten, ...]:
    """Delete all that is stored about the user. A call of theirs that runs at the same time stores new entries.

    This machine comes first, and on it the waiting marks before all marks: otherwise a worker would deliver them to a store that has just
    forgotten them.
    """
    found = await _in_database(settings, settings.local_database_url, StoragePlace.HERE, user_id, beside)
    if settings.database_url:
        found += await _in_database(settings, settings.database_url, StoragePlace.DATABASE, user_id, beside)
    if settings.redis_url:
        found += await _in_redis(settings.redis_url, user_id)
    return found


async def erase(settings: Settings) -> Mapping[StoragePlace, bool]:
    """Take what was deleted out of the files of each store; whether that was possible there."""
    tables = [table.name for table in Base.metadata.sorted_tables]
    erased = {}
    if not _does_not_exist(settings.local_database_url):
        erased[StoragePlace.HERE] = await erase_deleted(settings.local_database_url, tables)
    if settings.database_url and not _does_not_exist(settings.database_url):
        erased[StoragePlace.DATABASE] = await erase_deleted(settings.database_url, tables)
    if settings.redis_url:
        erased[StoragePlace.REDIS] = await redis_client.erase_deleted(settings.redis_url)
    return erased


async def _in_database(settings: Settings, url: str, place: StoragePlace, user_id: str, beside: StoresBeside) -> tuple[Forgotten, ...]:
    async with Database(url) as database:
        stores: dict[Kind, ForgetsUsers] = {
            Kind.TEAM: TeamsOfAll(database, url),  # before the drafts and conversations, which a run of theirs would write
            Kind.CORRESPONDENCES: CorrespondenceStore(database, writing_vault(settings)),  # before the outbox, for the same reason
            Kind.WAITING_MARKS: Backlog(database),
            Kind.MARKS: SqlLedger(database),
            Kind.NUDGES: NudgedMailRecords(database),
            Kind.PREFERENCES: PreferenceStore(database),
            Kind.CHANGES: Journal(database),
            Kind.SNOOZES: SnoozeStore(database),
            Kind.DRAFTS: _RowsOf(database, StoredDraft),
            Kind.OUTBOX: SendingStore(database, writing_vault(settings)),
            Kind.SAVED_CALLS: SqlCallState(database),
            Kind.CONVERSATIONS: ConversationStore(database, writing_vault(settings)),
            Kind.MEMORIES: _RowsOf(database, StoredMemory),
            Kind.MODEL_TOKENS: TokenRecords(database),
            **{kind: store(database) for kind, store in beside.items()},
        }
        if place is not StoragePlace.HERE:  # marks wait on the machine that they were made on
            del stores[Kind.WAITING_MARKS]
        if _does_not_exist(url):
            return tuple(Forgotten(place=place, kind=kind, count=0) for kind in (*stores, Kind.ACCOUNTS))
        try:
            await migrate(url)  # one that an older Aloud has written lacks tables
        except (DatabaseUnavailableError, NewerSchemaError):
            return tuple(Forgotten(place=place, kind=kind, count=None) for kind in (*stores, Kind.ACCOUNTS))
        accounts = await _accounts(account_store(settings, database), GoogleClient.of(settings), place, user_id)
        return (*await _in_each(stores, place, user_id), accounts)


async def _accounts(store: AccountStore, client: GoogleClient, place: StoragePlace, user_id: str) -> Forgotten:
    """Delete the connected accounts and revoke their grants; an account is deleted even if its provider does not answer."""
    try:
        parted = await disconnect_all(store, user_id, client)
    except DatabaseUnavailableError:
        return Forgotten(place=place, kind=Kind.ACCOUNTS, count=None)
    return Forgotten(place=place, kind=Kind.ACCOUNTS, count=parted.deleted, not_revoked=parted.not_revoked)


async def _in_redis(url: str, user_id: str) -> tuple[Forgotten, ...]:
    async with aclosing(RedisLedger.from_url(url)) as ledger, aclosing(RedisCallState.from_url(url)) as calls:
        return await _in_each({Kind.MARKS: ledger, Kind.SAVED_CALLS: calls}, StoragePlace.REDIS, user_id)


async def _in_each(stores: Mapping[Kind, ForgetsUsers], place: StoragePlace, user_id: str) -> tuple[Forgotten, ...]:
    return tuple([Forgotten(place=place, kind=kind, count=await _in_store(store, user_id)) for kind, store in stores.items()])


async def _in_store(store: ForgetsUsers, user_id: str) -> int | None:
    try:
        return await store.forget(user_id)
    except _AWAY:
        return None


def _does_not_exist(url: str) -> bool:
    """Whether the database is a file that does not exist: opening it would create it."""
    target = driver_url(url)
    return target.get_backend_name() == "sqlite" and not Path(str(target.database)).exists()
