"""Pub/Sub's pull and acknowledge over HTTP, with notices as Google's documentation records them, and whatever else a test has it answer."""

import asyncio
import base64
import json
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from tests.servers.http_server import http_server

SUBSCRIPTION = "projects/mine/subscriptions/mail"
SOON_S = 10.0


def recorded_notice(address: str, history_id: int = 9876543210, *, receipt: str = "r1") -> dict[str, object]:
    """One message as a pull hands it out: https://developers.google.com/workspace/gmail/api/guides/push#receive_notifications"""
    data = base64.urlsafe_b64encode(json.dumps({"emailAddress": address, "historyId": history_id}).encode()).decode()
    return received(data, receipt=receipt)


def received(data: str, *, receipt: str = "r1") -> dict[str, object]:
    """A message with any data."""
    message = {"data": data, "messageId": "2070443601311540", "message_id": "2070443601311540", "publishTime": "2021-02-26T19:13:55.749Z"}
    return {"ackId": receipt, "message": message}


class PubSubDouble:
    """`answers` are given to pulls one after the other: a list of messages, or a status; then a pull waits, as Google's does."""

    def __init__(self) -> None:
        self.url = ""
        self.token = "token-1"
        self.answers: deque[list[dict[str, object]] | int | str] = deque()
        self.acknowledged: list[str] = []
        self.asked_for_tokens: list[dict[str, str]] = []
        self.closed = False
        self.changed = asyncio.Condition()

    async def answer(self, *answers: list[dict[str, object]] | int | str) -> None:
        async with self.changed:
            self.answers.extend(answers)
            self.changed.notify_all()

    async def until_acknowledged(self, receipt: str) -> None:
        async with asyncio.timeout(SOON_S), self.changed:
            await self.changed.wait_for(lambda: receipt in self.acknowledged)

    async def close(self) -> None:
        async with self.changed:
            self.closed = True
            self.changed.notify_all()

    async def pull(self, request: web.Request) -> web.Response:
        if request.headers["Authorization"] != f"Bearer {self.token}":
            return web.json_response({"error": {"code": 401}}, status=401)
        assert (await request.json())["maxMessages"] > 0
        async with self.changed:
            await self.changed.wait_for(lambda: self.answers or self.closed)
        answer = self.answers.popleft() if self.answers else []
        if isinstance(answer, int):
            return web.json_response({"error": {"code": answer}}, status=answer)
        if isinstance(answer, str):
            return web.Response(text=answer, content_type="application/json")
        return web.json_response({"receivedMessages": answer} if answer else {})

    async def give_token(self, request: web.Request) -> web.Response:
        """Each time the next in line."""
        self.asked_for_tokens.append({name: str(value) for name, value in (await request.post()).items()})
        return web.json_response({"access_token": f"token-{len(self.asked_for_tokens)}", "expires_in": 3600})

    async def acknowledge(self, request: web.Request) -> web.Response:
        async with self.changed:
            self.acknowledged += (await request.json())["ackIds"]
            self.changed.notify_all()
        return web.json_response({})


@asynccontextmanager
async def pubsub_double() -> AsyncIterator[PubSubDouble]:
    """On a free loopback port until the block ends."""
    double = PubSubDouble()
    application = web.Application()
    application.add_routes(
        [
            web.post("/token", double.give_token),
            web.post(f"/v1/{SUBSCRIPTION}:pull", double.pull),
            web.post(f"/v1/{SUBSCRIPTION}:acknowledge", double.acknowledge),
        ]
    )
    async with http_server(application) as double.url:
        try:
            yield double
        finally:
            await double.close()
