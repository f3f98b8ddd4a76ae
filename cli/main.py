"""The `aloud` command: one function per subcommand, each in a module of its own."""

import typer

from cli.worker import worker

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, help="A voice agent for your mail.")
app.command()(worker)


@app.callback()
def _main() -> None:
    """A voice agent for your mail."""


def main() -> None:
    """The console script."""
    app()
