"""A whole worker is killed: the caller hears an agent again, at the same mail. Real LiveKit server, workers and web server."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from providers.livekit.call_rooms import LiveKitRooms
from providers.livekit.dispatch_metadata import DispatchMetadata
from providers.livekit.rooms import Occupants, Room
from providers.sample_inbox import SAMPLE_ADDRESS
from tests.agent.typed_call import sample_settings
from tests.room.agenda import expected_briefing
from tests.room.caller import caller_in
from tests.servers.livekit import livekit_server
from tests.servers.ports import free_port
from tests.servers.web import logged, open_page, web_server
from tests.servers.worker import worker

pytestmark = pytest.mark.server

ONE_IS_LEFT_WITHIN_S = 20.0
SENT = "a caller is without an agent; one is sent"
THERE = "the caller has an agent again"


async def living_agents(rooms: LiveKitRooms, room: Room) -> list[tuple[str, DispatchMetadata]]:
    asked_for = await rooms.asked_for(room)
    return [(each.agent, each.metadata) for each in asked_for if each.agent and await rooms.lives(room, each.agent)]


@pytest.mark.takes(51)
@pytest.mark.parametrize("page_asks", [False, pytest.param(True, marks=pytest.mark.proof)])
async def test_the_caller_hears_an_agent_again_at_the_same_mail(tmp_path: Path, page_asks: bool) -> None:
    port = free_port()
    sample_settings(tmp_path, now=datetime.now(UTC))
    mail = {"ALOUD_MAILDIR": str(tmp_path / "inbox"), "ALOUD_ADDRESSES": SAMPLE_ADDRESS}
    expected = await expected_briefing(tmp_path)
    async with (
        livekit_server(tmp_path, webhook=f"http://127.0.0.1:{port}/api/livekit/webhook") as server,
        web_server(server, tmp_path, port, mail) as web,
        open_page(port) as page,
        LiveKitRooms.opened(server.url, server.key, server.secret) as rooms,
        worker(server, tmp_path, log="first.log", **mail) as first,
    ):
        call = (await page.post("/api/call")).json()
        name = call["room"]
        async with caller_in(server, room=name, identity=call["identity"], given=call["token"]) as caller:

            async def go_on() -> None:
                expected.heard_first()
                expected.tracker.advance(at=datetime.now(UTC))
                await caller.type("next", containing=expected.sender)

            await caller.hear(after=0, containing=expected.sender)
            await go_on()
            room = await rooms.find(name)
            assert room
            while not (living := await living_agents(rooms, room)):  # noqa: ASYNC110 - a busy agent answers late, a dead one never
                await asyncio.sleep(0.1)
            ((agent, metadata),) = living
            assert metadata == DispatchMetadata(user_id="local", identity=call["identity"])
            again = (await page.post("/api/call")).json()
            assert (again["room"], again["identity"]) == (name, call["identity"])

            first.kill()
            assert not await rooms.lives(room, agent)
            said = len(caller.agent_said)
            if page_asks:
                assert (await page.post("/api/call/alone", {"room": name})).status_code == 202
            async with worker(server, tmp_path, log="second.log", **mail):
                await logged(web, SENT, 1)
                await caller.hear(after=said, containing=expected.sender)
                await logged(web, THERE, 1)
                # On a busy machine it is asked for twice; then the newer agent takes over, and the other leaves.
                async with asyncio.timeout(ONE_IS_LEFT_WITHIN_S):
                    while len((await rooms.occupants(room) or Occupants()).agents) != 1:  # noqa: ASYNC110 - the server tells of it only when asked
                        await asyncio.sleep(0.1)
                await go_on()
