"""How a model service fails, as it is seen at the socket: refused, silent, cut off.

One set for all three services, so that a test can say of any of them what happens to it. A fault that hangs holds its request until
it is released, the client hangs up, or the server ends.
"""

import asyncio
from abc import ABC, abstractmethod

from aiohttp import web


class Fault(ABC):
    """What happens to a request instead of an answer."""

    @abstractmethod
    async def happen(self, http: web.Request) -> web.StreamResponse:
        """Treat the request."""


class Refuse(Fault):
    """An error answer: 401 for a wrong key, 429 for too many requests, 500 for a service that is down."""

    def __init__(self, status: int) -> None:
        self.status = status

    async def happen(self, http: web.Request) -> web.StreamResponse:
        error = {"message": "refused by the script", "type": "error", "param": None, "code": None}
        return web.json_response({"error": error}, status=self.status)


class HangUp(Fault):
    """The connection is closed without an answer."""

    async def happen(self, http: web.Request) -> web.StreamResponse:
        abort(http)
        return web.Response()


class Hang(Fault):
    """No answer at all, or none but the headers where `content_type` is given."""

    def __init__(self, content_type: str = "") -> None:
        self.content_type = content_type
        self.released = asyncio.Event()

    async def happen(self, http: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": self.content_type}) if self.content_type else None
        if response is not None:
            await response.prepare(http)
        await self.released.wait()
        return response or web.Response(status=503)


def abort(http: web.Request) -> None:
    """Close the connection now, in the middle of whatever is being sent."""
    if http.transport is not None:
        http.transport.abort()
