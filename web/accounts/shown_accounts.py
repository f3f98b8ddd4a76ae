"""A user's mail accounts as the page shows them: those of the settings, and those that were connected, with what is wrong with them."""

import asyncio

from pydantic import BaseModel, Field

from providers.connections.accounts import AccountState, ConnectedAccount
from web.server_parts import WebParts

FOLDER = "maildir"

OPENED_WITHIN_S = 2.0
"""A keyring may wait for somebody to unlock it; a page does not."""


class ShownAccount(BaseModel):
    """One account. `address` is empty where it is not known."""

    slug: str
    label: str
    provider: str = Field(examples=["google", FOLDER])
    address: str
    state: AccountState
    removable: bool = Field(description="False for what the settings name.")


async def accounts_of(parts: WebParts, user_id: str) -> tuple[ShownAccount, ...]:
    """Raises `DatabaseUnavailableError`."""
    folders = [
        ShownAccount(slug=each.slug, label=each.label, provider=FOLDER, address="", state=AccountState.CONNECTED, removable=False)
        for each in parts.own_folders(user_id)
    ]
    try:
        async with asyncio.timeout(OPENED_WITHIN_S):
            connected = await parts.accounts.of_user(user_id)
    except TimeoutError:
        connected = await parts.accounts.unopened(user_id)
    return (*folders, *map(_shown, connected))


def _shown(account: ConnectedAccount) -> ShownAccount:
    return ShownAccount(
        slug=account.slug,
        label=account.label,
        provider=account.provider,
        address=account.address,
        state=account.state,
        removable=True,
    )
