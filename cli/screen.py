"""What subcommands print: plain lines, errors in one line each, and progress.

If the output is not a terminal, lines are not wrapped and only text is written.
"""

import os
import sys

import typer
from rich.console import Console
from rich.status import Status
from rich.table import Table
from rich.text import Text

from providers.settings import SHAPES, Settings, SettingsError
from storage.private_files import close_to_others

WRONG_USE = 2
WAS_OPEN = "Other users of this machine could read files in ALOUD_DATA_DIR; they no longer can."
STAYS_OPEN = "Other users of this machine may read what is in ALOUD_DATA_DIR: set it to a folder that is yours and for Aloud alone."

out = Console(highlight=False, emoji=False, soft_wrap=not sys.stdout.isatty())
err = Console(highlight=False, emoji=False, soft_wrap=True, stderr=True)
_waiting = Status("", console=out)


def load_settings() -> Settings:
    """The settings; else one line per wrong variable and exit code 2.

    What this process and those that it starts write is for their user alone from now on; what is stored already is closed to others.
    """
    os.umask(0o077)
    try:
        settings = Settings.load()
    except SettingsError as error:
        raise fail(str(error)) from None
    mended = close_to_others(settings.aloud_data_dir)
    if mended.files:
        err.print(WAS_OPEN, markup=False)
    if mended.left:
        err.print(STAYS_OPEN, markup=False)
    return settings


def fail(message: str, *, code: int = WRONG_USE) -> typer.Exit:
    """Print the message in red; the caller raises the exit that is returned."""
    _waiting.stop()  # else the message would start on the line of the progress display
    err.print(message, style="red", markup=False)
    return typer.Exit(code)


def wrong(name: str) -> str:
    """The line about a setting that is well-formed and still cannot be used."""
    return f"{name} is wrong: it should be {SHAPES[name]}."


def progress(doing: str) -> Status:
    """A context manager that shows `doing` on a terminal while it runs."""
    _waiting.update(doing)
    return _waiting


def hanging(margin: Text, text: Text) -> Table | Text:
    """`text` after `margin`, with a hanging indent on a terminal."""
    if not out.is_terminal:
        return margin + text
    table = Table.grid()
    table.add_column(no_wrap=True)
    table.add_row(margin, text)
    return table
