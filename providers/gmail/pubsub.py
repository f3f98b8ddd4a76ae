"""Google's notices that a mailbox changed, pulled from a Pub/Sub subscription: which address they are about, and nothing else.

Pulling needs no address of ours that Google could reach. It is a long poll: the server keeps the question until there is something to say,
which is why it is asked with aiohttp and not with Google's library, whose threads nobody could call back from it.

Facts: https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.subscriptions/pull and
https://developers.google.com/workspace/gmail/api/guides/push (a notice is JSON in base64, with `emailAddress` and `historyId`).
"""

import asyncio
import base64
import binascii
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Protocol, Self, TypeVar

import aiohttp
import google_auth_httplib2
import httplib2
from google.auth.exceptions import GoogleAuthError
from google.oauth2.service_account import Credentials
from pydantic import BaseModel, Field, ValidationError

SCOPE = "https://www.googleapis.com/auth/pubsub"
MOST_AT_ONCE = 100
PULL_TIMEOUT_S = 95.0
"""Longer than Google keeps a question without an answer."""
SHORT_TIMEOUT_S = 10.0

Answer = TypeVar("Answer", bound=BaseModel)


class PushAwayError(Exception):
    """Notices cannot be had now. `str()` is fit for a log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something changed in the mailbox of `address` (lower case; empty if the notice cannot be read). `receipt` acknowledges it."""

    address: str = field(repr=False)
    receipt: str


class Tokens(Protocol):
    """Access tokens for the subscription."""

    async def token(self, *, fresh: bool = False) -> str:
        """A token; `fresh`: not the one from before. Raises `PushAwayError`."""


class ServiceAccount:
    """Tokens of the service account whose key is in a file; a user's own grant covers mail only."""

    def __init__(self, key: Path) -> None:
        """Raises `PushAwayError` for a file that is no such key."""
        try:
            self._credentials = Credentials.from_service_account_file(str(key), scopes=[SCOPE])  # type: ignore[no-untyped-call]
        except (OSError, ValueError):
            raise PushAwayError("the key of the service account cannot be read") from None
        self._one_refreshes = asyncio.Lock()

    async def token(self, *, fresh: bool = False) -> str:
        """Fetched in a thread when there is none that is valid."""
        async with self._one_refreshes:
            if fresh or not self._credentials.valid:
                try:
                    await asyncio.to_thread(self._refresh)
                except (GoogleAuthError, httplib2.error.HttpLib2Error, OSError):
                    raise PushAwayError("the service account got no token") from None
        return str(self._credentials.token)

    def _refresh(self) -> None:
        http = httplib2.Http(timeout=SHORT_TIMEOUT_S)
        try:
            self._credentials.refresh(google_auth_httplib2.Request(http))
        finally:
            http.close()


class _Message(BaseModel):
    data: str = ""


class _Received(BaseModel):
    receipt: Annotated[str, Field(alias="ackId")]
    message: _Message = _Message()


class _Pulled(BaseModel):
    received: Annotated[list[_Received], Field(alias="receivedMessages")] = []


class _Nothing(BaseModel):
    pass


class _Notice(BaseModel):
    address: Annotated[str, Field(alias="emailAddress")]


class Subscription:
    """One subscription, like `projects/<project>/subscriptions/<name>`. An async context manager; every method raises `PushAwayError`."""

    def __init__(self, name: str, *, url: str, tokens: Tokens) -> None:
        self._address = f"{url.rstrip('/')}/v1/{name}"
        self._tokens = tokens
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._session:
            await self._session.close()

    async def pull(self) -> tuple[Notice, ...]:
        """Wait for notices; none when the server sees no reason to wait any longer."""
        pulled = await self._ask("pull", {"maxMessages": MOST_AT_ONCE}, _Pulled, PULL_TIMEOUT_S)
        return tuple(Notice(address=_address_in(each.message.data), receipt=each.receipt) for each in pulled.received)

    async def acknowledge(self, notices: tuple[Notice, ...]) -> None:
        """Do not send these again."""
        await self._ask("acknowledge", {"ackIds": [notice.receipt for notice in notices]}, _Nothing, SHORT_TIMEOUT_S)

    async def _ask(self, method: str, body: dict[str, object], form: type[Answer], timeout_s: float) -> Answer:
        status, text = await self._post(method, body, timeout_s, fresh=False)
        if status == HTTPStatus.UNAUTHORIZED:
            status, text = await self._post(method, body, timeout_s, fresh=True)
        if status != HTTPStatus.OK:
            raise PushAwayError(f"the subscription answered {status}")
        try:
            return form.model_validate_json(text or b"{}")
        except ValidationError:
            raise PushAwayError("the subscription answered something else") from None

    async def _post(self, method: str, body: dict[str, object], timeout_s: float, *, fresh: bool) -> tuple[int, bytes]:
        if self._session is None:
            raise PushAwayError("the subscription is not open")
        headers = {"Authorization": f"Bearer {await self._tokens.token(fresh=fresh)}"}
        timeout = aiohttp.ClientTimeout(total=timeout_s)
        try:
            async with self._session.post(f"{self._address}:{method}", json=body, headers=headers, timeout=timeout) as answer:
                return answer.status, await answer.read()
        except (aiohttp.ClientError, TimeoutError, OSError):
            raise PushAwayError("the subscription cannot be reached") from None


def _address_in(data: str) -> str:
    """Whose mailbox a notice is about; either alphabet of base64, with padding or without."""
    try:
        text = base64.b64decode(data.replace("+", "-").replace("/", "_") + "=" * (-len(data) % 4), altchars=b"-_", validate=True)
        return _Notice.model_validate_json(text).address.lower()
    except (binascii.Error, ValueError):  # a validation error is one too
        return ""
