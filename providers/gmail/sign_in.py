"""One account's access token, shared by all threads: whoever finds it missing or refused renews it, and the others wait for that one.

Google's own credentials would be renewed by each of eight threads at once at the beginning of a call, and their library repeats a
failed renewal after one and two seconds of sleep in the thread. Here each attempt is one request, and asking again is up to the caller,
who knows how much time there is. It has a connection of its own: whoever renews the token does it for everyone, so it must not end with
the patience of the one, nor take as long as the patience of another, who only reads ahead.
"""

import threading
from typing import Protocol

import httplib2
from google.auth.exceptions import GoogleAuthError, RefreshError, TransportError
from google.auth.transport import DEFAULT_RETRYABLE_STATUS_CODES, Response
from google.oauth2.credentials import Credentials
from google_auth_httplib2 import Request
from pydantic import BaseModel, ValidationError

from providers.gmail.sockets import SendingOnce
from providers.mailbox import SignInNeededError

TIMEOUT_S = 1.5
"""Shorter than one attempt of anybody's, so that there is time for a second one."""

SIGN_IN_AGAIN = "the provider no longer accepts our sign-in"


class GmailAccess(Protocol):
    """How to reach one account."""

    @property
    def api_url(self) -> str:
        """The address of the server, like https://gmail.googleapis.com."""

    def credentials(self) -> Credentials:
        """Credentials that can renew themselves. Asked for once for each `GmailApi`, in a thread of its own."""


class _RefreshOnce(Request):  # type: ignore[misc]
    """One request to the token address; `refused` once it said that the grant is no good any more."""

    def __init__(self, http: httplib2.Http) -> None:
        super().__init__(http)
        self.refused = False

    def __call__(self, *args: object, **kwargs: object) -> Response:
        """Raises `TransportError` where the library would sleep and repeat, or stumble over what is no answer of OAuth's."""
        answer: Response = super().__call__(*args, **kwargs)
        try:
            read = _TokenAnswer.model_validate_json(answer.data)
        except ValidationError:
            raise TransportError("the token address answers something else") from None  # type: ignore[no-untyped-call]
        if answer.status in DEFAULT_RETRYABLE_STATUS_CODES or (answer.status == 200 and not read.access_token):
            raise TransportError("the token address is busy")  # type: ignore[no-untyped-call]
        self.refused = answer.status >= 400 and read.error == "invalid_grant"
        return answer


class _TokenAnswer(BaseModel):
    access_token: str = ""
    expires_in: int | None = None
    error: str = ""


class AccessToken:
    """The credentials of one account. Used by several threads at once."""

    def __init__(self, access: GmailAccess, *, timeout_s: float = TIMEOUT_S) -> None:
        self._access = access
        self._http = SendingOnce(timeout_s)
        self._lock = threading.Lock()
        self._credentials: Credentials | None = None
        self._failures = 0
        self._refused = False

    def ready(self) -> Credentials:
        """Credentials with a token that is good for some minutes. Raises `SignInNeededError`, `TransportError` or `OSError`."""
        failures = self._failures
        with self._lock:
            if self._credentials is None:
                self._credentials = self._access.credentials()
            if not self._credentials.valid:
                self._refresh(self._credentials, failures)
            return self._credentials

    def renew(self, rejected: str) -> None:
        """Fetch another token unless somebody did since `rejected` was given out. Raises as `ready` does."""
        failures = self._failures
        with self._lock:
            if self._credentials is not None and self._credentials.token == rejected:
                self._refresh(self._credentials, failures)

    def cut(self) -> None:
        """End what is under way. May be called from any thread."""
        self._http.cut()

    def close(self) -> None:
        """Close the sockets; nothing may be under way."""
        self._http.close()

    def _refresh(self, credentials: Credentials, failures: int) -> None:
        """Whoever waited here while somebody failed fails with them, instead of waiting as long once more."""
        if failures == self._failures:
            try:
                self._refused = _is_refused(credentials, self._http)
            except (TransportError, OSError):
                self._refused = False
                self._failures += 1
                raise
            finally:
                self._http.close()  # the next time is in an hour
            if not self._refused:
                return
            self._failures += 1
        if self._refused:
            raise SignInNeededError(SIGN_IN_AGAIN)
        raise TransportError("the token address did not answer")  # type: ignore[no-untyped-call]


def _is_refused(credentials: Credentials, http: httplib2.Http) -> bool:
    """Fetch a token; whether the grant is no good any more. Raises `TransportError` or `OSError`."""
    request = _RefreshOnce(http)
    try:
        credentials.refresh(request)  # type: ignore[no-untyped-call]
    except TransportError:
        raise
    except GoogleAuthError as error:
        if request.refused or (isinstance(error, RefreshError) and credentials.refresh_token is None):
            return True
        raise TransportError("the token address did not give a token") from None  # type: ignore[no-untyped-call]
    return False
