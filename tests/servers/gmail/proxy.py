"""A proxy of ours before the third-party Gmail server: it adds what that lacks, puts right what it does otherwise, and makes it fail.

Where the two differ, Google's documentation wins. Over what the server does, the proxy corrects:

- `getProfile` is missing; so are the batch address as it is documented (answers named by Content-ID, in any order) and `fields`.
- A history id that is too old, unknown or still to come is answered by an empty page instead of 404; ids have more than 64 bits.
- An empty list is sent where Google leaves the field out: `history`, `messages`, `labelIds`.
- Of a mail's header ten fields are kept, the date made new and the parts flattened; Google returns all of them. Snippets are not escaped.
- `q` takes OR for a space, knows no braces, no `-from:`, `rfc822msgid:`, `newer_than:`, and finds letters instead of words.
- `modify`, `trash` and `insert` return the whole message instead of its id, thread and labels; a watch lasts a day instead of seven.
- Any word is good as an access token, `invalid_grant` aside nothing of a grant ever expires, and revoking ends one token of it.
- Every token is refused after 5,000 requests; Google counts units by method and minute (`units_per_minute`).

A request goes through here as: counted, delayed, what a test planned for it (`faults`), its bearer and quota checked, answered.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from aiohttp import web

from tests.servers.gmail.answers import Answer, bad_request, refusal
from tests.servers.gmail.batch import BOUNDARY, InnerAnswer, read_batch, write_batch
from tests.servers.gmail.calls import UNITS, Call, CallKind, kind_of
from tests.servers.gmail.documented import Asked, DocumentedGmail
from tests.servers.gmail.faults import REFUSALS, Fault, FaultPlan
from tests.servers.gmail.fields import FieldsError
from tests.servers.gmail.queries import QueryError
from tests.servers.gmail.server import GmailServer
from tests.servers.gmail.tokens import DocumentedTokens
from tests.servers.http_server import http_server

MINUTE_S = 60.0
MOST_BATCHED = 50
GARBAGE = b"<html><body><h1>Sorry...</h1>We're having trouble right now.</body></html>"
INVALID_GRANT = b'{"error": "invalid_grant", "error_description": "Token has been expired or revoked."}'
_OF_THE_CONNECTION = frozenset({Fault.NO_ANSWER, Fault.CUT_BEFORE, Fault.CUT_AFTER, Fault.CUT_WITHIN, Fault.SLOW})


class GmailProxy:
    """The addresses of a Gmail that behaves by the book, except where `faults` says otherwise, and every call that was made.

    `delay_s` is added to every request, `slow_s` to one that is slow; `refused` is what a real Gmail would not have understood, and fails
    the test at its end.
    """

    def __init__(self, server: GmailServer) -> None:
        self.url = ""
        self.calls: list[Call] = []
        self.faults = FaultPlan()
        self.gmail = DocumentedGmail(server)
        self.tokens = DocumentedTokens(server)
        self.delay_s = 0.0
        self.slow_s = 0.5
        self.retry_after_s: int | None = None
        self.most_batched = MOST_BATCHED
        self.units_per_minute: int | None = None
        self.refused: list[str] = []
        self._number = 0

    @property
    def token_url(self) -> str:
        return f"{self.url}/token"

    @property
    def revoke_url(self) -> str:
        return f"{self.url}/revoke"

    @property
    def authorization_url(self) -> str:
        return f"{self.url}/o/oauth2/v2/auth"

    @property
    def requests(self) -> list[Call]:
        """The HTTP requests alone: a batch is one."""
        return [call for call in self.calls if not call.inner]

    @property
    def units(self) -> int:
        """What Google would have charged so far."""
        return sum(call.units for call in self.calls)

    def counted(self, kind: CallKind) -> int:
        return sum(call.kind is kind for call in self.calls)

    def reset(self) -> None:
        """Count from the beginning and forget what was planned."""
        self._number = 0
        self.calls.clear()
        self.faults.clear()
        self.faults.happened.clear()

    async def handle(self, http: web.Request) -> web.StreamResponse:
        body = await http.read()
        self._number += 1
        path, query = http.rel_url.raw_path, http.rel_url.raw_query_string
        asked = Asked(kind=kind_of(http.method, path), method=http.method, path=path, query=query, body=body)
        call = self._count(asked, calls=body.count(b"Content-ID:") if asked.kind is CallKind.BATCH else 0)
        await asyncio.sleep(self.delay_s)
        await self.faults.prepare(call)
        fault = self.faults.take(call)
        if fault is Fault.SLOW:
            await asyncio.sleep(self.slow_s)
        elif fault is Fault.NO_ANSWER:
            await asyncio.Event().wait()
        elif fault is Fault.CUT_BEFORE:
            return _cut(http)
        answer = await self._understood(asked, call, fault, http)
        if fault is Fault.CUT_AFTER:
            return _cut(http)
        response = web.Response(status=answer.status, body=answer.body, headers=[("Content-Type", answer.content_type), *answer.headers])
        return await _break_off(http, response) if fault is Fault.CUT_WITHIN else response

    def _count(self, asked: Asked, *, inner: int = 0, number: int = 0, calls: int = 0) -> Call:
        call = Call(
            number=number or self._number,
            kind=asked.kind,
            method=asked.method,
            path=asked.path,
            query=asked.query,
            units=UNITS.get(asked.kind, 0),
            at=asyncio.get_running_loop().time(),
            inner=inner,
            calls=calls,
        )
        self.calls.append(call)
        return call

    async def _understood(self, asked: Asked, call: Call, fault: Fault | None, http: web.Request) -> Answer:
        try:
            return _spoilt(await self._answer(asked, call, fault, http.headers), fault)
        except (QueryError, FieldsError, ValueError) as error:
            self.refused.append(f"{asked.kind}: {type(error).__name__}: {error}")
            return bad_request("Invalid argument")

    async def _answer(self, asked: Asked, call: Call, fault: Fault | None, headers: Mapping[str, str]) -> Answer:
        if fault is Fault.INVALID_GRANT:
            return Answer(status=400, body=INVALID_GRANT)
        if fault is not None and fault in REFUSALS:
            return refusal(REFUSALS[fault], retry_after_s=self.retry_after_s if fault is Fault.TOO_MANY_REQUESTS else None)
        if asked.kind is CallKind.BATCH:
            return await self._batch(asked, call, headers)
        if asked.kind in {CallKind.TOKEN, CallKind.REVOKE}:
            return await (
                self.tokens.issue(asked.body) if asked.kind is CallKind.TOKEN else self.tokens.revoke(asked.body, asked.one("token"))
            )
        return await self._of_the_mailbox(asked, call, fault, headers)

    async def _of_the_mailbox(self, asked: Asked, call: Call, fault: Fault | None, headers: Mapping[str, str]) -> Answer:
        if asked.kind is CallKind.UNKNOWN:
            raise ValueError(f"no such method: {asked.method} {asked.path}")
        bearer = await self.tokens.bearer(headers.get("Authorization", ""))
        if bearer is None:
            return refusal(REFUSALS[Fault.UNAUTHORIZED])
        if not bearer.may(asked.kind):
            return refusal(REFUSALS[Fault.FORBIDDEN])
        if self.units_per_minute is not None and self._units_since(call.at - MINUTE_S) > self.units_per_minute:
            return refusal(REFUSALS[Fault.USER_RATE_LIMITED])
        return await self.gmail.answer(asked, bearer.user, fault)

    def _units_since(self, at: float) -> int:
        return sum(call.units for call in self.calls if call.at > at)

    async def _batch(self, asked: Asked, call: Call, headers: Mapping[str, str]) -> Answer:
        """Each call inside is counted, may fail and is charged for itself, and bears the Authorization of the whole."""
        inner = read_batch(headers.get("Content-Type", ""), asked.body)
        if len(inner) > self.most_batched:
            return bad_request(f"The batch request could not be processed: more than {self.most_batched} calls")
        answers = []
        for place, each in enumerate(inner, 1):
            target = urlsplit(each.target)
            part = Asked(kind=kind_of(each.method, target.path), method=each.method, path=target.path, query=target.query, body=each.body)
            counted = self._count(part, inner=place, number=call.number)
            await self.faults.prepare(counted)
            fault = self.faults.take(counted)
            if fault in _OF_THE_CONNECTION or part.kind is CallKind.BATCH:
                raise ValueError("a call inside a batch has no connection of its own")
            answer = _spoilt(await self._answer(part, counted, fault, headers), fault)
            answers.append(InnerAnswer(content_id=each.content_id, status=answer.status, body=answer.body, headers=answer.headers))
        return Answer(status=200, body=write_batch(answers), content_type=f"multipart/mixed; boundary={BOUNDARY}")


@asynccontextmanager
async def gmail_proxy(server: GmailServer) -> AsyncIterator[GmailProxy]:
    """A proxy on a free loopback port until the block ends. Raises `AssertionError` there if Gmail would not have understood something."""
    proxy = GmailProxy(server)
    application = web.Application(client_max_size=32 * 1024 * 1024)
    application.router.add_route("*", "/{anything:.*}", proxy.handle)
    try:
        async with http_server(application) as proxy.url:
            yield proxy
    finally:
        failure = sys.exception()
        if failure and proxy.refused:
            failure.add_note(f"Gmail would not have understood: {proxy.refused}")
    assert not proxy.refused, f"Gmail would not have understood: {proxy.refused}"


def _spoilt(answer: Answer, fault: Fault | None) -> Answer:
    if fault is Fault.TRUNCATED:
        return Answer(status=answer.status, body=answer.body[: len(answer.body) // 2], content_type=answer.content_type)
    if fault is Fault.GARBAGE:
        return Answer(status=200, body=GARBAGE, content_type="text/html; charset=UTF-8")
    return answer


def _cut(http: web.Request) -> web.Response:
    if http.transport is not None:
        http.transport.abort()
    return web.Response()


async def _break_off(http: web.Request, whole: web.Response) -> web.StreamResponse:
    """Say how long the answer is, send half of it and end the connection."""
    body = whole.body
    assert isinstance(body, bytes)
    half = web.StreamResponse(status=whole.status, headers={"Content-Type": whole.content_type, "Content-Length": str(len(body))})
    await half.prepare(http)
    await half.write(body[: len(body) // 2])
    _cut(http)
    return half
