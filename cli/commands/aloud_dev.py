"""`aloud dev`: a LiveKit server, a worker and a token to join with, all on this machine, until Ctrl-C."""

from cli.chosen_settings import Sample, chosen_settings
from cli.livekit_program import needed_livekit_server
from cli.loading import loading


def dev(*, sample: Sample = False) -> None:
    """Run a LiveKit server and a worker on this machine, and print how to join the room."""
    settings = chosen_settings(sample=sample)
    program = needed_livekit_server()
    with loading():
        from cli.async_run import run  # noqa: PLC0415 - takes seconds to load
        from cli.dev.dev_room import serve_room  # noqa: PLC0415 - the same

    run(serve_room(settings, program))
