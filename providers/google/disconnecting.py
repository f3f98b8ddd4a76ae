"""Disconnects Google accounts: revokes the grant at Google and deletes it here.

The account is deleted here even if Google cannot be reached; the result says how many grants could not be revoked.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from providers.connections.accounts import AccountGoneError, AccountStore, ConnectedAccount
from providers.connections.credentials import SealBrokenError
from providers.connections.secret_key import SecretKeyMissingError
from providers.google.client import GoogleClient
from providers.google.errors import GoogleUnavailableError
from providers.google.oauth import GoogleSignIn

ACCESS_PAGE = "https://myaccount.google.com/connections"
"""Where users can see and revoke their grants themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parted:
    """How many accounts were deleted, and how many of their grants could not be revoked at Google."""

    deleted: int
    not_revoked: int


async def disconnect(store: AccountStore, account: ConnectedAccount, client: GoogleClient) -> Parted:
    """Raises `DatabaseUnavailableError`."""
    not_revoked = await _revoke(store, [account], client)
    return Parted(deleted=int(await store.remove(account)), not_revoked=not_revoked)


async def disconnect_all(store: AccountStore, user_id: str, client: GoogleClient) -> Parted:
    """Raises `DatabaseUnavailableError`."""
    not_revoked = await _revoke(store, await store.of_user(user_id), client)
    return Parted(deleted=await store.forget(user_id), not_revoked=not_revoked)


async def _revoke(store: AccountStore, accounts: Sequence[ConnectedAccount], client: GoogleClient) -> int:
    """Revoke these accounts' grants; returns how many could not be revoked."""
    if not accounts:
        return 0
    async with GoogleSignIn(client) as google:
        return len(accounts) - sum(await asyncio.gather(*(_is_revoked(store, account, google) for account in accounts)))


async def _is_revoked(store: AccountStore, account: ConnectedAccount, google: GoogleSignIn) -> bool:
    try:
        await google.revoke(await store.credentials(account))
    except (GoogleUnavailableError, SealBrokenError, SecretKeyMissingError):
        return False
    except AccountGoneError:  # another process is removing it, and reports the outcome
        pass
    return True
