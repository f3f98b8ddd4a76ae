"""A Gmail inbox that is 80 ms away: what a call asks before its first mail, over HTTP, in a process of its own.

What it holds and how it answers is the model that the tests use; here it gets Gmail's addresses and JSON, and every HTTP request takes
that long, whatever is in it.
"""

import asyncio
import base64
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from aiohttp import web

from benchmarks.gmail.far_away import AWAY_S, BOUNDARY
from providers.gmail.values import Message
from tests.providers.gmail.doubles.model import GmailModel

_INNER = re.compile(rb"Content-ID: <([^>]*)>.*?GET /gmail/v1/users/me/messages/(\w+)", re.DOTALL)


def _filled(unread: int) -> GmailModel:
    model = GmailModel()
    for number in range(unread):
        model.deliver(
            b"From: Person %d <p%d@example.org>\r\nTo: sam@example.com\r\n"
            b"Subject: Matter %d\r\nMessage-ID: <%d@example.org>\r\n\r\nWords.\r\n" % (number, number % 300, number, number)
        )
    return model


def _as_json(message: Message) -> Mapping[str, object]:
    fields = (line.partition(": ") for line in message.headers.decode().splitlines())
    parts = [{"mimeType": part.mime_type, "filename": part.filename, "body": {"size": part.size}} for part in message.parts]
    return {
        "id": message.id,
        "threadId": message.thread_id,
        "labelIds": sorted(message.labels),
        "snippet": message.snippet,
        "internalDate": str(int(message.internal_date.timestamp() * 1000)),
        "payload": {"mimeType": "text/plain", "headers": [{"name": name, "value": value} for name, _, value in fields], "parts": parts},
    }


class InboxAway:
    """Answers are made before the wait, so that the wait covers the making."""

    def __init__(self, model: GmailModel) -> None:
        self._model = model
        self._messages = {mail: json.dumps(_as_json(model.message(mail))).encode() for mail in model.mails}
        self._found: dict[str, list[str]] = {}

    async def profile(self, _: web.Request) -> web.Response:
        """Whose it is, and the newest history id."""
        await asyncio.sleep(AWAY_S)
        return web.json_response({"emailAddress": self._model.address, "historyId": str(self._model.newest_id)})

    async def listing(self, request: web.Request) -> web.Response:
        """A page of ids."""
        done = asyncio.get_running_loop().time() + AWAY_S
        query, start, most = request.query.get("q", ""), int(request.query.get("pageToken", "0")), int(request.query["maxResults"])
        ids = self._found.setdefault(query, self._model.found(query) if query not in self._found else [])
        page: dict[str, object] = {"messages": [{"id": mail, "threadId": mail} for mail in ids[start : start + most]]}
        if start + most < len(ids):
            page["nextPageToken"] = str(start + most)
        await asyncio.sleep(max(0.0, done - asyncio.get_running_loop().time()))
        return web.json_response(page)

    async def raw(self, request: web.Request) -> web.Response:
        """A message as it came."""
        await asyncio.sleep(AWAY_S)
        return web.json_response({"raw": base64.urlsafe_b64encode(self._model.raw(request.match_info["message"])).decode()})

    async def batch(self, request: web.Request) -> web.Response:
        """Messages, several in one request."""
        calls = _INNER.findall(await request.read())
        await asyncio.sleep(AWAY_S)
        parts = [
            b"--%b\r\nContent-Type: application/http\r\nContent-ID: <response-%b>\r\n\r\n"
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n%b\r\n"
            % (BOUNDARY.encode(), b" ".join(content_id.split()), self._messages[name.decode()])
            for content_id, name in calls
        ]
        body = b"".join([*parts, f"--{BOUNDARY}--\r\n".encode()])
        return web.Response(body=body, headers={"Content-Type": f"multipart/mixed; boundary={BOUNDARY}"})


async def _serve(unread: int) -> None:
    inbox = InboxAway(_filled(unread))
    app = web.Application(client_max_size=1 << 24)
    app.router.add_get("/gmail/v1/users/me/profile", inbox.profile)
    app.router.add_get("/gmail/v1/users/me/messages", inbox.listing)
    app.router.add_get("/gmail/v1/users/me/messages/{message}", inbox.raw)
    app.router.add_post("/batch/gmail/v1", inbox.batch)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    print(runner.addresses[0][1], flush=True)
    await asyncio.Event().wait()


@contextmanager
def gmail_inbox_away(unread: int) -> Iterator[str]:
    """Its address."""
    command = [sys.executable, "-m", "benchmarks.gmail.inbox_away", str(unread)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603 - this very module
        assert server.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(server.stdout.readline())}"
        finally:
            server.terminate()


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1])))
