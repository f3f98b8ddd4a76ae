"""What every test is held to: nothing that it started outlives it."""

import asyncio
from collections.abc import AsyncIterator

import pytest_asyncio

NATIVE_THREADS = ("ThreadPoolExecutor", "asyncio_", "livekit", "tokio")


@pytest_asyncio.fixture(autouse=True)
async def no_leaked_task() -> AsyncIterator[None]:
    """Fail the test that leaves an asyncio task behind."""
    yield
    left = [t for t in asyncio.all_tasks() if t is not asyncio.current_task() and not t.done()]
    assert not left, f"tasks outlived their test: {left}"
