"""Who a request is from, and whether it may write: the dependencies of every route that needs a user.

Starlette's session cookie is signed, and scripts cannot read it. It holds the token of a session, the user's name (which no database
has), and the state of a sign-in in progress.
"""

from http import HTTPStatus
from typing import Annotated

from fastapi import Depends, Header, Request, Security
from fastapi.security import APIKeyCookie

from web.http.problems import ProblemCode, ProblemError, described
from web.http.rate_limits import subscriber
from web.server_parts import Here
from web.signing_in.browser_sessions import Session

LONGEST_NAME = 80

NEEDS_SIGN_IN = described(HTTPStatus.UNAUTHORIZED, HTTPStatus.SERVICE_UNAVAILABLE)
WELCOMES = NEEDS_SIGN_IN | described(HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS)
WRITES = described(HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.SERVICE_UNAVAILABLE)
"""What `SignedIn` and `Writing` may answer."""
WRITES_WITH_A_BODY = WRITES | described(HTTPStatus.BAD_REQUEST, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
"""The same, and the problems of a body that is not JSON or too large."""

_TOKEN, _NAME = "token", "name"
_cookie = APIKeyCookie(name="aloud", auto_error=False, description="Given out by GET /sign-in.")
CookieGiven = Annotated[str | None, Security(_cookie)]
CsrfGiven = Annotated[str, Header(description="As GET /api/me tells it.")]


def cookie_name(is_secure: bool) -> str:
    """With TLS, a name that browsers accept only over TLS and only from this host."""
    return "__Host-aloud" if is_secure else "aloud"


async def session_of(request: Request, parts: Here) -> Session | None:
    """The session that the cookie stands for, if it still does."""
    token = request.session.get(_TOKEN)
    return await parts.sessions.find(token, now=parts.now()) if isinstance(token, str) else None


async def signed_in(request: Request, parts: Here, _: CookieGiven) -> Session:
    session = await session_of(request, parts)
    if session is None:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, ProblemCode.SIGN_IN_NEEDED, "Sign in first.")
    return session


SignedIn = Annotated[Session, Depends(signed_in)]
"""The session of the request; 401 without one."""


async def _welcomed(request: Request, parts: Here, _: CookieGiven) -> Session:
    session = await session_of(request, parts)
    if session is None and parts.local_user is not None:
        return await sign_in_unasked(request, parts, parts.local_user)
    return session or await signed_in(request, parts, None)


Welcomed = Annotated[Session, Depends(_welcomed)]
"""The same, but where nobody has to sign in, every visitor is the local user."""


async def from_our_page(session: SignedIn, x_csrf_token: CsrfGiven = "") -> Session:
    if not session.has_csrf(x_csrf_token):
        raise ProblemError(HTTPStatus.FORBIDDEN, ProblemCode.CSRF_TOKEN_WRONG, "This did not come from the page. Load it again.")
    return session


Writing = Annotated[Session, Depends(from_our_page)]
"""The same for whatever changes something: 403 unless it comes from our own page."""


async def sign_in_unasked(request: Request, parts: Here, local_user: str) -> Session:
    """Begin a session for the local user. 403 for what another page has sent; 429 if the address has begun many: each is a row."""
    if _is_foreign(request, parts.address.origin):
        raise ProblemError(
            HTTPStatus.FORBIDDEN, ProblemCode.FOREIGN_ORIGIN, "Another page has asked for this. Open this server's own page."
        )
    parts.rates.sign_in.take(network_of(request))
    return await sign_in(request, parts, local_user, local_user)


def _is_foreign(request: Request, origin: str) -> bool:
    """Whether a browser says that the request does not come from our page, nor from its user (an address that was typed: "none").

    Older browsers send no `Sec-Fetch-Site`, and only some requests have an `Origin`. What is no browser sends neither.
    """
    site, asking = request.headers.get("sec-fetch-site", "none"), request.headers.get("origin", origin)
    return site not in {"same-origin", "none"} or asking != origin


async def sign_in(request: Request, parts: Here, user_id: str, name: str, *, organisation_id: str | None = None) -> Session:
    """Begin a new session for this user. An older one of the browser is ended, so that a session cannot be planted (session fixation)."""
    if before := await session_of(request, parts):
        await parts.sessions.end(before)
    session = await parts.sessions.begin(user_id, organisation_id=organisation_id, now=parts.now())
    request.session.clear()
    request.session[_TOKEN] = session.token
    request.session[_NAME] = name[:LONGEST_NAME]
    return session


def name_of(request: Request, session: Session) -> str:
    name = request.session.get(_NAME)
    return name if isinstance(name, str) and name else session.user_id


def network_of(request: Request) -> str:
    return subscriber(request.client.host if request.client else "")
