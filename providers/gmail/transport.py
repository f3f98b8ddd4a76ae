"""One attempt at a request to Gmail over HTTP: built by Google's client library, sent by httpx2, its answer judged.

The library ships the description of the API, so nothing is fetched to build requests. It has no types and is used in this module only. It
does not send the requests: its httplib2 blocks a thread that cannot be cancelled, and repeats any request, safe to repeat or not, when the
server closes a connection without an answer.
"""

import asyncio
import json
import ssl
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, TypeVar
from urllib.parse import urljoin

import httpx2
from googleapiclient.discovery import build_from_document
from googleapiclient.discovery_cache import get_static_doc

from providers.encryption import trusted_authorities
from providers.gmail.batch import GmailRequest
from providers.gmail.verdicts import ASK_AGAIN, Answer, Verdict, judge
from providers.gmail.wire import GarbledError
from providers.google.access import GoogleAccess
from providers.mailbox import MailboxUnavailableError
from providers.resilience.priority import Priority, PrioritySemaphore
from providers.resilience.retry import AttemptError, seconds_asked_for

KEPT_FREE: Mapping[Priority, int] = MappingProxyType({Priority.INTERACTIVE: 0, Priority.PREFETCH: 4, Priority.POLLING: 3})
"""Of eight slots, reading ahead gets at most four, and polling gets one only while more than three are free."""

IDLE_S = 50.0
LARGE_BYTES = 1_000_000
"""A larger answer is read in a thread: reading it in the event loop would make the call's audio stutter."""

T = TypeVar("T")


class RefusedError(AttemptError):
    """An attempt that failed, and why. After `BROKEN` the request may have been carried out or not."""

    def __init__(self, verdict: Verdict, pause_s: float = 0.0) -> None:
        super().__init__(verdict.value)
        self.verdict = verdict
        self.retry_after_s = pause_s if verdict in ASK_AGAIN else None


class GmailTransport:
    """One account's connections. It belongs to one event loop; close it. `timeout_s` bounds each step of a request."""

    def __init__(self, access: GoogleAccess, *, timeout_s: float, concurrency: int, encryption: ssl.SSLContext | None = None) -> None:
        self.users, self.batch_url = _interface(access.client.api_url)
        # The semaphore limits the requests, not the connections: renewing the token takes no slot.
        limits = httpx2.Limits(max_connections=None, max_keepalive_connections=concurrency, keepalive_expiry=IDLE_S)
        self._http = httpx2.AsyncClient(timeout=timeout_s, limits=limits, verify=encryption or trusted_authorities())
        self._token = access.token(self._http)
        self._slots = PrioritySemaphore(concurrency, kept_free=KEPT_FREE)
        self._under_way: set[asyncio.Timeout] = set()
        self._closed = False

    async def ask(self, request: GmailRequest, read: Callable[[Answer], T], priority: Priority) -> T:
        """One attempt. Raises `RefusedError`, `SignInNeededError`, and `MailboxUnavailableError` once this is closed."""
        async with self._until_closed(), self._slots.slot(priority):
            try:
                response = await self._http.send(request.as_sent(), auth=self._token)
            except httpx2.HTTPError:
                raise RefusedError(Verdict.BROKEN) from None
        headers = response.headers
        answer = Answer(response.status_code, response.content, headers.get("retry-after"), headers.get("content-type", ""))
        if len(answer.body) > LARGE_BYTES:
            return await asyncio.to_thread(weigh, answer, read)
        return weigh(answer, read)

    async def aclose(self) -> None:
        self._closed = True
        for scope in self._under_way:
            scope.reschedule(0.0)
        await self._token.aclose()
        await self._http.aclose()

    @asynccontextmanager
    async def _until_closed(self) -> AsyncIterator[None]:
        """The block ends when this is closed. Closing the HTTP client would not end a connection that is still being made."""
        if self._closed:
            raise MailboxUnavailableError("the mailbox is closed")
        try:
            async with asyncio.timeout(None) as scope:
                self._under_way.add(scope)
                try:
                    yield
                finally:
                    self._under_way.discard(scope)
        except TimeoutError:
            raise MailboxUnavailableError("the mailbox is closed") from None


def weigh(answer: Answer, read: Callable[[Answer], T]) -> T:
    verdict = judge(answer)
    if verdict is not Verdict.DONE:
        raise RefusedError(verdict, seconds_asked_for(answer.retry_after, datetime.now(UTC)))
    try:
        return read(answer)
    except GarbledError:
        raise RefusedError(Verdict.BROKEN) from None


def _interface(api_url: str) -> tuple[Any, str]:
    """The builder of one user's requests to a server, as `GmailRequest`, and the address for batches.

    The library's setting for another server does not apply to batches, so the addresses in the description are changed instead.
    """
    root = api_url.rstrip("/") + "/"
    document = json.loads(get_static_doc("gmail", "v1"))
    document |= {"rootUrl": root, "baseUrl": urljoin(root, document["servicePath"])}
    # The library requires an HTTP object, which is never used.
    service = build_from_document(document, http=object(), requestBuilder=_built)
    return service.users(), urljoin(root, f"{document['batchPath']}/gmail/v1")


def _built(
    _http: object, _read: object, uri: str, *, method: str, body: str | None, headers: Mapping[str, str], **_: object
) -> GmailRequest:
    return GmailRequest(method=method, uri=uri, headers=headers, body=body)
