"""An HTTP server in the test's own event loop that speaks Gmail's wire protocol, batches and token address included, and fails on order.

It holds mails as Gmail's JSON and knows only what requests look like; searching and history are scripted, not worked out. How the whole
of Gmail behaves is for the third-party server: here it is about what one answer, or the lack of one, does to whoever asked.
"""

import asyncio
import base64
import json
import ssl
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

from aiohttp import web

from providers.connections.accounts import StoredGrant
from providers.google.access import GoogleAccess
from providers.google.client import GoogleClient
from tests.servers.gmail.batch import BOUNDARY, InnerAnswer, InnerCall, read_batch, write_batch
from tests.servers.http_server import http_server

TOKEN = "ya29.canary-token"
RENEWED = "ya29.canary-renewed"
ADDRESS = "canary@example.com"

Json = dict[str, Any]
LABELS: list[Json] = [
    *({"id": name.upper(), "name": name, "type": "system"} for name in ("Trash", "Spam", "Inbox", "Unread")),
    {"id": "Label_7", "name": "Receipts", "type": "user"},
]
Fails = Callable[[web.Request], Awaitable[web.StreamResponse]]


def refusal(status: int, reason: str, headers: Mapping[str, str] | None = None) -> Fails:
    """An error answer of Gmail's."""

    async def fail(_: web.Request) -> web.StreamResponse:
        return web.json_response(error_body(status, reason), status=status, headers=headers)

    return fail


def answer_of(status: int, body: str, headers: Mapping[str, str] | None = None) -> Fails:
    """Any other answer."""

    async def fail(_: web.Request) -> web.StreamResponse:
        return web.Response(
            status=status, text=body, content_type="application/json" if body.startswith("{") else "text/html", headers=headers
        )

    return fail


def error_body(status: int, reason: str) -> Json:
    return {"error": {"code": status, "message": f"about {ADDRESS}", "errors": [{"reason": reason, "domain": "usageLimits"}]}}


def answer_after(event: asyncio.Event, token: str) -> Fails:
    """A token, as soon as it may come."""

    async def answer(_: web.Request) -> web.StreamResponse:
        await event.wait()
        return web.json_response({"access_token": token, "expires_in": 3600})

    return answer


async def cut(request: web.Request) -> web.StreamResponse:
    """The connection ends without an answer."""
    assert request.transport is not None
    request.transport.close()
    return web.Response()


async def cut_within(request: web.Request) -> web.StreamResponse:
    """The connection ends in the middle of the answer."""
    assert request.transport is not None
    request.transport.write(b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"emailAddress": "')
    request.transport.close()
    return web.Response()


async def cut_after(_: web.Request) -> web.StreamResponse:
    """The connection ends without an answer, after what was asked for was done: the double does both."""
    return web.Response()


async def refused_within(_: web.Request) -> web.StreamResponse:
    """A batch is answered, but for its first mail; what is no batch is refused as a whole. The double does both."""
    return web.Response()


async def truncated(_: web.Request) -> web.StreamResponse:
    """Half of the answer, as if it were all."""
    return web.Response(text='{"emailAddress": "canary@exam', content_type="application/json")


async def page_for_people(_: web.Request) -> web.StreamResponse:
    """Something on the way answers instead of Gmail."""
    return web.Response(text="<html>Log in to this hotel</html>", content_type="text/html")


async def hang(_: web.Request) -> web.StreamResponse:
    """No answer until the client gives up."""
    await asyncio.Event().wait()
    return web.Response()


def mail(message: str, *, subject: str = "Hello", labels: tuple[str, ...] = ("INBOX", "UNREAD"), thread: str | None = None) -> Json:
    """A mail as Gmail gives it out in full."""
    text = {"mimeType": "text/plain", "filename": "", "body": {"size": 4, "data": "VGV4dA"}}
    paper = {"mimeType": "application/pdf", "filename": "offer.pdf", "body": {"size": 9_000, "attachmentId": "a1"}}
    return {
        "id": message,
        "threadId": thread or f"t{message}",
        "labelIds": list(labels),
        "snippet": "Text",
        "internalDate": "1772000000000",
        "payload": {
            "mimeType": "multipart/mixed",
            "filename": "",
            "headers": [
                {"name": "From", "value": "Ann <ann@example.com>"},
                {"name": "Subject", "value": subject},
                {"name": "Received", "value": "from a\r\n by b"},
            ],
            "body": {"size": 0},
            "parts": [{"mimeType": "multipart/alternative", "filename": "", "body": {"size": 0}, "parts": [text]}, paper],
        },
    }


@dataclass
class GmailDouble:
    """`asked` holds every request as `GET profile` or `POST batch of 3`; failures are taken from the queues, one a request."""

    url: str = ""
    mails: dict[str, Json] = field(default_factory=dict)
    pages: deque[Json] = field(default_factory=deque)
    token: str = TOKEN
    asked: list[str] = field(default_factory=list)
    bodies: list[Any] = field(default_factory=list)
    refreshed: int = 0
    fails: deque[Fails | None] = field(default_factory=deque)
    always_fails: Fails | None = None
    fails_inner: dict[str, deque[InnerAnswer]] = field(default_factory=lambda: defaultdict(deque))
    token_fails: deque[Fails] = field(default_factory=deque)
    cut_batch_to: int | None = None
    at_once: int = 0
    most_at_once: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def access(self, token: str = TOKEN) -> GoogleAccess:
        """Of a user who has signed in; without a token the first request fetches one."""
        grant = StoredGrant(address=ADDRESS, refresh_token="canary-refresh", scopes=())
        client = GoogleClient(
            client_id="canary-client",
            client_secret="canary-secret",
            scopes=(),
            auth_url="",
            token_url=f"{self.url}/token",
            revoke_url="",
            api_url=self.url,
        )
        return GoogleAccess(grant, client, first_token=token)

    def add(self, *ids: str) -> list[str]:
        """Put mails into it."""
        self.mails.update({each: mail(each) for each in ids})
        return list(ids)

    def refuse_in_batch(self, message: str, status: int, reason: str, *headers: tuple[str, str]) -> None:
        """Refuse a message once, when it is asked for in a batch."""
        body = json.dumps(error_body(status, reason)).encode()
        self.fails_inner[f"message {message}"].append(InnerAnswer(content_id="", status=status, body=body, headers=headers))

    async def busy(self, requests: int) -> None:
        """Return once so many requests are under way."""
        while self.at_once < requests:
            self.changed.clear()
            await self.changed.wait()

    async def idle(self) -> None:
        """Return once no request is under way."""
        while self.at_once:
            self.changed.clear()
            await self.changed.wait()

    async def api(self, request: web.Request) -> web.StreamResponse:
        """Any request but those to the token address."""
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        self.changed.set()
        try:
            return await self._api(request)
        finally:
            self.at_once -= 1
            self.changed.set()

    async def _api(self, request: web.Request) -> web.StreamResponse:
        body = await request.read()
        target, method = request.path_qs, request.headers.get("x-http-method-override", request.method)
        if method != request.method:
            target, body = f"{request.path}?{body.decode()}", b""
        calls = read_batch(request.headers["content-type"], body) if request.path.startswith("/batch") else None
        self.asked.append(f"POST batch of {len(calls)}" if calls is not None else f"{method} {kind_of(target)}")
        fails = self.failing(target)
        if fails is refused_within:
            fails = refusal(429, "rateLimitExceeded")
            if calls:
                self.refuse_in_batch(kind_of(calls[0].target).removeprefix("message "), 429, "rateLimitExceeded")
                fails = None
        if fails is not None and fails is not cut_after:
            return await fails(request)
        if request.headers.get("authorization") != f"Bearer {self.token}":
            return await refusal(401, "authError")(request)
        if calls is None:
            status, answer = self.answer(method, target, body)
            whole = web.json_response(answer, status=status)
        else:
            parts = write_batch([self._inner(call) for call in calls])[: self.cut_batch_to]
            whole = web.Response(body=parts, headers={"Content-Type": f"multipart/mixed; boundary={BOUNDARY}"})
        return await cut(request) if fails is cut_after else whole

    def _inner(self, call: InnerCall) -> InnerAnswer:
        failing = self.fails_inner[kind_of(call.target)]
        if failing:
            return replace(failing.popleft(), content_id=call.content_id)
        status, answer = self.answer(call.method, call.target, call.body)
        return InnerAnswer(content_id=call.content_id, status=status, body=json.dumps(answer).encode())

    def failing(self, target: str) -> Fails | None:
        """What happens to this request instead of an answer."""
        return self.always_fails or (self.fails.popleft() if self.fails else None)

    def answer(self, method: str, target: str, body: bytes) -> tuple[int, Json]:
        """Status and body of one call, alone or in a batch."""
        kind, _, name = kind_of(target).partition(" ")
        query = parse_qs(urlsplit(target).query)
        if body:
            self.bodies.append(json.loads(body))
        if kind in {"message", "modify", "trash"}:
            return self._of_message(kind, name, query)
        if kind == "thread":
            thread = [each for each in self.mails.values() if each["threadId"] == name]
            return (200, {"messages": thread}) if thread else (404, error_body(404, "notFound"))
        if kind in {"list", "history"}:
            self.bodies.append({key: values[0] for key, values in query.items()})
            return 200, self.pages.popleft()
        fixed: Mapping[str, Json] = {
            "profile": {"emailAddress": ADDRESS, "messagesTotal": 3, "historyId": "18446744073709551615"},
            "watch": {"historyId": "77", "expiration": "1772600000000"},
            "labels": {"labels": LABELS},
        }
        return 200, fixed[kind]

    def _of_message(self, kind: str, name: str, query: Mapping[str, list[str]]) -> tuple[int, Json]:
        if name not in self.mails:
            return 404, error_body(404, "notFound")
        message = self.mails[name]
        if kind == "modify":
            change = self.bodies[-1]
            message["labelIds"] = sorted({*message["labelIds"], *change["addLabelIds"]} - {*change["removeLabelIds"]})
        if kind == "trash":
            message["labelIds"] = ["TRASH"]
        if query.get("format") == ["raw"]:
            return 200, {"raw": base64.urlsafe_b64encode(b"Subject: \xff?>\r\n\r\nText").decode().rstrip("=")}
        return 200, message

    async def refresh(self, request: web.Request) -> web.StreamResponse:
        """The token address."""
        self.refreshed += 1
        if self.token_fails:
            self.at_once += 1
            self.changed.set()
            try:
                return await self.token_fails.popleft()(request)
            finally:
                self.at_once -= 1
        self.token = RENEWED
        return web.json_response({"access_token": RENEWED, "expires_in": 3600, "token_type": "Bearer"})


def kind_of(target: str) -> str:
    """What a request is about: `profile`, `list`, `message 17`."""
    match urlsplit(target).path.strip("/").split("/")[4:]:
        case ["messages"]:
            return "list"
        case ["messages", message]:
            return f"message {message}"
        case ["messages", message, verb]:
            return f"{verb} {message}"
        case ["threads", thread]:
            return f"thread {thread}"
        case [other]:
            return other
        case _:
            raise ValueError(target)


D = TypeVar("D", bound=GmailDouble)


@asynccontextmanager
async def gmail_double(encryption: ssl.SSLContext | None = None) -> AsyncIterator[GmailDouble]:
    """A server on a free port of this machine."""
    async with serving(GmailDouble(), encryption) as double:
        yield double


@asynccontextmanager
async def serving(double: D, encryption: ssl.SSLContext | None = None) -> AsyncIterator[D]:
    """A server on a free port of this machine, whose address is `url`."""
    app = web.Application(client_max_size=1 << 24)
    app.router.add_post("/token", double.refresh)
    app.router.add_route("*", "/{path:.*}", double.api)
    async with http_server(app, encryption=encryption) as double.url:
        yield double
