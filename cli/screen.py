"""What every subcommand shows on the terminal: errors in one line, progress where something takes a while."""

import typer
from rich.console import Console

from providers.settings import Settings, SettingsError

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


def load_settings() -> Settings:
    """The settings, or one line per wrong variable and exit code 2."""
    try:
        return Settings.load()
    except SettingsError as error:
        err.print(str(error), style="red")
        raise typer.Exit(2) from None
