"""`aloud doctor`: each part works, or is missing and how to get it."""

from cli.loading import loading
from cli.screen import load_settings


def doctor() -> None:
    """Check each part and say how to get what is missing. Ends with 1 if something needed does not work."""
    settings = load_settings()
    with loading():
        from cli.async_run import run  # noqa: PLC0415 - takes seconds to load
        from cli.doctor.examination import examine  # noqa: PLC0415 - the same

    run(examine(settings))
