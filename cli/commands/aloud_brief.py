"""`aloud brief`: the agenda with its reasons, in text, without any model and without touching anything."""

from cli.chosen_settings import Sample, chosen_settings
from cli.loading import loading


def brief(*, sample: Sample = False) -> None:
    """Show what a briefing would contain, in order, and why. Nothing counts as heard."""
    settings = chosen_settings(sample=sample)
    with loading():
        from cli.async_run import run  # noqa: PLC0415 - takes seconds to load
        from cli.commands.agenda_view import show_agenda  # noqa: PLC0415 - the same

    run(show_agenda(settings))
