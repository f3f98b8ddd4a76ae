"""How to register a client with Google, step by step. Shown by `aloud doctor`, and by `aloud connect google` without a client.

The type of the client depends on where it is used, and only Google's console shows it.

After Google's "OAuth 2.0 for Desktop Apps" and "Configure the OAuth consent screen". Seven days: "Refresh token expiration" there.
"""

from urllib.parse import urlsplit

from providers.settings import Settings
from web.http.public_urls import GOOGLE_CALLBACK, is_loopback, origin_of

CONSOLE = "https://console.cloud.google.com"

STEPS = (
    f"1. Create a project: {CONSOLE}/projectcreate",
    f"2. Switch on the Gmail API in it: {CONSOLE}/apis/library/gmail.googleapis.com",
    f"3. Describe the app (any name, your address, audience “External”): {CONSOLE}/auth/overview",
    f"4. Add the addresses to connect as test users: {CONSOLE}/auth/audience",
    "   While the app is “in testing” there, each sign-in ends after 7 days; “Publish app” ends that.",
    f"5. Create a client of the type “Desktop app”: {CONSOLE}/auth/clients",
    "6. Put what it shows into .env, as GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.",
    "7. On a machine without a keyring: set ALOUD_SECRET_KEY to what `openssl rand -base64 32` prints.",
    "8. Run `aloud connect google`.",
)

NO_CLIENT = "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are not set. This is how to get them:"

DESKTOP, WEB = "“Desktop app”", "“Web application”"
ON_THIS_MACHINE = f"a client of the type {DESKTOP}: `aloud connect google`, and the page on this machine, work with no other"
ON_A_PUBLIC_PAGE = (
    f"a client of the type {WEB} with the redirect address {{redirect}}: the page works with no other, and "
    f"`aloud connect google` only with a {DESKTOP}"
)
CONNECT_ON_THE_PAGE = "8. Open the page, and connect the account in its settings."


def needed_google_client(settings: Settings) -> str:
    return ON_A_PUBLIC_PAGE.format(redirect=f"{origin_of(settings)}{GOOGLE_CALLBACK}") if _is_public(settings) else ON_THIS_MACHINE


def steps_to_a_google_client(settings: Settings) -> tuple[str, ...]:
    return (*(step.replace(DESKTOP, WEB) for step in STEPS[:-1]), CONNECT_ON_THE_PAGE) if _is_public(settings) else STEPS


def _is_public(settings: Settings) -> bool:
    return not is_loopback(urlsplit(origin_of(settings)).hostname or "")
