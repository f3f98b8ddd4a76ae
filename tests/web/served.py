"""The web server within the test: the real application, its real database, a LiveKit server in memory, and browsers."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from livekit import api
from livekit.api.access_token import Claims
from starlette.types import Message, Receive, Scope, Send

from providers.settings import Settings
from tests.storage.migrated import migrated
from tests.web.call_rooms import MemoryCallRooms
from web.http.built_page import BuiltPage
from web.http.guard import Guard
from web.main import web_server
from web.server_parts import Rates
from web.typed.typed_session import USUAL_TIMEOUTS, TypedTimeouts

KEY, SECRET = "page-key", "the-secret-of-a-page-0123456789abcdef"
ORIGIN = "http://127.0.0.1:8000"
SEALING_KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
PUBLIC = {"aloud_web_url": "https://aloud.example.com", "aloud_web_host": "::", "aloud_secret_key": SEALING_KEY}
"""As it is served to the world, if there is an issuer."""


def claims_of(token: str) -> Claims:
    """What a token for a call says; raises if it is not signed by us."""
    return api.TokenVerifier(KEY, SECRET).verify(token)


def settings_for(folder: Path, **changes: object) -> Settings:
    """The settings of a server on this machine, with nothing of the environment in them."""
    values: dict[str, Any] = {
        "livekit_api_key": KEY,
        "livekit_api_secret": SECRET,
        "aloud_data_dir": folder / "data",
        "aloud_secret_key": SEALING_KEY,
        **changes,
    }
    return Settings(_env_file=None, **values)


@dataclass
class Browser:
    """One browser: it keeps cookies and follows nothing by itself. `answered` is set whenever an answer begins, if it ends or not."""

    http: httpx2.AsyncClient
    csrf: str = ""
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    async def open_page(self) -> httpx2.Response:
        """As the page begins."""
        answer = await self.get("/api/me")
        if answer.status_code == 200:
            self.csrf = answer.json()["csrf"]
        return answer

    async def get(self, path: str, **headers: str) -> httpx2.Response:
        return await self.http.get(path, headers=headers)

    async def post(self, path: str, body: object = None) -> httpx2.Response:
        return await self.http.post(path, json=body, headers={"X-CSRF-Token": self.csrf})

    async def patch(self, path: str, body: object) -> httpx2.Response:
        return await self.http.patch(path, json=body, headers={"X-CSRF-Token": self.csrf})

    async def put(self, path: str, body: object) -> httpx2.Response:
        return await self.http.put(path, json=body, headers={"X-CSRF-Token": self.csrf})

    async def delete(self, path: str) -> httpx2.Response:
        return await self.http.delete(path, headers={"X-CSRF-Token": self.csrf})


@dataclass
class Served:
    """The server, its LiveKit server, and where it is."""

    application: Guard
    rooms: MemoryCallRooms
    origin: str

    def browser(self, *, address: str = "203.0.113.7") -> Browser:
        """A browser that nobody has used, at a network address."""
        answered = asyncio.Event()

        async def application(scope: Scope, receive: Receive, send: Send) -> None:
            async def sent(message: Message) -> None:
                await send(message)
                answered.set()

            await self.application(scope, receive, sent)

        transport = httpx2.ASGITransport(application, client=(address, 50_000))
        return Browser(httpx2.AsyncClient(transport=transport, base_url=self.origin), answered=answered)

    async def user(self) -> Browser:
        """One in which the page of the local user is open."""
        browser = self.browser()
        assert (await browser.open_page()).status_code == 200
        return browser


@asynccontextmanager
async def served(
    settings: Settings, *, page: BuiltPage | None = None, rates: Rates | None = None, timeouts: TypedTimeouts = USUAL_TIMEOUTS
) -> AsyncIterator[Served]:
    """A server on which nobody calls yet."""
    settings.aloud_data_dir.mkdir(parents=True, exist_ok=True)
    await migrated(settings.shared_database_url)
    rooms = MemoryCallRooms()
    rooms.exists = False
    guard = web_server(settings, open_rooms=rooms.served, page=page, rates=rates, timeouts=timeouts)
    async with guard.lifespan():
        yield Served(guard, rooms, settings.aloud_web_url or ORIGIN)
