"""A Gmail that is 80 ms away: messages and batches of them over HTTP, in a process of its own so that its work is not measured.

Every HTTP request takes that long, whatever is in it. Answers are made once; nothing is worked out while a client waits.
"""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from aiohttp import web

from providers.connections.accounts import StoredGrant
from providers.google.access import GoogleAccess
from providers.google.client import GoogleClient

AWAY_S = 0.08
BOUNDARY = "batch_far_away"

_INNER = re.compile(rb"Content-ID: <([^>]*)>.*?GET /gmail/v1/users/me/messages/(\w+)", re.DOTALL)
_HEADERS = [{"name": f"X-Received-{number}", "value": "by relay.example.com with SMTP id 1234567890abcdef " * 3} for number in range(22)]


def _message(name: str) -> bytes:
    """About the size of a real one without its text: 24 header fields, two parts."""
    headers = [*_HEADERS, {"name": "Subject", "value": f"Number {name}"}, {"name": "From", "value": "Ann <ann@example.com>"}]
    part = {"mimeType": "text/plain", "filename": "", "body": {"size": 2_000}}
    payload = {"mimeType": "multipart/mixed", "filename": "", "headers": headers, "body": {"size": 0}, "parts": [part, part]}
    message = {"id": name, "threadId": name, "labelIds": ["INBOX", "UNREAD"], "snippet": "s" * 150, "internalDate": "1772000000000"}
    return json.dumps({**message, "payload": payload}).encode()


async def _one(request: web.Request) -> web.Response:
    await asyncio.sleep(AWAY_S)
    return web.Response(body=_message(request.match_info["name"]), content_type="application/json")


async def _batch(request: web.Request) -> web.Response:
    calls = _INNER.findall(await request.read())
    await asyncio.sleep(AWAY_S)
    parts = [
        b"--%b\r\nContent-Type: application/http\r\nContent-ID: <response-%b>\r\n\r\n"
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n%b\r\n"
        % (BOUNDARY.encode(), b" ".join(content_id.split()), _message(name.decode()))
        for content_id, name in calls
    ]
    return web.Response(
        body=b"".join([*parts, f"--{BOUNDARY}--\r\n".encode()]), headers={"Content-Type": f"multipart/mixed; boundary={BOUNDARY}"}
    )


async def _serve() -> None:
    app = web.Application(client_max_size=1 << 24)
    app.router.add_get("/gmail/v1/users/me/messages/{name}", _one)
    app.router.add_post("/batch", _batch)
    app.router.add_post("/batch/gmail/v1", _batch)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    print(runner.addresses[0][1], flush=True)
    await asyncio.Event().wait()


@contextmanager
def gmail_far_away() -> Iterator[str]:
    """Its address."""
    with subprocess.Popen([sys.executable, "-m", "benchmarks.gmail.far_away"], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(server.stdout.readline())}"
        finally:
            server.terminate()


def signed_in(url: str) -> GoogleAccess:
    """A user at that address, whose token is never refused."""
    client = GoogleClient(client_id="", client_secret="", scopes=(), auth_url="", token_url="", revoke_url="", api_url=url)
    return GoogleAccess(StoredGrant(address="sam@example.com", refresh_token="", scopes=()), client, first_token="token")  # noqa: S106 - opens nothing


if __name__ == "__main__":
    asyncio.run(_serve())
