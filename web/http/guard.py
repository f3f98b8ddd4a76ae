"""The outermost ASGI layer: it checks the requested host and the size of the request, and adds security headers to every answer.

It wraps the whole application, so that even the answer to a crash has the headers. The host is checked because of DNS rebinding: a
foreign name may be pointed at 127.0.0.1, and where there is no password nothing else would keep such a page out.
"""

from contextlib import AbstractAsyncContextManager
from http import HTTPStatus

from fastapi import FastAPI
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from web.http.problems import ProblemCode, ProblemError, answer_to
from web.http.public_urls import PublicUrls

MOST_BYTES = 1_000_000
"""Of one request. A webhook describes one room; everything else is a few words."""

ASKED_BY_MACHINES = ("/health/", "/api/livekit/")
"""Reachable under any host name, since probes and LiveKit may use another one. Neither reveals anything or acts on an unsigned request."""

PERMISSIONS = (
    "microphone=(self), display-capture=(self), autoplay=(self), screen-wake-lock=(self), "
    "camera=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), browsing-topics=()"
)


def content_policy(address: PublicUrls) -> str:
    """Scripts, styles and fonts of ours, no frames, no plug-ins, nothing inline; connections to us and to the LiveKit server alone."""
    directives = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "font-src": "'self'",
        "img-src": "'self'",
        "media-src": "'self' blob:",
        "manifest-src": "'self'",
        "worker-src": "'self'",
        "connect-src": " ".join(("'self'", *address.livekit_sources)),
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in directives.items())


class Guard:
    def __init__(self, application: FastAPI, address: PublicUrls) -> None:
        self._application = application
        self._address = address
        self._headers = {
            "Content-Security-Policy": content_policy(address),
            "Permissions-Policy": PERMISSIONS,
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
        }
        if address.is_secure:
            self._headers["Strict-Transport-Security"] = "max-age=31536000"

    def lifespan(self) -> AbstractAsyncContextManager[object]:
        """Start-up and shut-down of the application, for tests that call it without a server."""
        return self._application.router.lifespan_context(self._application)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers[name] = value
                if scope["path"].startswith("/api/"):
                    headers["Cache-Control"] = "no-store"
            await send(message)

        await self._guarded(scope)(scope, _bounded(receive), send_guarded)

    def _guarded(self, scope: Scope) -> ASGIApp:
        headers = Headers(scope=scope)
        host, path = headers.get("host", ""), scope["path"]
        if host != self._address.host and not path.startswith(ASKED_BY_MACHINES):
            if host.partition(":")[0] == "localhost" and scope["method"] == "GET" and path == "/":
                return RedirectResponse(self._address.origin + "/")  # the cookie, and the way back from Google, know one name
            detail = f"This server is to be opened at {self._address.origin}."
            return answer_to(ProblemError(HTTPStatus.MISDIRECTED_REQUEST, ProblemCode.WRONG_ADDRESS, detail))
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > MOST_BYTES:
            return answer_to(_too_large())
        return self._application


def _bounded(receive: Receive) -> Receive:
    """Enforces the limit on a body that does not declare its length."""
    received = 0

    async def receive_bounded() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > MOST_BYTES:
            raise _too_large()
        return message

    return receive_bounded


def _too_large() -> ProblemError:
    return ProblemError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, ProblemCode.TOO_LARGE, "That is more than anybody has to send here.")
