"""`aloud web`: the web server of the page."""

import socket

from cli.loading import loading
from cli.screen import fail, load_settings, out
from web.http.public_urls import NotServableError, PublicUrls, is_local

OPEN_AT = "Aloud is at {}. Ctrl-C ends it."
NOBODY_SIGNS_IN = "Nobody has to sign in: everyone who opens it on this machine is the user “{}”."
TAKEN = (
    "Cannot listen on {} port {}, perhaps because another program does: set ALOUD_WEB_PORT to a free port, and ALOUD_WEB_HOST to an "
    "address of this machine."
)


def web() -> None:
    """Serve the page, and replace agents that are lost during a call. Configured by the environment and .env."""
    settings = load_settings()
    with loading():
        from cli.commands.web_server import serve  # noqa: PLC0415 - takes seconds to load
    try:
        address = PublicUrls.of(settings)
    except NotServableError as error:
        raise fail(str(error)) from None
    try:
        listening = socket.create_server(
            (settings.aloud_web_host, settings.aloud_web_port),
            family=socket.AF_INET6 if ":" in settings.aloud_web_host else socket.AF_INET,
        )
    except OSError:
        raise fail(TAKEN.format(settings.aloud_web_host, settings.aloud_web_port), code=1) from None
    with listening:
        serve(settings, listening, ready=lambda: _say(address.origin, settings.aloud_user if is_local(settings) else None))


def _say(origin: str, local_user: str | None) -> None:
    out.print(OPEN_AT.format(origin), markup=False, soft_wrap=True)
    if local_user is not None:
        out.print(NOBODY_SIGNS_IN.format(local_user), markup=False)
