"""A user's mail accounts as the page shows them: those of the settings, and those that were connected, with what is wrong with them."""

import asyncio
from enum import StrEnum

from pydantic import BaseModel, Field

from providers.connections.accounts import AccountState, ConnectedAccount
from web.parts import WebParts

FOLDER = "maildir"

OPENED_WITHIN_S = 2.0
"""A keyring may wait for somebody to unlock it; a page does not."""


class AccountHealth(StrEnum):
    """Whether an account can be used; if not, what has to be done about it."""

    CONNECTED = "connected"
    SIGN_IN_NEEDED = "sign_in_needed"
    KEY_MISSING = "key_missing"
    UNREADABLE = "unreadable"


_HEALTH = {
    AccountState.CONNECTED: AccountHealth.CONNECTED,
    AccountState.SIGN_IN_NEEDED: AccountHealth.SIGN_IN_NEEDED,
    AccountState.KEY_MISSING: AccountHealth.KEY_MISSING,
    AccountState.UNREADABLE: AccountHealth.UNREADABLE,
}


class ShownAccount(BaseModel):
    """One account. `address` is empty where it is not known."""

    slug: str
    label: str
    provider: str = Field(examples=["google", FOLDER])
    address: str
    state: AccountHealth
    removable: bool = Field(description="False for what the settings name.")


async def accounts_of(parts: WebParts, user_id: str) -> tuple[ShownAccount, ...]:
    """All of a user. Raises `DatabaseUnavailableError`."""
    folders = [
        ShownAccount(slug=each.slug, label=each.label, provider=FOLDER, address="", state=AccountHealth.CONNECTED, removable=False)
        for each in parts.own_folders(user_id)
    ]
    try:
        async with asyncio.timeout(OPENED_WITHIN_S):
            connected = await parts.accounts.of_user(user_id)
    except TimeoutError:
        connected = await parts.accounts.unopened(user_id)
    return (*folders, *map(shown, connected))


def shown(account: ConnectedAccount) -> ShownAccount:
    """One that was connected."""
    return ShownAccount(
        slug=account.slug,
        label=account.label,
        provider=account.provider,
        address=account.address,
        state=_HEALTH[account.state],
        removable=True,
    )
