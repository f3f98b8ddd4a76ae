"""`aloud page`: the page and all its servers on this machine, until Ctrl-C."""

from cli.chosen_settings import Sample, chosen_settings
from cli.livekit_program import needed_livekit_server
from cli.loading import loading
from cli.screen import fail

SIGN_IN_IS_SET = "ALOUD_OIDC_ISSUER is set, but `aloud page` is for one local user: use `aloud web` and `aloud worker`."


def page(*, sample: Sample = False) -> None:
    """Run the page on this machine, with a LiveKit server, a worker and the web server, and print the address to open."""
    settings = chosen_settings(sample=sample)
    if settings.aloud_oidc_issuer:
        raise fail(SIGN_IN_IS_SET)
    program = needed_livekit_server()
    with loading():
        from cli.async_run import run  # noqa: PLC0415 - takes seconds to load
        from cli.dev.page_processes import serve_page  # noqa: PLC0415 - the same

    run(serve_page(settings, program))
