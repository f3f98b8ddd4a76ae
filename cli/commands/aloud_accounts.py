"""`aloud accounts`: lists and removes connected mail accounts."""

from typing import Annotated

import typer

from cli.commands.aloud_connect import User
from cli.loading import loading
from cli.screen import load_settings

accounts = typer.Typer(invoke_without_command=True)


@accounts.callback()
def list_accounts(context: typer.Context, *, user: User = None) -> None:
    """List the connected mail accounts: label, provider, address, and whether they can be used."""
    if context.invoked_subcommand:
        return
    settings = load_settings()
    with loading():
        from cli.async_run import run  # noqa: PLC0415 - takes seconds to load
        from cli.views.account_table import show_accounts  # noqa: PLC0415 - the same

    run(show_accounts(settings, settings.aloud_user if user is None else user))


@accounts.command()
def remove(
    context: typer.Context,
    label: Annotated[str, typer.Argument(help="The label, as `aloud accounts` shows it.", show_default=False)],
    *,
    user: User = None,
) -> None:
    """Revoke Aloud's access at the provider, and delete the account here. Your mail is not touched."""
    settings = load_settings()
    if user is None and context.parent:  # `aloud accounts --user ID remove LABEL` works, too
        user = context.parent.params.get("user")
    with loading():
        from cli.async_run import run  # noqa: PLC0415 - takes seconds to load
        from cli.views.account_table import remove_account  # noqa: PLC0415 - the same

    run(remove_account(settings, settings.aloud_user if user is None else user, label))
