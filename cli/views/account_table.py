"""What `aloud accounts` shows and removes."""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len, set_cell_size
from rich.table import Table
from rich.text import Text

from cli.account_states import state_of
from cli.async_run import prepare_folder
from cli.screen import fail, hanging, out, progress
from providers.connections.accounts import ConnectedAccount, Provider
from providers.google.client import GoogleClient
from providers.google.disconnecting import ACCESS_PAGE, disconnect
from providers.settings import Settings
from session.opening.sending_due import account_store
from storage.database import Database

NONE = "No account is connected. Run `aloud connect google`."
PROVIDERS = {Provider.GOOGLE: "Google"}
NOT_REVOKED = f"The permission could not be revoked at Google. Remove it there yourself: {ACCESS_PAGE}"


async def show_accounts(settings: Settings, user_id: str) -> None:
    with progress("Looking…"):
        await prepare_folder(settings, "accounts")
        async with Database(settings.shared_database_url) as database:
            accounts = await account_store(settings, database).of_user(user_id)
    if not accounts:
        out.print(NONE)
    for line in _lines(accounts):
        out.print(line)


async def remove_account(settings: Settings, user_id: str, label: str) -> None:
    """Remove the account with that label. Exit code 1 if there is none, or if its grant could not be revoked."""
    with progress("Removing…"):
        await prepare_folder(settings, "accounts")
        async with Database(settings.shared_database_url) as database:
            store = account_store(settings, database)
            found = [account for account in await store.of_user(user_id) if account.label.casefold() == label.strip().casefold()]
            if not found:
                raise fail(f"No account is called “{label}”. `aloud accounts` lists them.", code=1)
            parted = await disconnect(store, found[0], GoogleClient.of(settings))
    out.print(f"“{found[0].label}” was removed. Mail itself was not touched.", markup=False)
    if parted.not_revoked:
        raise fail(NOT_REVOKED, code=1)


def _lines(accounts: Sequence[ConnectedAccount]) -> Iterator[Text | Table]:
    rows = [(account.label, PROVIDERS[account.provider], account.address or "-") for account in accounts]
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    for account, row in zip(accounts, rows, strict=True):
        margin = "".join(set_cell_size(cell, width) + "  " for cell, width in zip(row, widths, strict=True))
        yield hanging(Text(margin), Text(state_of(account)))
