"""`aloud brief`: the agenda with its reasons as text. It asks no model and changes nothing."""

from cli.chosen_settings import Sample, chosen_settings
from cli.loading import loading


def brief(*, sample: Sample = False) -> None:
    """Show what a briefing would contain, in order, and why. No mail counts as heard."""
    settings = chosen_settings(sample=sample)
    with loading():
        from cli.async_run import run  # noqa: PLC0415 - takes seconds to load
        from cli.views.agenda_view import show_agenda  # noqa: PLC0415 - the same

    run(show_agenda(settings))
