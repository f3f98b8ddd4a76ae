"""An account that is connected already, and what must not be found anywhere."""

import os
import secrets
from base64 import b64encode
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from providers.connections.accounts import AccountStore, ConnectedAccount, Provider, StoredGrant
from providers.connections.credentials import Vault
from providers.connections.secret_key import GivenKeys, parse_secret_keys
from storage.database import Database
from tests.servers.google_oauth import ADDRESS, CLIENT_SECRET, MODIFY, GoogleDouble
from tests.storage.migrated import migrated

KEY = b64encode(secrets.token_bytes(32)).decode()
SECRETS = (CLIENT_SECRET, KEY, "canary-code", "canary-refresh", "canary-access")
NO_KEYRING = {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}
"""Whatever keyring the machine has, it is not this test's."""


def database_of(folder: Path) -> str:
    return f"sqlite:///{folder}/data/aloud.db"


async def connected(folder: Path, google: GoogleDouble, *, user: str = "local", label: str = "Gmail", address: str = ADDRESS) -> str:
    """Connect an account without a browser; returns its refresh token."""
    token = f"1//canary-refresh-{secrets.token_urlsafe(16)}"
    google.valid[token] = address
    await migrated(database_of(folder))
    async with Database(database_of(folder)) as database:
        store = AccountStore(database, Vault(GivenKeys(*parse_secret_keys(KEY))))
        grant = StoredGrant(address=address, refresh_token=token, scopes=(MODIFY,))
        await store.put(user, Provider.GOOGLE, grant, label=label, now=datetime.now(UTC))
    return token


async def accounts_of(folder: Path, user: str = "local") -> tuple[ConnectedAccount, ...]:
    async with Database(database_of(folder)) as database:
        return await AccountStore(database, Vault(GivenKeys(*parse_secret_keys(KEY)))).of_user(user)


def files_with(folder: Path, canaries: Iterable[str]) -> list[str]:
    """The files in `folder` whose bytes hold one of these, in upper or lower case; pipes of the tests' own are no files."""
    found = []
    for path in (Path(parent) / name for parent, _, names in os.walk(folder) for name in names):
        content = path.read_bytes().lower() if path.is_file() else b""
        found += [f"{path.name}: {canary}" for canary in canaries if canary.lower().encode() in content]
    return found
