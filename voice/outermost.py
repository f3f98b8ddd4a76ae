"""The outermost ASGI layer: it keeps browsers and large requests out, and counts and numbers answers.

A page of a stranger in a browser on this machine can send requests to any port of it, and could make the machine compute or speak to a
parser. Whatever a browser sends on behalf of a page has the header `Origin`; no client of ours has it.
"""

from http import HTTPStatus
from uuid import uuid4

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from voice.api_errors import answer_with
from voice.serving_state import VoiceCounts

MOST_BYTES = 25_000_000
"""Of one request, as OpenAI's: a minute of stereo sound at 96 kHz fits."""
PATHS = frozenset({"/v1/audio/transcriptions", "/v1/audio/speech", "/v1/audio/voices", "/health", "/metrics"})


class Outermost:
    def __init__(self, application: ASGIApp, counts: VoiceCounts) -> None:
        self._application = application
        self._counts = counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                path = scope["path"] if scope["path"] in PATHS else "other"
                self._counts.requests.labels(path, str(message["status"])).inc()
                MutableHeaders(scope=message)["x-request-id"] = uuid4().hex  # clients log it, and complain of an answer without one
            await send(message)

        headers = Headers(scope=scope)
        if "origin" in headers:
            answer = answer_with(HTTPStatus.FORBIDDEN, "no_pages", "Pages may not use this server.")
            await answer(scope, receive, counted)
        elif int(headers.get("content-length", "0")) > MOST_BYTES:
            answer = answer_with(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too_large", f"A request may have {MOST_BYTES:,} bytes at most.")
            await answer(scope, receive, counted)
        else:
            await self._application(scope, receive, counted)
