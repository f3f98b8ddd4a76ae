"""One HTTP connection to Gmail, used by one thread at a time, that can be cut from outside.

httplib2 must not be used by two threads at once, so there are as many connections as requests under way. One that nobody used for a
while is closed before its next use: the server may have closed it without a word, and then the first request on it would fail.
"""

import http.client
import time
from collections.abc import Callable, Sequence
from typing import Protocol

import httplib2
from google.auth.exceptions import TransportError
from google_auth_httplib2 import AuthorizedHttp
from googleapiclient.errors import HttpError

from providers.gmail.batch import CONTENT_TYPE, write_batch
from providers.gmail.sign_in import AccessToken
from providers.gmail.sockets import SendingOnce
from providers.gmail.verdicts import Answer

STALE_AFTER_S = 50.0


class LostError(Exception):
    """There was no whole answer: no connection, no answer in time, or one that was cut off. Whether it was done is not known."""


class GmailRequest(Protocol):
    """A request that the library has built from the discovery document."""

    uri: str

    def execute(self, http: AuthorizedHttp) -> bytes:
        """Send it once; the body of the answer. Raises `HttpError` for any status from 300 on."""


class Connection:
    """`send` and `send_batch` block; every other method may be called from any thread."""

    def __init__(self, token: AccessToken, *, timeout_s: float) -> None:
        self._token = token
        self._http = SendingOnce(timeout_s)
        self._used_at = time.monotonic()
        self._is_cut = False

    def send(self, request: GmailRequest) -> Answer:
        """Send a request, once more with a new token if the first was refused. Raises `LostError` or `SignInNeededError`."""
        return self._whole(lambda: self._authorised(lambda http: Answer(status=200, body=request.execute(http=http))))

    def send_batch(self, batch_url: str, requests: Sequence[GmailRequest]) -> Answer:
        """Send GETs as one request; as `send`, and `batch.read_batch` takes the answer apart."""
        body = write_batch([request.uri for request in requests])
        return self._whole(lambda: self._authorised(lambda http: _posted(http, batch_url, body)))

    def cut(self) -> None:
        """End what is under way: the thread that waits for it is free at once. The connection is of no more use."""
        self._is_cut = True
        self._http.cut()

    def close(self) -> None:
        """Close the sockets; nothing may be under way."""
        self._http.close()

    @property
    def is_cut(self) -> bool:
        """Whether it is of no more use."""
        return self._is_cut

    def _whole(self, ask: Callable[[], Answer]) -> Answer:
        if time.monotonic() - self._used_at > STALE_AFTER_S:
            self._http.close()
        try:
            return ask()
        except (OSError, httplib2.HttpLib2Error, http.client.HTTPException, TransportError):
            self._http.close()
            raise LostError from None
        except Exception:  # a socket that another thread cuts off fails in ways of its own
            if not self._is_cut:
                raise
            raise LostError from None
        finally:
            self._used_at = time.monotonic()

    def _authorised(self, ask: Callable[[AuthorizedHttp], Answer]) -> Answer:
        """The 401 costs no quota: Gmail does not know whose it would be."""
        answer, token = self._once(ask)
        if answer.status == 401:
            self._token.renew(token)
            answer, _ = self._once(ask)
        return answer

    def _once(self, ask: Callable[[AuthorizedHttp], Answer]) -> tuple[Answer, str]:
        credentials = self._token.ready()
        token = str(credentials.token)
        if self._is_cut:  # while it waited for another thread's token
            raise LostError
        http = AuthorizedHttp(credentials, http=self._http, refresh_status_codes=(), max_refresh_attempts=0)
        try:
            return ask(http), token
        except HttpError as error:
            return Answer(status=error.resp.status, body=error.content, retry_after=error.resp.get("retry-after")), token


def _posted(http: AuthorizedHttp, url: str, body: bytes) -> Answer:
    response, content = http.request(url, method="POST", body=body, headers={"content-type": CONTENT_TYPE})
    return Answer(
        status=response.status,
        body=content,
        retry_after=response.get("retry-after"),
        content_type=response.get("content-type", ""),
    )
