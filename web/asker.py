"""Who asks the API of the team: a browser that is signed in, or a program with a token of the user's.

A token needs neither cookie nor CSRF token, since no browser sends it by itself; and it counts for the routes that depend on this module
and for no others.
"""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated

from fastapi import Depends, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from conversations.conversation_rows import Owner
from web.http.problems import ProblemCode, ProblemError, described
from web.server_parts import Here, WebParts
from web.signing_in.api_tokens import TokenScope
from web.signing_in.browser_sessions import Session
from web.visitor import WRITES, CookieGiven, CsrfGiven, from_our_page, network_of, signed_in

ASKS = described(
    HTTPStatus.UNAUTHORIZED,
    HTTPStatus.FORBIDDEN,
    HTTPStatus.UNPROCESSABLE_ENTITY,
    HTTPStatus.TOO_MANY_REQUESTS,
    HTTPStatus.SERVICE_UNAVAILABLE,
)
ACTS = WRITES | ASKS
ACTS_WITH_A_BODY = ACTS | described(HTTPStatus.BAD_REQUEST, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
"""What `Reading` and `Acting` may answer."""

_bearer = HTTPBearer(auto_error=False, description="A token that the user has made on the page, in its settings.")
BearerGiven = Annotated[HTTPAuthorizationCredentials | None, Security(_bearer)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Whose teams these are; without a `session`, it is a program."""

    owner: Owner
    session: Session | None = None


async def _reading(request: Request, parts: Here, cookie: CookieGiven, bearer: BearerGiven) -> Asker:
    if bearer is not None:
        return await _program(request, parts, bearer.credentials, TokenScope.READ)
    session = await signed_in(request, parts, cookie)
    return Asker(owner=session.owner, session=session)


async def _acting(request: Request, parts: Here, cookie: CookieGiven, bearer: BearerGiven, x_csrf_token: CsrfGiven = "") -> Asker:
    if bearer is not None:
        return await _program(request, parts, bearer.credentials, TokenScope.WRITE)
    session = await from_our_page(await signed_in(request, parts, cookie), x_csrf_token)
    return Asker(owner=session.owner, session=session)


Reading = Annotated[Asker, Depends(_reading)]
"""Who may see the user's team; 401 without a sign-in or a token that is valid, 403 for one without the scope."""
Acting = Annotated[Asker, Depends(_acting)]
"""The same for whatever changes something: 403 also for a browser's request that does not come from our own page."""


async def _program(request: Request, parts: WebParts, token: str, scope: TokenScope) -> Asker:
    parts.rates.programs_from_address.take(network_of(request))
    found = await parts.tokens.find(token)
    if found is None:
        headers = {"WWW-Authenticate": "Bearer"}
        raise ProblemError(HTTPStatus.UNAUTHORIZED, ProblemCode.TOKEN_WRONG, "This token is not valid, or not any more.", headers=headers)
    if scope not in found.scopes:
        raise ProblemError(HTTPStatus.FORBIDDEN, ProblemCode.SCOPE_MISSING, f"This token does not have the scope {scope}.")
    return Asker(owner=found.owner)
