"""`aloud page`: the page and everything behind it, all on this machine, until Ctrl-C."""

from cli.chosen_settings import Sample, chosen_settings
from cli.livekit_program import needed_livekit_server
from cli.loading import loading
from cli.screen import fail

SIGN_IN_IS_SET = "ALOUD_OIDC_ISSUER is set, and `aloud page` is for the one user of this machine: use `aloud web` and `aloud worker`."


def page(*, sample: Sample = False) -> None:
    """Open the page on this machine: a LiveKit server, a worker and the web server, and one address to open."""
    settings = chosen_settings(sample=sample)
    if settings.aloud_oidc_issuer:
        raise fail(SIGN_IN_IS_SET)
    program = needed_livekit_server()
    with loading():
        from cli.async_run import run  # noqa: PLC0415 - takes seconds to load
        from cli.dev.page_processes import serve_page  # noqa: PLC0415 - the same

    run(serve_page(settings, program))
