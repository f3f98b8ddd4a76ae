"""A LiveKit server for each test in a room."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.servers.livekit import LiveKitServer, livekit_server


@pytest_asyncio.fixture
async def livekit(tmp_path: Path) -> AsyncIterator[LiveKitServer]:
    async with livekit_server(tmp_path) as server:
        yield server
