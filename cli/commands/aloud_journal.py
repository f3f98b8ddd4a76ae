"""`aloud journal`: shows what was done to mail, and checks the journal for tampering and the actions for consent."""

from typing import Annotated

import typer

from cli.loading import loading
from cli.screen import load_settings

User = Annotated[str | None, typer.Argument(metavar="[USER]", help="A user id. Default: ALOUD_USER.", show_default=False)]
Replay = Annotated[bool, typer.Option("--replay", help="Check each action against today's rules again, and show which would be refused.")]


def journal(user: User = None, *, replay: Replay = False) -> None:
    """Show what was done to your mail, newest last: kinds, times and outcomes, but no content of any mail.

    Exit code 1 if an entry was changed or is missing, or if --replay finds an action that would be refused.
    """
    settings = load_settings()
    with loading():
        from cli.async_run import run  # noqa: PLC0415 - takes seconds to load
        from cli.views.journal_view import show_journal  # noqa: PLC0415 - the same

    run(show_journal(settings, settings.aloud_user if user is None else user, replayed=replay))
