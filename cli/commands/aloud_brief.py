"""`aloud brief`: the agenda with its reasons as text, or the briefing mail as a file. It changes nothing."""

from pathlib import Path
from typing import Annotated

import typer

from cli.chosen_settings import Sample, chosen_settings
from cli.loading import loading

MailPreview = Annotated[
    Path | None,
    typer.Option("--mail-preview", metavar="FILE", help="Write the briefing mail that would be sent now, as FILE.eml and FILE.html."),
]


def brief(*, sample: Sample = False, mail_preview: MailPreview = None) -> None:
    """Show what a briefing would contain, in order, and why. No mail counts as heard."""
    settings = chosen_settings(sample=sample)
    with loading():
        from cli.async_run import run  # noqa: PLC0415 - takes seconds to load
        from cli.views.agenda_view import show_agenda  # noqa: PLC0415 - the same
        from cli.views.mail_preview import write_preview  # noqa: PLC0415 - the same

    run(show_agenda(settings) if mail_preview is None else write_preview(settings, mail_preview))
