"""Access tokens for one connected account. They last an hour and stay in memory; only the grant is stored.

Not google-auth's credentials: each of the eight requests at the beginning of a call would renew them with a blocking client, and retry a
failed renewal after seconds of sleep. Here each attempt is one request, and the caller, who knows how much time is left, retries.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass, field

import httpx2
from pydantic import BaseModel, ValidationError

from providers.connections.accounts import StoredGrant
from providers.google.client import GoogleClient
from providers.mailbox import SignInNeededError

RENEWED_WITHIN_S = 1.5
"""Shorter than any caller's attempt, so that there is time for a second one."""

RENEWED_BEFORE_S = 225.0

SIGN_IN_AGAIN = "the provider no longer accepts our sign-in"


class NoTokenError(httpx2.TransportError):
    """No token can be fetched now, for a reason other than the user's grant. An httpx2 error, so that callers catch one type."""


class _TokenAnswer(BaseModel):
    access_token: str = ""
    expires_in: float = 0.0
    error: str = ""


class AccessToken(httpx2.Auth):
    """Authorises requests, and repeats one with a new token if its token was refused. Belongs to one event loop; close it before `http`.

    The first request that finds the token missing or refused starts a fetch, and all others wait for it. The fetch is a task with its own
    timeout, because the requests that wait for it have timeouts from seconds to minutes.
    """

    def __init__(self, http: httpx2.AsyncClient, *, url: str, form: Callable[[], Mapping[str, str]], token: str = "") -> None:
        """`form` makes the body of a request to the token endpoint `url`; `token` is a first token, if there is one already."""
        self._http = http
        self._url = url
        self._form = form
        self._token = token
        self._good_until = float("inf") if token else 0.0
        self._fetching: asyncio.Task[str] | None = None

    async def async_auth_flow(self, request: httpx2.Request) -> AsyncGenerator[httpx2.Request, httpx2.Response]:
        token = await self.token()
        request.headers["Authorization"] = f"Bearer {token}"
        response = yield request
        if response.status_code == httpx2.codes.UNAUTHORIZED:
            request.headers["Authorization"] = f"Bearer {await self.token(refused=token)}"
            yield request

    async def token(self, *, refused: str = "") -> str:
        """A token that is valid for some minutes and is not `refused`. Raises `SignInNeededError` or `httpx2.HTTPError`."""
        if self._token != refused and time.monotonic() < self._good_until:
            return self._token
        if self._fetching is None or self._fetching.done():
            self._fetching = asyncio.create_task(self._fetched(), name="fetch a token")
            self._fetching.add_done_callback(lambda task: task.cancelled() or task.exception())  # every waiting request may be cancelled
        fetching = self._fetching
        await asyncio.wait([fetching])
        return fetching.result()

    async def aclose(self) -> None:
        if self._fetching is not None:
            self._fetching.cancel()
            await asyncio.gather(self._fetching, return_exceptions=True)

    async def _fetched(self) -> str:
        try:
            async with asyncio.timeout(RENEWED_WITHIN_S):
                response = await self._http.post(self._url, data=self._form())
            answer = _TokenAnswer.model_validate_json(response.content)
        except (TimeoutError, ValidationError):
            raise NoTokenError("the token address does not answer") from None
        if response.is_client_error and answer.error == "invalid_grant":
            raise SignInNeededError(SIGN_IN_AGAIN)
        if response.is_error or not answer.access_token:
            raise NoTokenError("the token address gives no token")
        self._token, self._good_until = answer.access_token, time.monotonic() + answer.expires_in - RENEWED_BEFORE_S
        return self._token


@dataclass(frozen=True, slots=True)
class GoogleAccess:
    """One grant of one client; `first_token` is an access token, if there is one already."""

    grant: StoredGrant = field(repr=False)
    client: GoogleClient
    first_token: str = field(default="", repr=False)

    def token(self, http: httpx2.AsyncClient) -> AccessToken:
        """Tokens fetched with `http`. The first request fetches one, and fails if Google refuses the grant."""
        form = {
            "grant_type": "refresh_token",
            "refresh_token": self.grant.refresh_token,
            "client_id": self.client.client_id,
            "client_secret": self.client.client_secret,
        }
        return AccessToken(http, url=self.client.token_url, form=lambda: form, token=self.first_token)
