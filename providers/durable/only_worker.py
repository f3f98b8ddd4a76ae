"""One worker for an SQLite file: a lock of the operating system on a file beside it, which goes with whoever holds it, also by kill -9."""

import asyncio
import fcntl
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from storage.database import driver_url

LOOK_AGAIN_S = 1.0


@asynccontextmanager
async def only_worker(url: str, *, waits: Callable[[], None] = lambda: None, look_again_s: float = LOOK_AGAIN_S) -> AsyncIterator[None]:
    """Be the worker of this database; waits while another process is, and says so once. PostgreSQL has as many as one likes."""
    target = driver_url(url)
    if target.get_backend_name() != "sqlite":
        yield
        return
    descriptor = os.open(f"{target.database}-worker.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not _locked(descriptor):
            waits()
            while not _locked(descriptor):  # noqa: ASYNC110 - another process lets go of it
                await asyncio.sleep(look_again_s)
        yield
    finally:
        os.close(descriptor)


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
