"""Which type of client Google has to know Aloud as.

Only Google's console shows what a client is; where it is used decides what it must be.
"""

from urllib.parse import urlsplit

from cli.doctor.google_steps import STEPS
from providers.settings import Settings
from web.address import GOOGLE_CALLBACK, is_loopback, origin_of

DESKTOP, WEB = "“Desktop app”", "“Web application”"
ON_THIS_MACHINE = f"a client of the type {DESKTOP}: `aloud connect google`, and the page on this machine, work with no other"
ON_A_PUBLIC_PAGE = (
    f"a client of the type {WEB} with the redirect address {{redirect}}: the page works with no other, and "
    f"`aloud connect google` only with a {DESKTOP}"
)
CONNECT_ON_THE_PAGE = "8. Open the page, and connect the account in its settings."


def needed_google_client(settings: Settings) -> str:
    """The type of client that these settings need, and why."""
    return ON_A_PUBLIC_PAGE.format(redirect=f"{origin_of(settings)}{GOOGLE_CALLBACK}") if _is_public(settings) else ON_THIS_MACHINE


def steps_to_a_google_client(settings: Settings) -> tuple[str, ...]:
    """How to get it."""
    return (*(step.replace(DESKTOP, WEB) for step in STEPS[:-1]), CONNECT_ON_THE_PAGE) if _is_public(settings) else STEPS


def _is_public(settings: Settings) -> bool:
    return not is_loopback(urlsplit(origin_of(settings)).hostname or "")
