"""`aloud glance`: what Aloud would make of a screen that is shared with it, tried on a file; for developers."""

from pathlib import Path
from typing import Annotated

import typer

from cli.chosen_settings import Sample, chosen_settings
from cli.loading import loading
from cli.screen import fail
from providers.models.typed.models_at import looks_at_screens

NO_MODELS = "Nobody looks at pictures: set OPENAI_API_KEY, ALOUD_SMALL_VISION_MODEL and ALOUD_VISION_MODEL in .env."

File = Annotated[
    Path, typer.Argument(metavar="PICTURE", exists=True, dir_okay=False, readable=True, help="A screenshot: PNG, JPEG or WebP.")
]
Window = Annotated[str, typer.Option("--app", help="The name of the window in front, as a hint.")]


def glance(picture: File, *, app: Window = "", sample: Sample = False) -> None:
    """Look once at a picture of a screen, as in a call: one offer about a mail on it, or silence and why. It changes nothing."""
    settings = chosen_settings(sample=sample)
    if not looks_at_screens(settings):
        raise fail(NO_MODELS)
    with loading():
        from cli.async_run import run  # noqa: PLC0415 - takes seconds to load
        from cli.glance_at_file import glance_at  # noqa: PLC0415 - the same

    run(glance_at(settings, picture, app))
