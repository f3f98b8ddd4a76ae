"""Sentences about connected accounts, for several commands."""

from dataclasses import replace

from providers.connections.accounts import AccountState, ConnectedAccount
from providers.connections.secret_key import MAKE_ONE
from providers.settings import Settings
from session.opening.assembly import prepare_storage
from session.opening.sending_due import account_store
from storage.database import Database, DatabaseUnavailableError
from storage.migrate import NewerSchemaError


def state_of(account: ConnectedAccount) -> str:
    match account.state:
        case AccountState.CONNECTED:
            return "is connected"
        case AccountState.SIGN_IN_NEEDED:
            return f"needs a new sign-in: run {again(account)}"
        case AccountState.KEY_MISSING:
            return f"cannot be opened, there is no key: {MAKE_ONE}, then run {again(account)}"
        case AccountState.UNREADABLE:
            return f"cannot be opened with today's key: set the ALOUD_SECRET_KEY that it was connected with, or run {again(account)}"


def closed_line(account: ConnectedAccount) -> str:
    """The line about an account whose mail cannot be read now."""
    closed = replace(account, state=AccountState.SIGN_IN_NEEDED) if account.opens else account
    return f"“{account.label}” {state_of(closed)}"


def again(account: ConnectedAccount) -> str:
    label = f'"{account.label}"' if " " in account.label or "'" in account.label else account.label
    return f"`aloud connect google --label {label}`"


async def any_connected(settings: Settings) -> bool:
    """Whether the configured user has connected an account. Also true if the database cannot be read; opening it later says why."""
    try:
        await prepare_storage(settings)
        async with Database(settings.shared_database_url) as database:
            return bool(await account_store(settings, database).unopened(settings.aloud_user))
    except (DatabaseUnavailableError, NewerSchemaError, OSError):
        return True
