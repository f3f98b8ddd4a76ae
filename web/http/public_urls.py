"""Where the server is, who may come in, and when it refuses to start.

There are two modes. With an OpenID Connect issuer, people sign in there. Without one there is a single local user and no password; then the
server is for this machine alone, and settings that would open it to others are refused here.
"""

from dataclasses import dataclass
from ipaddress import ip_address
from typing import Self
from urllib.parse import urlsplit

from providers.settings import Settings

LIVEKIT_CLOUD = ".livekit.cloud"
GOOGLE_CALLBACK = "/accounts/google/callback"
"""Where Google sends the browser back to; behind the origin, the redirect address that a client for a public page is registered with."""


class NotServableError(Exception):
    """The settings do not go together; `str()` says in a line or more what to set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicUrls:
    """`origin` is the page's, as a browser writes it; `livekit_url` is where the page reaches the LiveKit server (ws or wss)."""

    origin: str
    livekit_url: str

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """The URLs of these settings. Raises `NotServableError` if they could serve no user, or might serve strangers."""
        if problems := list(_problems(settings)):
            raise NotServableError("\n".join(problems))
        livekit = urlsplit(settings.aloud_livekit_public_url or settings.livekit_url)
        livekit_url = livekit._replace(scheme=livekit.scheme.replace("http", "ws")).geturl()
        return cls(origin=origin_of(settings), livekit_url=livekit_url)

    @property
    def is_secure(self) -> bool:
        return self.origin.startswith("https:")

    @property
    def host(self) -> str:
        """What a browser writes into `Host`."""
        return urlsplit(self.origin).netloc

    @property
    def livekit_sources(self) -> tuple[str, ...]:
        """The origins that the page has to reach for a call: one for the line, one for the questions asked before it."""
        parts = urlsplit(self.livekit_url)
        hosts = [parts.netloc]
        if (parts.hostname or "").endswith(LIVEKIT_CLOUD):  # it sends callers on to a server near them
            hosts.append(f"*{LIVEKIT_CLOUD}")
        return tuple(f"{scheme}://{host}" for host in hosts for scheme in (parts.scheme, parts.scheme.replace("ws", "http")))


def is_local(settings: Settings) -> bool:
    """Whether there is one local user, and nobody signs in."""
    return settings.aloud_oidc_issuer is None


def is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def origin_of(settings: Settings) -> str:
    """The page's origin, as a browser writes it."""
    if settings.aloud_web_url:
        return settings.aloud_web_url.rstrip("/")
    host = "127.0.0.1" if settings.aloud_web_host == "localhost" else settings.aloud_web_host
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.aloud_web_port}"


def _problems(settings: Settings) -> list[str]:
    keys = {"LIVEKIT_API_KEY": settings.livekit_api_key, "LIVEKIT_API_SECRET": settings.livekit_api_secret.get_secret_value()}
    found = []
    if missing := [name for name, value in keys.items() if not value]:
        found.append(f"Set {' and '.join(missing)}: tokens for calls are signed with them.")
    return found + (_of_one_without_a_password(settings) if is_local(settings) else _of_one_with_sign_in(settings))


def _of_one_without_a_password(settings: Settings) -> list[str]:
    named = {"ALOUD_WEB_HOST": settings.aloud_web_host, "ALOUD_WEB_URL": urlsplit(settings.aloud_web_url or "").hostname or "localhost"}
    open_to_others = [name for name, host in named.items() if not is_loopback(host)]
    if not open_to_others:
        return []
    return [
        f"{' and '.join(open_to_others)} would let others in, and nobody has to sign in: set ALOUD_OIDC_ISSUER, ALOUD_OIDC_CLIENT_ID and "
        "ALOUD_OIDC_CLIENT_SECRET, or keep to 127.0.0.1."
    ]


def _of_one_with_sign_in(settings: Settings) -> list[str]:
    secret = settings.aloud_oidc_client_secret.get_secret_value()
    needed = {
        "ALOUD_OIDC_CLIENT_ID": settings.aloud_oidc_client_id,
        "ALOUD_OIDC_CLIENT_SECRET": secret,
        "ALOUD_SECRET_KEY": settings.aloud_secret_key,
    }
    found = []
    if missing := [name for name, value in needed.items() if not value]:
        found.append(f"Set {' and '.join(missing)}: signing in with ALOUD_OIDC_ISSUER needs them.")
    parts = urlsplit(origin_of(settings))
    if parts.scheme != "https" and not is_loopback(parts.hostname or ""):
        found.append("Set ALOUD_WEB_URL to the https address that people open: cookies do not go over an open line.")
    return found
