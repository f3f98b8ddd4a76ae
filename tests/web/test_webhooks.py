"""What the LiveKit server tells: only it is heeded, and only what means that a caller may be alone."""

import asyncio
import base64
import hashlib
from datetime import timedelta

import httpx2
import pytest
from google.protobuf.json_format import MessageToJson
from livekit import api

from tests.web.call_rooms import MemoryCallRooms
from tests.web.served import KEY, SECRET, Served
from web.calls.webhook_routes import PATH

LEFT = "participant_left"


def event(name: str = LEFT, *, identity: str = "agent-1", kind: str = "AGENT") -> str:
    """As the LiveKit server writes it."""
    who = api.ParticipantInfo(identity=identity, kind=kind)
    return MessageToJson(api.WebhookEvent(event=name, room=api.Room(name="call", sid="RM_1"), participant=who))


def signed(body: str, *, key: str = KEY, secret: str = SECRET, valid_for: timedelta = timedelta(minutes=5)) -> str:
    digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
    return api.AccessToken(key, secret).with_sha256(digest).with_ttl(valid_for).to_jwt()


async def tell(server: Served, body: str, signature: str) -> httpx2.Response:
    headers = {"Authorization": signature, "Content-Type": "application/webhook+json", "Host": "aloud:8000"}
    return await server.browser().http.post(PATH, content=body, headers=headers)


def lose_the_worker(rooms: MemoryCallRooms) -> None:
    rooms.exists = True
    rooms.kill("1")
    rooms.agents.clear()


async def dispatched(rooms: MemoryCallRooms) -> None:
    """Return once an agent was asked for."""
    async with asyncio.timeout(5):
        while not rooms.dispatched:  # noqa: ASYNC110 - it is asked, and tells nobody
            await asyncio.sleep(0.01)


async def test_an_agent_that_left_a_caller_is_replaced(server: Served) -> None:
    lose_the_worker(server.rooms)
    body = event()
    assert (await tell(server, body, signed(body))).status_code == 204
    await dispatched(server.rooms)
    assert [metadata.replaces for _, metadata in server.rooms.dispatched] == ["1"]


@pytest.mark.parametrize(
    "body",
    [event(kind="STANDARD", identity="caller"), event("track_published"), event("room_finished"), event("of_another_version")],
    ids=["caller left", "track", "room", "unknown"],
)
async def test_other_news_is_taken_and_means_nothing(server: Served, body: str) -> None:
    lose_the_worker(server.rooms)
    assert (await tell(server, body, signed(body))).status_code == 204
    assert not server.rooms.looked


class TestNotHeeded:
    @pytest.mark.parametrize(
        "signature",
        [
            "",
            "nonsense",
            signed(event(), secret="another-secret-0123456789-0123456789"),
            signed(event(), key="another-key"),
            signed(event("room_finished")),
            signed(event(), valid_for=timedelta(minutes=-10)),
            api.AccessToken(KEY, SECRET).to_jwt(),
        ],
        ids=["none", "nonsense", "another secret", "another key", "another body", "too old", "no digest"],
    )
    async def test_who_cannot_sign_for_it(self, server: Served, signature: str) -> None:
        lose_the_worker(server.rooms)
        answer = await tell(server, event(), signature)
        assert (answer.status_code, answer.json()["code"]) == (401, "not_signed")
        assert not server.rooms.looked

    @pytest.mark.parametrize("body", ["", "{", '{"event": 7}'])
    async def test_what_is_no_news(self, server: Served, body: str) -> None:
        answer = await tell(server, body, signed(body))
        assert (answer.status_code, answer.json()["code"]) == (401, "not_signed")
