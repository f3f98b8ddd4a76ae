"""Lets a cancellation wait until pydantic-ai has begun a run.

It enters a run in a few steps that wait for nothing outside, and a cancellation between two of them (pydantic-ai 1.x, `_run_lifecycle`:
while the task that waited for the start is drained) leaves a task of the library waiting for good, with all that the run holds.
"""

import asyncio
from collections.abc import Coroutine
from typing import TypeVar

T = TypeVar("T")


async def uncut(run: Coroutine[object, object, T], begun: asyncio.Event) -> T:
    """What the run returns; `begun` is set with its first request. Cancelled, it ends the run before it raises."""
    task = asyncio.create_task(run)
    try:
        return await asyncio.shield(task)
    finally:
        if not task.done():
            await _ended(task, begun)


async def _ended(task: asyncio.Task[T], begun: asyncio.Event) -> None:
    start = asyncio.create_task(begun.wait())
    try:
        await asyncio.wait({task, start}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        start.cancel()
        task.cancel()
    await asyncio.wait({task, start})
