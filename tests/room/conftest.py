"""A LiveKit server of its own for a test with workers of its own, or a user of the worker that all tests of a process share."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.room.shared import SharedWorker, User, shared_livekit, shared_worker, user_of
from tests.servers.livekit import LiveKitServer, livekit_server


@pytest_asyncio.fixture
async def livekit(tmp_path: Path) -> AsyncIterator[LiveKitServer]:
    async with livekit_server(tmp_path) as server:
        yield server


@pytest.fixture(scope="session")
def running_worker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SharedWorker]:
    folder = tmp_path_factory.mktemp("shared")
    with shared_livekit(folder) as livekit, shared_worker(livekit, folder) as worker:
        yield worker


@pytest_asyncio.fixture
async def user(running_worker: SharedWorker) -> AsyncIterator[User]:
    async with user_of(running_worker) as user:
        yield user
