"""`aloud console`: a typed call in the terminal, with speech if wanted."""

from typing import Annotated

import typer

from cli.chosen_settings import Sample, chosen_settings
from cli.loading import loading


def console(
    *,
    sample: Sample = False,
    speak: Annotated[bool, typer.Option("--speak", help="Also speak; fails if this machine has no sound.")] = False,
    voice: Annotated[
        bool, typer.Option("--voice", help="Talk: listen to the microphone and speak; use headphones. Fails if this machine has no sound.")
    ] = False,
    speak_if_possible: Annotated[bool, typer.Option("--speak-if-possible", help="Speak if this machine has sound.")] = False,
) -> None:
    """Start a call in this terminal: type what you would say, or say it with --voice.

    "help" lists the commands, "goodbye" or Ctrl-D ends the call with a summary, Ctrl-C ends it at once. Lines can also be piped in.
    """
    settings = chosen_settings(sample=sample)
    with loading():
        from cli.async_run import run  # noqa: PLC0415 - takes seconds to load
        from cli.terminal.speaking import Speaking  # noqa: PLC0415 - the same
        from cli.terminal.terminal_call import terminal_call  # noqa: PLC0415 - the same

    asked_for = {Speaking.AND_LISTENING: voice, Speaking.REQUIRED: speak, Speaking.IF_POSSIBLE: speak_if_possible}
    speaking = next((each for each, is_asked_for in asked_for.items() if is_asked_for), Speaking.NO)
    run(terminal_call(settings, speaking))
