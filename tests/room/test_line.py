"""The thinnest whole line: a room, a worker, a caller."""

from pathlib import Path

import pytest

from tests.room.caller import caller_in
from tests.servers.livekit import livekit_server
from tests.servers.worker import worker

pytestmark = pytest.mark.server


async def test_caller_hears_a_greeting_and_gets_an_answer(tmp_path: Path) -> None:
    async with livekit_server(tmp_path) as server, worker(server, tmp_path), caller_in(server, room="line") as caller:
        await caller.hear(after=0)
        await caller.wait_until(lambda: caller.loud_frames > 5, "speech above silence")
        assert await caller.type("help")
