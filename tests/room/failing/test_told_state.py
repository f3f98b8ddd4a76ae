"""What the room is told that the agent does is true in the end, though one change overtakes another on its way."""

import asyncio
from pathlib import Path

import pytest
from livekit import api, rtc
from livekit.agents import AgentSession, AgentStateChangedEvent
from livekit.agents.types import ATTRIBUTE_AGENT_STATE

from agent.room_behaviours import keep_the_room_told_of_the_state
from session.background_tasks import BackgroundTasks
from tests.servers.livekit import LiveKitServer, livekit_server

pytestmark = pytest.mark.server

WITHIN_S = 20


def token(server: LiveKitServer, identity: str) -> str:
    grants = api.VideoGrants(room_join=True, room="told", can_update_own_metadata=True)
    return api.AccessToken(server.key, server.secret).with_identity(identity).with_grants(grants).to_jwt()


async def test_a_state_that_was_overtaken_is_told_again(tmp_path: Path) -> None:
    session: AgentSession[None] = AgentSession(vad=None, turn_handling={"turn_detection": "manual"})
    agents, callers = rtc.Room(), rtc.Room()
    told: asyncio.Queue[str] = asyncio.Queue()
    callers.on("participant_attributes_changed", lambda changed, *_: told.put_nowait(changed[ATTRIBUTE_AGENT_STATE]))
    async with livekit_server(tmp_path) as server, BackgroundTasks() as background:
        await agents.connect(server.url, token(server, "agent"))
        await callers.connect(server.url, token(server, "caller"))
        keep_the_room_told_of_the_state(session, agents, background)
        for old, new in (("listening", "speaking"), ("speaking", "listening")):
            session.emit("agent_state_changed", AgentStateChangedEvent(old_state=old, new_state=new))
        await agents.local_participant.set_attributes({ATTRIBUTE_AGENT_STATE: "speaking"})  # as it comes when it was overtaken
        try:
            async with asyncio.timeout(WITHIN_S):
                assert [await told.get(), await told.get()] == ["speaking", "listening"]
        finally:
            await agents.disconnect()
            await callers.disconnect()
