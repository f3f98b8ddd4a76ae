"""Gmail push notifications, pulled from a Pub/Sub subscription. Only the address of the changed mailbox is read from them.

Pulling is a long poll, so Aloud needs no public address: the server holds the request until there is a notification.

Facts: https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.subscriptions/pull and
https://developers.google.com/workspace/gmail/api/guides/push (a notification is base64-encoded JSON with `emailAddress` and `historyId`).
"""

import base64
import binascii
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Self

import httpx2
from google.auth import crypt, jwt
from pydantic import AliasPath, BaseModel, Field, ValidationError

from providers.google.access import AccessToken
from providers.mailbox import SignInNeededError

SCOPE = "https://www.googleapis.com/auth/pubsub"
GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
GOOD_FOR_S = 3_600
MOST_AT_ONCE = 100
PULL_TIMEOUT_S = 95.0
"""Longer than Google holds a pull request open."""
SHORT_TIMEOUT_S = 10.0


class PushAwayError(Exception):
    """Notifications cannot be received now. `str()` can be logged: it has no personal data."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """The mailbox of `address` changed (lower case; empty if the notification cannot be read). `receipt` is its acknowledgement id."""

    address: str = field(repr=False)
    receipt: str


class _Key(BaseModel):
    client_email: str
    token_uri: str
    private_key: str = Field(repr=False)


class ServiceAccount:
    """Fetches access tokens with a service account's key file. A user's own grant covers mail only, not Pub/Sub."""

    def __init__(self, key: Path) -> None:
        """Raises `PushAwayError` if the file is not a service account key."""
        try:
            self._key = _Key.model_validate_json(key.read_bytes())
            self._signer = crypt.RSASigner.from_string(self._key.private_key)  # type: ignore[no-untyped-call]
        except (OSError, ValueError):
            raise PushAwayError("the key of the service account cannot be read") from None

    def token(self, http: httpx2.AsyncClient) -> AccessToken:
        return AccessToken(http, url=self._key.token_uri, form=self._form)

    def _form(self) -> Mapping[str, str]:
        """https://developers.google.com/identity/protocols/oauth2/service-account#httprest"""
        now = int(time.time())
        claims = {"iss": self._key.client_email, "scope": SCOPE, "aud": self._key.token_uri, "iat": now, "exp": now + GOOD_FOR_S}
        return {"grant_type": GRANT, "assertion": jwt.encode(self._signer, claims).decode()}  # type: ignore[no-untyped-call]


class _Received(BaseModel):
    receipt: Annotated[str, Field(alias="ackId")]
    data: Annotated[str, Field(validation_alias=AliasPath("message", "data"))] = ""


class _Pulled(BaseModel):
    received: Annotated[list[_Received], Field(alias="receivedMessages")] = []


class _Notice(BaseModel):
    address: Annotated[str, Field(alias="emailAddress")]


class Subscription:
    """One subscription, like `projects/<project>/subscriptions/<name>`. An async context manager; every method raises `PushAwayError`."""

    def __init__(self, name: str, *, url: str, token: Callable[[httpx2.AsyncClient], AccessToken]) -> None:
        self._address = f"{url.rstrip('/')}/v1/{name}"
        self._http = httpx2.AsyncClient()
        self._token = token(self._http)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._token.aclose()
        await self._http.aclose()

    async def pull(self) -> tuple[Notice, ...]:
        """Wait for notifications; empty if the server ended the long poll without one."""
        pulled = await self._ask("pull", {"maxMessages": MOST_AT_ONCE}, PULL_TIMEOUT_S)
        return tuple(Notice(address=_address_in(each.data), receipt=each.receipt) for each in pulled.received)

    async def acknowledge(self, notices: tuple[Notice, ...]) -> None:
        await self._ask("acknowledge", {"ackIds": [notice.receipt for notice in notices]}, SHORT_TIMEOUT_S)

    async def _ask(self, method: str, body: Mapping[str, object], timeout_s: float) -> _Pulled:
        try:
            answer = await self._http.post(f"{self._address}:{method}", json=body, auth=self._token, timeout=timeout_s)
        except (httpx2.HTTPError, SignInNeededError):
            raise PushAwayError("the subscription cannot be reached") from None
        if not answer.is_success:
            raise PushAwayError(f"the subscription answered {answer.status_code}")
        try:
            return _Pulled.model_validate_json(answer.content or b"{}")
        except ValidationError:
            raise PushAwayError("the subscription answered something else") from None


def _address_in(data: str) -> str:
    """The mailbox address in a notification. Accepts standard and URL-safe base64, with or without padding."""
    try:
        text = base64.b64decode(data.replace("+", "-").replace("/", "_") + "=" * (-len(data) % 4), altchars=b"-_", validate=True)
        return _Notice.model_validate_json(text).address.lower()
    except (binascii.Error, ValueError):  # pydantic's ValidationError is a ValueError
        return ""
