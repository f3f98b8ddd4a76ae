"""Signing in and out.

With an issuer, through Authlib: authorisation code with PKCE, state and nonce, all three of which wait in the signed cookie. Without one
there is nothing to prove: `web.http.public_urls` has seen to it that only this machine can ask, and everybody is the one local user.
"""

import contextlib
import hashlib
import logging
from base64 import b32encode
from enum import StrEnum
from http import HTTPStatus

import httpx2
from authlib.integrations.starlette_client import OAuth, OAuthError
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from joserfc.errors import JoseError
from pydantic import BaseModel, ValidationError

from providers.livekit.rooms import Room, RoomsUnavailableError
from providers.settings import Settings
from web.server_parts import Here
from web.visitor import WRITES, Writing, network_of, session_of, sign_in, sign_in_unasked

logger = logging.getLogger(__name__)

ANSWERS_WITHIN_S = 10.0
CALLBACK = "/sign-in/callback"
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""Those with a key pair; tokens that are signed in another way are refused."""
ID_LENGTH = 26
"""130 bits in base 32: nobody finds another subject with the same id."""


class SignInFailure(StrEnum):
    """Why a sign-in failed; the browser is back at `/?sign_in=denied` and so on."""

    DENIED = "denied"
    EXPIRED = "expired"
    UNAVAILABLE = "unavailable"
    FAILED = "failed"


class _Claims(BaseModel):
    sub: str
    name: str = ""
    preferred_username: str = ""


def sign_in_routes(settings: Settings) -> APIRouter:
    """Those for browsers: they answer with redirects, and are no part of the API."""
    routes = APIRouter(include_in_schema=False)
    issuer = settings.aloud_oidc_issuer
    if issuer is None:
        _add_local_user(routes)
    else:
        _add_issuer(routes, issuer, settings)
    return routes


sign_out_routes = APIRouter(tags=["sign-in"])


@sign_out_routes.post("/api/sign-out", status_code=HTTPStatus.NO_CONTENT, responses=WRITES)
async def sign_out(request: Request, parts: Here, session: Writing) -> None:
    """End the session, the call that it has, and what is typed in it."""
    await parts.sessions.end(session)
    parts.typed.end(session.token)
    request.session.clear()
    if session.seat:
        with contextlib.suppress(RoomsUnavailableError):  # the call ends when its caller leaves, too
            await parts.rooms.close(Room(name=session.seat.room, sid=""))


def _add_local_user(routes: APIRouter) -> None:
    @routes.get("/sign-in")
    async def begin(request: Request, parts: Here) -> Response:
        if parts.local_user is not None and await session_of(request, parts) is None:
            await sign_in_unasked(request, parts, parts.local_user)
        return _home()


def _add_issuer(routes: APIRouter, issuer: str, settings: Settings) -> None:
    oauth = OAuth()
    oauth.register(
        "issuer",
        client_id=settings.aloud_oidc_client_id,
        client_secret=settings.aloud_oidc_client_secret.get_secret_value(),
        server_metadata_url=f"{issuer.rstrip('/')}/.well-known/openid-configuration",
        client_kwargs={"scope": "openid profile", "code_challenge_method": "S256", "timeout": ANSWERS_WITHIN_S},
    )
    expected = {
        "iss": {"essential": True, "values": [issuer, issuer.rstrip("/")]},
        "aud": {"essential": True, "value": settings.aloud_oidc_client_id},
        "sub": {"essential": True},
    }

    @routes.get("/sign-in")
    async def begin(request: Request, parts: Here) -> Response:
        parts.rates.sign_in.take(network_of(request))
        try:
            redirect: Response = await oauth.issuer.authorize_redirect(request, f"{parts.address.origin}{CALLBACK}")
        except (httpx2.HTTPError, ValueError, RuntimeError) as error:  # it is away, or no issuer
            return _failed(SignInFailure.UNAVAILABLE, error)
        return redirect

    @routes.get(CALLBACK)
    async def finish(request: Request, parts: Here) -> Response:
        parts.rates.sign_in.take(network_of(request))
        try:
            metadata = await oauth.issuer.load_server_metadata()
            offered = metadata.get("id_token_signing_alg_values_supported") or ["RS256"]
            metadata["id_token_signing_alg_values_supported"] = [each for each in offered if each in ALGORITHMS]
            answer = await oauth.issuer.authorize_access_token(request, claims_options=expected)
            claims = _Claims.model_validate(answer.get("userinfo"))
            organisation = _organisation(answer["userinfo"].get(settings.aloud_oidc_organisation_claim), issuer)
        except OAuthError as error:
            return _failed(_REASONS.get(error.error, SignInFailure.FAILED), error)
        except httpx2.HTTPError as error:
            return _failed(SignInFailure.UNAVAILABLE, error)
        except (JoseError, ValidationError, ValueError, KeyError, TypeError, RuntimeError) as error:  # what it says cannot be true
            return _failed(SignInFailure.FAILED, error)
        name = claims.name or claims.preferred_username or "you"
        await sign_in(request, parts, user_id_of(issuer, claims.sub), name, organisation_id=organisation)
        return _home()


_REASONS = {"access_denied": SignInFailure.DENIED, "mismatching_state": SignInFailure.EXPIRED, "invalid_grant": SignInFailure.EXPIRED}


def user_id_of(issuer: str, subject: str) -> str:
    """An id that stays the same for as long as the issuer knows the user, and that is safe wherever ids go.

    A digest: `sub` may be anything, an address included, and two issuers may use the same one.
    """
    return "u" + _digest(issuer, subject)


def organisation_id_of(issuer: str, organisation: str) -> str:
    """The same for an organisation as the issuer names it."""
    return "o" + _digest(issuer, organisation)


def _organisation(claim: object, issuer: str) -> str | None:
    """None for a user of no organisation. Raises `TypeError` for what cannot be the name of one: it is not to be taken for none."""
    if claim is None or claim == "":
        return None
    if not isinstance(claim, str | int) or isinstance(claim, bool):
        raise TypeError("the claim of the organisation is no text")
    return organisation_id_of(issuer, str(claim))


def _digest(issuer: str, what: str) -> str:
    digest = hashlib.sha256(f"{issuer.rstrip('/')}\n{what}".encode()).digest()
    return b32encode(digest).decode().lower()[:ID_LENGTH]


def _failed(reason: SignInFailure, error: Exception) -> Response:
    logger.warning("a sign-in failed", extra={"reason": reason, "error": type(error).__name__})
    return _home(f"/?sign_in={reason}")


def _home(path: str = "/") -> Response:
    return RedirectResponse(path, HTTPStatus.SEE_OTHER)
