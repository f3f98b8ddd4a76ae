"""Mail accounts from the page: the list, connecting one at Google, disconnecting.

Connecting is Google's flow for web servers: the page sends the browser to Google, with a state and a challenge whose secrets wait in the
signed cookie, and Google sends it back to us. The outcome is one word from a closed list in the page's address, because a forged address
could hold any sentence.
"""

import logging
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, Field, ValidationError

from providers.connections.accounts import LabelTakenError, Provider, tidy_label
from providers.connections.secret_key import SecretKeyMissingError
from providers.google.authorization import SignIn
from providers.google.disconnecting import disconnect
from providers.google.errors import (
    ClientRefusedError,
    CodeRefusedError,
    ConsentDeniedError,
    ConsentIncompleteError,
    GoogleError,
    GoogleUnavailableError,
    WrongAnswerError,
)
from providers.google.oauth import GoogleSignIn
from storage.database import DatabaseUnavailableError
from web.accounts.shown_accounts import ShownAccount, accounts_of
from web.http.problems import ProblemCode, ProblemError, described
from web.http.public_urls import GOOGLE_CALLBACK
from web.server_parts import Here, WebParts
from web.signing_in.browser_sessions import Session
from web.visitor import NEEDS_SIGN_IN, WRITES, WRITES_WITH_A_BODY, SignedIn, Writing, network_of, session_of

logger = logging.getLogger(__name__)

FINISHED_WITHIN = timedelta(minutes=10)
_BEGUN = "google"
"""Where the cookie keeps it."""


class Connecting(StrEnum):
    """How it ended: the browser is back at `/?accounts=connected` and so on."""

    CONNECTED = "connected"
    DENIED = "denied"
    INCOMPLETE = "incomplete"
    EXPIRED = "expired"
    UNAVAILABLE = "unavailable"
    MISCONFIGURED = "misconfigured"
    LABEL_TAKEN = "label_taken"
    FAILED = "failed"


_ENDED: dict[type[Exception], Connecting] = {
    ConsentDeniedError: Connecting.DENIED,
    ConsentIncompleteError: Connecting.INCOMPLETE,
    WrongAnswerError: Connecting.EXPIRED,
    CodeRefusedError: Connecting.EXPIRED,
    GoogleUnavailableError: Connecting.UNAVAILABLE,
    DatabaseUnavailableError: Connecting.UNAVAILABLE,
    ClientRefusedError: Connecting.MISCONFIGURED,
    SecretKeyMissingError: Connecting.MISCONFIGURED,
    LabelTakenError: Connecting.LABEL_TAKEN,
}


class AccountsAnswer(BaseModel):
    """The accounts, and at which providers another one can be connected."""

    accounts: tuple[ShownAccount, ...]
    can_connect: tuple[str, ...] = Field(examples=[["google"]])


class ConnectRequest(BaseModel):
    """What the account is to be called; left out, it gets a name of ours."""

    label: str | None = Field(default=None, max_length=100)


class ConnectAnswer(BaseModel):
    """Where the browser has to go."""

    redirect: str


class Disconnected(BaseModel):
    """Whether the provider knows of it too; else the user has to take the permission back there."""

    revoked: bool


class _Begun(BaseModel):
    """What the cookie remembers of a sign-in at Google."""

    state: str
    verifier: str
    label: str | None
    until: datetime


account_routes = APIRouter(prefix="/api/accounts", tags=["accounts"])


@account_routes.get("", responses=NEEDS_SIGN_IN)
async def accounts(parts: Here, session: SignedIn) -> AccountsAnswer:
    """The user's mail accounts and their health."""
    ready = (Provider.GOOGLE,) if parts.google.is_set else ()
    return AccountsAnswer(accounts=await accounts_of(parts, session.user_id), can_connect=ready)


@account_routes.post("/google", responses=WRITES_WITH_A_BODY | described(HTTPStatus.CONFLICT, HTTPStatus.TOO_MANY_REQUESTS))
async def connect_google(request: Request, parts: Here, session: Writing, wanted: ConnectRequest) -> ConnectAnswer:
    """Begin to connect a Gmail account, or to sign one in again."""
    parts.rates.connecting.take(session.user_id)
    await _check(parts)
    sign_in = SignIn(client=parts.google, redirect_uri=_redirect_uri(parts))
    begun = _Begun(
        state=sign_in.state, verifier=sign_in.verifier, label=_label(wanted), until=parts.now().astimezone(UTC) + FINISHED_WITHIN
    )
    request.session[_BEGUN] = begun.model_dump_json()
    return ConnectAnswer(redirect=sign_in.page)


@account_routes.delete("/{slug}", responses=WRITES | described(HTTPStatus.NOT_FOUND))
async def remove(parts: Here, session: Writing, slug: Annotated[str, Path(max_length=100)]) -> Disconnected:
    """Take back at the provider what was allowed, and delete the account here. Mail itself is not touched."""
    found = [each for each in await parts.accounts.of_user(session.user_id) if each.slug == slug]
    if not found:
        raise ProblemError(HTTPStatus.NOT_FOUND, ProblemCode.NO_SUCH_ACCOUNT, "There is no such account.")
    parted = await disconnect(parts.accounts, found[0], parts.google)
    return Disconnected(revoked=not parted.not_revoked)


callback_routes = APIRouter(include_in_schema=False)


@callback_routes.get(GOOGLE_CALLBACK)
async def finish(request: Request, parts: Here) -> Response:
    parts.rates.sign_in.take(network_of(request))
    begun = request.session.pop(_BEGUN, None)
    session = await session_of(request, parts)
    if session is None or begun is None:
        return _back(Connecting.EXPIRED)
    try:
        await _store(parts, session, _Begun.model_validate_json(begun), dict(request.query_params))
    except (GoogleError, LabelTakenError, SecretKeyMissingError, DatabaseUnavailableError, ValidationError) as error:
        logger.warning("an account could not be connected", extra={"error": type(error).__name__})
        return _back(_ENDED.get(type(error), Connecting.FAILED))
    return _back(Connecting.CONNECTED)


async def _check(parts: WebParts) -> None:
    """Raise before the user agrees at Google to something that could not be stored afterwards."""
    if not parts.google.is_set:
        detail = "This server has no client to sign in to Google with; whoever runs it can set one up."
        raise ProblemError(HTTPStatus.CONFLICT, ProblemCode.NOT_SET_UP, detail)
    try:
        await parts.accounts.check()
    except SecretKeyMissingError:
        detail = "This server has no key to keep accounts under; whoever runs it can set ALOUD_SECRET_KEY."
        raise ProblemError(HTTPStatus.CONFLICT, ProblemCode.KEY_MISSING, detail) from None


def _label(wanted: ConnectRequest) -> str | None:
    try:
        return None if wanted.label is None else tidy_label(wanted.label)
    except ValueError:
        detail = "A label is a short name of letters, digits and spaces, like work."
        raise ProblemError(HTTPStatus.UNPROCESSABLE_ENTITY, ProblemCode.LABEL_WRONG, detail) from None


async def _store(parts: WebParts, session: Session, begun: _Begun, answer: dict[str, str]) -> None:
    if parts.now() > begun.until:
        raise WrongAnswerError
    sign_in = SignIn(client=parts.google, redirect_uri=_redirect_uri(parts), state=begun.state, verifier=begun.verifier)
    code = sign_in.code_of(answer)
    async with GoogleSignIn(parts.google) as google:
        grant = await google.grant(sign_in, code)
    await parts.accounts.put(session.user_id, Provider.GOOGLE, grant, label=begun.label, now=parts.now())


def _redirect_uri(parts: WebParts) -> str:
    return f"{parts.address.origin}{GOOGLE_CALLBACK}"


def _back(ended: Connecting) -> Response:
    return RedirectResponse(f"/?accounts={ended}", HTTPStatus.SEE_OTHER)
