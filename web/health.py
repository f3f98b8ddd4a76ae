"""Whether the server is alive, and whether a call would work: for operators. Neither says anything about a user.

The state of the database and of LiveKit is cached for a moment, so that frequent probes do not become frequent requests to them.
"""

import asyncio
import time
from http import HTTPStatus

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field
from sqlalchemy import text

from providers.livekit.rooms import RoomsUnavailableError
from storage.database import DatabaseUnavailableError
from web.http.built_page import BuiltPage
from web.server_parts import Here, WebParts

REMEMBERED_S = 2.0
STORAGE_ANSWERS_WITHIN_S = 3.0
NOBODY = "-"
"""A name that no room has."""


class Alive(BaseModel):
    """It answers."""

    alive: bool = True


class Readiness(BaseModel):
    """Whether a call would work; if not, what is missing."""

    ready: bool
    storage: bool = Field(description="The database answers.")
    livekit: bool = Field(description="The LiveKit server answers, and knows our key.")
    page: bool = Field(description="The page has been built.")


def health_routes(page: BuiltPage) -> APIRouter:
    """Both; the second answers 503 while something is missing."""
    routes = APIRouter(prefix="/health", tags=["health"])
    known = _Known(page)

    @routes.get("/live")
    async def live() -> Alive:
        """Whether the process answers."""
        return Alive()

    @routes.get("/ready", responses={503: {"model": Readiness}})
    async def ready(parts: Here, response: Response) -> Readiness:
        """Whether a call would work. A worker is not asked for: the keeper waits for one."""
        readiness = await known.of(parts)
        if not readiness.ready:
            response.status_code = HTTPStatus.SERVICE_UNAVAILABLE
        return readiness

    return routes


class _Known:
    def __init__(self, page: BuiltPage) -> None:
        self._page = page
        self._asked_at = -REMEMBERED_S
        self._answer: Readiness | None = None
        self._asking = asyncio.Lock()

    async def of(self, parts: WebParts) -> Readiness:
        async with self._asking:
            if self._answer is None or time.monotonic() - self._asked_at > REMEMBERED_S:
                storage, livekit = await asyncio.gather(_storage(parts), _livekit(parts))
                page = self._page.is_built
                self._answer = Readiness(ready=storage and livekit and page, storage=storage, livekit=livekit, page=page)
                self._asked_at = time.monotonic()
            return self._answer


async def _storage(parts: WebParts) -> bool:
    try:
        async with asyncio.timeout(STORAGE_ANSWERS_WITHIN_S), parts.database.reading() as session:
            await session.execute(text("SELECT 1 FROM web_session WHERE 1 = 0"))
    except (DatabaseUnavailableError, TimeoutError):
        return False
    return True


async def _livekit(parts: WebParts) -> bool:
    try:
        await parts.rooms.find(NOBODY)
    except RoomsUnavailableError:
        return False
    return True
