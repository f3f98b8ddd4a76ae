"""The subcommands of `aloud`: one function each, in a module of its own.

These modules load fast, so that `--help` and a wrong setting are answered at once. LiveKit and the database take seconds to load, and are
imported when a command runs.
"""

import typer

from cli.commands.aloud_accounts import accounts
from cli.commands.aloud_brief import brief
from cli.commands.aloud_connect import connect
from cli.commands.aloud_console import console
from cli.commands.aloud_dev import dev
from cli.commands.aloud_doctor import doctor
from cli.commands.aloud_forget import forget
from cli.commands.aloud_glance import glance
from cli.commands.aloud_journal import journal
from cli.commands.aloud_page import page
from cli.commands.aloud_sample_inbox import sample_inbox
from cli.commands.aloud_team import team
from cli.commands.aloud_voice import voice
from cli.commands.aloud_web import web
from cli.commands.aloud_worker import worker

app = typer.Typer(
    name="aloud",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (page, console, brief, worker, web, team, voice, dev, doctor, glance, journal, forget, sample_inbox):
    app.command()(command)
app.add_typer(connect, name="connect")
app.add_typer(accounts, name="accounts")


@app.callback()
def _about() -> None:
    """A voice agent for your mail. Try `aloud console --sample`: it needs no account and no key."""
