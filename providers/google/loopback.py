"""The local HTTP server that Google redirects the browser to after a sign-in.

It listens on the loopback address only, on a free port, and accepts the one request that carries the state of the sign-in. Any other
request (a browser's for an icon, a guess) is refused without ending the wait. The browser is answered only when the outcome is known: the
page says "connected" after the account is stored.
"""

import asyncio
import html
from collections.abc import Mapping
from typing import Self

from aiohttp import web

from providers.google.authorization import belongs

ENDED = "Nothing was connected. You can close this page; the terminal says more."
STRANGER = "This is not the answer that Aloud waits for."

_PAGE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    "<title>Aloud</title></head><body><h1>Aloud</h1><p>{}</p></body></html>"
)
_HEADERS = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "Content-Security-Policy": "default-src 'none'"}


class Loopback:
    """An async context manager: listens while the block runs, for the sign-in with `state`."""

    def __init__(self, state: str) -> None:
        self._state = state
        self._answer: asyncio.Future[Mapping[str, str]] = asyncio.get_running_loop().create_future()
        self._verdict: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        application = web.Application()
        application.router.add_get("/", self._answered)
        self._runner = web.AppRunner(application, access_log=None, handle_signals=False, shutdown_timeout=2.0)

    @property
    def redirect_uri(self) -> str:
        host, port = self._runner.addresses[0][:2]
        return f"http://{host}:{port}/"

    async def answer(self) -> Mapping[str, str]:
        """The query of Google's redirect. It may never come, so callers own the timeout."""
        return await asyncio.shield(self._answer)

    def conclude(self, sentence: str) -> None:
        """Answer the waiting browser with this sentence."""
        if not self._verdict.done():
            self._verdict.set_result(sentence)

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.conclude(ENDED)
        self._answer.cancel()
        await self._runner.cleanup()

    async def _answered(self, request: web.Request) -> web.Response:
        if not belongs(request.query, self._state):
            return _page(STRANGER, status=400)
        if not self._answer.done():
            self._answer.set_result(dict(request.query))
        return _page(await asyncio.shield(self._verdict))


def _page(sentence: str, *, status: int = 200) -> web.Response:
    return web.Response(text=_PAGE.format(html.escape(sentence)), content_type="text/html", status=status, headers=_HEADERS)
