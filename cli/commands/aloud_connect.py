"""`aloud connect`: connects a mail account."""

from typing import Annotated

import typer

from cli.doctor.google_steps import NO_CLIENT, STEPS
from cli.loading import loading
from cli.screen import fail, load_settings
from providers.google.client import GoogleClient

connect = typer.Typer(no_args_is_help=True)

Label = Annotated[str | None, typer.Option("--label", help="A name for the account, like work.", metavar="NAME", show_default=False)]
Paste = Annotated[bool, typer.Option("--paste", help="For a browser on another machine: paste the address it ends at.")]
User = Annotated[str | None, typer.Option("--user", help="The owner's user id. Default: ALOUD_USER.", metavar="ID", show_default=False)]


@connect.callback()
def _about() -> None:
    """Connect a mail account. `aloud accounts` lists and removes them."""


@connect.command()
def google(*, label: Label = None, paste: Paste = False, user: User = None) -> None:
    """Connect a Gmail account: sign in with your browser, and allow Aloud to read and change your mail.

    Use it also to sign in again to an account that is already connected.
    """
    settings = load_settings()
    client = GoogleClient.of(settings)
    if not client.is_set:
        raise fail("\n".join([NO_CLIENT, *STEPS]))
    with loading():
        from cli.async_run import run  # noqa: PLC0415 - takes seconds to load
        from cli.commands.connecting_google import connect_google  # noqa: PLC0415 - the same

    run(connect_google(settings, client, settings.aloud_user if user is None else user, label=label, paste=paste))
