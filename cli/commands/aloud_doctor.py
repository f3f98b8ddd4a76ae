"""`aloud doctor`: says which parts work, and how to get the missing ones."""

from cli.loading import loading
from cli.screen import load_settings


def doctor() -> None:
    """Check each part and say how to get what is missing. Exit code 1 if a needed part does not work."""
    settings = load_settings()
    with loading():
        from cli.async_run import run  # noqa: PLC0415 - takes seconds to load
        from cli.doctor.examination import examine  # noqa: PLC0415 - the same

    run(examine(settings))
