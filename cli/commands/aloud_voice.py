"""`aloud voice`: the speech server of this machine."""

import logging
import socket
import sys
from typing import Annotated

import typer

from cli.loading import loading
from cli.screen import fail, load_settings, out
from providers.settings import local_voice_installed

SPEAKS_AT = "The voice is at "
"""What it says once it listens and speaks."""
TAKEN = "Cannot listen on {} port {}, perhaps because another program does: set ALOUD_VOICE_URL to an address with a free port."
MISSING = "The extra local-voice is not installed: pip install 'aloud[local-voice]' brings it, and `make demo` does."
LOOPBACK = "127.0.0.1"


def voice(
    *,
    host: Annotated[str, typer.Option(help="An address of this machine; no password is asked for.", metavar="ADDRESS")] = LOOPBACK,
) -> None:
    """Listen and speak for calls on this machine, at the port of ALOUD_VOICE_URL. Nothing that is said leaves the machine."""
    settings = load_settings()
    if not local_voice_installed():
        raise fail(MISSING, code=1)
    try:
        listening = socket.create_server((host, settings.voice_port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError:
        raise fail(TAKEN.format(host, settings.voice_port), code=1) from None
    with loading():
        from cli.logs import log_to  # noqa: PLC0415 - takes seconds to load
        from voice.main import serve  # noqa: PLC0415 - the same
        from voice.unavailable import VoiceUnavailableError  # noqa: PLC0415 - the same
        from voice.weights.found import WeightPlaces  # noqa: PLC0415 - the same
    log_to(logging.StreamHandler(sys.stderr), settings)
    places = WeightPlaces(chosen=settings.aloud_voice_models, kept=settings.aloud_data_dir / "voice")
    with listening:
        try:
            serve(places, listening, ready=lambda: out.print(f"{SPEAKS_AT}{settings.aloud_voice_url}. Ctrl-C ends it.", markup=False))
        except VoiceUnavailableError as error:
            raise fail(str(error), code=1) from None
