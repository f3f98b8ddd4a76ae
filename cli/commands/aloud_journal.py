"""`aloud journal`: what was done, and when; whether the record holds, and whether each of it would be let pass again."""

from typing import Annotated

import typer

from cli.loading import loading
from cli.screen import load_settings

User = Annotated[str | None, typer.Argument(metavar="[USER]", help="A user id; left out, the one of ALOUD_USER.", show_default=False)]
Replay = Annotated[bool, typer.Option("--replay", help="Decide about each act anew, and say which would not be let pass.")]


def journal(user: User = None, *, replay: Replay = False) -> None:
    """Show what was done to your mail, newest last: kinds, times and outcomes, nothing of what a mail says. Ends with 1 if an entry was
    tampered with or is missing, or if --replay finds what would not be let pass."""
    settings = load_settings()
    with loading():
        from cli.async_run import run  # noqa: PLC0415 - takes seconds to load
        from cli.commands.journal_view import show_journal  # noqa: PLC0415 - the same

    run(show_journal(settings, settings.aloud_user if user is None else user, replayed=replay))
